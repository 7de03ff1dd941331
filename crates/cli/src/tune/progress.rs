//! Progress display of tuning: the score and the best values so far.

use catena_arena::Tally;
use catena_learn::tune::{Tuning, TuningObserver};

use crate::progress::{Meter, say_resuming};

pub struct TuneProgress {
    meter: Meter,
}

impl TuneProgress {
    /// Starts, and says which samples are known from before.
    pub fn new(tuning: &Tuning, total: u64) -> Self {
        let (known, trials) = (tuning.samples().len() as u64, tuning.trials());
        if !trials.all().is_empty() {
            let file = trials.entry().store().file().display();
            say_resuming(known, "pair of games", format_args!("match {} of {file}", trials.entry().id()));
        }
        Self { meter: Meter::new("pairs", Some(total), known) }
    }

    pub fn finish(&self) {
        self.meter.finish();
    }
}

impl TuningObserver for TuneProgress {
    fn sample(&mut self, known: usize, tally: &Tally, best: &dyn Fn() -> String) {
        self.meter.update(known as u64, || {
            let score = tally.estimate().map_or(0.0, |estimate| 100.0 * estimate.score);
            format!("{score:.1} %  {}", best())
        });
    }
}
