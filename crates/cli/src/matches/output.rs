//! A match as tables for people, JSON for programs, SGF and a picture.

use std::io::Write;
use std::path::Path;

use catena_arena::stats::{RatingOptions, Sprt, SprtVerdict};
use catena_arena::{End, Match, MatchInfo, Store, StoreError, Tally, summary};
use serde_json::{Value, json};

use super::progress::{describe, elo};
use super::{Args, rating_options};

/// A match with all that the outputs tell about it.
pub struct Shown {
    pub id: i64,
    info: MatchInfo,
    tally: Tally,
    options: RatingOptions,
    sprt: Option<Sprt>,
    end: Option<End>,
}

impl Shown {
    pub fn played(played: &Match, args: &Args, end: End) -> anyhow::Result<Self> {
        Ok(Self {
            id: played.entry().id(),
            info: played.entry().info().clone(),
            tally: played.entry().tally().clone(),
            options: rating_options(args, &played.entry().info().players)?,
            sprt: args.sprt,
            end: Some(end),
        })
    }

    pub fn stored(store: &Store, id: i64, args: &Args) -> anyhow::Result<Self> {
        let info = store.stored_match(id)?.info;
        let tally = store.tally(id)?;
        let options = rating_options(args, &info.players)?;
        Ok(Self { id, info, tally, options, sprt: args.sprt, end: None })
    }

    /// Two players: the score in words. More: ratings and a cross table.
    pub fn table(&self, output: &mut impl Write) -> anyhow::Result<()> {
        let MatchInfo { players, limit, openings, .. } = &self.info;
        writeln!(output, "match {}: {}, {limit}, openings {openings}", self.id, self.info.board())?;
        if self.tally.games() == 0 {
            writeln!(output, "{}: no games yet", players.join(" – "))?;
            return Ok(());
        }
        if players.len() == 2 {
            self.two(output)?;
        } else {
            self.many(output)?;
        }
        let ends: Vec<String> = self.tally.ends.iter().map(|(how, count)| format!("{how} {count}")).collect();
        let [black, white, drawn] = self.tally.by_color;
        writeln!(output, "ended by: {}", ends.join(", "))?;
        writeln!(
            output,
            "won by black {black}, by white {white}, drawn {drawn}; mean length {:.1}",
            self.tally.mean_length()
        )?;
        for (player, forfeits) in players.iter().zip(&self.tally.forfeits) {
            if !forfeits.is_empty() {
                let forfeits: Vec<String> =
                    forfeits.iter().map(|(forfeit, count)| format!("{forfeit} {count}")).collect();
                writeln!(output, "lost without the board by {player}: {}", forfeits.join(", "))?;
            }
        }
        Ok(())
    }

    fn two(&self, output: &mut impl Write) -> anyhow::Result<()> {
        let players = &self.info.players;
        let Some(estimate) = self.tally.estimate() else { return Ok(()) };
        let results = self.tally.results(0, 1);
        writeln!(output, "{} against {}", players[0], players[1])?;
        writeln!(output, "{} of {} games  {}", estimate.points, estimate.games, describe(&estimate))?;
        let interval = estimate.score_interval;
        writeln!(
            output,
            "score {:.1} % (95 %: {:.1} to {:.1}); pairs with 0, ½, 1, 1½, 2 points: {:?}",
            100.0 * estimate.score,
            100.0 * interval.low,
            100.0 * interval.high,
            results.pairs
        )?;
        let colors = self.tally.by_color_of(0, 1);
        for (color, [lost, drawn, won]) in ["black", "white"].iter().zip(colors) {
            writeln!(output, "{} as {color}: won {won}, drawn {drawn}, lost {lost}", players[0])?;
        }
        if let Some(sprt) = self.sprt {
            let state = sprt.state(&results);
            writeln!(
                output,
                "SPRT: {}, LLR {:.2} ({:.2}, {:.2})",
                sprt_verdict(sprt, state.verdict),
                state.llr,
                state.lower,
                state.upper
            )?;
        }
        Ok(())
    }

