//! Words of two AVX2 registers.
//!
//! The instructions are there because [`Lanes::run`](super::Lanes::run), the only way to a kernel
//! on these words, has asked the processor.

#![allow(unsafe_code, reason = "processor features are called here; the reference is `portable`")]

use std::arch::x86_64 as cpu;
use std::arch::x86_64::__m256i;

use super::{Block, Word};

/// Two registers of 256 bits.
#[derive(Clone, Copy)]
pub(super) struct Avx2(__m256i, __m256i);

/// Operations that treat both halves alike.
macro_rules! halves {
    ($($name:ident($($other:ident),*) = |$($x:ident),+| $body:expr;)*) => {
        $(
            #[inline(always)]
            fn $name(self, $($other: Self),*) -> Self {
                // SAFETY: kernels on this type run only where AVX2 has been found.
                unsafe {
                    Self(
                        { let ($($x),+) = (self.0, $($other.0),*); $body },
                        { let ($($x),+) = (self.1, $($other.1),*); $body },
                    )
                }
            }
        )*
    };
}

impl Word for Avx2 {
    halves! {
        and(other) = |a, b| cpu::_mm256_and_si256(a, b);
        or(other) = |a, b| cpu::_mm256_or_si256(a, b);
        xor(other) = |a, b| cpu::_mm256_xor_si256(a, b);
        and_not(other) = |a, b| cpu::_mm256_andnot_si256(b, a);
        add(other) = |a, b| cpu::_mm256_add_epi64(a, b);
    }

    #[inline(always)]
    fn majority(self, b: Self, c: Self) -> Self {
        self.and(b).or(c.and(self.xor(b)))
    }

    #[inline(always)]
    fn parity(self, b: Self, c: Self) -> Self {
        self.xor(b).xor(c)
    }

    #[inline(always)]
    fn load(block: &Block) -> Self {
        let at = block.0.as_ptr().cast::<__m256i>();
        // SAFETY: a block has 64 bytes aligned to 64; AVX2 has been found.
        unsafe { Self(cpu::_mm256_load_si256(at), cpu::_mm256_load_si256(at.add(1))) }
    }

    #[inline(always)]
    fn store(self, block: &mut Block) {
        let at = block.0.as_mut_ptr().cast::<__m256i>();
        // SAFETY: a block has 64 bytes aligned to 64; AVX2 has been found.
        unsafe {
            cpu::_mm256_store_si256(at, self.0);
            cpu::_mm256_store_si256(at.add(1), self.1);
        }
    }

    #[inline(always)]
    fn shift_left<const BY: u32>(self) -> Self {
        // SAFETY: AVX2 has been found.
        unsafe {
            let by = cpu::_mm_cvtsi32_si128(BY as i32);
            Self(cpu::_mm256_sll_epi64(self.0, by), cpu::_mm256_sll_epi64(self.1, by))
        }
    }

    #[inline(always)]
    fn shift_right<const BY: u32>(self) -> Self {
        // SAFETY: AVX2 has been found.
        unsafe {
            let by = cpu::_mm_cvtsi32_si128(BY as i32);
            Self(cpu::_mm256_srl_epi64(self.0, by), cpu::_mm256_srl_epi64(self.1, by))
        }
    }

    #[inline(always)]
    fn any(self) -> bool {
        // SAFETY: AVX2 has been found.
        unsafe {
            let all = cpu::_mm256_or_si256(self.0, self.1);
            cpu::_mm256_testz_si256(all, all) == 0
        }
    }

    #[inline(always)]
    fn count_within(self, of: Self) -> (u32, u32) {
        (self.ones_by_nibbles(), self.and(of).ones_by_nibbles())
    }
}

impl Avx2 {
    /// Counts bits by a table of 16 entries (Muła), then sums bytes.
    #[inline(always)]
    fn ones_by_nibbles(self) -> u32 {
        // SAFETY: AVX2 has been found.
        unsafe {
            let table = cpu::_mm256_setr_epi8(
                0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3,
                4,
            );
            let low = cpu::_mm256_set1_epi8(15);
            let mut bytes = cpu::_mm256_setzero_si256();
            for half in [self.0, self.1] {
                let high = cpu::_mm256_and_si256(cpu::_mm256_srli_epi16::<4>(half), low);
                let half = cpu::_mm256_and_si256(half, low);
                bytes = cpu::_mm256_add_epi8(bytes, cpu::_mm256_shuffle_epi8(table, half));
                bytes = cpu::_mm256_add_epi8(bytes, cpu::_mm256_shuffle_epi8(table, high));
            }
            let sums = cpu::_mm256_sad_epu8(bytes, cpu::_mm256_setzero_si256());
            let sums = cpu::_mm_add_epi64(
                cpu::_mm256_castsi256_si128(sums),
                cpu::_mm256_extracti128_si256::<1>(sums),
            );
            (cpu::_mm_extract_epi16::<0>(sums) + cpu::_mm_extract_epi16::<4>(sums)) as u32
        }
    }
}
