//! Drawing places by integer weights: one interface for the tree of the paper and for sums of
//! blocks, which suit boards of a few hundred cells better.

use catena_core::Cell;
use catena_core::topology::MAX_CELLS;

use super::SumTree;

/// A map from places to weights that can be sampled. The weights must sum to less than 2³².
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

/// Weights lie in rows of four lanes; four rows are a block.
const LANES: usize = 4;
const ROWS: usize = 4;
const BLOCK: usize = LANES * ROWS;
const BLOCKS: usize = MAX_CELLS / BLOCK;

/// Weights in blocks of 16 cells with the sum of each block: a change takes two additions, a sample
/// adds up lanes and makes four short scans without branches.
#[derive(Clone, Debug)]
pub struct Blocks {
    weights: [[[u32; LANES]; ROWS]; BLOCKS],
    /// The sum of block b, in row b / 4 and lane b % 4.
    sums: [[u32; LANES]; BLOCKS / LANES],
}

impl Default for Blocks {
    fn default() -> Self {
        Self { weights: [[[0; LANES]; ROWS]; BLOCKS], sums: [[0; LANES]; BLOCKS / LANES] }
    }
}

impl Sampler for Blocks {
    fn clear(&mut self) {
        *self = Self::default();
    }

    #[inline]
    fn set(&mut self, cell: Cell, weight: u32) {
        let index = cell.index() % MAX_CELLS;
        let old = std::mem::replace(&mut self.weights.as_flattened_mut().as_flattened_mut()[index], weight);
        let sum = &mut self.sums.as_flattened_mut()[index / BLOCK];
        *sum = sum.wrapping_add(weight.wrapping_sub(old));
    }

    #[inline]
    fn total(&self) -> u32 {
        lane_sums(&self.sums).iter().sum()
    }

    #[inline]
    fn select(&self, x: u32) -> Cell {
        let (block, x) = find(&self.sums, x);
        let (place, _) = find(&self.weights[block % BLOCKS], x);
        Cell::new(block * BLOCK + place)
    }
}

/// The entry that owns x, counted row by row, and how far x lies in it. Lanes are scanned first,
/// then the rows of one lane: any order will do, if each entry owns as many x as its weight.
#[inline]
fn find<const N: usize>(weights: &[[u32; LANES]; N], x: u32) -> (usize, u32) {
    let (lane, x) = scan(&lane_sums(weights), x);
    let column: [u32; N] = std::array::from_fn(|row| weights[row][lane % LANES]);
    let (row, x) = scan(&column, x);
    (row * LANES + lane, x)
}

#[inline]
fn lane_sums<const N: usize>(weights: &[[u32; LANES]; N]) -> [u32; LANES] {
    let mut sums = [0u32; LANES];
    for row in weights {
        for (sum, weight) in sums.iter_mut().zip(row) {
            *sum = sum.wrapping_add(*weight);
        }
    }
    sums
}

/// The first entry up to which the sum exceeds x, and what is left of x before it.
#[inline]
fn scan<const N: usize>(weights: &[u32; N], x: u32) -> (usize, u32) {
    let (mut sum, mut passed, mut before) = (0u32, 0, 0);
    for &weight in weights {
        sum = sum.wrapping_add(weight);
        let pass = sum <= x;
        passed += usize::from(pass);
        before = if pass { sum } else { before };
    }
    (passed, x - before)
}
