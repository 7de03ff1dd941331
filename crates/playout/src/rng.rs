//! The random numbers of all players: small, fast and the same on every machine for a seed.

/// Wyrand-style generator: one addition and one wide multiplication per number.
#[derive(Clone, Debug)]
pub struct Rng {
    state: u64,
}

impl Rng {
    /// The generator with this seed; equal seeds give equal numbers.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        // Neighboring seeds must not start neighboring sequences.
        Self { state: mix(seed ^ 0x9e37_79b9_7f4a_7c15) }
    }

    /// The next 64 random bits.
    #[inline]
    pub const fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0xa076_1d64_78bd_642f);
        mix(self.state)
    }

    /// A number below `bound`, which must not be 0. The bias is below bound / 2^32.
    #[inline]
    pub const fn below(&mut self, bound: u32) -> u32 {
        let word = self.next_u64() >> 32;
        ((word * bound as u64) >> 32) as u32
    }
}

const fn mix(x: u64) -> u64 {
    let wide = (x as u128).wrapping_mul((x ^ 0xe703_7ed1_a0b4_28db) as u128);
    (wide >> 64) as u64 ^ wide as u64
}

#[cfg(test)]
mod tests {
    use super::Rng;

    #[test]
    fn numbers_below_a_bound_are_uniform() {
        let mut rng = Rng::new(1);
        let mut counts = [0u32; 10];
        for _ in 0..100_000 {
            counts[rng.below(10) as usize] += 1;
        }
        let chi_square: f64 = counts.iter().map(|&n| (f64::from(n) - 1e4).powi(2) / 1e4).sum();
        assert!(chi_square < 27.9, "9 degrees of freedom, p = 0.001: {chi_square}");
    }

    #[test]
    fn seeds_differ_and_repeat() {
        let first = |seed| Rng::new(seed).next_u64();
        assert_eq!(first(7), first(7));
        assert_ne!(first(7), first(8));
    }
}
