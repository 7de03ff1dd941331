//! Time as protocols set it: how much a game gets, and how much of it is left.

use std::time::Duration;

use catena_core::ByColor;

/// The time of a game: main time, then periods of so many moves each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// Time before the first period.
    pub main: Duration,
    /// Length of a period; zero for none.
    pub period: Duration,
    /// Moves to make in a period; zero with a period above zero means no limit at all.
    pub moves: u32,
}

impl TimeControl {
    /// Whether no time is kept, in the notation of GTP: a period of zero moves.
    #[must_use]
    pub fn is_unlimited(&self) -> bool {
        self.moves == 0 && !self.period.is_zero()
    }
}

/// What is left for each player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// The time of the game, if any was set.
    pub control: Option<TimeControl>,
    /// Time left, and the moves to make in it (0 in main time), as last told.
    pub left: ByColor<Option<(Duration, u32)>>,
}
