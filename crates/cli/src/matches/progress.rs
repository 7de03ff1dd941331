//! Progress display of a match: the remaining time, and for two players the score.

use catena_arena::stats::{Estimate, Pentanomial, Sprt};
use catena_arena::{Match, MatchGoal, MatchObserver, Tally};

use crate::progress::{Meter, say_resuming};

pub struct MatchProgress {
    meter: Meter,
    players: usize,
    sprt: Option<Sprt>,
}

impl MatchProgress {
    /// Starts, and says which games are known from before.
    pub fn new(played: &Match, goal: MatchGoal) -> Self {
        if let Some((before, changes)) = played.entry().changes() {
            let id = played.entry().id();
            eprintln!("a new match, {id}, beside match {before}: {}", changes.join("; "));
        }
        let known = played.entry().tally().games();
        if known > 0 {
            let file = played.entry().store().file().display();
            say_resuming(known, "game", format_args!("match {} of {file}", played.entry().id()));
        }
        Self::start(played.entry().spec().contestants.len(), goal, known)
    }

    /// Starts with this many games known.
    pub fn start(players: usize, goal: MatchGoal, known: u64) -> Self {
        let total = goal.games * (players * (players - 1) / 2) as u64;
        Self { meter: Meter::new("games", Some(total), known), players, sprt: goal.sprt }
    }

    pub fn finish(&self) {
        self.meter.finish();
    }
}

impl MatchObserver for MatchProgress {
    fn games(&mut self, _: u64, tally: &Tally) {
        let (players, sprt) = (self.players, self.sprt);
        self.meter.update(tally.games(), || {
            let estimate = tally.estimate().filter(|_| players == 2);
            let test = sprt.map_or(String::new(), |sprt| llr(&sprt, &tally.results(0, 1)) + "  ");
            estimate.map_or(String::new(), |estimate| test + &describe(&estimate))
        });
    }
}

/// `LLR 2.95 (100.2 %) (-2.94, 2.94) [0.00, 5.00]`: the ratio, how far it is on its way, the bounds, the hypotheses.
fn llr(sprt: &Sprt, results: &Pentanomial) -> String {
    let state = sprt.state(results);
    format!(
        "LLR {:.2} ({:.1} %) ({:.2}, {:.2}) [{:.2}, {:.2}]",
        state.llr,
        100.0 * state.progress(),
        state.lower,
        state.upper,
        sprt.elo0,
        sprt.elo1
    )
}

/// The test with its verdict, as fastchess prints it.
pub fn sprt_line(sprt: &Sprt, results: &Pentanomial) -> String {
    format!("SPRT: {}, {}", llr(sprt, results), sprt.state(results).verdict)
}

/// `62.5 %  Elo +89 (+12, +170)  LOS 98.8 %`.
pub fn describe(estimate: &Estimate) -> String {
    let interval = estimate.elo_interval();
    format!(
        "{:.1} %  Elo {} ({}, {})  LOS {:.1} %",
        100.0 * estimate.score,
        elo(estimate.elo()),
        elo(interval.low),
        elo(interval.high),
        100.0 * estimate.superiority
    )
}

/// A difference with its sign.
pub fn elo(elo: f64) -> String {
    match elo {
        elo if elo == f64::INFINITY => "+∞".to_owned(),
        elo if elo == f64::NEG_INFINITY => "-∞".to_owned(),
        elo if elo.round() == 0.0 => "0".to_owned(),
        elo => format!("{elo:+.0}"),
    }
}
