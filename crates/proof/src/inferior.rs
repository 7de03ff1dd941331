//! Inferior cells: dead and captured cells, which can be filled in without changing who wins, and
//! dominated and vulnerable ones, which the player to move need not try.
//!
//! Everything rests on one local fact. The six neighbors of a cell form a ring in which each
//! touches the next. If the ring, however its empty cells are filled, never has two separate runs
//! of one color, then the stone on the cell joins nothing that is not joined anyway, and the cell
//! is dead. [`Rings`] holds the answer for all 3^6 rings, each found by trying every filling; the
//! other notions ask it what a stone nearby would change (Henderson 2010).

mod gate;
mod region;
mod ring;

use catena_core::{Cell, Color, Game, Topology};

use crate::set::CellSet;
use crate::stones::{BoardGraph, StoneSets};
use gate::behind_gates;
use region::useless_regions;
pub use ring::{RingSpot, Rings};

/// Finds the inferior cells of a board.
#[derive(Clone, Debug)]
pub struct InferiorCells<const N: usize> {
    rings: Rings,
    /// Surroundings of each cell.
    around: Box<[RingLookup]>,
    /// Cells whose ring is known: in Y the border belongs to nobody, and its cells have none.
    ringed: CellSet<N>,
    sides: SideEffect,
}

/// The ring of a cell, ready to be looked up.
#[derive(Clone, Copy, Debug)]
struct RingLookup {
    /// The code of its ring on the empty board.
    code: u16,
    /// Its neighbors, and what a black stone there adds to the code; a white one adds twice that.
    stones: [(Cell, u16); 6],
}

impl RingLookup {
    fn new(topology: &Topology, cell: Cell) -> Self {
        let ring = ring::on_empty_board(topology, cell);
        let weights = ring::WEIGHTS;
        let stones = std::array::from_fn(|place| {
            let neighbor = topology.around(cell)[place];
            // Beyond an obtuse corner there is no cell, and on a board of 64 no bit for one.
            let is_cell = ring[place] == RingSpot::Cell && neighbor != topology.off_board();
            if is_cell { (neighbor, weights[place]) } else { (cell, 0) }
        });
        Self { code: ring::encode(&ring) as u16, stones }
    }
}

/// Why a move can be pruned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The opponent can make it worthless by a reply here.
    Vulnerable {
        /// The reply.
        killer: Cell,
    },
    /// Another move makes it needless.
    Dominated {
        /// The better move.
        by: Cell,
    },
}

/// Effect of a side on the stones that touch it: in Hex it joins them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SideEffect {
    /// Hex: a side is as good as a chain.
    Join,
    /// Y.
    Part,
}

impl<const N: usize> InferiorCells<N> {
    /// Prepares for a board of Hex or Y.
    #[must_use]
    pub fn new(game: Game, topology: &Topology) -> Self {
        let sides = if game.facts().has_owned_sides() { SideEffect::Join } else { SideEffect::Part };
        let inner = |cell: &Cell| topology.neighbors(*cell).count() == 6;
        Self {
            rings: Rings::new(),
            around: topology.cells().map(|cell| RingLookup::new(topology, cell)).collect(),
            ringed: topology.cells().filter(|cell| sides == SideEffect::Join || inner(cell)).collect(),
            sides,
        }
    }

    /// Returns true if a cell is dead among these stones.
    #[must_use]
    pub fn is_dead(&self, stones: &StoneSets<N>, cell: Cell) -> bool {
        if !self.ringed.contains(cell) {
            return false;
        }
        let around = &self.around[cell.index()];
        let code = around.stones.iter().fold(around.code, |code, &(neighbor, weight)| {
            let color =
                u16::from(stones.black.contains(neighbor)) + 2 * u16::from(stones.white.contains(neighbor));
            code + weight * color
        });
        self.rings.is_dead_code(usize::from(code))
    }

    fn dead_after(&self, stones: &StoneSets<N>, cell: Cell, color: Color, at: CellSet<N>) -> bool {
        let mut after = *stones;
        after.put(color, at);
        self.is_dead(&after, cell)
    }

    /// Returns true if the color can make either of two neighbors dead by answering on the other.
    fn captures(&self, stones: &StoneSets<N>, color: Color, a: Cell, b: Cell) -> bool {
        self.dead_after(stones, a, color, CellSet::of(b)) && self.dead_after(stones, b, color, CellSet::of(a))
    }

