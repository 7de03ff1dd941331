//! How a game ended: the winner and the figure, score or resignation that decided it.

use std::fmt;

use crate::Color;

/// The result of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// The winner; `None` is a draw.
    pub winner: Option<Color>,
    /// What decided the game.
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

/// What decided a game; shown as [`judge`](crate::Position::judgement) answers it.
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

/// A set of winning figures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Figures(u8);

impl Figures {
    /// No figure.
    pub const NONE: Self = Self(0);
    /// Havannah: a chain with two corners.
    pub const BRIDGE: Self = Self(1);
    /// Havannah: a chain that meets three sides.
    pub const FORK: Self = Self(2);
    /// Havannah: a chain around a cell.
    pub const RING: Self = Self(4);
    /// Hex and Y: a chain between all sides that count.
    pub const CONNECTION: Self = Self(8);
    /// Renkula!: a chain from a cell to its antipode.
    pub const ANTIPODES: Self = Self(16);

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
        if present { self } else { Self::NONE }
    }

    /// All figures of both sets.
    #[inline]
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether every figure of `other` is in this set.
    #[must_use]
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Whether there is no figure.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
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
