//! Nearest-neighbor preference (Joosten 2009, section 4.3): moves close to a last move are likelier.
//!
//! Joosten ranks moves by distance and says that the closest have the highest chance, not how much higher: that
//! is a function from a distance to a weight. Without a last move all places are equal.

use catena_core::{Cell, Color, Topology};

use super::{Distances, Policy, View};
use crate::Rng;

/// Which last move attracts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Focus {
    /// The own one.
    Own,
    /// The own or the opponent's, by the toss of a coin for each move.
    Coin,
}

/// The weight of a place at a distance of at least 1, when no place is farther than `farthest`.
pub type NearestWeight = fn(distance: u64, farthest: u64) -> u64;

/// 1 for the farthest places, one more for each step closer.
#[must_use]
pub fn linear(distance: u64, farthest: u64) -> u64 {
    farthest + 1 - distance
}

/// In proportion to 1/d.
#[must_use]
pub fn inverse(distance: u64, _: u64) -> u64 {
    (1 << 32) / distance
}

/// In proportion to 1/d².
#[must_use]
pub fn inverse_square(distance: u64, _: u64) -> u64 {
    (1 << 32) / (distance * distance)
}

/// Prefers places near a last move.
#[derive(Clone, Debug)]
pub struct Nearest {
    distances: Distances,
    focus: Focus,
    /// By distance; the place itself has none.
    weights: Box<[u64]>,
    /// By distance: the chance that a sampled place is taken, of 2³².
    chances: Box<[u64]>,
}

/// After this many rejected samples the chances are computed instead.
const PATIENCE: usize = 32;

impl Nearest {
    /// For playouts on this board.
    #[must_use]
    pub fn new(topology: &Topology, focus: Focus, weight: NearestWeight) -> Self {
        let distances = Distances::between_places(topology);
        let farthest = u64::from(distances.farthest());
        let weights: Box<[u64]> = (0..=farthest)
            .map(|distance| if distance == 0 { 0 } else { weight(distance, farthest) })
            .collect();
        let most = weights.iter().copied().max().unwrap_or_default().max(1);
        let chances =
            weights.iter().map(|&weight| ((u128::from(weight) << 32) / u128::from(most)) as u64).collect();
        Self { distances, focus, weights, chances }
    }

    /// Steps between two places.
    #[must_use]
    pub const fn distances(&self) -> &Distances {
        &self.distances
    }

    /// The weight of a place beside a last move.
    #[must_use]
    pub fn weight(&self, near: Cell, cell: Cell) -> u64 {
        self.weights[usize::from(self.distances.between(near, cell))]
    }

    /// The color whose last move attracts the player to move.
    #[must_use]
    pub fn attracting(&self, to_move: Color, rng: &mut Rng) -> Color {
        match self.focus {
            Focus::Own => to_move,
            Focus::Coin if rng.next_u64() >> 63 == 0 => to_move,
            Focus::Coin => !to_move,
        }
    }

    /// One of these places by its weight beside `near`.
    pub fn choose_near(
        &self,
        near: Cell,
        places: impl Iterator<Item = Cell> + Clone,
        rng: &mut Rng,
    ) -> usize {
        let total: u64 = places.clone().map(|cell| self.weight(near, cell)).sum();
        let mut rest = ((u128::from(rng.next_u64()) * u128::from(total)) >> 64) as u64;
        for (index, cell) in places.enumerate() {
            match rest.checked_sub(self.weight(near, cell)) {
                Some(left) => rest = left,
                None => return index,
            }
        }
        unreachable!("the sample is below the sum of all weights")
    }

    /// An empty place by its weight: samples among all and accepts by the chance of its distance.
    fn sample(&self, view: &View, near: Cell, rng: &mut Rng) -> Cell {
        for _ in 0..PATIENCE {
            let cell = view.any(rng);
            if rng.next_u64() >> 32 < self.chances[usize::from(self.distances.between(near, cell))] {
                return cell;
            }
        }
        view.empty()[self.choose_near(near, view.empty().iter().copied(), rng)]
    }
}

impl Policy for Nearest {
    fn choose(&mut self, view: &View, rng: &mut Rng) -> Option<Cell> {
        let near = view.last(self.attracting(view.to_move(), rng))?;
        Some(self.sample(view, near, rng))
    }
}
