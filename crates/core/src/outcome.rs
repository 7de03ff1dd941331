//! Outcome of a game: the winner and the figure, score or resignation that decided it.

use std::fmt;

use bitflags::bitflags;

use crate::Color;

/// The result of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// The winner; `None` is a draw.
    pub winner: Option<Color>,
    /// The reason for the result.
    pub how: How,
}

impl Outcome {
    /// A win by figures on the board.
    #[must_use]
    pub const fn win(winner: Color, figures: Figures) -> Self {
        Self { winner: Some(winner), how: How::Figures(figures) }
    }

    /// A full board that nobody has won.
    pub const DRAW: Self = Self { winner: None, how: How::Full };
}

/// The reason for a result; shown as [`judge`](crate::Position::judgement) answers it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum How {
    /// One or several figures, completed by the last stone.
    Figures(Figures),
    /// The count of a full *Star board.
    Score {
        /// Points of the first player.
        black: i16,
        /// Points of the second player.
        white: i16,
    },
    /// The loser gave up.
    Resignation,
    /// No empty cell is left and nobody has won.
    Full,
}

impl fmt::Display for How {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Figures(figures) => figures.fmt(f),
            Self::Score { black, white } => write!(f, "score:{black}-{white}"),
            Self::Resignation => f.write_str("resign"),
            Self::Full => f.write_str("-"),
        }
    }
}

bitflags! {
    /// A set of winning figures.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub struct Figures: u8 {
        /// Havannah: a chain with two corners.
        const BRIDGE = 1;
        /// Havannah: a chain that meets three sides.
        const FORK = 1 << 1;
        /// Havannah: a chain around a cell.
        const RING = 1 << 2;
        /// A chain between all sides that count.
        const CONNECTION = 1 << 3;
        /// Renkula!: a chain from a cell to its antipode.
        const ANTIPODES = 1 << 4;
    }
}

impl Figures {
    const NAMES: [(Self, &'static str); 5] = [
        (Self::ANTIPODES, "antipodes"),
        (Self::BRIDGE, "bridge"),
        (Self::CONNECTION, "connection"),
        (Self::FORK, "fork"),
        (Self::RING, "ring"),
    ];

    /// This figure if `present`, otherwise none.
    #[inline]
    #[must_use]
    pub const fn when(self, present: bool) -> Self {
        if present { self } else { Self::empty() }
    }

    /// The names of the figures in alphabetical order.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        Self::NAMES.iter().filter(move |(figure, _)| self.contains(*figure)).map(|(_, name)| *name)
    }
}

impl fmt::Display for Figures {
    /// `bridge,ring`; `-` for none.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("-");
        }
        for (i, name) in self.names().enumerate() {
            if i > 0 {
                f.write_str(",")?;
            }
            f.write_str(name)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::Figures;
    use crate::topology::Borders;

    #[test]
    fn union_joins_sets_and_intersection_keeps_what_is_in_both() {
        let both = Figures::BRIDGE.union(Figures::RING);
        assert!(both.contains(Figures::BRIDGE) && both.contains(Figures::RING));
        assert!((Figures::BRIDGE & Figures::RING).is_empty());
        assert_eq!(both & Figures::RING, Figures::RING);
        assert_eq!(Borders::TOP.union(Borders::LEFT) & Borders::LEFT, Borders::LEFT);
        assert!((Borders::TOP & Borders::BOTTOM).is_empty());
    }
}
