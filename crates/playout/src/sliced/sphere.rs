//! Renkula!: which color joins a cell to its antipode.
//!
//! Modulo the antipodal map the sphere is a projective plane; the winner is the owner of its one
//! group that contains a loop which cannot be shrunk, and all other groups lie inside discs. So
//! start at any cell and flood its group. If the flooded set holds no antipodal pair, all of it
//! lies in a disc, and the disc is surrounded by a group of the other color: go on flooding with
//! that color, and so on outwards. The color with which the set first holds an antipodal pair has
//! won. The set only grows, and every lane changes color when its own flood has come to rest.

use catena_core::Topology;

use super::BlackWins;
use super::graph::{SlicedGraph, spread};
use crate::lanes::{Block, Word};

/// The sphere as the judge reads it.
#[derive(Debug)]
pub(super) struct Sphere {
    graph: SlicedGraph,
    /// One cell of each antipodal pair with its antipode.
    pairs: Vec<[u16; 2]>,
    /// Cells by distance from the first one, where the flood starts.
    order: Vec<u16>,
}

impl Sphere {
    pub(super) fn new(topology: &Topology) -> Self {
        let graph = SlicedGraph::new(topology);
        let pair = |cell| [cell, topology.antipode(cell)].map(|cell| cell.index() as u16);
        let order = graph.layers_from(&[0]).concat();
        Self { graph, pairs: topology.places().map(pair).collect(), order }
    }

    /// Copies what the places hold to their antipodes.
    #[inline(always)]
    pub(super) fn mirror<T: Copy>(&self, cells: &mut [T]) {
        for [place, antipode] in self.pairs.iter().map(|pair| pair.map(usize::from)) {
            cells[antipode] = cells[place];
        }
    }

    /// Lanes whose flooded set holds a cell and its antipode.
    #[inline(always)]
    fn holds_pair<W: Word>(&self, flooded: &[Block]) -> W {
        let mut held = W::zero();
        for [a, b] in self.pairs.iter().map(|pair| pair.map(usize::from)) {
            held = held.or(W::load(&flooded[a]).and(W::load(&flooded[b])));
        }
        held
    }
}

impl BlackWins for Sphere {
    #[inline(always)]
    fn black_wins<W: Word>(&self, cells: &[Block], flooded: &mut [Block]) -> W {
        flooded.fill(Block::ZERO);
        let start = usize::from(self.order[0]);
        flooded[start] = Block::ONES;
        let mut color = W::load(&cells[start]);
        let mut undecided = W::ones();
        let mut outwards = true;
        while undecided.any() {
            let mut grown = W::zero();
            for i in 0..self.order.len() {
                let at = if outwards { i } else { self.order.len() - 1 - i };
                let cell = usize::from(self.order[at]);
                let other = W::load(&cells[cell]).xor(color);
                grown = grown.or(spread(&self.graph, flooded, cell, undecided.and_not(other)));
            }
            outwards = !outwards;
            let resting = undecided.and_not(grown);
            if resting.any() {
                undecided = undecided.and_not(resting.and(self.holds_pair(flooded)));
                // Lanes decided just now keep the color that has won.
                color = color.xor(resting.and(undecided));
            }
        }
        color
    }
}
