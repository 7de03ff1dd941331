//! Moves of a position that the patterns allow to prune.

use catena_core::topology::MAX_CELLS;
use catena_core::{Cell, Color};

use super::key::{PatternKey, Slot};
use super::table::{PatternIndex, PatternTable};
use super::{Keys, Neighborhood, Prune};

/// The moves of a position that patterns prove inferior, each with one that is at least as good and stays.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InferiorCells(Vec<(Cell, StandIn)>);

/// A move that is at least as good as an inferior one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StandIn {
    /// Any: the inferior one is of no use.
    Any,
    /// The one on this cell, which is not inferior.
    Cell(Cell),
}

impl InferiorCells {
    /// The number of inferior moves.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns true if no move is inferior.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns true if the move is inferior.
    #[must_use]
    pub fn contains(&self, cell: Cell) -> bool {
        self.stand_in(cell).is_some()
    }

    /// A move that is at least as good; `None` if the move is not inferior.
    #[must_use]
    pub fn stand_in(&self, cell: Cell) -> Option<StandIn> {
        self.0.iter().find(|(inferior, _)| *inferior == cell).map(|(_, stand_in)| *stand_in)
    }
}

impl PatternTable {
    /// The empty cells that a player need not try: if any move wins, a move outside of them wins, unless
    /// nothing is outside; then the game is decided.
    ///
    /// A dominated cell is pruned only while the better one is not, or two cells that are as good
    /// as each other would both be.
    #[must_use]
    pub fn prunable(
        &self,
        around: &Neighborhood,
        keys: &Keys,
        empty: &[Cell],
        mover: Color,
    ) -> InferiorCells {
        let mut inferior: [Option<StandIn>; MAX_CELLS] = [None; MAX_CELLS];
        let mut dominated = Vec::new();
        for &cell in empty {
            let index = self.global(keys.of(cell), mover);
            match self.prune(index) {
                Prune::Keep => {}
                Prune::Dead => inferior[cell.index()] = Some(StandIn::Any),
                Prune::Dominated { .. } => dominated.push((cell, index)),
            }
        }
        for (cell, index) in dominated {
            if let Some(slot) = self.dominator(index, keys.of(cell), mover)
                && let Some(better) = around.cell(cell, slot)
                && inferior[better.index()].is_none()
            {
                inferior[cell.index()] = Some(StandIn::Cell(better));
            }
        }
        // The better cell may have turned out to be dominated in its turn.
        let last_of_chain = |mut stand_in| {
            while let StandIn::Cell(cell) = stand_in
                && let Some(better) = inferior[cell.index()]
            {
                stand_in = better;
            }
            stand_in
        };
        let stand_in = |cell: &Cell| inferior[cell.index()].map(|first| (*cell, last_of_chain(first)));
        InferiorCells(empty.iter().filter_map(stand_in).collect())
    }

    /// Returns true if it knows patterns whose move can be pruned.
    #[must_use]
    pub const fn knows_inferior(&self) -> bool {
        self.inferior
    }

    /// The slot around a cell whose cell is at least as good as it, if its pattern knows one.
    fn dominator(&self, index: PatternIndex, key: PatternKey, mover: Color) -> Option<Slot> {
        let Prune::Dominated { by } = self.prune(index) else { return None };
        let pattern = self.pattern(index)?;
        let reach = pattern.reach();
        // The pattern is one of the forms of the key: the slot that goes to the better one in it.
        (0..reach.cells()).map(Slot::new).find(|&slot| {
            let (seen, at) = self.symmetry().seen_by(mover, key, Some(slot));
            let mut found = false;
            self.symmetry().each_image(seen.within(reach), at, |image, at| {
                found |= image.within(reach) == pattern.key() && at == Some(by);
            });
            found
        })
    }
}
