//! Frames with arms from one vertex to borders: an edge frame has one arm, a bridge one from corner to
//! corner, a fork three. The cheapest is found by A* over all that the arms use, since no cell may
//! be used twice.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use catena_core::Topology;

use super::Frame;
use super::border::Border;
use super::graph::{ColorCells, Cost, FrameGraph, Granularity, LinkKind};
use super::path::{BorderPaths, FramePath, insert_undominated};
use crate::set::Carrier;

/// Vertices, links, and how all borders are reached.
pub(super) struct FrameMap {
    pub(super) graph: FrameGraph,
    approaches: Vec<BorderPaths>,
    most_states: usize,
}

/// A vertex and the borders it is to be joined to.
#[derive(Clone, Debug)]
pub(super) struct ArmTask {
    pub(super) from: usize,
    pub(super) to: Vec<Border>,
}

/// Result of a search for arms.
#[derive(Clone, Debug)]
pub(super) enum ArmResult {
    /// The cheapest frame, and the place of its task.
    Found(usize, Frame),
    /// There is none.
    Nothing,
    /// There were too many states.
    GivenUp,
}

impl ArmResult {
    pub(super) fn found(self) -> Option<(usize, Frame)> {
        match self {
            Self::Found(task, frame) => Some((task, frame)),
            Self::Nothing | Self::GivenUp => None,
        }
    }
}

impl FrameMap {
    /// Searches give up after `most_states`.
    pub(super) fn new(
        topology: &Topology,
        color_cells: ColorCells,
        reach: LinkKind,
        most_states: usize,
    ) -> Self {
        let graph = FrameGraph::new(topology, color_cells, Granularity::Chains, reach);
        let approach = match reach {
            LinkKind::Touching => BorderPaths::touching,
            LinkKind::TwoBridges => BorderPaths::virtual_paths,
        };
        let approaches = Border::all().map(|border| approach(topology, &graph, border)).collect();
        Self { graph, approaches, most_states }
    }

    /// The least that a vertex's arm to a border can cost.
    pub(super) fn distance(&self, vertex: usize, border: Border) -> Option<Cost> {
        self.approaches[border.index()].distance[vertex]
    }

    /// The least that a task can cost, if its arms might share cells.
    pub(super) fn bound(&self, task: &ArmTask) -> Option<Cost> {
        let arms: Option<Vec<Cost>> =
            task.to.iter().map(|&border| self.distance(task.from, border)).collect();
        Some(self.graph.vertices[task.from].cost() + arms?.into_iter().sum())
    }

    /// The cheapest frame of any of the tasks that leaves `avoid` alone and needs at most `most`
    /// stones.
    pub(super) fn cheapest(&self, tasks: &[ArmTask], avoid: Carrier, most: u16) -> ArmResult {
        let mut search =
            ArmSearch { map: self, tasks, avoid, most, states: Vec::new(), queue: BinaryHeap::new() };
        search.run()
    }
}

#[derive(Clone, Copy)]
struct ArmState {
    task: usize,
    arm: usize,
    vertex: usize,
    /// Cells used by links, paths and stones to place.
    so_far: FramePath,
    parent: Option<usize>,
}

struct ArmSearch<'a> {
    map: &'a FrameMap,
    tasks: &'a [ArmTask],
    avoid: Carrier,
    most: u16,
    states: Vec<ArmState>,
    /// Of the same bound, what was found last goes first: then a bound that can be reached is
    /// reached at once.
    queue: BinaryHeap<(Reverse<Cost>, usize)>,
}

impl ArmSearch<'_> {
    fn run(&mut self) -> ArmResult {
        for (task, &ArmTask { from, .. }) in self.tasks.iter().enumerate() {
            let so_far = FramePath::at(&self.map.graph.vertices[from]);
            if !so_far.carrier.meets(self.avoid) {
                self.push(ArmState { task, arm: 0, vertex: from, so_far, parent: None });
            }
        }
        let mut seen: HashMap<(usize, usize, usize), Vec<FramePath>> = HashMap::new();
        while let Some((_, index)) = self.queue.pop() {
            let state = self.states[index];
            if state.arm == self.tasks[state.task].to.len() {
                return ArmResult::Found(state.task, self.frame(index));
            }
            if self.states.len() > self.map.most_states {
                return ArmResult::GivenUp;
            }
            if insert_undominated(
                seen.entry((state.task, state.arm, state.vertex)).or_default(),
                state.so_far,
            ) {
                self.expand(index, state);
            }
        }
        ArmResult::Nothing
    }

    fn expand(&mut self, index: usize, state: ArmState) {
        let ArmState { task, arm, vertex, so_far, .. } = state;
        let map = self.map;
        let taken = so_far.carrier | self.avoid;
        let approach = &map.approaches[self.tasks[task].to[arm].index()];
        for link in map.graph.links[vertex].iter().filter(|link| !link.carrier.meets(taken)) {
            if !FramePath::at(&map.graph.vertices[link.to]).carrier.meets(taken) {
                let so_far = so_far.along(link, &map.graph);
                self.push(ArmState { task, arm, vertex: link.to, so_far, parent: Some(index) });
            }
        }
        for path in approach.paths[vertex].iter().filter(|path| !path.carrier.meets(taken)) {
            let vertex = self.tasks[task].from;
            self.push(ArmState {
                task,
                arm: arm + 1,
                vertex,
                so_far: so_far.then(path),
                parent: Some(index),
            });
        }
    }

    /// Queues a state by the least that its frame can cost, unless it cannot be one.
    fn push(&mut self, state: ArmState) {
        let ArmTask { from, to } = &self.tasks[state.task];
        let mut bound = state.so_far.cost;
        for (arm, &border) in to.iter().enumerate().skip(state.arm) {
            let vertex = if arm == state.arm { state.vertex } else { *from };
            let Some(rest) = self.map.distance(vertex, border) else { return };
            bound = bound + rest;
        }
        if bound.z <= self.most {
            self.queue.push((Reverse(bound), self.states.len()));
            self.states.push(state);
        }
    }

    fn frame(&self, goal: usize) -> Frame {
        let mut keys = Carrier::EMPTY;
        let mut at = Some(goal);
        while let Some(index) = at {
            let ArmState { vertex, parent, .. } = self.states[index];
            self.map.graph.vertices[vertex].to_place.into_iter().for_each(|cell| keys.insert(cell));
            at = parent;
        }
        Frame::new(self.states[goal].so_far, keys)
    }
}
