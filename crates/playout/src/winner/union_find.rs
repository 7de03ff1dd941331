//! Bridges and forks on-line by union-find (Könnecke and Waldmann 2009, section 7): a disjoint-set
//! forest with union by rank and path compression, 12 border bits at each root, and a table of
//! 4,096 entries that says which sets of borders win.

use catena_core::topology::MAX_CELLS;
use catena_core::{Cell, Color, Figures, JudgeAnswer, Outcome, Topology};

use super::{Winner, mover};
use crate::kernel::BRIDGES_AND_FORKS;

/// The groups of one color.
#[derive(Clone, Debug)]
pub struct Forest {
    parents: [u16; MAX_CELLS],
    ranks: [u8; MAX_CELLS],
    borders: [u16; MAX_CELLS],
}

/// The parent of a cell without a stone.
const NONE: u16 = u16::MAX;

impl Forest {
    /// No stones.
    #[must_use]
    pub const fn new() -> Self {
        Self { parents: [NONE; MAX_CELLS], ranks: [0; MAX_CELLS], borders: [0; MAX_CELLS] }
    }

    /// Takes all stones away.
    pub fn clear(&mut self) {
        self.parents.fill(NONE);
    }

    /// Returns true if the color has a stone on the cell.
    #[inline]
    #[must_use]
    pub fn contains(&self, cell: Cell) -> bool {
        self.parents[cell.index()] != NONE
    }

    /// Adds a stone and unites it with its neighbors; bridge and fork of its group.
    #[inline]
    pub fn place(&mut self, topology: &Topology, cell: Cell) -> Figures {
        let index = cell.index();
        self.parents[index] = index as u16;
        self.ranks[index] = 0;
        self.borders[index] = topology.borders(cell).bits();
        let mut root = index;
        for &neighbor in topology.around(cell) {
            if self.contains(neighbor) {
                let other = self.find(neighbor.index());
                root = self.unite(root, other);
            }
        }
        BRIDGES_AND_FORKS[usize::from(self.borders[root]) % BRIDGES_AND_FORKS.len()]
    }

    fn find(&mut self, index: usize) -> usize {
        let mut root = index;
        while usize::from(self.parents[root]) != root {
            root = usize::from(self.parents[root]);
        }
        let mut at = index;
        while at != root {
            at = usize::from(std::mem::replace(&mut self.parents[at], root as u16));
        }
        root
    }

    fn unite(&mut self, a: usize, b: usize) -> usize {
        if a == b {
            return a;
        }
        let (root, child) = if self.ranks[a] >= self.ranks[b] { (a, b) } else { (b, a) };
        self.ranks[root] += u8::from(self.ranks[a] == self.ranks[b]);
        self.parents[child] = root as u16;
        self.borders[root] |= self.borders[child];
        root
    }
}

impl Default for Forest {
    fn default() -> Self {
        Self::new()
    }
}

/// Bridges and forks only: it does not see rings.
#[derive(Clone, Debug)]
pub struct UnionFind {
    topology: Topology,
    forests: [Forest; 2],
}

impl UnionFind {
    /// For games on this board.
    #[must_use]
    pub fn new(topology: &Topology) -> Self {
        Self { topology: topology.clone(), forests: [Forest::new(), Forest::new()] }
    }

    /// Takes all stones away.
    pub fn clear(&mut self) {
        self.forests.iter_mut().for_each(Forest::clear);
    }

    /// The stones of a color.
    #[must_use]
    pub fn forest(&self, color: Color) -> &Forest {
        &self.forests[color as usize]
    }

    /// Adds a stone; bridge and fork of its group.
    #[inline]
    pub fn place(&mut self, cell: Cell, color: Color) -> Figures {
        self.forests[color as usize].place(&self.topology, cell)
    }
}

impl Winner for UnionFind {
    fn name(&self) -> &'static str {
        "union-find"
    }

    fn judge(&mut self, moves: &[Cell]) -> JudgeAnswer {
        self.clear();
        for (ply, &cell) in moves.iter().enumerate() {
            let figures = self.place(cell, mover(ply));
            if !figures.is_empty() {
                return JudgeAnswer { outcome: Some(Outcome::win(mover(ply), figures)), plies: ply + 1 };
            }
        }
        let full = moves.len() == self.topology.len();
        JudgeAnswer { outcome: full.then_some(Outcome::DRAW), plies: moves.len() }
    }
}
