//! Ring frames: closed walks over own stones, stones to place and 2-bridges around one cell that is
//! neither on the walk nor in a carrier. Whatever cell of a 2-bridge the owner gets, that cell stays
//! enclosed; a 2-bridge over the enclosed cell itself would be cancelled from inside.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use catena_core::{Cell, Topology};

use super::graph::{ColorCells, Cost, FrameGraph, Granularity, LinkKind, VertexLink};
use super::path::{FramePath, insert_undominated};
use super::{Certainty, Frame};
use crate::set::Carrier;

/// The cheapest ring frame with at most `most` stones to place. It is known to be the cheapest unless
/// the search around some cell had to be given up after `most_states`.
pub(super) fn cheapest(
    topology: &Topology,
    color_cells: ColorCells,
    most: u16,
    most_states: usize,
) -> Option<Frame> {
    // A ring of touching stones is found at once, and bounds what has to be searched.
    let mut best: Option<(Cost, Frame)> = None;
    let beyond = most.checked_add(1).map(|z| Cost { z, ..Cost::NONE });
    let mut certainty = Certainty::Least;
    for (reach, most_states) in [(LinkKind::Touching, usize::MAX), (LinkKind::TwoBridges, most_states)] {
        let graph = FrameGraph::new(topology, color_cells, Granularity::StoneSets, reach);
        for turn in turns(topology, &graph) {
            let most = best.as_ref().map(|(cost, _)| *cost).or(beyond);
            if turn.bound(most).is_none() {
                continue;
            }
            match turn.cheapest(&turn.distances(most, u16::MAX), most, most_states) {
                RingWalk::Found(cost, frame) => best = Some((cost, frame)),
                RingWalk::Nothing => {}
                RingWalk::GivenUp => certainty = Certainty::AtMost,
            }
        }
    }
    best.map(|(_, frame)| Frame { certainty, ..frame })
}

/// Result of a search for walks.
enum RingWalk {
    Found(Cost, Frame),
    Nothing,
    GivenUp,
}

/// The stones that a ring takes at least, counting carriers shared as often as one likes; `most` if no
/// ring takes fewer.
pub(super) fn least(topology: &Topology, graph: &FrameGraph, most: Option<u16>) -> Option<u16> {
    let mut best: Option<Cost> = most.map(|z| Cost { z, ..Cost::NONE });
    for turn in turns(topology, graph) {
        best = turn.bound(best).or(best);
    }
    best.map(|cost| cost.z)
}

/// Walks around a cell that start and end at a vertex: they cross a ray from that cell to the border
/// an odd number of times.
struct Turn<'a> {
    graph: &'a FrameGraph,
    ray: Ray,
    from: usize,
}

/// Every closed walk around a cell crosses its ray, so walks from vertices at the ray are enough.
fn turns<'a>(topology: &'a Topology, graph: &'a FrameGraph) -> impl Iterator<Item = Turn<'a>> {
    let inner = topology.cells().filter(|&cell| topology.borders(cell).is_empty());
    inner.flat_map(move |around| {
        let ray = Ray::new(topology, around);
        let mut starts = Vec::new();
        for (vertex, links) in graph.links.iter().enumerate() {
            for link in links.iter().filter(|link| link.to > vertex && ray.allows(graph, vertex, link)) {
                if ray.crosses(graph, vertex, link) {
                    let on_ray = |vertex: &usize| ray.cells.contains(cell(graph, *vertex));
                    starts.push(if on_ray(&link.to) { link.to } else { vertex });
                }
            }
        }
        starts.sort_unstable();
        starts.dedup();
        starts.into_iter().map(move |from| Turn { graph, ray: ray.clone(), from })
    })
}

/// The cell of a vertex; the graph of a ring has one for each.
fn cell(graph: &FrameGraph, vertex: usize) -> Cell {
    graph.vertices[vertex].cells.first().expect("a vertex has a cell")
}

#[derive(Clone)]
struct Ray {
    around: Cell,
    cells: Carrier,
    /// The neighbors of the ray on its left.
    left: Carrier,
}

impl Ray {
    /// The shortest of the six rays.
    fn new(topology: &Topology, around: Cell) -> Self {
        let rays = (0..6).map(|direction| Self::towards(topology, around, direction));
        rays.min_by_key(|ray| ray.cells.len()).expect("there are six rays")
    }

    fn towards(topology: &Topology, around: Cell, direction: usize) -> Self {
        let (mut cells, mut left) = (Carrier::EMPTY, Carrier::EMPTY);
        let mut at = topology.around(around)[direction];
        while at != topology.off_board() {
            cells.insert(at);
            let beside = [1, 2].map(|turn| topology.around(at)[(direction + turn) % 6]);
            beside
                .into_iter()
                .filter(|&cell| cell != topology.off_board())
                .for_each(|cell| left.insert(cell));
            at = topology.around(at)[direction];
        }
        Self { around, cells, left }
    }

    /// Returns true if a link leaves the enclosed cell alone.
    fn allows(&self, graph: &FrameGraph, vertex: usize, link: &VertexLink) -> bool {
        let around = Carrier::of(self.around);
        let ends = graph.vertices[vertex].cells | graph.vertices[link.to].cells;
        !(ends | link.carrier).meets(around)
    }

