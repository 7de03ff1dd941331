//! Drawing places by integer weights: one interface for the tree of the paper and for sums of
//! blocks, which suit boards of a few hundred cells better.

use catena_core::Cell;
use catena_core::topology::MAX_CELLS;

use super::SumTree;

/// A map from places to weights that can draw. The weights must sum to less than 2³².
pub trait Sampler: Default {
    /// Removes all weights.
    fn clear(&mut self);
    /// Sets the weight of a place; 0 removes it.
    fn set(&mut self, cell: Cell, weight: u32);
    /// The sum of all weights.
    fn total(&self) -> u32;
    /// The place at `x`, which must be below the total; each place owns as many x as its weight.
    fn select(&self, x: u32) -> Cell;
}

impl Sampler for SumTree<u32> {
    fn clear(&mut self) {
        Self::clear(self);
    }

    fn set(&mut self, cell: Cell, weight: u32) {
        match weight {
            0 => self.delete(cell),
            _ => self.insert(cell, weight),
        }
    }

    fn total(&self) -> u32 {
        Self::total(self)
    }

    fn select(&self, x: u32) -> Cell {
        Self::select(self, x).expect("x is below the total")
    }
}

/// Cells in a block.
const BLOCK: usize = 16;
const BLOCKS: usize = MAX_CELLS / BLOCK;

/// Weights in blocks of 16 cells with the sum of each block: a change takes three additions, a
/// draw two short scans without branches.
#[derive(Clone, Debug)]
pub struct Blocks {
    weights: [[u32; BLOCK]; BLOCKS],
    sums: [u32; BLOCKS],
    total: u32,
}

impl Default for Blocks {
    fn default() -> Self {
        Self { weights: [[0; BLOCK]; BLOCKS], sums: [0; BLOCKS], total: 0 }
    }
}

impl Sampler for Blocks {
    fn clear(&mut self) {
        *self = Self::default();
    }

    #[inline]
    fn set(&mut self, cell: Cell, weight: u32) {
        let block = cell.index() / BLOCK % BLOCKS;
        let old = std::mem::replace(&mut self.weights[block][cell.index() % BLOCK], weight);
        let change = weight.wrapping_sub(old);
        self.sums[block] = self.sums[block].wrapping_add(change);
        self.total = self.total.wrapping_add(change);
    }

    #[inline]
    fn total(&self) -> u32 {
        self.total
    }

    #[inline]
    fn select(&self, x: u32) -> Cell {
        let (block, rest) = scan(&self.sums, x);
        let (place, _) = scan(&self.weights[block % BLOCKS], rest);
        Cell::new(block * BLOCK + place)
    }
}

/// The first entry up to which the sum exceeds x, and what is left of x before it.
#[inline]
fn scan<const N: usize>(weights: &[u32; N], x: u32) -> (usize, u32) {
    let (mut sum, mut passed, mut before) = (0u32, 0, 0);
    for &weight in weights {
        sum += weight;
        let pass = sum <= x;
        passed += usize::from(pass);
        before = if pass { sum } else { before };
    }
    (passed, x - before)
}
