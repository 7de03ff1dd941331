//! Random numbers for tests and examples. The numbers are those of `playout::Rng`, on which this crate
//! must not depend: the positions that the tests count on and docs/proofs.md measures stay the same.

/// Wyrand-style: one addition and one wide multiplication per number.
pub struct Rng(u64);

impl Rng {
    pub const fn new(seed: u64) -> Self {
        Self(mix(seed ^ 0x9e37_79b9_7f4a_7c15))
    }

    /// A number below `bound`, which must not be 0.
    pub const fn below(&mut self, bound: u32) -> u32 {
        self.0 = self.0.wrapping_add(0xa076_1d64_78bd_642f);
        let high = mix(self.0) >> 32;
        ((high * bound as u64) >> 32) as u32
    }
}

const fn mix(x: u64) -> u64 {
    let wide = (x as u128).wrapping_mul((x ^ 0xe703_7ed1_a0b4_28db) as u128);
    (wide >> 64) as u64 ^ wide as u64
}
