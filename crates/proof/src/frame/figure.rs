//! The fastest frames of bridge, fork and ring, and double threats.

use std::cmp::Reverse;

use catena_core::{Cell, Topology};

use super::arm::{ArmResult, ArmTask, FrameMap};
use super::border::{Border, Edge};
use super::graph::{ColorCells, LinkKind};
use super::{Certainty, Frame, ring};
use crate::set::Carrier;

/// Searches on one board.
pub(super) struct FigureSearch<'a> {
    pub(super) topology: &'a Topology,
    /// States that a search may visit.
    pub(super) most_states: usize,
}

impl FigureSearch<'_> {
    pub(super) fn map(&self, color_cells: ColorCells) -> FrameMap {
        FrameMap::new(self.topology, color_cells, LinkKind::TwoBridges, self.most_states)
    }

    /// The cheapest frame of some tasks; without 2-bridges if there are too many states.
    pub(super) fn arms(
        &self,
        map: &FrameMap,
        color_cells: ColorCells,
        tasks: &[ArmTask],
        most: u16,
    ) -> Option<(usize, Frame)> {
        match map.cheapest(tasks, Carrier::EMPTY, most) {
            ArmResult::GivenUp => {
                // Stones that touch cannot get in each other's path.
                let solid = FrameMap::new(self.topology, color_cells, LinkKind::Touching, usize::MAX);
                let (task, frame) = solid.cheapest(tasks, Carrier::EMPTY, most).found()?;
                Some((task, Frame { certainty: Certainty::AtMost, ..frame }))
            }
            arms => arms.found(),
        }
    }

    /// The fastest bridge that needs at most `most` stones until its frame stands.
    pub(super) fn bridge(&self, map: &FrameMap, color_cells: ColorCells, most: u16) -> Option<Frame> {
        self.arms(map, color_cells, &bridges(map, self.topology), most).map(|(_, frame)| frame)
    }

    /// The fastest fork, after the vertex where its arms meet.
    pub(super) fn fork(&self, map: &FrameMap, color_cells: ColorCells, most: u16) -> Option<(usize, Frame)> {
        let forks = forks(map, most);
        self.arms(map, color_cells, &forks, most).map(|(task, frame)| (forks[task].from, frame))
    }

    /// The fastest ring.
    pub(super) fn ring(&self, color_cells: ColorCells, most: u16) -> Option<Frame> {
        ring::cheapest(self.topology, color_cells, most, self.most_states)
    }

    /// Frames that are one stone short each and have no cell in common: wherever the opponent plays,
    /// one of them is left. Nothing if a figure's frame stands by itself, or if one cell is in all.
    pub(super) fn double_threat(&self, color_cells: ColorCells, figures: &[Option<Frame>]) -> Option<Frame> {
        let mut double = figures.iter().flatten().min_by_key(|frame| frame.order()).cloned()?;
        if double.keys.len() != 1 {
            return None;
        }
        let mut common = cells(&double);
        double = threat(&double);
        while let Some(spoiled) = common.first() {
            let empty = color_cells.empty.without(Carrier::of(spoiled));
            let other = self.one_stone_short(ColorCells { empty, ..color_cells })?;
            common &= cells(&other);
            let other = threat(&other);
            double.stones |= other.stones;
            double.carrier |= other.carrier;
            double.width = double.width.min(other.width);
            double.longest = double.longest.max(other.longest);
        }
        Some(double)
    }

    /// The fastest bridge and fork that leave a cell alone and are at most one stone short.
    pub(super) fn arms_around(&self, map: &FrameMap, cell: Cell) -> impl Iterator<Item = Frame> {
        let tasks = [bridges(map, self.topology), forks(map, 1)];
        tasks.into_iter().filter_map(move |tasks| {
            map.cheapest(&tasks, Carrier::of(cell), 1).found().map(|(_, frame)| frame)
        })
    }

    fn one_stone_short(&self, color_cells: ColorCells) -> Option<Frame> {
        let map = self.map(color_cells);
        let fork = self.fork(&map, color_cells, 1).map(|(_, frame)| frame);
        let figures = [self.bridge(&map, color_cells, 1), fork, self.ring(color_cells, 1)];
        figures.into_iter().flatten().min_by_key(Frame::order)
    }
}