    /// Returns true if a link changes the side; over either cell of a 2-bridge it is the same.
    fn crosses(&self, graph: &FrameGraph, vertex: usize, link: &VertexLink) -> bool {
        let (from, to) = (cell(graph, vertex), cell(graph, link.to));
        match link.carrier.first() {
            None => self.step_crosses(from, to),
            Some(over) => self.step_crosses(from, over) != self.step_crosses(over, to),
        }
    }

    /// A step between the ray and its left is a crossing, one between the ray and its right is not.
    fn step_crosses(&self, from: Cell, to: Cell) -> bool {
        let is = |a: Cell, b: Cell| self.cells.contains(a) && self.left.contains(b);
        is(from, to) || is(to, from)
    }
}

impl Turn<'_> {
    /// States are vertices with the side: 2·vertex + crossings modulo 2.
    const fn start(&self) -> usize {
        2 * self.from
    }

    const fn goal(&self) -> usize {
        2 * self.from + 1
    }

    /// Cost of entering a state: the first vertex was paid for at the start.
    fn entering(&self, state: usize) -> Cost {
        if state == self.goal() { Cost::NONE } else { self.graph.vertices[state / 2].cost() }
    }

    fn next(&self, state: usize) -> impl Iterator<Item = (usize, &VertexLink)> {
        let vertex = state / 2;
        let links =
            self.graph.links[vertex].iter().filter(move |link| self.ray.allows(self.graph, vertex, link));
        links.map(move |link| {
            let side = (state % 2) ^ usize::from(self.ray.crosses(self.graph, vertex, link));
            (2 * link.to + side, link)
        })
    }

    /// The least that a walk can cost if it may use cells twice; nothing unless less than `most`.
    ///
    /// A walk can be met in its middle: what leads to the goal from one side leads back to the start
    /// from the other.
    fn bound(&self, most: Option<Cost>) -> Option<Cost> {
        let distance = self.distances(most, most.map_or(u16::MAX, |most| most.z / 2));
        let first = self.graph.vertices[self.from].cost();
        let through = |vertex: usize| {
            let here = if vertex == self.from { Cost::NONE } else { self.graph.vertices[vertex].cost() };
            Some(first + distance[2 * vertex]? + distance[2 * vertex + 1]? + here)
        };
        let least = (0..self.graph.vertices.len()).filter_map(through).min();
        least.filter(|&least| most.is_none_or(|most| least < most))
    }

    /// The least cost from each state to the goal, as far as it can be better than `most` and within
    /// a radius of stones to place.
    fn distances(&self, most: Option<Cost>, radius: u16) -> Vec<Option<Cost>> {
        let first = self.graph.vertices[self.from].cost();
        let mut distance = vec![None; 2 * self.graph.vertices.len()];
        let mut queue = BinaryHeap::from([Reverse((Cost::NONE, self.goal()))]);
        distance[self.goal()] = Some(Cost::NONE);
        while let Some(Reverse((cost, state))) = queue.pop() {
            if distance[state] != Some(cost) {
                continue;
            }
            for (before, link) in self.next(state) {
                let more = cost + self.entering(state) + link.cost();
                let hopeless = more.z > radius || most.is_some_and(|most| more + first >= most);
                if !hopeless && distance[before].is_none_or(|known| more < known) {
                    distance[before] = Some(more);
                    queue.push(Reverse((more, before)));
                }
            }
        }
        distance
    }

    /// The cheapest walk that uses no cell twice and costs less than `most`.
    fn cheapest(&self, distance: &[Option<Cost>], most: Option<Cost>, most_states: usize) -> RingWalk {
        let first = FramePath::at(&self.graph.vertices[self.from]);
        let mut states = vec![(self.start(), first, None)];
        let mut queue = BinaryHeap::from([(Reverse(first.cost), 0)]);
        let mut seen: HashMap<usize, Vec<FramePath>> = HashMap::new();
        while let Some((_, index)) = queue.pop() {
            let (state, so_far, _) = states[index];
            if state == self.goal() {
                return RingWalk::Found(so_far.cost, self.frame(&states, index));
            }
            if states.len() > most_states {
                return RingWalk::GivenUp;
            }
            if !insert_undominated(seen.entry(state).or_default(), so_far) {
                continue;
            }
            for (next, link) in self.next(state) {
                let at_end = next == self.goal();
                let vertex =
                    if at_end { FramePath::START } else { FramePath::at(&self.graph.vertices[next / 2]) };
                let over = FramePath { carrier: link.carrier, cost: link.cost(), ..FramePath::START };
                let step = over.then(&vertex);
                let Some(rest) = distance[next].filter(|_| !step.carrier.meets(so_far.carrier)) else {
                    continue;
                };
                let so_far = so_far.then(&step);
                if most.is_none_or(|most| so_far.cost + rest < most) {
                    queue.push((Reverse(so_far.cost + rest), states.len()));
                    states.push((next, so_far, Some(index)));
                }
            }
        }
        RingWalk::Nothing
    }

    fn frame(&self, states: &[(usize, FramePath, Option<usize>)], goal: usize) -> Frame {
        let mut keys = Carrier::EMPTY;
        let mut at = Some(goal);
        while let Some(index) = at {
            self.graph.vertices[states[index].0 / 2].to_place.into_iter().for_each(|cell| keys.insert(cell));
            at = states[index].2;
        }
        Frame::new(states[goal].1, keys)
    }
}
