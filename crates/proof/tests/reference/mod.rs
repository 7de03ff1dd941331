//! The reference implementation of the search for frames: it tries every path through the same links, with no order,
//! no bounds of distance and no dominance.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use std::collections::HashMap;

use catena_core::topology::Borders;
use catena_core::{Cell, Color, Position, Topology};
use catena_proof::frame::Edge;
use catena_proof::set::Carrier;

/// Stones until the frame stands, and its width.
pub type Pair = (u32, u32);

pub struct ReferenceFrames<'a> {
    pub topology: &'a Topology,
    pub own: Carrier,
    pub empty: Carrier,
    /// All chains and empty cells.
    pub nodes: Vec<Carrier>,
}

/// Where an arm is: which cells were used, what they cost, and the nodes it came through.
#[derive(Clone)]
struct Arm {
    used: Carrier,
    pair: Pair,
    visited: Vec<Carrier>,
}

impl<'a> ReferenceFrames<'a> {
    pub fn new(position: &'a Position, color: Color) -> Self {
        let topology = position.topology();
        let with = |stone| topology.cells().filter(|&cell| position.board().stone(cell) == stone).collect();
        let mut reference = Self { topology, own: with(Some(color)), empty: with(None), nodes: Vec::new() };
        reference.nodes = reference.find_nodes();
        reference
    }

    /// The chain of an own stone, or the empty cell.
    pub fn node(&self, cell: Cell) -> Carrier {
        let mut node = Carrier::of(cell);
        while self.own.contains(cell) {
            let more = node | (self.around(node) & self.own);
            if more == node {
                break;
            }
            node = more;
        }
        node
    }

    fn find_nodes(&self) -> Vec<Carrier> {
        let mut nodes: Vec<Carrier> = (self.own | self.empty).cells().map(|cell| self.node(cell)).collect();
        nodes.sort();
        nodes.dedup();
        nodes
    }

    fn around(&self, cells: Carrier) -> Carrier {
        cells.cells().flat_map(|cell| self.topology.neighbors(cell)).collect()
    }

    fn is_empty(&self, node: Carrier) -> bool {
        node.within(self.empty)
    }

    /// The carriers of the links between two nodes.
    fn links(&self, a: Carrier, b: Carrier) -> Vec<Carrier> {
        if self.around(a).meets(b) {
            return vec![Carrier::EMPTY];
        }
        pairs(self.around(a) & self.around(b) & self.empty)
    }

    pub fn at(&self, edge: Edge) -> Carrier {
        let bit = Borders::from_bits_retain(1 << (6 + edge.index()));
        self.topology.cells().filter(|&cell| self.topology.borders(cell).contains(bit)).collect()
    }

    /// One more step of an arm, to any node.
    fn steps(&self, arm: &Arm) -> Vec<Arm> {
        let from = *arm.visited.last().unwrap();
        let mut steps = Vec::new();
        for &node in &self.nodes {
            let placed = if self.is_empty(node) { node } else { Carrier::EMPTY };
            if arm.visited.contains(&node) || placed.meets(arm.used) {
                continue;
            }
            for carrier in self.links(from, node) {
                if !carrier.meets(arm.used) {
                    let mut visited = arm.visited.clone();
                    visited.push(node);
                    let width = u32::from(!carrier.is_empty());
                    let pair = (arm.pair.0 + placed.len(), arm.pair.1 + width);
                    steps.push(Arm { used: arm.used | carrier | placed, pair, visited });
                }
            }
        }
        steps
    }

    /// The ways from a node straight to an edge: there already, or two cells of it.
    fn plain_ways(&self, node: Carrier, edge: Edge) -> Vec<(Carrier, u32)> {
        if node.meets(self.at(edge)) {
            return vec![(Carrier::EMPTY, 0)];
        }
        let both = pairs(self.around(node) & self.empty & self.at(edge));
        both.into_iter().map(|carrier| (carrier, 1)).collect()
    }

    /// All ways with exactly one stone to place, which is counted in the width.
    fn one_stone_ways(&self, arm: &Arm, edge: Edge, found: &mut Vec<(Carrier, u32)>) {
        if arm.pair.0 == 1 {
            for (carrier, width) in self.plain_ways(*arm.visited.last().unwrap(), edge) {
                if !carrier.meets(arm.used) {
                    found.push((arm.used | carrier, arm.pair.1 + width + 1));
                }
            }
        }
        for next in self.steps(arm).iter().filter(|next| next.pair.0 <= 1) {
            self.one_stone_ways(next, edge, found);
        }
    }

    fn ways(&self, node: Carrier, edge: Edge) -> Vec<(Carrier, u32)> {
        let mut ways = self.plain_ways(node, edge);
        if ways.iter().any(|(carrier, _)| carrier.is_empty()) {
            return ways;
        }
        let start = Arm { used: Carrier::EMPTY, pair: (0, 0), visited: vec![node] };
        let mut keyed = Vec::new();
        self.one_stone_ways(&start, edge, &mut keyed);
        for (index, (one, width)) in keyed.iter().enumerate() {
            for (other, other_width) in &keyed[..index] {
                if !one.meets(*other) {
                    ways.push((*one | *other, *width.min(other_width)));
                }
            }
        }
        ways
    }

