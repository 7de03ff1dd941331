//! Könnecke and Waldmann's distribution (2009, sections 6 and 9): a move is drawn by weight, and
//! after move number n the empty neighbors of its cell get weight n³, so that play goes on
//! locally. Each player has a distribution of its own, or both share one.

use catena_core::topology::{MAX_CELLS, NEIGHBOR_SLOTS};
use catena_core::{ByColor, Cell, Color, Topology};

use super::{Blocks, Distances, Policy, Sampler, View, Weight, index};
use crate::Rng;

/// Whose moves raise the weights that a player draws by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Distribution {
    /// The player's own.
    Own,
    /// Those of both players.
    Shared,
}

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
    distribution: Distribution,
    /// The weights at the start of a playout, without zeros, for each sampler.
    initial: [Vec<(Cell, u32)>; 2],
    /// By the color that draws; only the first is in use if the players share it.
    samplers: [S; 2],
}

/// Upper limit of the sum of initial weights: with n³ on all empty cells of 384 it stays below 2³².
const MAX_INITIAL: u64 = 1 << 30;
const _: () = assert!((MAX_CELLS as u64).pow(4) * 27 / 256 + MAX_INITIAL < 1 << 32);

impl<S: Sampler> Weighted<S> {
    /// Starts with unit weight on the center, as in section 9.
    #[must_use]
    pub fn new(topology: &Topology, distribution: Distribution) -> Self {
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
            distribution,
            initial: [vec![(center, 1)], vec![(center, 1)]],
            samplers: [S::default(), S::default()],
        }
    }

    /// Starts playouts with these weights from now on, such as RAVE values; other places have 0. Black's serve both
    /// players if they share a distribution.
    ///
    /// # Panics
    /// If the weights of a color sum to more than 2³⁰.
    pub fn set_initial(&mut self, weights: ByColor<&[(Cell, u32)]>) {
        for (initial, weights) in self.initial.iter_mut().zip([weights.black, weights.white]) {
            initial.clear();
            initial.extend(weights.iter().filter(|(_, weight)| *weight > 0));
            let total: u64 = initial.iter().map(|&(_, weight)| u64::from(weight)).sum();
            assert!(total <= MAX_INITIAL, "initial weights sum to {total}");
            if initial.is_empty() {
                initial.push((self.center, 1));
            }
        }
    }

    /// The number of distributions.
    #[inline]
    const fn count(&self) -> usize {
        match self.distribution {
            Distribution::Own => 2,
            Distribution::Shared => 1,
        }
    }

    /// The sampler of who made, or makes, a move of this color.
    #[inline]
    const fn of(&self, color: Color) -> usize {
        match self.distribution {
            Distribution::Own => index(color),
            Distribution::Shared => 0,
        }
    }
}

impl<S: Sampler> Policy for Weighted<S> {
    fn start_from(&mut self, weights: ByColor<&[(Cell, u32)]>) {
        self.set_initial(weights);
    }

    fn begin(&mut self, view: &View) {
        self.empty = [0; MAX_CELLS];
        view.empty().iter().for_each(|cell| self.empty[cell.index()] = u32::MAX);
        let count = self.count();
        for (sampler, initial) in self.samplers.iter_mut().zip(&self.initial).take(count) {
            sampler.clear();
            for &(cell, weight) in initial.iter().filter(|(cell, _)| view.stone(*cell).is_none()) {
                sampler.set(cell, weight);
            }
        }
    }

    #[inline]
    fn choose(&mut self, view: &View, rng: &mut Rng) -> Option<Cell> {
        let sampler = &self.samplers[self.of(view.to_move())];
        let total = sampler.total();
        (total > 0).then(|| sampler.select(u32::sample(total, rng)))
    }

    #[inline]
    fn played(&mut self, view: &View, cell: Cell) {
        let count = self.count();
        self.samplers[..count].iter_mut().for_each(|sampler| sampler.set(cell, 0));
        self.empty[cell.index()] = 0;
        let weight = (view.taken() as u32).pow(3);
        let own = self.of(!view.to_move());
        let sampler = &mut self.samplers[own];
        for &neighbor in &self.neighbors[cell.index()][..self.slots] {
            sampler.set(neighbor, weight & self.empty[neighbor.index()]);
        }
    }
}
