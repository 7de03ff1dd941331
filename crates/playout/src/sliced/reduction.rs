//! Y and Hex: the winner by reduction, without a search.
//!
//! On a full Y board let each cell of a triangle one row smaller take the color of the majority of
//! the three cells it covers: the winner stays the same (van Rijswijck 2002, Schensted and Titus).
//! Repeated down to one cell this names the winner in a fixed number of steps, the same in every
//! lane. Hex is Y on a triangle twice as high with two corners filled: white beyond the right
//! side, black beyond the bottom. Those corners keep their colors while the triangle shrinks, so
//! only the cells of the rhombus are ever computed.

use super::BlackWins;
use crate::lanes::{Block, Word};

/// A triangle whose rows have this many cells, one less, and so on.
#[derive(Debug)]
pub(super) struct Triangle(pub(super) usize);

impl BlackWins for Triangle {
    #[inline(always)]
    fn black_wins<W: Word>(&self, cells: &[Block], scratch: &mut [Block]) -> W {
        let Self(size) = *self;
        scratch[..cells.len()].copy_from_slice(cells);
        for reduced in (1..size).rev() {
            let mut rest = &mut *scratch;
            for y in 0..reduced {
                let (row, below) = rest.split_at_mut(size - y);
                reduce_row::<W>(&mut row[..=reduced - y], below);
                rest = below;
            }
        }
        W::load(&scratch[0])
    }
}

/// A rhombus with this many rows, of which black joins the first and the last.
#[derive(Debug)]
pub(super) struct Rhombus(pub(super) usize);

impl BlackWins for Rhombus {
    #[inline(always)]
    fn black_wins<W: Word>(&self, cells: &[Block], scratch: &mut [Block]) -> W {
        let Self(size) = *self;
        let width = size + 1;
        for (row, from) in scratch.chunks_exact_mut(width).zip(cells.chunks_exact(size)) {
            row[..size].copy_from_slice(from);
            row[size] = Block::ZERO;
        }
        scratch[size * width..][..size].fill(Block::ONES);
        for reduced in (1..2 * size - 1).rev() {
            let mut rest = &mut *scratch;
            for y in 0..reduced.min(size) {
                let (row, below) = rest.split_at_mut(width);
                reduce_row::<W>(&mut row[..=size.min(reduced - y)], below);
                rest = below;
            }
        }
        W::load(&scratch[0])
    }
}

/// Replaces all cells of a row but the last by the majority of the cell, the next and the one
/// below.
#[inline(always)]
pub(super) fn reduce_row<W: Word>(row: &mut [Block], below: &[Block]) {
    let cells = row.len() - 1;
    // Lengths that the compiler knows to be equal: a check of bounds takes as long as a majority.
    let (row, below) = (&mut row[..cells + 1], &below[..cells]);
    let mut here = W::load(&row[0]);
    for i in 0..cells {
        let next = W::load(&row[i + 1]);
        here.majority(next, W::load(&below[i])).store(&mut row[i]);
        here = next;
    }
}

/// Blocks of scratch that a board of these cells needs.
pub(super) const fn scratch_len(size: usize) -> usize {
    (size + 1) * (size + 1)
}
