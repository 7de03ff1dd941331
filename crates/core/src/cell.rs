//! Cells, colors and moves: the three words every other module is written in.

use std::fmt;
use std::ops::{Index, IndexMut, Not};

/// A place on the board: an index below [`Topology::len`](crate::Topology::len).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u16);

impl Cell {
    /// The cell with this index.
    #[inline]
    #[must_use]
    pub const fn new(index: usize) -> Self {
        debug_assert!(index <= u16::MAX as usize);
        Self(index as u16)
    }

    /// The index of this cell in tables over the board.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The owner of a stone. Black moves first in every game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Color {
    /// The first player; joins top and bottom in Hex.
    Black = 0,
    /// The second player; joins left and right in Hex.
    White = 1,
}

impl Color {
    /// Both colors, the first player first.
    pub const ALL: [Self; 2] = [Self::Black, Self::White];

    /// Reads `b`, `black`, `w` or `white` in any case.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        match text.to_ascii_lowercase().as_str() {
            "b" | "black" => Some(Self::Black),
            "w" | "white" => Some(Self::White),
            _ => None,
        }
    }
}

impl Not for Color {
    type Output = Self;

    /// The opponent.
    #[inline]
    fn not(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Black => "black",
            Self::White => "white",
        })
    }
}

/// Two values, one per color: `stones[Color::Black]`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ByColor<T> {
    /// The value of the first player.
    pub black: T,
    /// The value of the second player.
    pub white: T,
}

impl<T> ByColor<T> {
    /// Asks for both values in turn.
    pub fn new(mut value: impl FnMut(Color) -> T) -> Self {
        Self { black: value(Color::Black), white: value(Color::White) }
    }
}

impl<T> Index<Color> for ByColor<T> {
    type Output = T;

    fn index(&self, color: Color) -> &T {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }
}

impl<T> IndexMut<Color> for ByColor<T> {
    fn index_mut(&mut self, color: Color) -> &mut T {
        match color {
            Color::Black => &mut self.black,
            Color::White => &mut self.white,
        }
    }
}

/// One turn of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// A stone on an empty cell; in Renkula! also on its antipode.
    Place(Cell),
    /// The second player takes over the first stone (see [`SwapRule`](crate::SwapRule)).
    Swap,
    /// Nothing; no rule asks for it, but records and analysis use it.
    Pass,
    /// The player gives up.
    Resign,
}
