//! Rings off-line by Dijkstra's algorithm in the (max, min) semiring (Könnecke and Waldmann 2009,
//! section 8), bridges and forks on-line.
//!
//! A path from the border to a cell is cut when the first of its own stones is played, the cell
//! itself not counted; the cell is surrounded when the last path is cut. That the cell is not
//! counted makes own stones inside a ring, and the stone with six own neighbors, come out right.

use catena_core::topology::MAX_CELLS;
use catena_core::{Cell, Color, Figures, JudgeAnswer, Outcome, Topology};

use super::{UnionFind, Winner, mover};

/// The time of stones that stood before the first move, which is made at 1.
const BEFORE: u16 = 0;
/// The time of what never happens: later than all others.
const NEVER: u16 = MAX_CELLS as u16 + 1;
/// The mark of a cell that no path has reached yet.
const UNREACHED: u16 = u16::MAX;

/// When each cell was surrounded by one color: the vector `s` of the paper.
///
/// The queue orders cells by the weight of the paths that go on through them, the smaller of `s`
/// and `b`; then a cell gets its final value when it is first reached and enters the queue once.
/// Weights are the numbers of moves, counted from 1, and each has one stone, so the list of a move is
/// that stone, if it has been reached, and a stack of cells that were cut off no earlier.
#[derive(Clone, Debug)]
pub struct Surrounded {
    /// When each cell was played by the color: `b`.
    played: [u16; MAX_CELLS],
    /// When each cell was surrounded: `s`.
    when: [u16; MAX_CELLS],
    stack: [u16; MAX_CELLS],
    waiting: usize,
    reached: usize,
}

impl Surrounded {
    /// Room for any board.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            played: [NEVER; MAX_CELLS],
            when: [UNREACHED; MAX_CELLS],
            stack: [0; MAX_CELLS],
            waiting: 0,
            reached: 0,
        }
    }

    /// Works out when cells were surrounded by a color; the ply of its earliest ring, counted
    /// from 0, if there is one. Moves alternate and Black begins.
    pub fn earliest_ring(&mut self, topology: &Topology, moves: &[Cell], color: Color) -> Option<usize> {
        self.earliest_ring_after(topology, std::iter::empty(), moves, color as usize)
    }

    /// The same for a color with stones that make no ring by themselves, whose first move is the one with this
    /// index, 0 or 1.
    pub fn earliest_ring_after(
        &mut self,
        topology: &Topology,
        stones: impl Iterator<Item = Cell>,
        moves: &[Cell],
        first: usize,
    ) -> Option<usize> {
        let own = || moves.iter().enumerate().skip(first).step_by(2);
        self.played[..topology.len()].fill(NEVER);
        stones.for_each(|cell| self.played[cell.index()] = BEFORE);
        own().for_each(|(ply, cell)| self.played[cell.index()] = ply as u16 + 1);
        self.when[..topology.len()].fill(UNREACHED);
        // Beyond the border, so that it is never reached.
        self.when[topology.len()] = NEVER;
        (self.waiting, self.reached) = (0, 0);
        for cell in topology.cells().filter(|&cell| !topology.borders(cell).is_empty()) {
            self.reach(cell, NEVER);
        }
        self.spread(topology, NEVER);
        let mut earliest = None;
        for (ply, &cell) in own().rev() {
            if self.reached == topology.len() {
                break;
            }
            if self.when[cell.index()] != UNREACHED {
                let before = self.reached;
                self.reach_around(topology, cell, ply as u16 + 1);
                self.spread(topology, ply as u16 + 1);
                earliest = if self.reached > before { Some(ply) } else { earliest };
            }
        }
        earliest
    }

    /// The ply, counted from 0, at which a cell was surrounded, after
    /// [`earliest_ring`](Self::earliest_ring).
    #[must_use]
    pub fn when(&self, cell: Cell) -> Option<usize> {
        let when = self.when[cell.index()];
        (BEFORE + 1..NEVER).contains(&when).then(|| usize::from(when) - 1)
    }

    /// Goes on from the cells that do not cut a path of this weight.
    fn spread(&mut self, topology: &Topology, weight: u16) {
        while self.waiting > 0 {
            self.waiting -= 1;
            let cell = Cell::new(usize::from(self.stack[self.waiting]));
            self.reach_around(topology, cell, weight);
        }
    }

    #[inline]
    fn reach_around(&mut self, topology: &Topology, cell: Cell, weight: u16) {
        for &neighbor in &topology.around(cell)[..6] {
            if self.when[neighbor.index()] == UNREACHED {
                self.reach(neighbor, weight);
            }
        }
    }

    #[inline]
    fn reach(&mut self, cell: Cell, weight: u16) {
        self.when[cell.index()] = weight;
        self.reached += 1;
        if self.played[cell.index()] >= weight {
            self.stack[self.waiting] = cell.index() as u16;
            self.waiting += 1;
        }
    }
}

impl Default for Surrounded {
    fn default() -> Self {
        Self::new()
    }
}

/// Bridges and forks on-line, then the earliest ring of each color off-line: the procedure of
/// section 8.
#[derive(Clone, Debug)]
pub struct Dijkstra {
    topology: Topology,
    groups: UnionFind,
    surrounded: Surrounded,
}

impl Dijkstra {
    /// For games on this board.
    #[must_use]
    pub fn new(topology: &Topology) -> Self {
        Self { topology: topology.clone(), groups: UnionFind::new(topology), surrounded: Surrounded::new() }
    }

    /// The result, given that the first bridge or fork, if any, came with the last move.
    fn with_rings(&mut self, moves: &[Cell], touching: Figures) -> JudgeAnswer {
        let touch = (!touching.is_empty()).then(|| moves.len() - 1);
        self.combine(moves, touch, touching)
    }

    /// The result, given when the first bridge or fork came, if one did.
    pub(crate) fn combine(&mut self, moves: &[Cell], touch: Option<usize>, touching: Figures) -> JudgeAnswer {
        let rings = Color::ALL.map(|color| self.surrounded.earliest_ring(&self.topology, moves, color));
        let Some(first) = rings.into_iter().chain([touch]).flatten().min() else {
            let full = moves.len() == self.topology.len();
            return JudgeAnswer { outcome: full.then_some(Outcome::DRAW), plies: moves.len() };
        };
        let ring = rings.contains(&Some(first));
        let others = if touch == Some(first) { touching } else { Figures::empty() };
        let figures = Figures::RING.when(ring).union(others);
        JudgeAnswer { outcome: Some(Outcome::win(mover(first), figures)), plies: first + 1 }
    }
}

impl Winner for Dijkstra {
    fn name(&self) -> &'static str {
        "dijkstra"
    }

    fn judge(&mut self, moves: &[Cell]) -> JudgeAnswer {
        self.groups.clear();
        for (ply, &cell) in moves.iter().enumerate() {
            let figures = self.groups.place(cell, mover(ply));
            if !figures.is_empty() {
                return self.with_rings(&moves[..=ply], figures);
            }
        }
        self.with_rings(moves, Figures::empty())
    }
}
