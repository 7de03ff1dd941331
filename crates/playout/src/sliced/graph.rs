//! The neighbors of a board as plain numbers, and one step of a flood over all lanes.

use catena_core::Topology;
use catena_core::topology::NEIGHBOR_SLOTS;

use crate::lanes::{Block, Word};

/// Rows of neighbors, padded with a number beyond the last node, whose block stays zero.
#[derive(Debug)]
pub(super) struct SlicedGraph {
    rows: Vec<[u16; NEIGHBOR_SLOTS]>,
    degrees: Vec<u8>,
}

impl SlicedGraph {
    /// The graph of a board.
    pub(super) fn new(topology: &Topology) -> Self {
        let mut rows = vec![[topology.len() as u16; NEIGHBOR_SLOTS]; topology.len()];
        for (row, cell) in rows.iter_mut().zip(topology.cells()) {
            for (slot, neighbor) in row.iter_mut().zip(topology.neighbors(cell)) {
                *slot = neighbor.index() as u16;
            }
        }
        let degrees = topology.cells().map(|cell| topology.neighbors(cell).count() as u8).collect();
        Self { rows, degrees }
    }

    /// The neighbors of a node.
    fn neighbors(&self, node: usize) -> &[u16] {
        &self.rows[node][..usize::from(self.degrees[node])]
    }

    /// The number of nodes.
    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    /// The nodes by their distance from the nearest of these.
    pub(super) fn layers_from(&self, start: &[u16]) -> Vec<Vec<u16>> {
        let mut seen = vec![false; self.rows.len()];
        start.iter().for_each(|&node| seen[usize::from(node)] = true);
        let mut layers = vec![start.to_vec()];
        loop {
            let mut next = Vec::new();
            for &node in layers.last().into_iter().flatten() {
                for &neighbor in self.neighbors(usize::from(node)) {
                    if !std::mem::replace(&mut seen[usize::from(neighbor)], true) {
                        next.push(neighbor);
                    }
                }
            }
            if next.is_empty() {
                return layers;
            }
            layers.push(next);
        }
    }
}

/// Floods one node from its neighbors in the lanes `passable`; the lanes where that was news.
#[inline(always)]
pub(super) fn spread<W: Word>(graph: &SlicedGraph, flooded: &mut [Block], node: usize, passable: W) -> W {
    let row = &graph.rows[node];
    let before = W::load(&flooded[node]);
    let mut around = W::zero();
    // Only *Star, which is judged without floods, has cells with more than six neighbors.
    for &neighbor in &row[..6] {
        around = around.or(W::load(&flooded[usize::from(neighbor)]));
    }
    let news = around.and(passable).and_not(before);
    before.or(news).store(&mut flooded[node]);
    news
}
