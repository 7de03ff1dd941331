//! Which instructions kernels use: asked of the processor once, then carried as a value.

use std::fmt;
use std::marker::PhantomData;

/// The instructions beyond AVX2 that the widest kernels of a crate need.
pub trait Widest: Copy + fmt::Debug + PartialEq + Send + Sync + 'static {
    /// Name in tables.
    const NAME: &'static str;

    /// Returns true if this processor has them.
    fn detected() -> bool;
}

/// Instructions that this processor has. All kernels give the same results with any of them.
///
/// The kind is private, so that a value proves that its instructions exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InstructionSet<W>(InstructionKind, PhantomData<W>);

/// The three ways in which kernels are compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InstructionKind {
    /// Plain Rust, for every processor.
    Portable,
    /// AVX2.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// AVX2 and what [`Widest`] names.
    #[cfg(target_arch = "x86_64")]
    Widest,
}

impl<W: Widest> InstructionSet<W> {
    /// Plain integers, which every processor has.
    pub const PORTABLE: Self = Self(InstructionKind::Portable, PhantomData);

    /// The fastest instructions of this processor.
    #[must_use]
    pub fn best() -> Self {
        Self::available().next_back().unwrap_or(Self::PORTABLE)
    }

    /// All instructions of this processor, the fastest last.
    pub fn available() -> impl DoubleEndedIterator<Item = Self> {
        #[cfg(target_arch = "x86_64")]
        let wide = [
            (is_x86_feature_detected!("avx2"), InstructionKind::Avx2),
            (W::detected(), InstructionKind::Widest),
        ]
        .map(|(detected, kind)| detected.then_some(Self(kind, PhantomData)));
        #[cfg(not(target_arch = "x86_64"))]
        let wide = [None; 2];
        std::iter::once(Self::PORTABLE).chain(wide.into_iter().flatten())
    }

    /// Kind of instructions that a kernel is compiled for.
    #[inline]
    #[must_use]
    pub const fn kind(self) -> InstructionKind {
        self.0
    }
}

impl<W: Widest> fmt::Display for InstructionSet<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self.0 {
            InstructionKind::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            InstructionKind::Avx2 => "avx2",
            #[cfg(target_arch = "x86_64")]
            InstructionKind::Widest => W::NAME,
        })
    }
}
