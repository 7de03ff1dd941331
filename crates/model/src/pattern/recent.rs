//! The global weights that were asked for last: from node to node of a search most neighborhood stay the
//! same, and comparing a key takes a tenth of the time of finding its pattern.

use catena_core::Color;

use super::{PatternKey, PatternTable};

/// Remembers global weights of one table, a place for each hash of a key.
#[derive(Clone, Debug)]
pub struct RecentGammas(Box<[(u64, f32)]>);

/// Places, as a power of two: what fits into the second cache beside the tree.
const BITS: u32 = 12;

/// No key has all bits set.
const FREE: u64 = u64::MAX;

impl Default for RecentGammas {
    fn default() -> Self {
        Self(vec![(FREE, 0.0); 1 << BITS].into_boxed_slice())
    }
}

impl RecentGammas {
    /// The weight γ of the global pattern of a key for the player to move, as the table says.
    #[inline]
    pub fn global(&mut self, table: &PatternTable, key: PatternKey, mover: Color) -> f32 {
        let seen = key.0 << 1 | mover as u64;
        let place = (seen.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (u64::BITS - BITS)) as usize;
        let (known, gamma) = &mut self.0[place];
        if *known != seen {
            *known = seen;
            *gamma = table.gamma(table.global(key, mover));
        }
        *gamma
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::embedded::HEX_PATTERNS;
    use crate::pattern::{Keys, Neighborhood, PatternWeights};
    use catena_core::{Cell, Game, Setup, SwapRule};
    use catena_playout::Rng;

    #[test]
    fn remembered_weights_are_those_of_the_table() {
        let setup = Setup::new(Game::Hex, 11, SwapRule::Off).unwrap();
        let table = PatternTable::new(&PatternWeights::from_bytes(HEX_PATTERNS.bytes).unwrap()).unwrap();
        let around = Neighborhood::new(Game::Hex, setup.topology(), table.reach()).unwrap();
        let (mut recent, mut rng) = (RecentGammas::default(), Rng::new(1));
        for _ in 0..20 {
            let mut keys = Keys::new(&around);
            let mut empty: Vec<Cell> = setup.topology().places().collect();
            while empty.len() > 1 {
                let cell = empty.swap_remove(rng.below(empty.len() as u32) as usize);
                keys.place(&around, cell, Color::ALL[empty.len() % 2]);
                for (&cell, mover) in empty.iter().flat_map(|cell| Color::ALL.map(|mover| (cell, mover))) {
                    let known = table.gamma(table.global(keys.of(cell), mover));
                    assert_eq!(recent.global(&table, keys.of(cell), mover), known);
                }
            }
        }
    }
}
