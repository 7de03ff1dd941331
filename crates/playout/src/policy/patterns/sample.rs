//! Sampling of a place by global and local weights.

use super::layout::Place;
use crate::Rng;

/// Bits of the chance to keep a sampled place.
pub(super) const COIN: u32 = 16;

/// After this many samples that were not kept, the chances are summed instead.
const PATIENCE: usize = 16;

/// Weights of places, N of them around the last move.
pub(super) trait PlaceWeights<const N: usize> {
    /// Steps to the places around the last move.
    const AROUND: [i16; N];

    /// The local weights of the places around the last move, shifted to the right; 0 for what is not empty.
    fn local(&self, last: Place, mover: usize) -> [u32; N];

    /// The global weight of an empty place, at most 1 in [`COIN`] bits.
    fn global(&self, place: Place, mover: usize) -> u64;

    /// Bits by which local weights are shifted to the right.
    fn local_shift(&self) -> u32;

    /// One of the empty places by its weight.
    #[inline(always)]
    fn sample_place(&self, empty: &[Place], mover: usize, last: Place, rng: &mut Rng) -> Place {
        let local = self.local(last, mover);
        let near = u64::from(local.iter().sum::<u32>()) << self.local_shift();
        let everywhere = (empty.len() as u64) << COIN;
        for _ in 0..PATIENCE {
            let x = below(everywhere + near, rng);
            if x >= everywhere {
                return Self::reply(last, &local, (x - everywhere) >> self.local_shift());
            }
            let place = empty[(x >> COIN) as usize];
            if x & ((1 << COIN) - 1) < self.global(place, mover) {
                return place;
            }
        }
        self.sample_by_sums(empty, mover, last, &local, rng)
    }

    /// The same without chance to be turned down.
    #[cold]
    fn sample_by_sums(
        &self,
        empty: &[Place],
        mover: usize,
        last: Place,
        local: &[u32; N],
        rng: &mut Rng,
    ) -> Place {
        let near = u64::from(local.iter().sum::<u32>()) << self.local_shift();
        let everywhere: u64 = empty.iter().map(|&place| self.global(place, mover)).sum();
        let mut x = below(everywhere + near, rng);
        if x >= everywhere {
            return Self::reply(last, local, (x - everywhere) >> self.local_shift());
        }
        for &place in empty {
            match x.checked_sub(self.global(place, mover)) {
                Some(rest) => x = rest,
                None => return place,
            }
        }
        unreachable!("x is below the sum of all weights")
    }

    /// The place around the last move that owns x of the local weights.
    #[inline(always)]
    fn reply(last: Place, local: &[u32; N], x: u64) -> Place {
        let x = x as u32;
        let (mut sum, mut passed) = (0, 0);
        for &weight in &local[..N - 1] {
            sum += weight;
            passed += usize::from(sum <= x);
        }
        last.wrapping_add_signed(Self::AROUND[passed % N])
    }
}

/// A number below a bound.
#[inline(always)]
fn below(bound: u64, rng: &mut Rng) -> u64 {
    ((u128::from(rng.next_u64()) * u128::from(bound)) >> 64) as u64
}

/// A global weight as [`PlaceWeights::global`] has it, less one.
pub(super) fn global_parts(gamma: f32, cap: f32) -> u16 {
    let parts = (gamma / cap * (1 << COIN) as f32).round().clamp(1.0, (1 << COIN) as f32);
    (parts as u32 - 1) as u16
}

/// Bits by which local weights are shifted so that the largest fits into 16 bits.
pub(super) fn local_shift(largest: f32) -> u32 {
    ((largest * (1 << COIN) as f32) as u64 >> (COIN - 1)).checked_ilog2().unwrap_or(0)
}

/// A local weight in parts of the cap, as [`PlaceWeights::local`] has it.
pub(super) fn local_parts(part: f32, shift: u32) -> u16 {
    let unit = (1 << COIN) as f32 / (1u64 << shift) as f32;
    (part * unit).round() as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_local_weight_just_fits() {
        for largest in [0.001, 0.3, 0.999, 1.0, 1.5, 1.99, 2.0, 3.7, 64.0, 1000.0] {
            let parts = f64::from(local_parts(largest, local_shift(largest)));
            let exact =
                f64::from(largest) * f64::from(1u32 << COIN) / f64::from(1u32 << local_shift(largest));
            assert!((parts - exact).abs() < 0.51, "{largest}: {parts} instead of {exact}");
            assert!(largest < 0.5 || parts >= f64::from(1u32 << (COIN - 1)) * 0.999, "{largest}: {parts}");
        }
    }
}
