//! How far tuning is: a bar on a terminal, plain lines elsewhere, both on standard error.

use std::time::{Duration, Instant};

use catena_arena::Tally;
use catena_learn::tune::{Tuning, TuningObserver};
use indicatif::ProgressBar;

use crate::matches::progress::{PAUSE, bar};

/// The best values take a regression, so the bar does not show them anew with each sample.
const REDRAW: Duration = Duration::from_secs(1);

pub struct Progress {
    bar: Option<ProgressBar>,
    total: u64,
    known: usize,
    began: Instant,
    told: Instant,
}

impl Progress {
    /// Starts, and says what is known from before.
    pub fn new(tuning: &Tuning, total: u64) -> Self {
        let (known, trials) = (tuning.samples().len(), tuning.trials());
        if !trials.all().is_empty() {
            let file = trials.store().file().display();
            eprintln!("match {}: {known} pairs of games are in {file}", trials.id());
        }
        let now = Instant::now();
        Self { bar: bar(total, known as u64, "pairs"), total, known, began: now, told: now - PAUSE }
    }

    pub fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

impl TuningObserver for Progress {
    fn sample(&mut self, known: usize, tally: &Tally, best: &dyn Fn() -> String) {
        let last = known as u64 == self.total;
        let pause = if self.bar.is_some() { REDRAW } else { PAUSE };
        if let Some(bar) = &self.bar {
            bar.set_position(known as u64);
        }
        if self.told.elapsed() < pause && !last {
            return;
        }
        self.told = Instant::now();
        let rate = (known - self.known) as f64 / self.began.elapsed().as_secs_f64().max(1e-3);
        let left = self.total.saturating_sub(known as u64) as f64 / rate;
        let score = tally.estimate().map_or(0.0, |estimate| 100.0 * estimate.score);
        let state = format!("{left:.0} s left  {score:.1} %  {}", best());
        match &self.bar {
            Some(bar) => bar.set_message(state),
            None => eprintln!("{known}/{} pairs, {state}", self.total),
        }
    }
}
