//! Long jobs: what a job is known by, how far it is, and how it resumes if interrupted.
//!
//! A [`JobIdentity`] describes everything that decides the result. A [`Checkpoint`] keeps the state of one
//! job in a file; the same command finds it and resumes. [`Progress`] is how far a job is.

mod checkpoint;

use std::fmt;
use std::time::Duration;

pub use checkpoint::{Checkpoint, CheckpointError, Found, path_beside, replace_file, write_atomically};

use crate::fingerprint::fingerprint;

/// Hint that every interrupted job prints.
pub const RESUME_HINT: &str = "run the same command to resume";

/// Identity of a job: its kind, its options and its input, as `name=value` lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JobIdentity {
    description: String,
}

impl JobIdentity {
    /// A job of a kind, such as `learn network`.
    #[must_use]
    pub fn new(kind: &str) -> Self {
        Self { description: format!("job={kind}\n") }
    }

    /// Adds an option that decides the result.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl fmt::Display) -> Self {
        use fmt::Write;
        writeln!(self.description, "{name}={value}").expect("a string takes all text");
        self
    }

    /// Adds input, which is known by a hash of its contents.
    #[must_use]
    pub fn with_input(self, name: &str, bytes: &[u8]) -> Self {
        self.with(name, format_args!("{:016x}", fingerprint(bytes)))
    }

    /// The first line in which two jobs differ, as this one has it and as the other.
    fn difference<'a>(&'a self, other: &'a str) -> (&'a str, &'a str) {
        let (mut ours, mut theirs) = (self.description.lines(), other.lines());
        loop {
            match (ours.next(), theirs.next()) {
                (Some(our), Some(their)) if our == their => {}
                (our, their) => return (our.unwrap_or("nothing"), their.unwrap_or("nothing")),
            }
        }
    }
}

/// Progress of a job.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// Steps that are done.
    pub done: u64,
    /// Steps of which an earlier run did the first ones.
    pub resumed: u64,
    /// Steps of the whole job, where that is known.
    pub total: Option<u64>,
    /// Duration of this run.
    pub elapsed: Duration,
}

impl Progress {
    /// Steps of this run per second.
    #[must_use]
    pub fn rate(&self) -> f64 {
        self.done.saturating_sub(self.resumed) as f64 / self.elapsed.as_secs_f64().max(1e-3)
    }

    /// Estimated time for the rest at this rate; none before the first step.
    #[must_use]
    pub fn remaining(&self) -> Option<Duration> {
        let left = self.total?.saturating_sub(self.done) as f64;
        let rate = self.rate();
        (rate > 0.0).then(|| Duration::from_secs_f64((left / rate).min(1e9)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_takes_as_long_as_this_run_says() {
        let ten = Duration::from_secs(10);
        let progress = Progress { done: 30, resumed: 10, total: Some(90), elapsed: ten };
        assert_eq!((progress.rate(), progress.remaining()), (2.0, Some(Duration::from_secs(30))));
        assert_eq!(Progress { done: 10, ..progress }.remaining(), None);
        assert_eq!(Progress { total: None, ..progress }.remaining(), None);
    }
}
