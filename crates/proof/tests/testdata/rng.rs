//! Random numbers for tests and examples. The crate has no generator of its own, and `playout`,
//! which has one, is built beside it.

/// Xorshift64* (Vigna 2016).
pub struct Rng(u64);

impl Rng {
    pub const fn new(seed: u64) -> Self {
        // Small seeds differ in few bits, and zero would stay zero.
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x2545_f491_4f6c_dd1d)
    }

    /// A number below `bound`, which must not be 0.
    pub const fn below(&mut self, bound: u32) -> u32 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let high = self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 32;
        ((high * bound as u64) >> 32) as u32
    }
}
