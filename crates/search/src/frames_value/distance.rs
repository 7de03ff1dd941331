//! How many stones a color lacks between places and edges, if 2-bridges hold: what tells sub-games from each other.

use std::collections::VecDeque;

use catena_core::topology::MAX_CELLS;
use catena_core::{Cell, Color, Position, Topology};
use catena_playout::policy::TwoBridges;
use catena_proof::frame::Edge;

/// Farther than any cell, or cut off.
const FAR: u8 = u8::MAX;

/// The parts of a board that distances need.
#[derive(Debug)]
pub(super) struct FrameBoard {
    bridges: TwoBridges,
    edges: [Vec<Cell>; 6],
}

/// The stones of a position as a color sees them.
pub(super) struct Stones<'a> {
    topology: &'a Topology,
    /// By cell: the stones that it costs to have it, or `FAR`.
    cost: [u8; MAX_CELLS],
}

impl<'a> Stones<'a> {
    pub(super) fn of(position: &'a Position, color: Color) -> Self {
        let mut cost = [FAR; MAX_CELLS];
        for cell in position.topology().cells() {
            cost[cell.index()] = match position.board().stone(cell) {
                None => 1,
                Some(stone) if stone == color => 0,
                Some(_) => FAR,
            };
        }
        Self { topology: position.topology(), cost }
    }

    /// Stones to place to have a cell; none if the opponent has it.
    pub(super) fn cost(&self, cell: Cell) -> Option<u32> {
        (self.cost[cell.index()] != FAR).then(|| u32::from(self.cost[cell.index()]))
    }

    pub(super) fn is_empty(&self, cell: Cell) -> bool {
        self.cost[cell.index()] == 1
    }

    fn is_own(&self, cell: Cell) -> bool {
        self.cost[cell.index()] == 0
    }

    /// The chain of an own stone.
    pub(super) fn chain(&self, stone: Cell) -> Vec<Cell> {
        let mut chain = vec![stone];
        let mut next = 0;
        while let Some(&cell) = chain.get(next) {
            next += 1;
            for beside in self.topology.neighbors(cell) {
                if self.is_own(beside) && !chain.contains(&beside) {
                    chain.push(beside);
                }
            }
        }
        chain
    }
}

/// By cell, the stones to place on the best way to it, itself included.
pub(super) struct Distances([u8; MAX_CELLS]);

impl Distances {
    pub(super) fn at(&self, cell: Cell) -> Option<u32> {
        (self.0[cell.index()] != FAR).then(|| u32::from(self.0[cell.index()]))
    }
}

impl FrameBoard {
    pub(super) fn new(topology: &Topology) -> Self {
        let edges = Edge::ALL.map(|edge| edge.cells(topology).cells().collect());
        Self { bridges: TwoBridges::new(topology), edges }
    }

    /// The cells of an edge.
    pub(super) fn edge(&self, edge: Edge) -> &[Cell] {
        &self.edges[edge.index()]
    }

    /// The distances from an edge. Two empty cells of it beside a cell are as good as being there.
    pub(super) fn edge_distances(&self, stones: &Stones, edge: Edge) -> Distances {
        let cells = self.edge(edge);
        let empty: Vec<Cell> = cells.iter().copied().filter(|&cell| stones.is_empty(cell)).collect();
        let mut touching = [0u8; MAX_CELLS];
        for &cell in &empty {
            stones.topology.neighbors(cell).for_each(|next| touching[next.index()] += 1);
        }
        let second_row = stones.topology.cells().filter(|cell| touching[cell.index()] >= 2);
        self.spread(stones, cells.iter().copied().chain(second_row))
    }

    /// The distances from a chain, or from an empty cell that is taken for one.
    pub(super) fn base_distances(&self, stones: &Stones, base: &[Cell]) -> Distances {
        let mut with_base = Stones { topology: stones.topology, cost: stones.cost };
        base.iter().for_each(|cell| with_base.cost[cell.index()] = 0);
        self.spread(&with_base, base.iter().copied())
    }

    /// The distances from some cells over links: cells that touch, and 2-bridges over two empty cells.
    fn spread(&self, stones: &Stones, from: impl Iterator<Item = Cell>) -> Distances {
        let mut distances = [FAR; MAX_CELLS];
        let mut queue = VecDeque::with_capacity(stones.topology.len());
        let mut visit = |cell: Cell, before: u8, queue: &mut VecDeque<(Cell, u8)>| {
            let cost = stones.cost[cell.index()];
            if cost == FAR || before + cost >= distances[cell.index()] {
                return;
            }
            distances[cell.index()] = before + cost;
            match cost {
                0 => queue.push_front((cell, before)),
                _ => queue.push_back((cell, before + cost)),
            }
        };
        from.for_each(|cell| visit(cell, 0, &mut queue));
        while let Some((cell, distance)) = queue.pop_front() {
            for next in stones.topology.neighbors(cell) {
                visit(next, distance, &mut queue);
            }
            for bridge in self.bridges.of(cell) {
                if bridge.carrier.into_iter().all(|between| stones.is_empty(between)) {
                    visit(bridge.to, distance, &mut queue);
                }
            }
        }
        Distances(distances)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use catena_core::{Game, Setup, SwapRule};

    fn distance(stones: &[(&str, Color)], to: &str) -> Option<u32> {
        let setup = Setup::new(Game::Havannah, 5, SwapRule::Off).unwrap();
        let cell = |name: &str| setup.topology().cell(name).unwrap();
        let stones: Vec<(Cell, Color)> = stones.iter().map(|&(name, color)| (cell(name), color)).collect();
        let position = Position::with_stones(setup.clone(), &stones, Color::Black).unwrap();
        let board = FrameBoard::new(position.topology());
        board.edge_distances(&Stones::of(&position, Color::Black), Edge::ALL[0]).at(cell(to))
    }

    #[test]
    fn bridges_and_the_second_row_cost_nothing() {
        assert_eq!(distance(&[("b3", Color::Black)], "b3"), Some(0));
        assert_eq!(distance(&[("b3", Color::Black), ("d4", Color::Black)], "d4"), Some(0));
        assert_eq!(distance(&[("d4", Color::Black)], "d4"), Some(1));
        assert_eq!(distance(&[], "d4"), Some(2));
    }

    #[test]
    fn stones_of_the_opponent_are_in_the_way() {
        let white = |name| (name, Color::White);
        assert_eq!(distance(&[("b3", Color::Black), white("a2")], "b3"), Some(1));
        assert_eq!(distance(&[white("b3")], "b3"), None);
        let wall = ["b1", "b2", "b3", "b4", "b5", "b6"].map(white);
        assert_eq!(distance(&wall, "d4"), None);
    }
}
