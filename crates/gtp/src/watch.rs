//! Observers of a search: one that listens for the stop button, one that also writes what the
//! search finds.

use std::time::{Duration, Instant};

use catena_core::{Color, Position, Switch};
use catena_engine::{Observer, Report};

use crate::form::{self, Form};
use crate::peer::Peer;

/// Event that ends a search before its limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EndsAt {
    /// Only the line of the stop button.
    Interrupt,
    /// Any further input, or the end of it.
    Input,
}

/// The end of a search, whoever asks for it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ending {
    at: EndsAt,
    deadline: Option<Instant>,
}

impl Ending {
    /// Ends at some input, and after a time at the latest.
    pub fn new(at: EndsAt, deadline: Option<Duration>) -> Self {
        Self { at, deadline: deadline.and_then(|after| Instant::now().checked_add(after)) }
    }

    /// Returns true if it is time to end.
    pub fn is_here(&self, peer: &mut dyn Peer) -> bool {
        let asked = match self.at {
            EndsAt::Interrupt => peer.interrupted(),
            EndsAt::Input => peer.pending(),
        };
        asked || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

/// Watches the search for a move, or one in the opponent's time.
pub(crate) struct Listener<'a> {
    pub peer: &'a mut dyn Peer,
    pub ending: Ending,
    /// The game, and for whom it is searched.
    pub position: &'a Position,
    pub color: Color,
    /// If on, graphics are sent during the search.
    pub graphics: Switch,
}

impl Observer for Listener<'_> {
    fn interval(&self) -> Option<Duration> {
        const GRAPHICS: Duration = Duration::from_millis(500);
        (self.graphics == Switch::On).then_some(GRAPHICS)
    }

    fn progress(&mut self, report: &Report) {
        self.peer
            .aside(&format!("gogui-gfx:\nuct\n{}\n\n", form::graphics(self.position, self.color, report)));
    }

    fn stop(&mut self) -> bool {
        self.ending.is_here(self.peer)
    }
}

/// Writes a line at each interval.
pub(crate) struct Analyst<'a> {
    pub peer: &'a mut dyn Peer,
    pub ending: Ending,
    pub position: &'a Position,
    pub interval: Duration,
    pub form: Form,
    /// The lines written.
    pub written: usize,
    /// True if the search ended because it was asked to.
    pub stopped: bool,
}

impl Analyst<'_> {
    /// Writes what is known now.
    pub fn write(&mut self, report: &Report) {
        self.written += 1;
        self.peer.write(&form::line(self.position, report, self.form));
        self.peer.write("\n");
    }
}

impl Observer for Analyst<'_> {
    fn interval(&self) -> Option<Duration> {
        Some(self.interval)
    }

    fn progress(&mut self, report: &Report) {
        self.write(report);
    }

    fn stop(&mut self) -> bool {
        self.stopped = self.stopped || self.ending.is_here(self.peer);
        self.stopped
    }
}
