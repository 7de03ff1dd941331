//! How the server follows a search: it waits for its turn, hears reports and ends with its listener.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use catena_engine::{Observer, Report};

use crate::turn::Turn;

/// Ends a search when it is dropped, as the future of a request is when its client goes away.
pub struct Listener(Arc<AtomicBool>);

/// Whether the listener has gone.
#[derive(Clone)]
pub struct Gone(Arc<AtomicBool>);

impl Listener {
    pub fn new() -> (Self, Gone) {
        let gone = Arc::new(AtomicBool::new(false));
        (Self(Arc::clone(&gone)), Gone(gone))
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}

impl Gone {
    pub fn is_gone(&self) -> bool {
        self.0.load(Relaxed)
    }
}

/// The observer of a search.
pub struct Watch<'a> {
    turn: Turn,
    is_over: &'a dyn Fn() -> bool,
    interval: Option<Duration>,
    tell: &'a mut dyn FnMut(&Report),
}

impl<'a> Watch<'a> {
    /// Waits for the first turn of the search.
    pub fn new(
        mut turn: Turn,
        is_over: &'a dyn Fn() -> bool,
        interval: Option<Duration>,
        tell: &'a mut dyn FnMut(&Report),
    ) -> Self {
        turn.take(is_over);
        Self { turn, is_over, interval, tell }
    }
}

impl Observer for Watch<'_> {
    fn interval(&self) -> Option<Duration> {
        self.interval
    }

    fn progress(&mut self, report: &Report) {
        (self.tell)(report);
    }

    fn stop(&mut self) -> bool {
        if (self.is_over)() {
            return true;
        }
        self.turn.take(self.is_over);
        (self.is_over)()
    }
}
