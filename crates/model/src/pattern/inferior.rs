//! Moves of a position that the patterns allow to prune.

use catena_core::topology::MAX_CELLS;
use catena_core::{Cell, Color};

use super::key::{PatternKey, Slot};
use super::table::{PatternIndex, PatternTable};
use super::{Keys, Neighborhood, Prune};

impl PatternTable {
    /// The empty cells that a player need not try: if any move wins, a move outside of them wins, unless
    /// nothing is outside; then the game is decided.
    ///
    /// A dominated cell is pruned only while the better one is not, or two cells that are as good
    /// as each other would both be.
    #[must_use]
    pub fn prunable(&self, around: &Neighborhood, keys: &Keys, empty: &[Cell], mover: Color) -> Vec<Cell> {
        let mut gone = [false; MAX_CELLS];
        let mut dominated = Vec::new();
        for &cell in empty {
            let index = self.global(keys.of(cell), mover);
            match self.prune(index) {
                Prune::Keep => {}
                Prune::Dead => gone[cell.index()] = true,
                Prune::Dominated { .. } => dominated.push((cell, index)),
            }
        }
        for (cell, index) in dominated {
            if let Some(slot) = self.dominator(index, keys.of(cell), mover)
                && around.cell(cell, slot).is_some_and(|better| !gone[better.index()])
            {
                gone[cell.index()] = true;
            }
        }
        empty.iter().copied().filter(|cell| gone[cell.index()]).collect()
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
