//! How far learning is: a bar on a terminal, plain lines elsewhere, both on standard error.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use catena_learn::network::NetworkObserver;
use catena_learn::{LearnObserver, Phase, Teams};
use indicatif::{ProgressBar, ProgressStyle};

/// Lines about games are at least so far apart; every round has its line.
const PAUSE: Duration = Duration::from_secs(10);

pub struct Progress {
    bar: Option<ProgressBar>,
    told: Instant,
}

impl Progress {
    pub fn new() -> Self {
        let bar = std::io::stderr().is_terminal().then(|| {
            let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {msg}");
            ProgressBar::new(0).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        });
        Self { bar, told: Instant::now() }
    }

    pub fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }

    fn say(&self, line: &str) {
        match &self.bar {
            Some(bar) => bar.println(line),
            None => eprintln!("{line}"),
        }
    }
}

impl LearnObserver for Progress {
    fn games(&mut self, phase: Phase, done: usize, of: usize) {
        let what = match phase {
            Phase::Count => "games counted",
            Phase::Extract => "games read for their choices",
            Phase::Measure => "games measured",
        };
        if let Some(bar) = &self.bar {
            bar.set_length(of as u64);
            bar.set_position(done as u64);
            bar.set_message(what);
        } else if self.told.elapsed() >= PAUSE {
            self.told = Instant::now();
            eprintln!("{done}/{of} {what}");
        }
    }

    fn patterns(&mut self, found: usize, kept: usize) {
        self.say(&format!("{found} different patterns, {kept} appeared often enough"));
    }

    fn resumed(&mut self, teams: Teams, rounds: u32) {
        self.say(&format!("{}: going on after {rounds} rounds", super::name(teams)));
    }

    fn round(&mut self, teams: Teams, round: u32, of: u32, likelihood: f64) {
        let name = super::name(teams);
        match &self.bar {
            Some(bar) => {
                bar.set_length(u64::from(of));
                bar.set_position(u64::from(round));
                bar.set_message(format!("rounds, {name}: log-likelihood of a move {likelihood:.6}"));
            }
            None => eprintln!("{name}, round {round}: log-likelihood of a move {likelihood:.6}"),
        }
    }
}

impl NetworkObserver for Progress {
    fn resumed(&mut self, rounds: u32) {
        self.say(&format!("going on after {rounds} rounds"));
    }

    fn choices(&mut self, round: u32, done: usize, of: usize, likelihood: f64) {
        if let Some(bar) = &self.bar {
            bar.set_length(of as u64);
            bar.set_position(done as u64);
            bar.set_message(format!("moves, round {round}: log-likelihood of a move {likelihood:.4}"));
        } else if self.told.elapsed() >= PAUSE {
            self.told = Instant::now();
            eprintln!("{done}/{of} moves, round {round}: log-likelihood of a move {likelihood:.4}");
        }
    }

    fn round(&mut self, round: u32, of: u32, likelihood: f64) {
        self.say(&format!("round {round} of {of}: log-likelihood of a move {likelihood:.4}"));
    }
}
