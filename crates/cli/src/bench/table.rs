//! The tables that people read.

use std::io::{self, Write};

use catena_core::Game;
use catena_playout::paper;

use super::row::{BenchReport, BenchRow};

pub fn print(output: &mut impl Write, rows: &[BenchRow], time: &str) -> io::Result<()> {
    let table = Table { rows };
    table.paper(output)?;
    writeln!(output, "\nOur kernels on one core ({time}; spread: quartiles of the rounds)")?;
    writeln!(
        output,
        "{:<12} {:<30} {:>10} {:>16} {:>8}",
        "board", "playouts", "ns/move", "playouts/s", "spread"
    )?;
    for row in rows.iter().filter(|row| !row.name.starts_with("paper-")) {
        let report = row.report();
        writeln!(
            output,
            "{:<12} {:<30} {:>10.2} {:>16.0} {:>7.0}%",
            format!("{} {}", row.game, row.size),
            row.name,
            report.ns_per_move,
            report.playouts_per_second,
            100.0 * report.spread
        )?;
    }
    table.ratios(output)
}

struct Table<'a> {
    rows: &'a [BenchRow],
}

impl Table<'_> {
    fn find(&self, game: Game, size: u64, name: &str) -> Option<BenchReport> {
        let row = self.rows.iter().find(|row| (row.game, row.size, row.name.as_str()) == (game, size, name));
        row.map(BenchRow::report)
    }

    /// The table of section 9, the paper's milliseconds beside our microseconds.
    fn paper(&self, output: &mut impl Write) -> io::Result<()> {
        if self.find(Game::Havannah, 8, "paper-1").is_none() {
            return Ok(());
        }
        writeln!(output, "Könnecke and Waldmann 2009, section 9: one Havannah playout")?;
        write!(output, "{:<58}", "board size")?;
        for size in paper::SIZES {
            write!(output, "{size:>26}")?;
        }
        writeln!(output)?;
        write!(output, "{:<58}", "")?;
        for _ in paper::SIZES {
            write!(output, "{:>9}{:>9}{:>8}", "paper ms", "ours µs", "ratio")?;
        }
        writeln!(output)?;
        for (i, row) in paper::ROWS.iter().enumerate() {
            write!(output, "{:<58}", row.name)?;
            for (size, theirs) in paper::SIZES.into_iter().zip(row.milliseconds) {
                if let Some(report) = self.find(Game::Havannah, size, &format!("paper-{}", i + 1)) {
                    let ours = 1e6 / report.playouts_per_second;
                    write!(output, "{theirs:>9}{ours:>9.2}{:>8.0}", theirs * 1e3 / ours)?;
                }
            }
            writeln!(output)?;
        }
        Ok(())
    }

    /// Prints the ratios between rows of this run.
    fn ratios(&self, output: &mut impl Write) -> io::Result<()> {
        writeln!(output, "\nRatios in this run")?;
        let mut line = |what: String, ratio: Option<f64>| match ratio {
            Some(ratio) => writeln!(output, "{what:<76} {ratio:>8.2}"),
            None => Ok(()),
        };
        let time = |game, size, name: &str| self.find(game, size, name).map(|report| report.ns_per_move);
        let rate =
            |game, size, name: &str| self.find(game, size, name).map(|report| report.playouts_per_second);
        let ratio = |a: Option<f64>, b: Option<f64>| Some(a? / b?);
        let havannah = Game::Havannah;
        for size in paper::SIZES {
            let what = format!("time per move, havannah {size}: uniform to the first win / bare fill");
            line(what, ratio(time(havannah, size, "uniform"), time(havannah, size, "bare-fill")))?;
        }
        let what = "speed, havannah 8: uniform to the first win / the paper's 1.9 ms".to_owned();
        line(what, rate(havannah, 8, "uniform").map(|rate| rate * 1.9e-3))?;
        let what = "time per move, uniform to the first win: havannah 10 / havannah 4".to_owned();
        line(what, ratio(time(havannah, 10, "uniform"), time(havannah, 4, "uniform")))?;
        for size in paper::SIZES {
            let what =
                format!("time per playout, havannah {size}: weighted full (row 4) / uniform full (row 3)");
            line(what, ratio(rate(havannah, size, "paper-3"), rate(havannah, size, "paper-4")))?;
            let what =
                format!("time per move, havannah {size}: weighted until win (row 5) / the same, uniform");
            let uniform = time(havannah, size, "uniform-until-bridge-or-fork");
            line(what, ratio(time(havannah, size, "paper-5"), uniform))?;
        }
        for row in self.rows.iter().filter(|row| row.name == "sliced") {
            let (game, size) = (row.game, row.size);
            let what = format!("playouts per second, {game} {size}: sliced / uniform");
            line(what, ratio(rate(game, size, "sliced"), rate(game, size, "uniform")))?;
        }
        for row in self.rows.iter().filter(|row| row.local_moves.is_some()) {
            let (game, size, name) = (row.game, row.size, &row.name);
            let what = format!("playouts per second, {game} {size}: {name} / uniform");
            line(what, ratio(rate(game, size, name), rate(game, size, "uniform")))?;
            line(format!("share of local moves, {game} {size}: {name}"), row.local_moves)?;
        }
        Ok(())
    }
}
