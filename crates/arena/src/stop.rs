//! Asking a match to end from outside.

use std::sync::atomic::{AtomicU8, Ordering};
use std::time::Duration;

use catena_engine::Observer;

use crate::cpu;

/// A request to end that many threads see.
#[derive(Debug, Default)]
pub struct Stop(AtomicU8);

const FINISH: u8 = 1;
const NOW: u8 = 2;

impl Stop {
    /// Nothing is asked for yet.
    #[must_use]
    pub const fn new() -> Self {
        Self(AtomicU8::new(0))
    }

    /// No new games; those under way are finished.
    pub fn finish_games(&self) {
        self.0.fetch_max(FINISH, Ordering::Relaxed);
    }

    /// Games under way are given up too.
    pub fn now(&self) {
        self.0.fetch_max(NOW, Ordering::Relaxed);
    }

    /// Returns true if no new games are to be started.
    #[must_use]
    pub fn is_asked(&self) -> bool {
        self.0.load(Ordering::Relaxed) >= FINISH
    }

    /// Returns true if games under way are to be given up.
    #[must_use]
    pub fn is_now(&self) -> bool {
        self.0.load(Ordering::Relaxed) >= NOW
    }
}

/// Lets a search see a request, and the end of its processor time.
pub(crate) struct StopSearch<'a> {
    pub stop: &'a Stop,
    /// When this thread has used so much, the search ends.
    pub cpu_end: Option<Duration>,
}

impl Observer for StopSearch<'_> {
    fn stop(&mut self) -> bool {
        let is_over = |end: Duration| cpu::of_this_thread().is_some_and(|used| used >= end);
        self.stop.is_now() || self.cpu_end.is_some_and(is_over)
    }
}
