//! One AVX-512 register; VNNI multiplies and sums four bytes at once.
//!
//! The instructions are there because [`run`](super::run()), the only way to a kernel
//! with this arithmetic, has asked the processor.

#![allow(unsafe_code, reason = "processor features are called here; the reference is `portable`")]

use std::arch::x86_64 as cpu;
use std::arch::x86_64::{__m512, __m512i};

use super::{Arithmetic, TILE, WORD, Weights};

/// Arithmetic of AVX-512 with VNNI.
pub(super) struct Avx512;

impl Arithmetic for Avx512 {
    type Sums = __m512i;
    type Word = __m512i;
    type Floats = __m512;

    const TILES: usize = 4;

    // 24 of 32 registers hold sums, the others weights and activations.
    #[inline(always)]
    fn nodes(tiles: usize) -> usize {
        if tiles == 4 { 6 } else { 8 }
    }

    #[inline(always)]
    fn zero() -> Self::Sums {
        // SAFETY: AVX-512F has been found.
        unsafe { cpu::_mm512_setzero_si512() }
    }

    #[inline(always)]
    fn spread(word: [u8; WORD]) -> Self::Word {
        // SAFETY: AVX-512F has been found.
        unsafe { cpu::_mm512_set1_epi32(i32::from_ne_bytes(word)) }
    }

    #[inline(always)]
    fn dot(sums: Self::Sums, word: Self::Word, weights: &Weights) -> Self::Sums {
        // SAFETY: weights have 64 bytes aligned to 64; AVX-512 VNNI has been found.
        unsafe {
            let weights = cpu::_mm512_load_si512(weights.0.as_ptr().cast());
            cpu::_mm512_dpbusd_epi32(sums, word, weights)
        }
    }

    #[inline(always)]
    fn shift(sums: Self::Sums) -> Self::Sums {
        // SAFETY: AVX-512F has been found.
        unsafe { cpu::_mm512_slli_epi32::<8>(sums) }
    }

    #[inline(always)]
    fn convert(sums: Self::Sums) -> Self::Floats {
        // SAFETY: AVX-512F has been found.
        unsafe { cpu::_mm512_cvtepi32_ps(sums) }
    }

    #[inline(always)]
    fn splat(value: f32) -> Self::Floats {
        // SAFETY: AVX-512F has been found.
        unsafe { cpu::_mm512_set1_ps(value) }
    }

    #[inline(always)]
    fn load(floats: &[f32; TILE]) -> Self::Floats {
        // SAFETY: the array has 64 bytes; AVX-512F has been found.
        unsafe { cpu::_mm512_loadu_ps(floats.as_ptr()) }
    }

    #[inline(always)]
    fn store(floats: Self::Floats, to: &mut [f32; TILE]) {
        // SAFETY: the array has 64 bytes; AVX-512F has been found.
        unsafe { cpu::_mm512_storeu_ps(to.as_mut_ptr(), floats) }
    }

    #[inline(always)]
    fn mul(a: Self::Floats, b: Self::Floats) -> Self::Floats {
        // SAFETY: AVX-512F has been found.
        unsafe { cpu::_mm512_mul_ps(a, b) }
    }

    #[inline(always)]
    fn add(a: Self::Floats, b: Self::Floats) -> Self::Floats {
        // SAFETY: AVX-512F has been found.
        unsafe { cpu::_mm512_add_ps(a, b) }
    }

    #[inline(always)]
    fn rectify(floats: Self::Floats) -> Self::Floats {
        // SAFETY: AVX-512F has been found.
        unsafe { cpu::_mm512_max_ps(floats, cpu::_mm512_setzero_ps()) }
    }

    #[inline(always)]
    fn store_bytes(floats: Self::Floats, to: &mut [u8; TILE]) {
        // SAFETY: the array has 16 bytes; AVX-512F has been found.
        unsafe {
            let whole = cpu::_mm512_cvtps_epi32(Self::rectify(floats));
            cpu::_mm_storeu_si128(to.as_mut_ptr().cast(), cpu::_mm512_cvtusepi32_epi8(whole));
        }
    }
}