/// The empty cells of a frame, those to place included.
pub(super) fn cells(frame: &Frame) -> Carrier {
    frame.keys.iter().fold(frame.carrier, |cells, &key| cells | Carrier::of(key))
}

/// A frame as part of a double threat: its key is one of the answers.
fn threat(frame: &Frame) -> Frame {
    let keys = frame.keys.len() as u32;
    Frame {
        keys: Vec::new(),
        carrier: cells(frame),
        width: frame.width + keys,
        longest: frame.longest + keys,
        ..frame.clone()
    }
}

/// From each corner to those after it.
fn bridges(map: &FrameMap, topology: &Topology) -> Vec<ArmTask> {
    let mut tasks = Vec::new();
    for corner in Border::corners() {
        let vertex = corner.cells(topology).first().and_then(|cell| map.graph.vertex(cell));
        let Some(from) = vertex else { continue };
        let others = Border::corners().filter(|other| other.index() > corner.index());
        tasks.extend(others.map(|other| ArmTask { from, to: vec![other] }));
    }
    tasks
}

/// From each vertex to each three edges; the nearest last, so that they are tried first.
fn forks(map: &FrameMap, most: u16) -> Vec<ArmTask> {
    let mut tasks = Vec::new();
    for from in 0..map.graph.vertices.len() {
        for a in 0..6 {
            for b in a + 1..6 {
                for c in b + 1..6 {
                    let to = [a, b, c].map(|edge: usize| Edge::ALL[edge].border()).to_vec();
                    let task = ArmTask { from, to };
                    let bound = map.bound(&task).filter(|bound| bound.z <= most);
                    tasks.extend(bound.map(|bound| (bound, task)));
                }
            }
        }
    }
    tasks.sort_by_key(|(bound, _)| Reverse(*bound));
    tasks.into_iter().map(|(_, task)| task).collect()
}

#[cfg(test)]
mod tests {
    use catena_core::{Color, Game, Position, Setup, SwapRule};

    use super::*;

    #[test]
    fn a_search_that_is_given_up_says_so_and_finds_touching_stones() {
        let position = Position::new(Setup::new(Game::Havannah, 4, SwapRule::Off).unwrap());
        let color_cells = ColorCells::of(&position, Color::Black);
        let search = FigureSearch { topology: position.topology(), most_states: 1 };
        let map = search.map(color_cells);
        let bridge = search.bridge(&map, color_cells, u16::MAX).unwrap();
        assert_eq!((bridge.certainty, bridge.keys.len(), bridge.width), (Certainty::AtMost, 4, 0));
        let (_, fork) = search.fork(&map, color_cells, u16::MAX).unwrap();
        assert_eq!((fork.certainty, fork.width), (Certainty::AtMost, 0));
    }

    #[test]
    fn a_ring_that_is_given_up_is_at_most_one_of_touching_stones() {
        let setup = Setup::new(Game::Havannah, 5, SwapRule::Off).unwrap();
        let ring = ["f7", "g6", "f4", "d3", "c4", "d6"].map(|name| setup.topology().cell(name).unwrap());
        let position =
            Position::with_stones(setup, &ring.map(|cell| (cell, Color::Black)), Color::White).unwrap();
        let color_cells = ColorCells::of(&position, Color::Black);
        let ring = |most_states: usize| {
            let search = FigureSearch { topology: position.topology(), most_states };
            let frame = search.ring(color_cells, u16::MAX).unwrap();
            (frame.certainty, frame.keys.len(), frame.width)
        };
        assert_eq!(ring(100_000), (Certainty::Least, 0, 6));
        assert_eq!(ring(1), (Certainty::AtMost, 4, 0));
    }
}
