//! A match as tables for people, JSON for programs, SGF and a picture.

use std::io::Write;
use std::path::Path;

use catena_arena::stats::{RatingOptions, Sprt};
use catena_arena::{
    Forfeited, Match, MatchEnd, MatchInfo, MatchStore, MoveTimes, StoreError, Tally, summary,
};
use serde_json::{Value, json};

use super::progress::{describe, elo, sprt_line};
use super::{Args, rating_options};
use crate::progress::counted;

/// A match with all that the outputs tell about it.
pub struct Shown {
    pub id: i64,
    info: MatchInfo,
    tally: Tally,
    options: RatingOptions,
    sprt: Option<Sprt>,
    end: Option<MatchEnd>,
}

impl Shown {
    pub fn played(played: &Match, args: &Args, end: MatchEnd) -> anyhow::Result<Self> {
        Ok(Self {
            id: played.entry().id(),
            info: played.entry().info().clone(),
            tally: played.entry().tally().clone(),
            options: rating_options(args, &played.entry().info().players)?,
            sprt: args.sprt.or(stored_sprt(played.entry().store(), played.entry().id())?),
            end: Some(end),
        })
    }

    pub fn stored(store: &MatchStore, id: i64, args: &Args) -> anyhow::Result<Self> {
        let info = store.stored_match(id)?.info;
        let tally = store.tally(id)?;
        let options = rating_options(args, &info.players)?;
        let sprt = args.sprt.or(stored_sprt(store, id)?);
        Ok(Self { id, info, tally, options, sprt, end: None })
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
        self.times(output)?;
        for (player, forfeits) in players.iter().zip(&self.tally.forfeits) {
            for (how, Forfeited { games, cause }) in forfeits {
                let cause = if cause.is_empty() { String::new() } else { format!(": {cause}") };
                writeln!(output, "forfeited by {player}: {}, {how}{cause}", counted(*games, "game"))?;
            }
        }
        Ok(())
    }

    /// Prints the time that the moves of each player took: a limit that a program does not keep shows here.
    fn times(&self, output: &mut impl Write) -> anyhow::Result<()> {
        if self.tally.times.iter().all(|times| times.wall().is_none()) {
            return Ok(());
        }
        let shown = |(player, times): (&String, &MoveTimes)| {
            let cpu = times.cpu().map_or(String::new(), |cpu| format!(" (CPU {cpu:.3} s)"));
            // Those who play at random are not timed.
            times
                .wall()
                .map_or_else(|| format!("{player} not timed"), |wall| format!("{player} {wall:.3} s{cpu}"))
        };
        let times: Vec<String> = self.info.players.iter().zip(&self.tally.times).map(shown).collect();
        Ok(writeln!(output, "time per move: {}", times.join(", "))?)
    }

    fn two(&self, output: &mut impl Write) -> anyhow::Result<()> {
        let players = &self.info.players;
        let Some(estimate) = self.tally.estimate() else { return Ok(()) };
        let results = self.tally.results(0, 1);
        writeln!(output, "{} against {}", players[0], players[1])?;
        let points = if estimate.points == 1.0 { "point" } else { "points" };
        let games = counted(estimate.games, "game");
        writeln!(output, "{} {points} of {games}  {}", estimate.points, describe(&estimate))?;
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
        for (color, [won, drawn, lost]) in ["black", "white"].iter().zip(colors) {
            writeln!(output, "{} as {color}: won {won}, drawn {drawn}, lost {lost}", players[0])?;
        }
        if let Some(sprt) = self.sprt {
            writeln!(output, "{}", sprt_line(&sprt, &results))?;
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
        let mut object = summary::json(self.id, &self.info, &self.tally, self.sprt, self.options);
        object["end"] = match self.end {
            Some(MatchEnd::Complete) => json!("complete"),
            Some(MatchEnd::Decided(_)) => json!("decided"),
            Some(MatchEnd::Stopped) => json!("stopped"),
            Some(MatchEnd::Faults(_)) => json!("faults"),
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
    let matches = match MatchStore::open_to_read(file) {
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
            "{:>4}  {:>13}  {}, {}, openings {}: {players}",
            found.id,
            counted(found.games, "game"),
            info.board(),
            info.limit,
            info.openings
        )?;
    }
    Ok(())
}

/// All games of a match, one after another.
pub fn write_sgf(output: &mut impl Write, store: &MatchStore, id: i64) -> anyhow::Result<()> {
    let info = store.stored_match(id)?.info;
    for game in store.games(id)? {
        output.write_all(summary::sgf(&info, &game)?.as_bytes())?;
    }
    output.flush()?;
    Ok(())
}

/// The test that a match was last played with; round robins have none.
fn stored_sprt(store: &MatchStore, id: i64) -> anyhow::Result<Option<Sprt>> {
    Ok(store.stored_match(id)?.sprt)
}