    /// Fills in dead and captured cells until there are no more. Who wins stays the same, whoever
    /// is to move.
    #[must_use]
    pub fn fill_in(&self, graph: &BoardGraph<N>, stones: &StoneSets<N>) -> StoneSets<N> {
        self.fill_in_with_dead(graph, stones).0
    }

    /// Fills in, and tells which of the cells filled in are dead. Those could be of either color
    /// and become Black's.
    #[must_use]
    pub fn fill_in_with_dead(
        &self,
        graph: &BoardGraph<N>,
        stones: &StoneSets<N>,
    ) -> (StoneSets<N>, CellSet<N>) {
        let (mut filled, mut all_dead) = (*stones, CellSet::EMPTY);
        loop {
            let before = filled;
            for cell in filled.empty(graph).cells() {
                if self.is_dead(&filled, cell) {
                    filled.put(Color::Black, CellSet::of(cell));
                    all_dead.insert(cell);
                }
            }
            self.fill_captured(graph, &mut filled);
            let useless = useless_regions(graph, &filled, self.sides);
            filled.put(Color::Black, useless);
            all_dead |= useless;
            if filled == before {
                let behind = behind_gates(graph, &filled);
                if behind.is_empty() {
                    return (filled, all_dead);
                }
                filled.put(Color::Black, behind);
                all_dead |= behind;
            }
        }
    }

    fn fill_captured(&self, graph: &BoardGraph<N>, filled: &mut StoneSets<N>) {
        for a in filled.empty(graph).cells() {
            for color in Color::ALL {
                let empty = filled.empty(graph);
                if !empty.contains(a) {
                    break;
                }
                let others = graph.near(a) & empty;
                if let Some(b) = others.cells().find(|&b| self.captures(filled, color, a, b)) {
                    filled.put(color, CellSet::of(a) | CellSet::of(b));
                }
            }
        }
    }

    /// The moves of `mover` that can be pruned: if the color wins, a move outside this set wins.
    #[must_use]
    pub fn prunable(&self, graph: &BoardGraph<N>, stones: &StoneSets<N>, mover: Color) -> CellSet<N> {
        self.reasons(graph, stones, mover).into_iter().map(|(cell, _)| cell).collect()
    }

    /// The moves that can be pruned, each once, and why.
    ///
    /// A vulnerable cell has a reply that kills it, so the moves after that win sooner; a
    /// dominated one is killed or captured by a move that is not itself pruned as dominated. The
    /// winning moves that win soonest are never vulnerable, and of those one stays.
    #[must_use]
    pub fn reasons(&self, graph: &BoardGraph<N>, stones: &StoneSets<N>, mover: Color) -> Vec<(Cell, Reason)> {
        let empty = stones.empty(graph);
        let mut reasons = Vec::new();
        let mut vulnerable = CellSet::EMPTY;
        let mut dominated = CellSet::EMPTY;
        for cell in empty.cells() {
            let mut near = (graph.near(cell) & empty).cells();
            let kills = |killer: &Cell| self.dead_after(stones, cell, !mover, CellSet::of(*killer));
            if let Some(killer) = near.find(kills) {
                vulnerable.insert(cell);
                reasons.push((cell, Reason::Vulnerable { killer }));
            }
        }
        for better in empty.cells() {
            if dominated.contains(better) {
                continue;
            }
            let mut after = *stones;
            after.put(mover, CellSet::of(better));
            let worse = self.settled_by(graph, &after, mover, graph.near(better) & empty);
            let new = worse.without(vulnerable | dominated);
            reasons.extend(new.cells().map(|cell| (cell, Reason::Dominated { by: better })));
            dominated |= worse;
        }
        reasons
    }

    /// The cells near a stone just placed that are dead or captured for its color by it.
    fn settled_by(
        &self,
        graph: &BoardGraph<N>,
        after: &StoneSets<N>,
        color: Color,
        near: CellSet<N>,
    ) -> CellSet<N> {
        let mut settled: CellSet<N> = near.cells().filter(|&cell| self.is_dead(after, cell)).collect();
        let empty = after.empty(graph);
        for a in near.without(settled).cells() {
            let partners = (graph.near(a) & empty).without(settled);
            if let Some(b) = partners.cells().find(|&b| self.captures(after, color, a, b)) {
                settled |= CellSet::of(a) | CellSet::of(b);
            }
        }
        settled
    }
}
