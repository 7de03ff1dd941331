//! Runs kernels of fill-outs with the instructions that were chosen.

#![allow(unsafe_code, reason = "processor features are called here; the reference is `portable`")]

use super::choice::{InstructionKind, InstructionSet, Widest};
use super::{Kernel, portable::Portable};
#[cfg(target_arch = "x86_64")]
use super::{avx2::Avx2, avx512::Avx512};

/// A kind of words that this processor has. All kinds give the same results.
pub type Lanes = InstructionSet<Popcount>;

/// AVX-512 that counts bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Popcount;

impl Widest for Popcount {
    const NAME: &'static str = "avx512";

    fn detected() -> bool {
        #[cfg(target_arch = "x86_64")]
        let detected = is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512vpopcntdq");
        #[cfg(not(target_arch = "x86_64"))]
        let detected = false;
        detected
    }
}

impl Lanes {
    /// Runs the kernel compiled for these words.
    #[inline]
    pub(crate) fn run(self, kernel: impl Kernel) {
        match self.kind() {
            InstructionKind::Portable => kernel.run::<Portable>(),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: `available` has found AVX2.
            InstructionKind::Avx2 => unsafe { with_avx2(kernel) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: `detected` has found AVX-512F and VPOPCNTDQ.
            InstructionKind::Widest => unsafe { with_avx512(kernel) },
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn with_avx2(kernel: impl Kernel) {
    kernel.run::<Avx2>();
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512vpopcntdq")]
fn with_avx512(kernel: impl Kernel) {
    kernel.run::<Avx512>();
}