    fn many(&self, output: &mut impl Write) -> anyhow::Result<()> {
        let rows = summary::standings(&self.info, &self.tally, self.options);
        let width = rows.iter().map(|row| row.name.chars().count()).max().unwrap_or(0).max(6);
        writeln!(
            output,
            "  # {:<width$} {:>6} {:>15} {:>9} {:>6}",
            "player", "Elo", "95 %", "points", "games"
        )?;
        for (place, row) in rows.iter().enumerate() {
            let interval = format!("{} … {}", elo(row.interval.low), elo(row.interval.high));
            writeln!(
                output,
                "{:>3} {:<width$} {:>6} {interval:>15} {:>9.1} {:>6}",
                place + 1,
                row.name,
                format!("{:.0}", row.elo),
                row.points,
                row.games
            )?;
        }
        writeln!(output, "\npoints of the row against the column, in the order above:")?;
        for (place, row) in rows.iter().enumerate() {
            write!(output, "{:>3} {:<width$}", place + 1, row.name)?;
            for other in &rows {
                match row.player == other.player {
                    true => write!(output, " {:>7}", "-")?,
                    false => {
                        write!(output, " {:>7.1}", self.tally.results(row.player, other.player).points())?
                    }
                }
            }
            writeln!(output)?;
        }
        writeln!(output)?;
        Ok(())
    }

    pub fn json(&self, output: &mut impl Write) -> anyhow::Result<()> {
        let mut object = summary::json(self.id, &self.info, &self.tally, self.options);
        object["sprt"] = self.sprt.map_or(
            Value::Null,
            |sprt| json!({ "test": sprt, "state": sprt.state(&self.tally.results(0, 1)) }),
        );
        object["end"] = match self.end {
            Some(End::Complete) => json!("complete"),
            Some(End::Decided(_)) => json!("decided"),
            Some(End::Stopped) => json!("stopped"),
            Some(End::Faults(_)) => json!("faults"),
            None => Value::Null,
        };
        serde_json::to_writer_pretty(&mut *output, &object).map_err(std::io::Error::from)?;
        writeln!(output)?;
        Ok(())
    }

    pub fn plot(&self) -> String {
        summary::plot(&self.info, &self.tally, self.options)
    }
}

/// All matches of a store, the newest first.
pub fn list(output: &mut impl Write, file: &Path, json: bool) -> anyhow::Result<()> {
    let matches = match Store::open_to_read(file) {
        Ok(store) => store.matches()?,
        // Nothing has been played yet.
        Err(StoreError::File(_, error)) if error.kind() == std::io::ErrorKind::NotFound => Vec::new(),
        Err(error) => return Err(error.into()),
    };
    if json {
        serde_json::to_writer_pretty(&mut *output, &summary::list_json(&matches))
            .map_err(std::io::Error::from)?;
        writeln!(output)?;
        return Ok(());
    }
    if matches.is_empty() {
        writeln!(output, "no matches in {}", file.display())?;
    }
    for found in matches {
        let info = &found.info;
        let players = info.players.join(" – ");
        writeln!(
            output,
            "{:>4}  {:>7} games  {}, {}, openings {}: {players}",
            found.id,
            found.games,
            info.board(),
            info.limit,
            info.openings
        )?;
    }
    Ok(())
}

/// All games of a match, one after another.
pub fn write_sgf(output: &mut impl Write, store: &Store, id: i64) -> anyhow::Result<()> {
    let info = store.stored_match(id)?.info;
    for game in store.games(id)? {
        output.write_all(summary::sgf(&info, &game)?.as_bytes())?;
    }
    output.flush()?;
    Ok(())
}

/// Which of the two hypotheses the test accepts: H0, a difference of at most ELO0, or H1, of at least ELO1.
fn sprt_verdict(sprt: Sprt, verdict: SprtVerdict) -> String {
    match verdict {
        SprtVerdict::Accepted => format!("H1 (Elo ≥ {}) accepted", sprt.elo1),
        SprtVerdict::Rejected => format!("H0 (Elo ≤ {}) accepted", sprt.elo0),
        SprtVerdict::Open => format!("undecided between Elo ≤ {} and Elo ≥ {}", sprt.elo0, sprt.elo1),
    }
}
