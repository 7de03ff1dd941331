//! Which instructions the kernels use: asked of the processor once, then carried as a value.

#![allow(unsafe_code, reason = "processor features are called here; the reference is `portable`")]

use std::fmt;

use super::{Kernel, portable::Portable};
#[cfg(target_arch = "x86_64")]
use super::{avx2::Avx2, avx512::Avx512};

/// A kind of words that this processor has. All kinds give the same results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lanes(Kind);

/// Private, so that a `Lanes` proves that its instructions exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Lanes {
    /// Plain integers, which every processor has.
    pub const PORTABLE: Self = Self(Kind::Portable);

    /// The fastest kind of this processor.
    #[must_use]
    pub fn best() -> Self {
        Self::available().next_back().unwrap_or(Self::PORTABLE)
    }

    /// All kinds of this processor, the fastest last.
    pub fn available() -> impl DoubleEndedIterator<Item = Self> {
        #[cfg(target_arch = "x86_64")]
        let wide = [
            is_x86_feature_detected!("avx2").then_some(Self(Kind::Avx2)),
            (is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512vpopcntdq"))
                .then_some(Self(Kind::Avx512)),
        ];
        #[cfg(not(target_arch = "x86_64"))]
        let wide = [None; 2];
        std::iter::once(Self::PORTABLE).chain(wide.into_iter().flatten())
    }

    /// Runs the kernel compiled for these words.
    #[inline]
    pub(crate) fn run(self, kernel: impl Kernel) {
        match self.0 {
            Kind::Portable => kernel.run::<Portable>(),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: `available` has found AVX2.
            Kind::Avx2 => unsafe { with_avx2(kernel) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: `available` has found AVX-512F and VPOPCNTDQ.
            Kind::Avx512 => unsafe { with_avx512(kernel) },
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

impl fmt::Display for Lanes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self.0 {
            Kind::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2 => "avx2",
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512 => "avx512",
        })
    }
}
