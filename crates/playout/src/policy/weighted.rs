//! Könnecke and Waldmann's distribution (2009, sections 6 and 9): a move is drawn by weight, and
//! after move number n the empty neighbors of its cell get weight n³, so that play goes on
//! locally.

use catena_core::topology::{MAX_CELLS, NEIGHBOR_SLOTS};
use catena_core::{Cell, Topology};

use super::{Blocks, Distances, Policy, Sampler, View, Weight};
use crate::Rng;

/// Draws by weights that grow around the last moves.
#[derive(Clone, Debug)]
pub struct Weighted<S = Blocks> {
    /// The neighbors of each place, padded with the off-board cell.
    neighbors: Box<[[Cell; NEIGHBOR_SLOTS]]>,
    /// Slots in use: without the last two where no cell has this many neighbors.
    slots: usize,
    /// All bits for an empty place, none for others: a mask instead of a branch that could not be
    /// predicted.
    empty: [u32; MAX_CELLS],
    center: Cell,
    /// The weights at the start of a playout, without zeros.
    initial: Vec<(Cell, u32)>,
    sampler: S,
}

/// Upper limit of the sum of initial weights: with n³ on all empty cells of 384 it stays below 2³².
const MAX_INITIAL: u64 = 1 << 30;
const _: () = assert!((MAX_CELLS as u64).pow(4) * 27 / 256 + MAX_INITIAL < 1 << 32);

impl<S: Sampler> Weighted<S> {
    /// Starts with unit weight on the center, as in section 9.
    #[must_use]
    pub fn new(topology: &Topology) -> Self {
        let neighbors = topology.cells().map(|cell| {
            topology.around(cell).map(|neighbor| match neighbor == topology.off_board() {
                true => neighbor,
                false => topology.canonical(neighbor),
            })
        });
        let wide = |cell: Cell| topology.neighbors(cell).count() > 6;
        let center = Distances::between_places(topology).center();
        Self {
            neighbors: neighbors.collect(),
            slots: if topology.cells().any(wide) { NEIGHBOR_SLOTS } else { 6 },
            empty: [0; MAX_CELLS],
            center,
            initial: vec![(center, 1)],
            sampler: S::default(),
        }
    }

    /// Starts playouts with these weights from now on, such as RAVE values; other places have 0.
    ///
    /// # Panics
    /// If the weights sum to more than 2³⁰.
    pub fn set_initial(&mut self, weights: impl IntoIterator<Item = (Cell, u32)>) {
        self.initial.clear();
        self.initial.extend(weights.into_iter().filter(|&(_, weight)| weight > 0));
        let total: u64 = self.initial.iter().map(|&(_, weight)| u64::from(weight)).sum();
        assert!(total <= MAX_INITIAL, "initial weights sum to {total}");
    }
}

impl<S: Sampler> Policy for Weighted<S> {
    fn start_from(&mut self, weights: &[(Cell, u32)]) {
        match weights.iter().any(|&(_, weight)| weight > 0) {
            true => self.set_initial(weights.iter().copied()),
            false => self.set_initial([(self.center, 1)]),
        }
    }

    fn begin(&mut self, view: &View) {
        self.sampler.clear();
        self.empty = [0; MAX_CELLS];
        view.empty().iter().for_each(|cell| self.empty[cell.index()] = u32::MAX);
        for &(cell, weight) in self.initial.iter().filter(|(cell, _)| view.stone(*cell).is_none()) {
            self.sampler.set(cell, weight);
        }
    }

    #[inline]
    fn choose(&mut self, _: &View, rng: &mut Rng) -> Option<Cell> {
        let total = self.sampler.total();
        (total > 0).then(|| self.sampler.select(u32::sample(total, rng)))
    }

    #[inline]
    fn played(&mut self, view: &View, cell: Cell) {
        self.sampler.set(cell, 0);
        self.empty[cell.index()] = 0;
        let weight = (view.taken() as u32).pow(3);
        for &neighbor in &self.neighbors[cell.index()][..self.slots] {
            self.sampler.set(neighbor, weight & self.empty[neighbor.index()]);
        }
    }
}
