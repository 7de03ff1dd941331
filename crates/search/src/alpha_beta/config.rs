//! The parameters of alpha-beta.

use crate::Switch;
use crate::param::{Any, params};

params! {
    /// Parameters of alpha-beta. Each line is a parameter with its default and range.
    pub struct AlphaBetaConfig {
        /// Maximum depth in moves.
        depth: u32 = 64, in 1..=400;
        /// Moves tried in the position itself; of moves that are proved to lose any number more.
        width_1: u32 = 20, in 1..=400;
        /// Moves tried one move on.
        width_2: u32 = 20, in 1..=400;
        /// Moves tried two moves on.
        width_3: u32 = 20, in 1..=400;
        /// Moves tried three moves on and deeper.
        width_4: u32 = 20, in 1..=400;
        /// Bonus for the player to move, in the logarithm of the ratio of resistances.
        tempo: f32 = 0.4, in 0.0..=10.0;
        /// Try only moves that stop the winning threats which virtual connections make.
        must_play: Switch = Switch::On, in Any;
        /// Prune moves that are inferior to others.
        inferior: Switch = Switch::On, in Any;
        /// Full connections kept between two points.
        fulls: u32 = 6, in 1..=10_000;
        /// Semi-connections kept between two points.
        semis: u32 = 16, in 1..=10_000;
        /// Memory of the table of positions in MiB; a full one is forgotten.
        memory: u32 = 256, in 1..=1_000_000;
    }
}

impl AlphaBetaConfig {
    /// Moves tried in a position this many moves on.
    pub(super) const fn width(&self, ply: usize) -> usize {
        let width = match ply {
            0 => self.width_1,
            1 => self.width_2,
            2 => self.width_3,
            _ => self.width_4,
        };
        width as usize
    }
}
