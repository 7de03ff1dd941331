//! Arrays of plain numbers: the reference of the other kinds.

use super::{Arithmetic, TILE, WORD, Weights};

/// Arithmetic that every processor has.
pub(super) struct Portable;

/// Added to a number from 0 to 255 it rounds: no bits are left behind the point.
const ROUNDER: f32 = (1u32 << 23) as f32;

impl Arithmetic for Portable {
    type Sums = [i32; TILE];
    type Word = [i32; WORD];
    type Floats = [f32; TILE];

    const TILES: usize = 1;

    #[inline(always)]
    fn nodes(tiles: usize) -> usize {
        2 / tiles
    }

    #[inline(always)]
    fn zero() -> Self::Sums {
        [0; TILE]
    }

    #[inline(always)]
    fn spread(word: [u8; WORD]) -> Self::Word {
        word.map(i32::from)
    }

    #[inline(always)]
    fn dot(mut sums: Self::Sums, word: Self::Word, weights: &Weights) -> Self::Sums {
        for (sum, weights) in sums.iter_mut().zip(&weights.0) {
            for (value, &weight) in word.iter().zip(weights) {
                *sum += value * i32::from(weight);
            }
        }
        sums
    }

    #[inline(always)]
    fn shift(sums: Self::Sums) -> Self::Sums {
        sums.map(|sum| sum << 8)
    }

    #[inline(always)]
    fn convert(sums: Self::Sums) -> Self::Floats {
        sums.map(|sum| sum as f32)
    }

    #[inline(always)]
    fn splat(value: f32) -> Self::Floats {
        [value; TILE]
    }

    #[inline(always)]
    fn load(floats: &[f32; TILE]) -> Self::Floats {
        *floats
    }

    #[inline(always)]
    fn store(floats: Self::Floats, to: &mut [f32; TILE]) {
        *to = floats;
    }

    #[inline(always)]
    fn mul(a: Self::Floats, b: Self::Floats) -> Self::Floats {
        std::array::from_fn(|i| a[i] * b[i])
    }

    #[inline(always)]
    fn add(a: Self::Floats, b: Self::Floats) -> Self::Floats {
        std::array::from_fn(|i| a[i] + b[i])
    }

    #[inline(always)]
    fn rectify(floats: Self::Floats) -> Self::Floats {
        floats.map(|value| value.max(0.0))
    }

    #[inline(always)]
    fn store_bytes(floats: Self::Floats, to: &mut [u8; TILE]) {
        *to = floats.map(|value| (value.clamp(0.0, 255.0) + ROUNDER).to_bits() as u8);
    }
}
