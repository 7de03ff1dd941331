//! The server's observer of a search: it waits for its turns, hears reports and ends with its client.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use catena_engine::{Observer, Report};

use super::scheduler::Ticket;

/// Cancels a search when it is dropped, as the future of a request is when its client goes away.
pub struct CancelOnDrop(Arc<AtomicBool>);

/// Set when the client has gone.
#[derive(Clone)]
pub struct CancelFlag(Arc<AtomicBool>);

impl CancelOnDrop {
    pub fn new() -> (Self, CancelFlag) {
        let flag = Arc::new(AtomicBool::new(false));
        (Self(Arc::clone(&flag)), CancelFlag(flag))
    }
}

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}

impl CancelFlag {
    pub fn is_set(&self) -> bool {
        self.0.load(Relaxed)
    }
}

/// The observer of a search that shares the machine.
pub struct ScheduledObserver<'a> {
    ticket: Ticket,
    is_over: &'a dyn Fn() -> bool,
    interval: Option<Duration>,
    on_report: &'a mut dyn FnMut(&Report),
}

impl<'a> ScheduledObserver<'a> {
    /// Waits for the first turn of the search.
    pub fn new(
        mut ticket: Ticket,
        is_over: &'a dyn Fn() -> bool,
        interval: Option<Duration>,
        on_report: &'a mut dyn FnMut(&Report),
    ) -> Self {
        ticket.wait_turn(is_over);
        Self { ticket, is_over, interval, on_report }
    }
}

impl Observer for ScheduledObserver<'_> {
    fn interval(&self) -> Option<Duration> {
        self.interval
    }

    fn progress(&mut self, report: &Report) {
        (self.on_report)(report);
    }

    fn stop(&mut self) -> bool {
        if (self.is_over)() {
            return true;
        }
        self.ticket.wait_turn(self.is_over);
        (self.is_over)()
    }
}
