//! Facts about a game besides its rules: stated once in its rules file, read by kernels, policies, proofs,
//! presets, benchmarks, records and the page.

use std::fmt;
use std::ops::RangeInclusive;

use thiserror::Error;

use bitflags::bitflags;

use super::Tutorial;
use crate::topology::Borders;
use crate::{ByColor, Color, Game, SwapRule};

/// The facts about one game.
#[derive(Debug)]
pub struct Facts {
    /// The name in commands and files.
    pub name: &'static str,
    /// The name as its inventors write it.
    pub title: &'static str,
    /// The aim of the game in one sentence.
    pub aim: &'static str,
    /// The boards.
    pub sizes: Sizes,
    /// `GM` in SGF: the number of the standard's list, or the name that programs write.
    pub record_code: &'static str,
    /// The game's number in binary files; never reused.
    pub file_code: u8,
    /// Way to win.
    pub goal: Goal,
    /// The sides that count for each color. A chain that touches all of them wins if the goal is
    /// [`Goal::Connect`].
    pub sides: ByColor<&'static [Side]>,
    /// The swap rule that players expect.
    pub usual_swap: SwapRule,
    /// Where the first stone stands after a swap.
    pub swapped_stone: SwappedStone,
    /// Which methods work for the game.
    pub methods: Methods,
    /// Percent of the places that are taken when games between good players are decided.
    pub decided_percent: u8,
    /// The rules for somebody who has never played the game.
    pub tutorial: &'static Tutorial,
}

impl Facts {
    /// All sides that count for a color as one set.
    #[must_use]
    pub const fn goal_borders(&self, color: Color) -> Borders {
        let sides = match color {
            Color::Black => self.sides.black,
            Color::White => self.sides.white,
        };
        let mut all = Borders::empty();
        let mut i = 0;
        while i < sides.len() {
            all = all.union(sides[i].borders);
            i += 1;
        }
        all
    }

    /// Returns true if each side belongs to one color, so that it is as good as a chain of that color.
    #[must_use]
    pub const fn has_owned_sides(&self) -> bool {
        !self.goal_borders(Color::Black).intersects(self.goal_borders(Color::White))
            && !self.sides.black.is_empty()
    }

    /// Returns true if a game can end without a winner.
    #[must_use]
    pub const fn has_draws(&self) -> bool {
        matches!(self.goal, Goal::Figures)
    }

    /// Returns true if methods of this kind work for the game.
    #[must_use]
    pub const fn supports(&self, methods: Methods) -> bool {
        self.methods.contains(methods)
    }
}

/// The boards of a game.
#[derive(Debug)]
pub struct Sizes {
    /// The sizes that can be played.
    pub all: RangeInclusive<u16>,
    /// The sizes that people play, to be offered first.
    pub usual: &'static [u16],
    /// The size that is meant when none is given.
    pub default: u16,
    /// Unit of a size, such as cells along a side.
    pub meaning: &'static str,
    /// A size as players call it: `6 rings`.
    pub label: fn(u16) -> String,
    /// Cells of a board, where players know boards by them: no number of cells is a size.
    pub cells: Option<fn(u16) -> u64>,
}

/// A side of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Side {
    /// Its name in commands.
    pub name: &'static str,
    /// The border bit of its cells.
    pub borders: Borders,
}

impl Side {
    pub(super) const fn new(name: &'static str, borders: Borders) -> Self {
        Self { name, borders }
    }
}

/// Way to win a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// The first figure wins, so that the order of the moves matters; a full board without one is a
    /// draw.
    Figures,
    /// A chain that touches all sides of its color wins. Exactly one player has such a chain on a
    /// full board.
    Connect,
    /// A chain from a cell to its antipode wins. Exactly one player has such a chain on a full board.
    Antipodes,
    /// The full board is counted; no move wins before.
    Score,
}

/// Where the first stone stands after a swap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SwappedStone {
    /// On its cell.
    Stays,
    /// On the cell that means as much to White as the old one meant to Black.
    Mirrored,
}

impl SwappedStone {
    /// The swap as records and other programs write it.
    #[must_use]
    pub const fn move_word(self) -> &'static str {
        match self {
            Self::Stays => "swap",
            Self::Mirrored => "swap-pieces",
        }
    }
}

bitflags! {
    /// Methods that work for some games only.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Methods: u8 {
        /// Weights of local patterns: all cells have six neighbors, but for a few.
        const PATTERNS = 1;
        /// Networks with a weight for each direction: the board is a lattice with straight lines.
        const NETWORK = 1 << 1;
        /// Virtual connections to the sides (H-search).
        const CONNECTIONS = 1 << 2;
        /// Dead, captured and dominated cells. They need a winner that depends on the full board only.
        const INFERIOR_CELLS = 1 << 3;
        /// Fill-outs: the winner depends on the full board only.
        const FILL_OUTS = 1 << 4;
        /// Edge frames (Könnecke and Waldmann 2009).
        const FRAMES = 1 << 5;
        /// Threats: a move can win before the board is full.
        const THREATS = 1 << 6;
    }
}

/// A method that does not work for a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub struct UnsupportedMethod {
    /// The method.
    pub methods: Methods,
    /// The game.
    pub game: Game,
}

impl fmt::Display for UnsupportedMethod {
    /// `frames are known for havannah, not for hex`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let methods: Vec<String> = self.methods.names().map(|name| name.replace('-', " ")).collect();
        let games: Vec<&str> = Game::supporting(self.methods).map(Game::name).collect();
        let games = match games.split_last() {
            Some((last, [])) => (*last).to_owned(),
            Some((last, others)) => format!("{} and {last}", others.join(", ")),
            None => "no game".to_owned(),
        };
        write!(f, "{} are known for {games}, not for {}", methods.join(" and "), self.game)
    }
}

impl Methods {
    /// The names of the methods.
    pub fn names(self) -> impl Iterator<Item = String> {
        self.iter_names().map(|(name, _)| name.to_ascii_lowercase().replace('_', "-"))
    }
}
