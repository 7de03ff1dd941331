//! Ways from a node to a border that the opponent cannot cut, found by a small search at that border:
//! being there, two empty border cells next to the node, or two ways of one more stone each that
//! share no cell (the template of the third row is one of these).

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use catena_core::Topology;

use super::border::Border;
use super::graph::{Cost, FrameGraph, Vertex, VertexLink, pairs};
use crate::set::Carrier;

/// A way to a border.
#[derive(Clone, Copy, Debug)]
pub(super) struct Path {
    /// The empty cells it needs.
    pub(super) carrier: Carrier,
    /// The own stones it runs through.
    pub(super) stones: Carrier,
    pub(super) cost: Cost,
}

impl Path {
    /// A way that needs nothing yet.
    pub(super) const START: Self = Self { carrier: Carrier::EMPTY, stones: Carrier::EMPTY, cost: Cost::NONE };

    /// This way and another one after it.
    pub(super) fn then(self, next: &Self) -> Self {
        Self {
            carrier: self.carrier | next.carrier,
            stones: self.stones | next.stones,
            cost: self.cost + next.cost,
        }
    }

    /// This way, and then by a link to a node.
    pub(super) fn along(self, link: &VertexLink, graph: &FrameGraph) -> Self {
        let carrier = Self { carrier: link.carrier, stones: Carrier::EMPTY, cost: link.cost() };
        self.then(&carrier).then(&Self::at(&graph.nodes[link.to]))
    }

    /// Having a node: its stones, or one to place.
    pub(super) fn at(node: &Vertex) -> Self {
        match node.to_place {
            Some(cell) => Self { carrier: Carrier::of(cell), stones: Carrier::EMPTY, cost: node.cost() },
            None => Self { carrier: Carrier::EMPTY, stones: node.cells, cost: node.cost() },
        }
    }
}

/// The ways to one border, and how far each node is from it.
pub(super) struct BorderPaths {
    /// By node.
    pub(super) ways: Vec<Vec<Path>>,
    /// The least cost from each node, not counting the node itself, if links and ways might share
    /// cells; none where the opponent has cut it off.
    pub(super) distance: Vec<Option<Cost>>,
}

impl BorderPaths {
    /// Only nodes that are at the border reach it.
    pub(super) fn touching(topology: &Topology, graph: &FrameGraph, border: Border) -> Self {
        let cells = border.cells(topology);
        let ways = graph
            .nodes
            .iter()
            .map(|node| node.cells.meets(cells).then_some(Path::START).into_iter().collect());
        Self::of(graph, ways.collect())
    }

    /// All ways that are known. A corner is one cell, which cannot be reached but by a stone there.
    pub(super) fn virtual_ways(topology: &Topology, graph: &FrameGraph, border: Border) -> Self {
        let mut approach = Self::touching(topology, graph, border);
        if border.is_corner() {
            return approach;
        }
        let cells = border.cells(topology);
        for (node, ways) in approach.ways.iter_mut().enumerate() {
            if ways.is_empty() {
                let either = pairs(graph.liberties(node) & cells);
                ways.extend(either.map(|carrier| Path { carrier, cost: Cost::EITHER, ..Path::START }));
            }
        }
        approach = Self::of(graph, approach.ways);
        let mut ways = approach.ways.clone();
        for (node, ways) in ways.iter_mut().enumerate() {
            if !ways.iter().any(|way| way.carrier.is_empty()) {
                approach.either_of_two(graph, node, ways);
            }
        }
        Self::of(graph, ways)
    }

    fn of(graph: &FrameGraph, ways: Vec<Vec<Path>>) -> Self {
        let mut approach = Self { distance: vec![None; ways.len()], ways };
        let mut queue = BinaryHeap::new();
        for (node, ways) in approach.ways.iter().enumerate() {
            if let Some(least) = ways.iter().map(|way| way.cost).min() {
                approach.distance[node] = Some(least);
                queue.push(Reverse((least, node)));
            }
        }
        while let Some(Reverse((cost, node))) = queue.pop() {
            if approach.distance[node] != Some(cost) {
                continue;
            }
            for link in &graph.links[node] {
                let next = cost + graph.nodes[node].cost() + link.cost();
                if approach.distance[link.to].is_none_or(|known| next < known) {
                    approach.distance[link.to] = Some(next);
                    queue.push(Reverse((next, link.to)));
                }
            }
        }
        approach
    }

    /// Adds the ways that consist of two with one more stone: the opponent can spoil one of them.
    fn either_of_two(&self, graph: &FrameGraph, node: usize, ways: &mut Vec<Path>) {
        let keyed = self.one_stone_ways(graph, node);
        for b in 1..keyed.len() {
            for a in 0..b {
                let (one, other) = (keyed[a], keyed[b]);
                if !one.carrier.meets(other.carrier) {
                    let w = one.cost.w.min(other.cost.w);
                    let longest = one.cost.longest.max(other.cost.longest);
                    keep_best(ways, Path { cost: Cost { z: 0, w, longest }, ..one.then(&other) });
                }
            }
        }
    }

    /// All ways with exactly one stone to place, which lies in the carrier and counts in the width.
    fn one_stone_ways(&self, graph: &FrameGraph, from: usize) -> Vec<Path> {
        let mut found = Vec::new();
        let mut seen: HashMap<(usize, u16), Vec<Path>> = HashMap::new();
        let mut open = vec![(from, Path::START)];
        while let Some((node, so_far)) = open.pop() {
            if so_far.cost.z == 1 {
                for way in self.ways[node].iter().filter(|way| !way.carrier.meets(so_far.carrier)) {
                    let whole = so_far.then(way);
                    let Cost { w, longest, .. } = whole.cost;
                    let cost = Cost { z: 0, w: w + 1, longest: longest + 1 };
                    keep_best(&mut found, Path { cost, ..whole });
                }
            }
            for link in graph.links[node].iter().filter(|link| !link.carrier.meets(so_far.carrier)) {
                let next = so_far.along(link, graph);
                let far = self.distance[link.to].is_none_or(|left| next.cost.z + left.z > 1);
                let taken = Path::at(&graph.nodes[link.to]).carrier.meets(so_far.carrier);
                if !far && !taken && keep_best(seen.entry((link.to, next.cost.z)).or_default(), next) {
                    open.push((link.to, next));
                }
            }
        }
        found
    }
}

/// Keeps a way unless another needs no more cells and no more stones; whether it was kept.
pub(super) fn keep_best(ways: &mut Vec<Path>, new: Path) -> bool {
    let as_good = |a: &Path, b: &Path| a.carrier.within(b.carrier) && no_dearer(a.cost, b.cost);
    if ways.iter().any(|way| as_good(way, &new)) {
        return false;
    }
    ways.retain(|way| !as_good(&new, way));
    ways.push(new);
    true
}

/// Whether a cost is no larger in any of its parts.
pub(super) const fn no_dearer(a: Cost, b: Cost) -> bool {
    a.z <= b.z && a.w <= b.w && a.longest <= b.longest
}
