//! Which game is played, on which board and with which options: shared and immutable.

use std::fmt;
use std::sync::Arc;

use thiserror::Error;

use crate::rules::{Game, Rules, SwappedStone};
use crate::topology::ColorRoles;
use crate::{Cell, Topology, with_rules};

/// The swap rule: the second player may take over the first stone instead of placing one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SwapRule {
    /// No swap.
    #[default]
    Off,
    /// After the first stone White may swap: in Hex the stone is mirrored, elsewhere it stays.
    On,
}

impl SwapRule {
    /// Reads `on` or `off`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        match text.to_ascii_lowercase().as_str() {
            "on" => Some(Self::On),
            "off" => Some(Self::Off),
            _ => None,
        }
    }
}

impl fmt::Display for SwapRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Off => "off",
            Self::On => "on",
        })
    }
}

/// Game, board and options.
#[derive(Clone, Debug)]
pub struct Setup {
    game: Game,
    swap: SwapRule,
    topology: Arc<Topology>,
}

impl Setup {
    /// The setup of a game on a board of this size, or with this number of cells; see [`Game::size_of`].
    ///
    /// # Errors
    /// If the game is not played on that size; nothing is built then.
    ///
    /// # Examples
    /// ```
    /// use catena_core::{Game, Setup, SwapRule};
    /// let setup = Setup::new(Game::Havannah, 8, SwapRule::Off)?;
    /// assert_eq!(setup.topology().len(), 169);
    /// assert_eq!(
    ///     Setup::new(Game::Hex, 4_000_000_000, SwapRule::Off).unwrap_err().to_string(),
    ///     "hex has no size 4000000000: sizes are 1 to 19",
    /// );
    /// # Ok::<(), catena_core::SizeError>(())
    /// ```
    pub fn new(game: Game, size: u64, swap: SwapRule) -> Result<Self, SizeError> {
        let size = game.size_of(size).ok_or(SizeError { game, size })?;
        let topology = Arc::new(with_rules!(game, R => R::topology(size)));
        Ok(Self { game, swap, topology })
    }

    /// The same game and board with another swap rule.
    #[must_use]
    pub fn with_swap(&self, swap: SwapRule) -> Self {
        Self { swap, ..self.clone() }
    }

    /// The game.
    #[must_use]
    pub const fn game(&self) -> Game {
        self.game
    }

    /// The size as the rules of the game count it.
    #[must_use]
    pub fn size(&self) -> u16 {
        self.topology.size()
    }

    /// The swap rule of this setup.
    #[must_use]
    pub const fn swap(&self) -> SwapRule {
        self.swap
    }

    /// Where the first stone stands after a swap, in the second player's color.
    #[must_use]
    pub fn swapped(&self, cell: Cell) -> Cell {
        match self.game.facts().swapped_stone {
            SwappedStone::Stays => cell,
            SwappedStone::Mirrored => {
                let mirror = self.topology.symmetries().iter().find(|symmetry| {
                    symmetry.roles() == ColorRoles::Exchanged && symmetry.cell(Cell::new(0)) == Cell::new(0)
                });
                mirror.expect("boards with owned sides have a mirror that exchanges them").cell(cell)
            }
        }
    }

    /// The board.
    #[inline]
    #[must_use]
    pub fn topology(&self) -> &Topology {
        &self.topology
    }
}

impl PartialEq for Setup {
    fn eq(&self, other: &Self) -> bool {
        (self.game, self.size(), self.swap) == (other.game, other.size(), other.swap)
    }
}

impl Eq for Setup {}

/// A size that the game is not played on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub struct SizeError {
    /// The game.
    pub game: Game,
    /// The size that was asked for.
    pub size: u64,
}

impl fmt::Display for SizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sizes = self.game.sizes();
        let Self { game, size } = self;
        write!(f, "{game} has no size {size}: sizes are {} to {}", sizes.start(), sizes.end())?;
        let Some(cells) = game.facts().sizes.cells else { return Ok(()) };
        let cells: Vec<String> = sizes.map(|size| cells(size).to_string()).collect();
        write!(f, ", or by cells {}", cells.join(", "))
    }
}
