//! The keys of all cells, kept up to date stone by stone.

use catena_core::topology::MAX_CELLS;
use catena_core::{Cell, Color, Position};

use super::Neighborhood;
use super::key::{PatternKey, code};

/// The key of every cell of a position. Cells with stones keep theirs too; nobody asks for it.
#[derive(Clone, Debug)]
pub struct Keys([PatternKey; MAX_CELLS]);

impl Keys {
    /// The keys of the empty board.
    #[must_use]
    pub fn new(neighborhood: &Neighborhood) -> Self {
        let mut keys = [PatternKey::default(); MAX_CELLS];
        for (cell, key) in keys.iter_mut().enumerate().take(neighborhood.cells()) {
            *key = neighborhood.empty_key(Cell::new(cell));
        }
        Self(keys)
    }

    /// The keys of a position.
    #[must_use]
    pub fn of_position(neighborhood: &Neighborhood, position: &Position) -> Self {
        let mut keys = Self::new(neighborhood);
        for cell in position.topology().places() {
            if let Some(color) = position.board().stone(cell) {
                keys.place(neighborhood, cell, color);
            }
        }
        keys
    }

    /// The key of a cell.
    #[inline]
    #[must_use]
    pub const fn of(&self, cell: Cell) -> PatternKey {
        self.0[cell.index()]
    }

    /// Makes a move on an empty cell, in Renkula! with both stones: the keys of
    /// [`Neighborhood::links`] change, no others.
    #[inline]
    pub fn place(&mut self, neighborhood: &Neighborhood, cell: Cell, color: Color) {
        for link in neighborhood.links(cell) {
            self.0[link.cell.index()].0 ^= code(color) << (2 * link.slot.index());
        }
    }
}
