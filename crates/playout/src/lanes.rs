//! 512 boards side by side: words of 512 bits, one bit per board, and the choice of instructions.
//!
//! Kernels are written once, generic over [`Word`], and compiled for portable words, AVX2 and
//! AVX-512. All three give the same bits; the portable one is the reference of the others.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod choice;
mod portable;
mod run;

pub use choice::{InstructionKind, InstructionSet, Widest};
pub use run::Lanes;

/// Boards that are filled at once.
pub(crate) const LANES: u32 = 512;

/// One bit for each lane, as it lies in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(crate) struct Block(pub(crate) [u64; 8]);

impl Block {
    /// No lane.
    pub(crate) const ZERO: Self = Self([0; 8]);
    /// Every lane.
    pub(crate) const ONES: Self = Self([u64::MAX; 8]);

    /// The first `lanes` lanes.
    #[inline(always)]
    pub(crate) fn first(lanes: u32) -> Self {
        Self(std::array::from_fn(|word| match lanes.saturating_sub(word as u32 * 64) {
            0 => 0,
            left => u64::MAX >> 64u32.saturating_sub(left),
        }))
    }

    /// The bit of one lane.
    pub(crate) const fn bit(&self, lane: u32) -> bool {
        self.0[lane as usize / 64] >> (lane % 64) & 1 == 1
    }
}

/// A block in registers. Every method is inlined into a kernel that [`Lanes::run`] has compiled
/// for the instructions the type needs.
pub(crate) trait Word: Copy {
    /// Reads a block.
    fn load(block: &Block) -> Self;
    /// Writes a block.
    fn store(self, block: &mut Block);
    /// The lanes that both have.
    fn and(self, other: Self) -> Self;
    /// The lanes that either has.
    fn or(self, other: Self) -> Self;
    /// The lanes that exactly one has.
    fn xor(self, other: Self) -> Self;
    /// The lanes of `self` that `other` has not.
    fn and_not(self, other: Self) -> Self;
    /// The lanes that at least two have.
    fn majority(self, b: Self, c: Self) -> Self;
    /// The lanes that an odd number has.
    fn parity(self, b: Self, c: Self) -> Self;
    /// Sums of 64 bits.
    fn add(self, other: Self) -> Self;
    /// Shifts of 64 bits to the left.
    fn shift_left<const BY: u32>(self) -> Self;
    /// Shifts of 64 bits to the right.
    fn shift_right<const BY: u32>(self) -> Self;
    /// Returns true if any lane is set.
    fn any(self) -> bool;
    /// Number of lanes set, and of those within `of`.
    fn count_within(self, of: Self) -> (u32, u32);

    /// No lane.
    #[inline(always)]
    fn zero() -> Self {
        Self::load(&Block::ZERO)
    }

    /// Every lane.
    #[inline(always)]
    fn ones() -> Self {
        Self::load(&Block::ONES)
    }

    /// Every lane or none.
    #[inline(always)]
    fn all_if(on: bool) -> Self {
        if on { Self::ones() } else { Self::zero() }
    }

    /// The lanes that are not set.
    #[inline(always)]
    fn not(self) -> Self {
        self.xor(Self::ones())
    }

    /// Rotations of 64 bits to the left; `BACK` is 64 - `BY`.
    #[inline(always)]
    fn rotate_left<const BY: u32, const BACK: u32>(self) -> Self {
        const { assert!(BY + BACK == 64) };
        self.shift_left::<BY>().or(self.shift_right::<BACK>())
    }

    /// Number of lanes set.
    #[inline(always)]
    fn count(self) -> u32 {
        self.count_within(self).0
    }
}

/// Work on words of whichever kind.
pub(crate) trait Kernel {
    /// Does the work. Implementations and all they call must be `#[inline(always)]`, so that they
    /// are compiled for the instructions of the caller.
    fn run<W: Word>(self);
}
