//! Time that was spent on our own work.

use std::fs;
use std::time::Instant;

/// Counts the processor time of this thread where the system tells it, else the time of day.
pub struct Stopwatch {
    began: Instant,
    counts: Counts,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Counts {
    ProcessorTime,
    TimeOfDay,
}

impl Stopwatch {
    pub fn new() -> Self {
        let counts = if processor_nanos().is_some() { Counts::ProcessorTime } else { Counts::TimeOfDay };
        Self { began: Instant::now(), counts }
    }

    /// Nanoseconds since some moment that stays the same.
    pub fn nanos(&self) -> f64 {
        let of_day = || self.began.elapsed().as_nanos() as f64;
        match self.counts {
            Counts::ProcessorTime => processor_nanos().unwrap_or_else(of_day),
            Counts::TimeOfDay => of_day(),
        }
    }

    /// For people.
    pub fn what_it_counts(&self) -> &'static str {
        match self.counts {
            Counts::ProcessorTime => "processor time",
            Counts::TimeOfDay => "time of day",
        }
    }
}

/// Linux tells how long a thread has run.
fn processor_nanos() -> Option<f64> {
    fs::read_to_string("/proc/thread-self/schedstat").ok()?.split(' ').next()?.parse().ok()
}
