//! Number of times each pattern appeared as a candidate.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use catena_core::Color;
use catena_model::pattern::{LastMove, Pattern, PatternSymmetry, Reach, Slot};

use crate::Example;

/// Appearances of all patterns up to a reach.
#[derive(Clone, Debug)]
pub struct Counts {
    symmetry: PatternSymmetry,
    reach: Reach,
    last_move: LastMove,
    global: Map,
    local: Map,
}

type Map = HashMap<Pattern, u32, BuildHasherDefault<Mix>>;

impl Counts {
    /// Nothing yet.
    #[must_use]
    pub fn new(symmetry: PatternSymmetry, reach: Reach, last_move: LastMove) -> Self {
        Self { symmetry, reach, last_move, global: Map::default(), local: Map::default() }
    }

    /// Counts the candidates of a game. One that was not chosen counts again in the next choice.
    pub fn add(&mut self, example: &Example) {
        let reaches = || Reach::ALL.into_iter().filter(|&reach| reach <= self.reach);
        for color in Color::ALL {
            let series = &example[color];
            for span in &series.spans {
                for reach in reaches() {
                    let pattern = self.symmetry.pattern(span.what, None, color, reach);
                    *self.global.entry(pattern).or_default() += span.to - span.from;
                }
            }
            for near in series.choices.iter().flat_map(|choice| &choice.near) {
                if near.last.index() >= self.reach.cells() {
                    continue;
                }
                let last = match self.last_move {
                    LastMove::Place => near.last,
                    LastMove::Anywhere => Slot::ANYWHERE,
                };
                let sees = |reach: &Reach| last == Slot::ANYWHERE || last.index() < reach.cells();
                for reach in reaches().filter(sees) {
                    let pattern = self.symmetry.pattern(near.key, Some(last), color, reach);
                    *self.local.entry(pattern).or_default() += 1;
                }
            }
        }
    }

    /// Number of different global and local patterns.
    #[must_use]
    pub fn different(&self) -> (usize, usize) {
        (self.global.len(), self.local.len())
    }

    /// The patterns that appeared at least this often, in their order.
    #[must_use]
    pub fn kept(&self, least_global: u32, least_local: u32) -> Vec<Pattern> {
        let often = |map: &Map, least: u32| -> Vec<Pattern> {
            map.iter().filter(|&(_, &count)| count >= least).map(|(&pattern, _)| pattern).collect()
        };
        let mut kept = often(&self.global, least_global);
        kept.extend(often(&self.local, least_local));
        kept.sort_unstable();
        kept
    }
}

/// A hash of one word: the patterns are counted a hundred million times.
#[derive(Clone, Copy, Debug, Default)]
struct Mix(u64);

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u64(&mut self, word: u64) {
        let mixed = (self.0 ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    }
}
