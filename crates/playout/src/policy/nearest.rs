//! Nearest-neighbor preference (Joosten 2009, section 4.3): moves close to a last move are likelier.
//!
//! Joosten ranks moves by distance and says that the closest have the highest chance. Here, the
//! chance of an empty place at distance d from the last move is proportional to 1/d². Without a
//! last move all places are equal.

use catena_core::{Cell, Topology};

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

/// Prefers places near a last move.
#[derive(Clone, Debug)]
pub struct Nearest {
    distances: Distances,
    focus: Focus,
}

/// After this many rejected samples the chances are computed instead.
const PATIENCE: usize = 32;

impl Nearest {
    /// For playouts on this board.
    #[must_use]
    pub fn new(topology: &Topology, focus: Focus) -> Self {
        Self { distances: Distances::between_places(topology), focus }
    }

    /// Steps between two places.
    #[must_use]
    pub const fn distances(&self) -> &Distances {
        &self.distances
    }

    /// An empty place by its distance from `near`: samples among all and accepts with chance 1/d².
    fn sample(&self, view: &View, near: Cell, rng: &mut Rng) -> Cell {
        let square = |cell: Cell| u64::from(self.distances.between(near, cell)).pow(2);
        for _ in 0..PATIENCE {
            let cell = view.any(rng);
            if (rng.next_u64() >> 32) * square(cell) < 1 << 32 {
                return cell;
            }
        }
        // In fixed point, so that the sum is exact.
        let weight = |cell: Cell| (1u64 << 32) / square(cell);
        let total: u64 = view.empty().iter().map(|&cell| weight(cell)).sum();
        let mut rest = ((u128::from(rng.next_u64()) * u128::from(total)) >> 64) as u64;
        for &cell in view.empty() {
            match rest.checked_sub(weight(cell)) {
                Some(left) => rest = left,
                None => return cell,
            }
        }
        unreachable!("the sample is below the sum of all weights")
    }
}

impl Policy for Nearest {
    fn choose(&mut self, view: &View, rng: &mut Rng) -> Option<Cell> {
        let color = match self.focus {
            Focus::Own => view.to_move(),
            Focus::Coin if rng.next_u64() >> 63 == 0 => view.to_move(),
            Focus::Coin => !view.to_move(),
        };
        let near = view.last(color)?;
        Some(self.sample(view, near, rng))
    }
}
