//! How far a match is: a bar on a terminal, plain lines elsewhere, both on standard error.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use catena_arena::stats::{Estimate, Sprt};
use catena_arena::{Goal, Match, MatchObserver, Tally};
use indicatif::{ProgressBar, ProgressStyle};

/// Lines of a log are at least so far apart, or it would be longer than the match.
pub const PAUSE: Duration = Duration::from_secs(10);
/// The bar is not drawn more often than this: random games would wait for it.
const REDRAW: Duration = Duration::from_millis(100);

pub struct Progress {
    bar: Option<ProgressBar>,
    players: usize,
    total: u64,
    known: u64,
    began: Instant,
    told: Instant,
    sprt: Option<Sprt>,
}

impl Progress {
    /// Starts, and says what is known from before.
    pub fn new(played: &Match, goal: Goal) -> Self {
        let players = played.spec().contestants.len();
        let known = played.tally().games();
        if known > 0 {
            eprintln!("match {}: {known} games are in {}", played.id(), played.store().file().display());
        }
        Self::start(players, goal, known)
    }

    /// Starts with so many games known.
    pub fn start(players: usize, goal: Goal, known: u64) -> Self {
        let total = goal.games * (players * (players - 1) / 2) as u64;
        let bar = bar(total, known, "games");
        let now = Instant::now();
        Self { bar, players, total, known, began: now, told: now - PAUSE, sprt: goal.sprt }
    }

    pub fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }

    /// How long it will take, and for two players the score.
    fn state(&self, tally: &Tally) -> String {
        let games = tally.games();
        let rate = games.saturating_sub(self.known) as f64 / self.began.elapsed().as_secs_f64().max(1e-3);
        let left = self.total.saturating_sub(games) as f64 / rate;
        let left = format!("{left:.0} s left");
        if self.players > 2 {
            return left;
        }
        let Some(estimate) = tally.estimate() else { return left };
        let sprt = self.sprt.map(|sprt| sprt.state(&tally.results(0, 1)));
        let sprt = sprt.map_or(String::new(), |state| {
            format!("LLR {:.2} ({:.2}, {:.2})  ", state.llr, state.lower, state.upper)
        });
        format!("{left}  {sprt}{}", told(&estimate))
    }
}

/// A bar over so many of something, of which some are known from before; only on a terminal.
pub fn bar(total: u64, known: u64, what: &str) -> Option<ProgressBar> {
    let bar = std::io::stderr().is_terminal().then(|| {
        let template = format!("{{bar:10}} {{pos}}/{{len}} {what} {{elapsed}}  {{wide_msg}}");
        let style = ProgressStyle::with_template(&template);
        let bar = ProgressBar::new(total);
        bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar())).with_position(known)
    });
    if let Some(bar) = &bar {
        // The time that has passed shows that something happens before a game has ended.
        bar.enable_steady_tick(Duration::from_secs(1));
        bar.tick();
    }
    bar
}

/// `62.5 %  Elo +89 (+12, +170)  LOS 98.8 %`.
pub fn told(estimate: &Estimate) -> String {
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

impl MatchObserver for Progress {
    fn games(&mut self, _: u64, tally: &Tally) {
        let last = tally.games() == self.total;
        if let Some(bar) = &self.bar {
            bar.set_position(tally.games());
            if self.told.elapsed() >= REDRAW || last {
                self.told = Instant::now();
                bar.set_message(self.state(tally));
            }
            return;
        }
        if self.told.elapsed() < PAUSE && !last {
            return;
        }
        self.told = Instant::now();
        eprintln!("{}/{} games, {}", tally.games(), self.total, self.state(tally));
    }
}
