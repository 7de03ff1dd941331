//! The interface of all rule sets, and the one place where a game is chosen.
//!
//! A rule set is an empty type with functions; it holds no state. Everything above works with
//! [`Game`] and comes here by [`with_rules!`](crate::with_rules) once per call, or once per search.
//! Each file below states all [`Facts`] about its game.

mod bent_y;
mod connect;
mod facts;
mod havannah;
mod hex;
mod renkula;
mod star;
mod tutorial;
mod y;

use std::fmt;
use std::ops::RangeInclusive;

use crate::reference::Stones;
use crate::{Board, Cell, Color, Figures, Outcome, Topology};
pub use bent_y::BentY;
pub use facts::{Facts, Goal, Methods, Side, Sizes, SwappedStone, UnsupportedMethod};
pub use havannah::Havannah;
pub use hex::Hex;
pub use renkula::Renkula;
pub(crate) use star::is_star;
pub use star::{Score, Star};
pub use tutorial::{Example, Tutorial};
pub use y::Y;

/// One of the games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Game {
    /// First bridge, fork or ring.
    #[default]
    Havannah,
    /// Join the two own sides.
    Hex,
    /// Join all three sides.
    Y,
    /// The higher score on a full board.
    Star,
    /// Join a cell of the sphere to its antipode.
    Renkula,
    /// Join all three sides of a curved board.
    BentY,
}

impl Game {
    /// All games.
    pub const ALL: [Self; 6] = [Self::Havannah, Self::Hex, Self::Y, Self::Star, Self::Renkula, Self::BentY];

    /// Facts about the game.
    #[must_use]
    pub const fn facts(self) -> &'static Facts {
        with_rules!(self, R => &R::FACTS)
    }

    /// The name in commands and files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.facts().name
    }

    /// The name as its inventors write it.
    #[must_use]
    pub const fn title(self) -> &'static str {
        self.facts().title
    }

    /// The game with this name, in any case, with or without the signs of its title.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let same = |name: &str| text.eq_ignore_ascii_case(name);
        Self::ALL.into_iter().find(|game| same(game.name()) || same(game.title()))
    }

    /// The games for which methods of this kind work.
    pub fn supporting(methods: Methods) -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(move |game| game.facts().supports(methods))
    }

    /// Checks that methods of this kind work for the game.
    ///
    /// # Errors
    /// If they do not.
    pub fn require(self, methods: Methods) -> Result<(), UnsupportedMethod> {
        if self.facts().supports(methods) { Ok(()) } else { Err(UnsupportedMethod { methods, game: self }) }
    }

    /// The sizes that can be played.
    #[must_use]
    pub fn sizes(self) -> RangeInclusive<u16> {
        self.facts().sizes.all.clone()
    }

    /// The size that a number means: a size, or for games whose boards are known by their cells, the cells of one.
    ///
    /// # Examples
    /// ```
    /// use catena_core::Game;
    /// assert_eq!((Game::Renkula.size_of(3), Game::Renkula.size_of(92)), (Some(3), Some(3)));
    /// assert_eq!((Game::Hex.size_of(11), Game::Hex.size_of(121)), (Some(11), None));
    /// ```
    #[must_use]
    pub fn size_of(self, number: u64) -> Option<u16> {
        let mut by_cells =
            self.sizes().filter(|&size| self.facts().sizes.cells.is_some_and(|cells| cells(size) == number));
        let size = u16::try_from(number).ok().filter(|size| self.sizes().contains(size));
        size.or_else(|| by_cells.next())
    }

    /// The size that is meant when none is given.
    #[must_use]
    pub const fn default_size(self) -> u16 {
        self.facts().sizes.default
    }

    /// The sides that count for a color.
    #[must_use]
    pub fn sides(self, color: Color) -> &'static [Side] {
        self.facts().sides[color]
    }
}

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The rules of one game: its board and a few small functions.
pub trait Rules: 'static {
    /// Facts about the game.
    const FACTS: Facts;

    /// The board of this size.
    fn topology(size: u16) -> Topology;

    /// Puts the stones of a move on the board; the result, if that decides the game.
    fn play(topology: &Topology, board: &mut Board, cell: Cell, color: Color) -> Option<Outcome>;

    /// Returns true if a move of that color on an empty cell would complete a figure, without making it.
    fn would_win(topology: &Topology, board: &Board, cell: Cell, color: Color) -> bool;

    /// Stones that a figure has at the least: with fewer on the board nobody needs to look for one.
    fn fewest_stones(_topology: &Topology) -> usize {
        1
    }

    /// The result of a full board that nobody has won before.
    fn when_full(topology: &Topology, board: &Board) -> Outcome;

    /// The figures that a set of stones contains: by the definition, from scratch, with no regard
    /// to speed. Everything faster is tested against this.
    fn figures(topology: &Topology, stones: &Stones, color: Color) -> Figures;
}

/// Runs an expression with `R` standing for the rules of a game.
#[macro_export]
macro_rules! with_rules {
    ($game:expr, $R:ident => $body:expr) => {
        match $game {
            $crate::Game::Havannah => {
                type $R = $crate::rules::Havannah;
                $body
            }
            $crate::Game::Hex => {
                type $R = $crate::rules::Hex;
                $body
            }
            $crate::Game::Y => {
                type $R = $crate::rules::Y;
                $body
            }
            $crate::Game::Star => {
                type $R = $crate::rules::Star;
                $body
            }
            $crate::Game::Renkula => {
                type $R = $crate::rules::Renkula;
                $body
            }
            $crate::Game::BentY => {
                type $R = $crate::rules::BentY;
                $body
            }
        }
    };
}

use with_rules;
