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
    /// Time for the move if the search is unstable at `time`. Only a clock allows it, where later moves get less
    /// instead; the time of a move alone is never exceeded.
    pub extended_time: Option<Duration>,
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

    /// The limits of an unstable search, if they allow it more time.
    #[must_use]
    pub fn extended(self) -> Option<Self> {
        let longer = self.extended_time.filter(|&longer| self.time.is_some_and(|time| time < longer));
        longer.map(|longer| Self { time: Some(longer), extended_time: None, ..self })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_a_clock_allows_is_an_extension_and_only_once() {
        let [time, longer] = [100, 150].map(Duration::from_millis);
        let plain = Limits { playouts: Some(9), ..Limits::time(time) };
        assert_eq!(plain.extended(), None);
        assert_eq!(Limits { extended_time: Some(time), ..plain }.extended(), None, "no more time");
        let extended = Limits { extended_time: Some(longer), ..plain }.extended();
        assert_eq!(extended, Some(Limits { time: Some(longer), ..plain }));
        assert_eq!(extended.and_then(Limits::extended), None);
    }
}
