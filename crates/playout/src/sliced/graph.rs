//! The neighbours of a board as plain numbers, and one step of a flood over all lanes.

use catena_core::Topology;
use catena_core::topology::NEIGHBOR_SLOTS;

use crate::lanes::{Block, Word};

/// Rows of neighbours, padded with a number beyond the last node, whose block stays zero.
#[derive(Debug)]
pub(super) struct Graph {
    rows: Vec<[u16; NEIGHBOR_SLOTS]>,
    degrees: Vec<u8>,
}

impl Graph {
    /// The graph of a board.
    pub(super) fn new(topology: &Topology) -> Self {
        let row = |cell| topology.neighbors(cell).map(|neighbor| neighbor.index() as u16).collect();
        Self::from_rows(&topology.cells().map(row).collect::<Vec<Vec<u16>>>())
    }

    /// The graph with these rows.
    pub(super) fn from_rows(rows: &[Vec<u16>]) -> Self {
        let beyond = rows.len() as u16;
        let pad = |row: &Vec<u16>| std::array::from_fn(|i| row.get(i).copied().unwrap_or(beyond));
        Self {
            rows: rows.iter().map(pad).collect(),
            degrees: rows.iter().map(|row| row.len() as u8).collect(),
        }
    }

    /// The neighbours of a node.
    pub(super) fn neighbors(&self, node: usize) -> &[u16] {
        &self.rows[node][..usize::from(self.degrees[node])]
    }

    /// The nodes by their distance from one of them.
    pub(super) fn layers(&self, start: usize) -> Vec<Vec<u16>> {
        let mut seen = vec![false; self.rows.len()];
        seen[start] = true;
        let mut layers = vec![vec![start as u16]];
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

/// Floods the first `nodes` nodes, from the last and from the first in turn, until no lane changes.
#[inline(always)]
pub(super) fn flood<W: Word>(
    graph: &Graph,
    flooded: &mut [Block],
    nodes: usize,
    passable: impl Fn(usize) -> W,
) {
    let mut backwards = true;
    loop {
        let mut news = W::zero();
        for i in 0..nodes {
            let node = if backwards { nodes - 1 - i } else { i };
            news = news.or(spread(graph, flooded, node, passable(node)));
        }
        if !news.any() {
            return;
        }
        backwards = !backwards;
    }
}

/// Floods one node from its neighbours in the lanes `passable`; the lanes where that was news.
#[inline(always)]
pub(super) fn spread<W: Word>(graph: &Graph, flooded: &mut [Block], node: usize, passable: W) -> W {
    let row = &graph.rows[node];
    let before = W::load(&flooded[node]);
    let mut around = W::zero();
    // No node but the five in the centre of *Star has more than six neighbours.
    for &neighbor in &row[..6] {
        around = around.or(W::load(&flooded[usize::from(neighbor)]));
    }
    if graph.degrees[node] > 6 {
        around = around.or(W::load(&flooded[usize::from(row[6])]));
    }
    let news = around.and(passable).and_not(before);
    before.or(news).store(&mut flooded[node]);
    news
}

/// Floods one cell in two sets at once, from its neighbours of the same color, black and white in
/// one step; the lanes where that was news.
#[inline(always)]
pub(super) fn spread_both<W: Word>(
    graph: &Graph,
    cells: &[Block],
    first: &mut [Block],
    second: &mut [Block],
    cell: usize,
) -> W {
    let color = W::load(&cells[cell]);
    let before = [W::load(&first[cell]), W::load(&second[cell])];
    let mut after = before;
    let row = &graph.rows[cell];
    let slots = if graph.degrees[cell] > 6 { 7 } else { 6 };
    for neighbor in row[..slots].iter().map(|&neighbor| usize::from(neighbor)) {
        let other = W::load(&cells[neighbor]).xor(color);
        after[0] = after[0].or(W::load(&first[neighbor]).and_not(other));
        after[1] = after[1].or(W::load(&second[neighbor]).and_not(other));
    }
    after[0].store(&mut first[cell]);
    after[1].store(&mut second[cell]);
    after[0].xor(before[0]).or(after[1].xor(before[1]))
}
