//! Two AVX2 registers. Bytes are widened to 16 bits, so that no product saturates.
//!
//! The instructions are there because [`run`](super::run()), the only way to a kernel
//! with this arithmetic, has asked the processor.

#![allow(unsafe_code, reason = "processor features are called here; the reference is `portable`")]

use std::arch::x86_64 as cpu;
use std::arch::x86_64::{__m256, __m256i};

use super::{Arithmetic, TILE, WORD, Weights};

/// Arithmetic of AVX2.
pub(super) struct Avx2;

/// The even and the odd ones of four bytes, as 16-bit numbers.
#[derive(Clone, Copy)]
pub(super) struct EvenOdd(__m256i, __m256i);

impl Arithmetic for Avx2 {
    type Sums = [__m256i; 2];
    type Word = EvenOdd;
    type Floats = [__m256; 2];

    const TILES: usize = 1;

    // Eight of 16 registers hold sums.
    #[inline(always)]
    fn nodes(tiles: usize) -> usize {
        4 / tiles
    }

    #[inline(always)]
    fn zero() -> Self::Sums {
        // SAFETY: AVX2 has been found.
        unsafe { [cpu::_mm256_setzero_si256(); 2] }
    }

    #[inline(always)]
    fn spread(word: [u8; WORD]) -> Self::Word {
        // SAFETY: AVX2 has been found.
        unsafe {
            let bytes = cpu::_mm256_set1_epi32(i32::from_ne_bytes(word));
            let even = cpu::_mm256_and_si256(bytes, cpu::_mm256_set1_epi16(0xff));
            EvenOdd(even, cpu::_mm256_srli_epi16::<8>(bytes))
        }
    }

    #[inline(always)]
    fn dot(sums: Self::Sums, word: Self::Word, weights: &Weights) -> Self::Sums {
        let [low, high] = sums;
        let at = weights.0.as_ptr().cast::<__m256i>();
        // SAFETY: weights have 64 bytes aligned to 64; AVX2 has been found.
        unsafe {
            [
                dot_half(low, word, cpu::_mm256_load_si256(at)),
                dot_half(high, word, cpu::_mm256_load_si256(at.add(1))),
            ]
        }
    }

    #[inline(always)]
    fn shift(sums: Self::Sums) -> Self::Sums {
        // SAFETY: AVX2 has been found.
        sums.map(|half| unsafe { cpu::_mm256_slli_epi32::<8>(half) })
    }

    #[inline(always)]
    fn convert(sums: Self::Sums) -> Self::Floats {
        // SAFETY: AVX2 has been found.
        sums.map(|half| unsafe { cpu::_mm256_cvtepi32_ps(half) })
    }

    #[inline(always)]
    fn splat(value: f32) -> Self::Floats {
        // SAFETY: AVX2 has been found.
        unsafe { [cpu::_mm256_set1_ps(value); 2] }
    }

    #[inline(always)]
    fn load(floats: &[f32; TILE]) -> Self::Floats {
        let at = floats.as_ptr();
        // SAFETY: the array has two times eight floats; AVX2 has been found.
        unsafe { [cpu::_mm256_loadu_ps(at), cpu::_mm256_loadu_ps(at.add(8))] }
    }

    #[inline(always)]
    fn store(floats: Self::Floats, to: &mut [f32; TILE]) {
        let at = to.as_mut_ptr();
        // SAFETY: the array has two times eight floats; AVX2 has been found.
        unsafe {
            cpu::_mm256_storeu_ps(at, floats[0]);
            cpu::_mm256_storeu_ps(at.add(8), floats[1]);
        }
    }

    #[inline(always)]
    fn mul(a: Self::Floats, b: Self::Floats) -> Self::Floats {
        // SAFETY: AVX2 has been found.
        unsafe { [cpu::_mm256_mul_ps(a[0], b[0]), cpu::_mm256_mul_ps(a[1], b[1])] }
    }

    #[inline(always)]
    fn add(a: Self::Floats, b: Self::Floats) -> Self::Floats {
        // SAFETY: AVX2 has been found.
        unsafe { [cpu::_mm256_add_ps(a[0], b[0]), cpu::_mm256_add_ps(a[1], b[1])] }
    }

    #[inline(always)]
    fn rectify(floats: Self::Floats) -> Self::Floats {
        // SAFETY: AVX2 has been found.
        floats.map(|half| unsafe { cpu::_mm256_max_ps(half, cpu::_mm256_setzero_ps()) })
    }

    #[inline(always)]
    fn store_bytes(floats: Self::Floats, to: &mut [u8; TILE]) {
        // SAFETY: the array has 16 bytes; AVX2 has been found.
        unsafe {
            let most = cpu::_mm256_set1_ps(255.0);
            let whole =
                Self::rectify(floats).map(|half| cpu::_mm256_cvtps_epi32(cpu::_mm256_min_ps(half, most)));
            // Packing goes by halves of 128 bits: each ends with the even or odd quarters.
            let pairs = cpu::_mm256_packus_epi32(whole[0], whole[1]);
            let in_order = cpu::_mm256_permute4x64_epi64::<0b11_01_10_00>(pairs);
            let (low, high) =
                (cpu::_mm256_castsi256_si128(in_order), cpu::_mm256_extracti128_si256::<1>(in_order));
            cpu::_mm_storeu_si128(to.as_mut_ptr().cast(), cpu::_mm_packus_epi16(low, high));
        }
    }
}

/// Eight output channels: sums of the even and of the odd products.
#[inline(always)]
fn dot_half(sums: __m256i, word: EvenOdd, weights: __m256i) -> __m256i {
    // SAFETY: called by `Avx2::dot` alone, where AVX2 has been found.
    unsafe {
        let even = cpu::_mm256_srai_epi16::<8>(cpu::_mm256_slli_epi16::<8>(weights));
        let odd = cpu::_mm256_srai_epi16::<8>(weights);
        let products =
            cpu::_mm256_add_epi32(cpu::_mm256_madd_epi16(word.0, even), cpu::_mm256_madd_epi16(word.1, odd));
        cpu::_mm256_add_epi32(sums, products)
    }
}