    /// The least pair of arms from a node to all of these edges.
    pub fn arms(&self, from: Carrier, edges: &[Edge], ways: &Paths, best: &mut Option<Pair>) {
        let placed = if self.is_empty(from) { from } else { Carrier::EMPTY };
        let arm = Arm { used: placed, pair: (placed.len(), 0), visited: vec![from] };
        self.arms_from(&arm, from, edges, ways, best);
    }

    fn arms_from(&self, arm: &Arm, from: Carrier, edges: &[Edge], ways: &Paths, best: &mut Option<Pair>) {
        if best.is_some_and(|best| arm.pair >= best) {
            return;
        }
        let Some((&edge, rest)) = edges.split_first() else {
            *best = Some(arm.pair);
            return;
        };
        for (carrier, width) in &ways[&(*arm.visited.last().unwrap(), edge)] {
            if !carrier.meets(arm.used) {
                let pair = (arm.pair.0, arm.pair.1 + width);
                let next = Arm { used: arm.used | *carrier, pair, visited: vec![from] };
                self.arms_from(&next, from, rest, ways, best);
            }
        }
        for next in self.steps(arm) {
            self.arms_from(&next, from, edges, ways, best);
        }
    }

    pub fn all_ways(&self) -> Paths {
        let each = self.nodes.iter().flat_map(|&node| Edge::ALL.map(|edge| (node, edge)));
        each.map(|(node, edge)| ((node, edge), self.ways(node, edge))).collect()
    }
}

/// Closed walks over single cells, each cell once, and the 2-bridges used.
impl ReferenceFrames<'_> {
    pub fn ring(&self) -> Option<Pair> {
        let mut best = None;
        for start in (self.own | self.empty).cells() {
            self.walk(&[start], Carrier::EMPTY, &[], &mut best);
        }
        best
    }

    fn walk(&self, path: &[Cell], used: Carrier, bridges: &[Carrier], best: &mut Option<Pair>) {
        let (first, last) = (path[0], *path.last().unwrap());
        let placed: Carrier = path.iter().copied().filter(|&cell| self.empty.contains(cell)).collect();
        let pair = (placed.len(), bridges.len() as u32);
        if best.is_some_and(|best| pair >= best) || used.meets(placed) {
            return;
        }
        for carrier in self.links(Carrier::of(last), Carrier::of(first)) {
            let all: Vec<Carrier> =
                bridges.iter().copied().chain((!carrier.is_empty()).then_some(carrier)).collect();
            let pair = (pair.0, all.len() as u32);
            let better = best.is_none_or(|best| pair < best) && !carrier.meets(used | placed);
            if better && path.len() > 2 && self.always_encloses(path, &all) {
                *best = Some(pair);
            }
        }
        for next in (self.own | self.empty).cells().filter(|next| *next > first && !path.contains(next)) {
            for carrier in self.links(Carrier::of(last), Carrier::of(next)) {
                if !carrier.meets(used) {
                    let path: Vec<Cell> = path.iter().copied().chain([next]).collect();
                    let more = (!carrier.is_empty()).then_some(carrier);
                    let bridges: Vec<Carrier> = bridges.iter().copied().chain(more).collect();
                    self.walk(&path, used | carrier, &bridges, best);
                }
            }
        }
    }

    /// Returns true if one cell is enclosed whichever cell of each 2-bridge the owner gets.
    fn always_encloses(&self, path: &[Cell], bridges: &[Carrier]) -> bool {
        let path: Carrier = path.iter().copied().collect();
        let used = bridges.iter().fold(path, |used, &bridge| used | bridge);
        let got = |choice: u32| {
            let cell = |(index, bridge): (usize, &Carrier)| {
                let mut both = bridge.cells();
                if choice >> index & 1 == 0 { both.next() } else { both.nth(1) }
            };
            bridges.iter().enumerate().filter_map(cell).fold(path, |got, cell| got | Carrier::of(cell))
        };
        let walls: Vec<Carrier> = (0..1 << bridges.len()).map(got).collect();
        let inside = self.topology.cells().filter(|&cell| !used.contains(cell));
        inside.into_iter().any(|cell| walls.iter().all(|&wall| self.is_walled_in(cell, wall)))
    }

    fn is_walled_in(&self, cell: Cell, wall: Carrier) -> bool {
        let mut inside = Carrier::of(cell);
        loop {
            let more = inside | self.around(inside).without(wall);
            if more.cells().any(|cell| !self.topology.borders(cell).is_empty()) {
                return false;
            }
            if more == inside {
                return true;
            }
            inside = more;
        }
    }
}

pub type Paths = HashMap<(Carrier, Edge), Vec<(Carrier, u32)>>;

fn pairs(cells: Carrier) -> Vec<Carrier> {
    let each = |a: Cell| cells.cells().filter(move |&b| b > a).map(move |b| Carrier::of(a) | Carrier::of(b));
    cells.cells().flat_map(each).collect()
}
