//! The playout horizon (Könnecke and Waldmann 2009, section 5): long playouts say little, so they
//! are stopped and discarded.

/// Limit on the length of playouts; a search keeps one per node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Horizon {
    moves: u16,
}

impl Horizon {
    /// The horizon of this many moves.
    #[must_use]
    pub const fn new(moves: u16) -> Self {
        Self { moves }
    }

    /// No horizon yet: playouts may become as long as they like.
    pub const NONE: Self = Self { moves: u16::MAX };

    /// The horizon of the position after a move.
    #[must_use]
    pub const fn after_move(self) -> Self {
        match self.moves {
            u16::MAX => Self::NONE,
            moves => Self { moves: moves.saturating_sub(1) },
        }
    }

    /// After this many moves a playout is to be stopped.
    #[must_use]
    pub const fn moves(self) -> usize {
        self.moves as usize
    }

    /// A playout was stopped: the horizon rises by an eighth, and by one move at least.
    pub fn discarded(&mut self) {
        self.moves = self.moves.saturating_add(self.moves / 8 + 1);
    }

    /// A playout ended after this many moves: if it was shorter, its length is the new horizon.
    pub fn ended(&mut self, moves: u16) {
        self.moves = self.moves.min(moves);
    }
}

#[cfg(test)]
mod tests {
    use super::Horizon;

    #[test]
    fn the_horizon_rises_slowly_and_falls_at_once() {
        let mut horizon = Horizon::new(16);
        horizon.discarded();
        assert_eq!(horizon.moves(), 19);
        horizon.ended(7);
        horizon.ended(9);
        assert_eq!(horizon.moves(), 7);
        let mut none = Horizon::new(0);
        none.discarded();
        assert_eq!(none.moves(), 1);
    }
}
