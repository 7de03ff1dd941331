//! Results of tuning, as a table and as JSON.

use std::io::{self, Write};

use catena_arena::MatchEnd;
use catena_arena::stats::Interval;
use catena_learn::tune::{Findings, Gain, Tuning};
use serde_json::json;

use crate::matches::progress::elo;

/// Title of a tuning: the player, its opponent and the board.
pub fn title(tuning: &Tuning) -> String {
    let info = tuning.trials().entry().info();
    format!("{} against {} on {}, {}", info.players[0], info.players[1], info.board(), info.limit)
}

pub fn table(output: &mut impl Write, tuning: &Tuning, findings: &Findings) -> io::Result<()> {
    writeln!(output, "{}", title(tuning))?;
    let (method, samples) = (tuning.tuner().method().name(), findings.samples);
    writeln!(
        output,
        "by {method}, {samples} pairs of games, of which {:.0} count near the best values\n",
        findings.weight
    )?;
    writeln!(
        output,
        "{:<18} {:>10}  {:<21} {:>8}  Elo lost a tenth of the range away",
        "parameter", "estimate", "95 % interval", "now"
    )?;
    for (found, dimension) in findings.parameters.iter().zip(tuning.space().dimensions()) {
        let text = |value: f64| dimension.text(dimension.coordinate(value));
        let interval =
            found.interval.map_or("-".to_owned(), |i| format!("{} to {}", text(i.low), text(i.high)));
        let Interval { low, high } = found.sensitivity_interval;
        let sensitivity = format!("{} ({}, {})", elo(found.sensitivity), elo(low), elo(high));
        writeln!(
            output,
            "{:<18} {:>10}  {interval:<21} {:>8}  {sensitivity}",
            found.name, found.text, dimension.now
        )?;
    }
    for (found, dimension) in findings.parameters.iter().zip(tuning.space().dimensions()) {
        if found.interval.is_some_and(|i| i.low <= dimension.value(0.02) || i.high >= dimension.value(0.98)) {
            writeln!(output, "{}: the interval reaches the end of the range", found.name)?;
        }
    }
    let Interval { low, high } = findings.win_rate_interval;
    let rate = format!("{:.1} % ({:.1}, {:.1})", 100.0 * findings.win_rate, 100.0 * low, 100.0 * high);
    writeln!(output, "\nwin rate there: {rate}, Elo {}", told(findings.elo()))?;
    match findings.gain {
        Some(gain) => writeln!(output, "gain over the values now: Elo {}", told(gain))?,
        None => writeln!(output, "gain over the values now: unknown, they are outside of the range")?,
    }
    writeln!(output, "as a player: {}", tuning.player(&findings.point))
}

fn told(gain: Gain) -> String {
    format!("{} ({}, {})", elo(gain.elo), elo(gain.interval.low), elo(gain.interval.high))
}

pub fn json(
    output: &mut impl Write,
    tuning: &Tuning,
    findings: &Findings,
    end: MatchEnd,
) -> anyhow::Result<()> {
    let pair = |interval: Interval| [interval.low, interval.high];
    let difference = |gain: Gain| json!({ "elo": gain.elo, "interval": pair(gain.interval) });
    let parameters = findings.parameters.iter().zip(tuning.space().dimensions()).map(|(found, dimension)| {
        json!({
            "name": found.name,
            "low": dimension.low,
            "high": dimension.high,
            "now": dimension.now,
            "estimate": found.value,
            "interval": found.interval.map(pair),
            "sensitivity": found.sensitivity,
            "sensitivity_interval": pair(found.sensitivity_interval),
        })
    });
    let object = json!({
        "match": tuning.trials().entry().id(),
        "info": tuning.trials().entry().info(),
        "method": tuning.tuner().method().name(),
        "samples": findings.samples,
        "weight": findings.weight,
        "parameters": parameters.collect::<Vec<_>>(),
        "region": { "center": findings.point, "covariance": findings.covariance },
        "win_rate": findings.win_rate,
        "win_rate_interval": pair(findings.win_rate_interval),
        "against_opponent": difference(findings.elo()),
        "gain": findings.gain.map(difference),
        "player": tuning.player(&findings.point),
        "end": match end {
            MatchEnd::Stopped => "stopped",
            MatchEnd::Faults(_) => "faults",
            MatchEnd::Complete | MatchEnd::Decided(_) => "complete",
        },
    });
    serde_json::to_writer_pretty(&mut *output, &object).map_err(io::Error::from)?;
    writeln!(output)?;
    Ok(())
}
