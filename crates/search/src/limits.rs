//! Limits of a search: time, playouts, visits.

use std::time::Duration;

/// Whatever is reached first ends the search; so does a proof.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Time for the move.
    pub time: Option<Duration>,
    /// Playouts, counting each game of a batch.
    pub playouts: Option<u64>,
    /// Visits of the root.
    pub visits: Option<u64>,
    /// True if time that a search leaves is saved for later ones, as on a clock: else it has no reason to end
    /// early.
    pub is_saved: bool,
}

impl Limits {
    /// Only a time.
    #[must_use]
    pub fn time(time: Duration) -> Self {
        Self { time: Some(time), ..Self::default() }
    }

    /// Only a number of playouts.
    #[must_use]
    pub fn playouts(playouts: u64) -> Self {
        Self { playouts: Some(playouts), ..Self::default() }
    }

    /// Returns true if there is any limit.
    #[must_use]
    pub const fn is_bounded(self) -> bool {
        self.time.is_some() || self.playouts.is_some() || self.visits.is_some()
    }

    /// Returns true if the time is over.
    #[must_use]
    pub fn is_late(self, spent: Duration) -> bool {
        self.time.is_some_and(|time| spent >= time)
    }

    /// Returns true if one of the limits is reached.
    #[must_use]
    pub fn are_reached(self, spent: Duration, playouts: u64, visits: u64) -> bool {
        self.is_late(spent)
            || self.playouts.is_some_and(|limit| playouts >= limit)
            || self.visits.is_some_and(|limit| visits >= limit)
    }

    /// Two thirds: half as much again, for an unstable search, reaches the limits and no further.
    #[must_use]
    pub fn before_extension(self) -> Self {
        let part = |number: u64| number - number / 3;
        Self {
            time: self.time.map(|time| time - time / 3),
            playouts: self.playouts.map(part),
            visits: self.visits.map(part),
            ..self
        }
    }
}
