//! How well to play.

/// How well to play: 1 for beginners to 10 for all that the player can.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(u8);

impl Level {
    /// All that the player can.
    pub const FULL: Self = Self(10);

    /// The level with this number from 1 to 10.
    #[must_use]
    pub fn new(level: u8) -> Option<Self> {
        (1..=Self::FULL.0).contains(&level).then_some(Self(level))
    }

    /// The number.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Visits of the search: each level has about twice those of the one below.
    pub(crate) fn visits(self) -> Option<u64> {
        (self < Self::FULL).then(|| 8 << self.0)
    }

    /// How evenly moves are chosen: visits to the power of 1 / temperature are their chances.
    pub(crate) fn temperature(self) -> f64 {
        f64::from(Self::FULL.0 - self.0) / f64::from(Self::FULL.0)
    }
}
