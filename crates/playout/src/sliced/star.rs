//! \*Star: the winner by reduction, counting the groups that vanish on the way.
//!
//! With B black peries, black has won exactly if `2N > 5n`, or `2N = 5n` and black owns three
//! quarks, where `N = B - 2 Sb - sb + 2 Sw + sw`, S being the stars of a color and s its groups
//! with a single peri. The tie-break of odd sizes never decides anything that this does not.
//!
//! To count them, the board is laid out on a triangle ([`layout`]) which is reduced as in Y. Every
//! up-pointing triangle of three cells becomes a cell with the color of the majority. Each edge
//! lies in one such triangle, so groups are neither split nor joined, keep touching the rim if they
//! did, and vanish only when they have shrunk to one cell. Tokens that started on the peries walk
//! along the rim with their groups ([`rim`]); when a group vanishes, all its tokens are in one
//! place and tell whether it was a star.
//!
//! The bridge is what makes \*Star non-planar: both colors are joined across it. Black is counted
//! on a board with the bridge filled black, white on one with the bridge filled white.

mod layout;
mod rim;

use catena_core::Topology;

use super::BlackWins;
use super::count::Counter;
use super::reduction::reduce_row;
use crate::lanes::{Block, Word};
use layout::{ARMS, Layout};
use rim::{Gone, Rim};

/// Digits of a total above the third: |N| stays below 128.
const HIGH: usize = 5;

/// The star as the judge reads it.
#[derive(Debug)]
pub(super) struct Star {
    layout: Layout,
    len: usize,
    /// The first cell of the outer ring, which is the last.
    first_peri: usize,
    quarks: [usize; ARMS],
}

impl Star {
    pub(super) fn new(topology: &Topology) -> Self {
        let size = usize::from(topology.size());
        let len = topology.len();
        let first_peri = len - ARMS * size;
        Self {
            layout: Layout::new(size),
            len,
            first_peri,
            quarks: std::array::from_fn(|arm| first_peri + arm * size),
        }
    }

    /// Blocks of scratch that the judge needs.
    pub(super) fn scratch_len(&self) -> usize {
        self.layout.sources.len() + Rim::blocks(self.layout.side)
    }

    /// The groups with a peri of the color whose lanes are 1 after `flip`.
    #[inline(always)]
    fn border_groups<W: Word>(&self, cells: &[Block], scratch: &mut [Block], flip: W) -> Gone<W> {
        let Layout { side, sources, bridge, rows, tokens } = &self.layout;
        let (triangle, rest) = scratch.split_at_mut(sources.len());
        for (place, &source) in triangle.iter_mut().zip(sources) {
            W::load(&cells[usize::from(source)]).xor(flip).store(place);
        }
        triangle[*bridge] = Block::ONES;
        let mut rim = Rim::new(*side, rest);
        for &(at, cell, token) in tokens {
            rim.put(at, W::load(&cells[usize::from(cell)]).xor(flip), token);
        }
        let mut gone = Gone::none();
        for reduced in (1..*side).rev() {
            let mut rest = &mut *triangle;
            for y in 0..reduced {
                let (row, below) = rest.split_at_mut(side - y);
                reduce_row::<W>(&mut row[..=reduced - y], below);
                rest = below;
            }
            rim.walk(triangle, rows, reduced, &mut gone);
        }
        rim.close(W::load(&triangle[0]), &mut gone);
        gone
    }
}

impl BlackWins for Star {
    #[inline(always)]
    fn black_wins<W: Word>(&self, cells: &[Block], scratch: &mut [Block]) -> W {
        let peries = self.len - self.first_peri;
        let black = self.border_groups(cells, scratch, W::zero());
        let white = self.border_groups(cells, scratch, W::ones());
        let mut total = Counter::<W, HIGH>::zero();
        for peri in &cells[self.first_peri..self.len] {
            total.add(W::load(peri));
        }
        total.add_times::<1>(&white.weight);
        total.add_times::<1>(&black.weight.negated());
        if peries.is_multiple_of(2) {
            let mut quarks = Counter::<W, 1>::zero();
            for &quark in &self.quarks {
                quarks.add(W::load(&cells[quark]));
            }
            quarks.add_times::<1>(&white.quarks);
            quarks.add_times::<1>(&black.quarks.negated());
            total.add(quarks.less(ARMS as u32 / 2 + 1).negative().not());
        }
        total.less(peries as u32 / 2 + 1).negative().not()
    }
}
