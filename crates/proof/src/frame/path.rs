//! Paths from a vertex to a border that the opponent cannot cut, found by a small search at that border:
//! being there, two empty border cells next to the vertex, or two paths of one more stone each that
//! share no cell (the template of the third row is one of these).

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use catena_core::Topology;

use super::border::Border;
use super::graph::{Cost, FrameGraph, Vertex, VertexLink, pairs};
use crate::set::Carrier;

/// A path to a border.
#[derive(Clone, Copy, Debug)]
pub(super) struct FramePath {
    /// The empty cells it needs.
    pub(super) carrier: Carrier,
    /// The own stones it runs through.
    pub(super) stones: Carrier,
    pub(super) cost: Cost,
}

impl FramePath {
    /// A path that needs nothing yet.
    pub(super) const START: Self = Self { carrier: Carrier::EMPTY, stones: Carrier::EMPTY, cost: Cost::NONE };

    /// This path and another one after it.
    pub(super) fn then(self, next: &Self) -> Self {
        Self {
            carrier: self.carrier | next.carrier,
            stones: self.stones | next.stones,
            cost: self.cost + next.cost,
        }
    }

    /// This path, and then by a link to a vertex.
    pub(super) fn along(self, link: &VertexLink, graph: &FrameGraph) -> Self {
        let carrier = Self { carrier: link.carrier, stones: Carrier::EMPTY, cost: link.cost() };
        self.then(&carrier).then(&Self::at(&graph.vertices[link.to]))
    }

    /// Having a vertex: its stones, or one to place.
    pub(super) fn at(vertex: &Vertex) -> Self {
        match vertex.to_place {
            Some(cell) => Self { carrier: Carrier::of(cell), stones: Carrier::EMPTY, cost: vertex.cost() },
            None => Self { carrier: Carrier::EMPTY, stones: vertex.cells, cost: vertex.cost() },
        }
    }
}

/// The paths to one border, and how far each vertex is from it.
pub(super) struct BorderPaths {
    /// By vertex.
    pub(super) paths: Vec<Vec<FramePath>>,
    /// The least cost from each vertex, not counting the vertex itself, if links and paths might share
    /// cells; none where the opponent has cut it off.
    pub(super) distance: Vec<Option<Cost>>,
}

impl BorderPaths {
    /// Only vertices that are at the border reach it.
    pub(super) fn touching(topology: &Topology, graph: &FrameGraph, border: Border) -> Self {
        let cells = border.cells(topology);
        let paths = graph
            .vertices
            .iter()
            .map(|vertex| vertex.cells.meets(cells).then_some(FramePath::START).into_iter().collect());
        Self::of(graph, paths.collect())
    }

    /// All paths that are known. A corner is one cell, which cannot be reached but by a stone there.
    pub(super) fn virtual_paths(topology: &Topology, graph: &FrameGraph, border: Border) -> Self {
        let mut approach = Self::touching(topology, graph, border);
        if border.is_corner() {
            return approach;
        }
        let cells = border.cells(topology);
        for (vertex, paths) in approach.paths.iter_mut().enumerate() {
            if paths.is_empty() {
                let either = pairs(graph.liberties(vertex) & cells);
                paths.extend(either.map(|carrier| FramePath {
                    carrier,
                    cost: Cost::EITHER,
                    ..FramePath::START
                }));
            }
        }
        approach = Self::of(graph, approach.paths);
        let mut paths = approach.paths.clone();
        for (vertex, paths) in paths.iter_mut().enumerate() {
            if !paths.iter().any(|path| path.carrier.is_empty()) {
                approach.either_of_two(graph, vertex, paths);
            }
        }
        Self::of(graph, paths)
    }

    fn of(graph: &FrameGraph, paths: Vec<Vec<FramePath>>) -> Self {
        let mut approach = Self { distance: vec![None; paths.len()], paths };
        let mut queue = BinaryHeap::new();
        for (vertex, paths) in approach.paths.iter().enumerate() {
            if let Some(least) = paths.iter().map(|path| path.cost).min() {
                approach.distance[vertex] = Some(least);
                queue.push(Reverse((least, vertex)));
            }
        }
        while let Some(Reverse((cost, vertex))) = queue.pop() {
            if approach.distance[vertex] != Some(cost) {
                continue;
            }
            for link in &graph.links[vertex] {
                let next = cost + graph.vertices[vertex].cost() + link.cost();
                if approach.distance[link.to].is_none_or(|known| next < known) {
                    approach.distance[link.to] = Some(next);
                    queue.push(Reverse((next, link.to)));
                }
            }
        }
        approach
    }

    /// Adds the paths that consist of two with one more stone: the opponent can spoil one of them.
    fn either_of_two(&self, graph: &FrameGraph, vertex: usize, paths: &mut Vec<FramePath>) {
        let keyed = self.one_stone_paths(graph, vertex);
        for b in 1..keyed.len() {
            for a in 0..b {
                let (one, other) = (keyed[a], keyed[b]);
                if !one.carrier.meets(other.carrier) {
                    let w = one.cost.w.min(other.cost.w);
                    let longest = one.cost.longest.max(other.cost.longest);
                    insert_undominated(
                        paths,
                        FramePath { cost: Cost { z: 0, w, longest }, ..one.then(&other) },
                    );
                }
            }
        }
    }

    /// All paths with exactly one stone to place, which lies in the carrier and counts in the width.
    fn one_stone_paths(&self, graph: &FrameGraph, from: usize) -> Vec<FramePath> {
        let mut found = Vec::new();
        let mut seen: HashMap<(usize, u16), Vec<FramePath>> = HashMap::new();
        let mut open = vec![(from, FramePath::START)];
        while let Some((vertex, so_far)) = open.pop() {
            if so_far.cost.z == 1 {
                for path in self.paths[vertex].iter().filter(|path| !path.carrier.meets(so_far.carrier)) {
                    let whole = so_far.then(path);
                    let Cost { w, longest, .. } = whole.cost;
                    let cost = Cost { z: 0, w: w + 1, longest: longest + 1 };
                    insert_undominated(&mut found, FramePath { cost, ..whole });
                }
            }
            for link in graph.links[vertex].iter().filter(|link| !link.carrier.meets(so_far.carrier)) {
                let next = so_far.along(link, graph);
                let far = self.distance[link.to].is_none_or(|left| next.cost.z + left.z > 1);
                let taken = FramePath::at(&graph.vertices[link.to]).carrier.meets(so_far.carrier);
                if !far && !taken && insert_undominated(seen.entry((link.to, next.cost.z)).or_default(), next)
                {
                    open.push((link.to, next));
                }
            }
        }
        found
    }
}

/// Keeps a path unless another needs no more cells and no more stones; whether it was kept.
pub(super) fn insert_undominated(paths: &mut Vec<FramePath>, new: FramePath) -> bool {
    let as_good = |a: &FramePath, b: &FramePath| a.carrier.within(b.carrier) && is_no_larger(a.cost, b.cost);
    if paths.iter().any(|path| as_good(path, &new)) {
        return false;
    }
    paths.retain(|path| !as_good(&new, path));
    paths.push(new);
    true
}

/// Returns true if a cost is no larger in any of its parts.
pub(super) const fn is_no_larger(a: Cost, b: Cost) -> bool {
    a.z <= b.z && a.w <= b.w && a.longest <= b.longest
}
