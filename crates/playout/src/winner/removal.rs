//! Rings by iterative removal (Joosten 2009, section 4.1), after each move that extends or joins
//! chains.
//!
//! From the chain of the new stone every stone is removed that has fewer than two neighbors in
//! it, or exactly two that touch each other. If something is left there is a ring. Joosten's forks
//! must do without corner cells; here, as in the rules of the game, a corner may link a fork.

use catena_core::topology::MAX_CELLS;
use catena_core::{Cell, Color, Figures, JudgeAnswer, Outcome, Topology};

use super::{UnionFind, Winner, mover};

const DIRECTIONS: usize = 6;

/// Union-find for bridges and forks, iterative removal for rings.
#[derive(Clone, Debug)]
pub struct Removal {
    topology: Topology,
    groups: UnionFind,
    /// True for stones of the chain that is being reduced. The off-board cell never does.
    in_chain: [bool; MAX_CELLS],
    chain: Vec<Cell>,
    doubtful: Vec<Cell>,
}

impl Removal {
    /// For games on this board.
    #[must_use]
    pub fn new(topology: &Topology) -> Self {
        Self {
            topology: topology.clone(),
            groups: UnionFind::new(topology),
            in_chain: [false; MAX_CELLS],
            chain: Vec::with_capacity(MAX_CELLS),
            doubtful: Vec::with_capacity(MAX_CELLS * DIRECTIONS),
        }
    }

    /// Returns true if the chain of a stone contains a ring.
    fn has_ring(&mut self, cell: Cell, color: Color) -> bool {
        self.collect_chain(cell, color);
        let mut left = self.chain.len();
        self.doubtful.clear();
        self.doubtful.extend_from_slice(&self.chain);
        while let Some(stone) = self.doubtful.pop() {
            if self.in_chain[stone.index()] && self.is_loose(stone) {
                self.in_chain[stone.index()] = false;
                left -= 1;
                let touched = self.topology.neighbors(stone);
                self.doubtful.extend(touched.filter(|cell| self.in_chain[cell.index()]));
            }
        }
        self.chain.iter().for_each(|stone| self.in_chain[stone.index()] = false);
        left > 0
    }

    fn collect_chain(&mut self, cell: Cell, color: Color) {
        let stones = self.groups.forest(color);
        self.chain.clear();
        self.chain.push(cell);
        self.in_chain[cell.index()] = true;
        let mut next = 0;
        while next < self.chain.len() {
            for neighbor in self.topology.neighbors(self.chain[next]) {
                if !self.in_chain[neighbor.index()] && stones.contains(neighbor) {
                    self.in_chain[neighbor.index()] = true;
                    self.chain.push(neighbor);
                }
            }
            next += 1;
        }
    }

    fn is_loose(&self, stone: Cell) -> bool {
        let around = self.topology.around(stone);
        let own = |direction: usize| self.in_chain[around[direction % DIRECTIONS].index()];
        let neighbors = (0..DIRECTIONS).filter(|&direction| own(direction)).count();
        let side_by_side = || (0..DIRECTIONS).any(|direction| own(direction) && own(direction + 1));
        neighbors < 2 || neighbors == 2 && side_by_side()
    }
}

impl Winner for Removal {
    fn name(&self) -> &'static str {
        "removal"
    }

    fn judge(&mut self, moves: &[Cell]) -> JudgeAnswer {
        self.groups.clear();
        for (ply, &cell) in moves.iter().enumerate() {
            let color = mover(ply);
            let touching = self.groups.place(cell, color);
            let own = |neighbor| self.groups.forest(color).contains(neighbor);
            let isolated = !self.topology.neighbors(cell).any(own);
            let figures = touching.union(Figures::RING.when(!isolated && self.has_ring(cell, color)));
            if !figures.is_empty() {
                return JudgeAnswer { outcome: Some(Outcome::win(color, figures)), plies: ply + 1 };
            }
        }
        let full = moves.len() == self.topology.len();
        JudgeAnswer { outcome: full.then_some(Outcome::DRAW), plies: moves.len() }
    }
}
