//! Words of eight plain integers: for every machine, and the reference that the others are tested with.

use super::{Block, Word};

/// Eight integers.
#[derive(Clone, Copy)]
pub(super) struct Portable([u64; 8]);

impl Portable {
    #[inline(always)]
    fn zip(self, other: Self, op: impl Fn(u64, u64) -> u64) -> Self {
        Self(std::array::from_fn(|i| op(self.0[i], other.0[i])))
    }
}

impl Word for Portable {
    #[inline(always)]
    fn load(block: &Block) -> Self {
        Self(block.0)
    }

    #[inline(always)]
    fn store(self, block: &mut Block) {
        block.0 = self.0;
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }

    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }

    #[inline(always)]
    fn majority(self, b: Self, c: Self) -> Self {
        Self(std::array::from_fn(|i| (self.0[i] & b.0[i]) | (c.0[i] & (self.0[i] ^ b.0[i]))))
    }

    #[inline(always)]
    fn parity(self, b: Self, c: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] ^ b.0[i] ^ c.0[i]))
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self.zip(other, u64::wrapping_add)
    }

    #[inline(always)]
    fn shift_left<const BY: u32>(self) -> Self {
        Self(self.0.map(|a| a << BY))
    }

    #[inline(always)]
    fn shift_right<const BY: u32>(self) -> Self {
        Self(self.0.map(|a| a >> BY))
    }

    #[inline(always)]
    fn any(self) -> bool {
        self.0.iter().fold(0, |all, a| all | a) != 0
    }

    #[inline(always)]
    fn count_within(self, of: Self) -> (u32, u32) {
        let count = |word: Self| word.0.iter().map(|a| a.count_ones()).sum();
        (count(self), count(self.and(of)))
    }
}
