//! Words of one AVX-512 register.
//!
//! The instructions are there because [`Lanes::run`](super::Lanes::run), the only way to a kernel
//! on these words, has asked the processor.

#![allow(unsafe_code, reason = "processor features are called here; the reference is `portable`")]

use std::arch::x86_64 as cpu;
use std::arch::x86_64::__m512i;

use super::{Block, Word};

/// One register of 512 bits.
#[derive(Clone, Copy)]
pub(super) struct Avx512(__m512i);

/// Truth tables of three bits.
const MAJORITY: i32 = 0b1110_1000;
const PARITY: i32 = 0b1001_0110;

/// Operations of one instruction each.
macro_rules! instructions {
    ($($name:ident($($other:ident),*) = |$($x:ident),+| $body:expr;)*) => {
        $(
            #[inline(always)]
            fn $name(self, $($other: Self),*) -> Self {
                // SAFETY: kernels on this type run only where AVX-512 has been found.
                unsafe {
                    let ($($x),+) = (self.0, $($other.0),*);
                    Self($body)
                }
            }
        )*
    };
}

impl Word for Avx512 {
    instructions! {
        and(other) = |a, b| cpu::_mm512_and_si512(a, b);
        or(other) = |a, b| cpu::_mm512_or_si512(a, b);
        xor(other) = |a, b| cpu::_mm512_xor_si512(a, b);
        and_not(other) = |a, b| cpu::_mm512_andnot_si512(b, a);
        majority(b, c) = |x, y, z| cpu::_mm512_ternarylogic_epi64::<MAJORITY>(x, y, z);
        parity(b, c) = |x, y, z| cpu::_mm512_ternarylogic_epi64::<PARITY>(x, y, z);
        add(other) = |a, b| cpu::_mm512_add_epi64(a, b);
    }

    #[inline(always)]
    fn load(block: &Block) -> Self {
        // SAFETY: a block has 64 bytes aligned to 64; AVX-512 has been found.
        unsafe { Self(cpu::_mm512_load_si512(block.0.as_ptr().cast())) }
    }

    #[inline(always)]
    fn store(self, block: &mut Block) {
        // SAFETY: a block has 64 bytes aligned to 64; AVX-512 has been found.
        unsafe { cpu::_mm512_store_si512(block.0.as_mut_ptr().cast(), self.0) }
    }

    #[inline(always)]
    fn shift_left<const BY: u32>(self) -> Self {
        // SAFETY: AVX-512 has been found.
        unsafe { Self(cpu::_mm512_slli_epi64::<BY>(self.0)) }
    }

    #[inline(always)]
    fn shift_right<const BY: u32>(self) -> Self {
        // SAFETY: AVX-512 has been found.
        unsafe { Self(cpu::_mm512_srli_epi64::<BY>(self.0)) }
    }

    #[inline(always)]
    fn any(self) -> bool {
        // SAFETY: AVX-512 has been found.
        unsafe { cpu::_mm512_test_epi64_mask(self.0, self.0) != 0 }
    }

    /// Both counts share one sum across the register: 512 fits the lower half of 64 bits.
    #[inline(always)]
    fn count_within(self, of: Self) -> (u32, u32) {
        // SAFETY: AVX-512 with VPOPCNTDQ has been found.
        let both = unsafe {
            let all = cpu::_mm512_popcnt_epi64(self.0);
            let within = cpu::_mm512_popcnt_epi64(self.and(of).0);
            cpu::_mm512_reduce_add_epi64(cpu::_mm512_add_epi64(all, cpu::_mm512_slli_epi64::<32>(within)))
        };
        (both as u32, (both >> 32) as u32)
    }
}
