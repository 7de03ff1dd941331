//! Runs kernels of networks with the instructions that were chosen.

#![allow(unsafe_code, reason = "processor features are called here; the reference is `portable`")]

use catena_playout::{InstructionKind, InstructionSet, Widest};

use super::{Arithmetic, Kernel, portable::Portable};
#[cfg(target_arch = "x86_64")]
use super::{avx2::Avx2, avx512::Avx512};

/// A kind of arithmetic that this processor has. All kinds give the same results.
pub type Lanes = InstructionSet<Vnni>;

/// AVX-512 that multiplies and adds bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Vnni;

impl Widest for Vnni {
    const NAME: &'static str = "avx512-vnni";

    fn detected() -> bool {
        #[cfg(target_arch = "x86_64")]
        let detected = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vnni");
        #[cfg(not(target_arch = "x86_64"))]
        let detected = false;
        detected
    }
}

/// Tiles of output channels that kernels sum together, at the most.
pub(crate) const fn tiles(lanes: Lanes) -> usize {
    match lanes.kind() {
        InstructionKind::Portable => Portable::TILES,
        #[cfg(target_arch = "x86_64")]
        InstructionKind::Avx2 => Avx2::TILES,
        #[cfg(target_arch = "x86_64")]
        InstructionKind::Widest => Avx512::TILES,
    }
}

/// Runs the kernel compiled for this arithmetic.
#[inline]
pub(crate) fn run(lanes: Lanes, kernel: impl Kernel) {
    match lanes.kind() {
        InstructionKind::Portable => kernel.run::<Portable>(),
        #[cfg(target_arch = "x86_64")]
        // SAFETY: `available` has found AVX2.
        InstructionKind::Avx2 => unsafe { with_avx2(kernel) },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: `detected` has found AVX-512F, BW and VNNI.
        InstructionKind::Widest => unsafe { with_avx512(kernel) },
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn with_avx2(kernel: impl Kernel) {
    kernel.run::<Avx2>();
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
fn with_avx512(kernel: impl Kernel) {
    kernel.run::<Avx512>();
}
