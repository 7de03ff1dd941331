//! Counting in lanes: numbers stored as planes, one word for each binary digit.

use crate::lanes::Word;

/// Planes of the low digits, which take eight bits at a time (Harley and Seal).
const LOW: usize = 3;

/// A number per lane, modulo 2^(3 + `HIGH`), that bits can be added to.
#[derive(Clone, Copy)]
pub(super) struct Counter<W, const HIGH: usize> {
    low: [W; LOW],
    high: [W; HIGH],
}

impl<W: Word, const HIGH: usize> Counter<W, HIGH> {
    /// Zero in every lane.
    #[inline(always)]
    pub(super) fn zero() -> Self {
        Self { low: [W::zero(); LOW], high: [W::zero(); HIGH] }
    }

    /// The same number in every lane.
    #[inline(always)]
    pub(super) fn constant(number: u32) -> Self {
        let mut counter = Self::zero();
        for (digit, plane) in counter.low.iter_mut().chain(&mut counter.high).enumerate() {
            *plane = W::all_if(number >> digit & 1 == 1);
        }
        counter
    }

    /// Adds one bit.
    #[inline(always)]
    pub(super) fn add(&mut self, bit: W) {
        let mut carry = bit;
        for plane in self.low.iter_mut().chain(&mut self.high) {
            (*plane, carry) = (plane.xor(carry), plane.and(carry));
        }
    }

    /// Adds eight bits, in fewer steps than one by one.
    #[inline(always)]
    pub(super) fn add_eight(&mut self, bits: [W; 8]) {
        let [ones, twos, fours] = &mut self.low;
        let two = [
            carry_out(ones, bits[0], bits[1]),
            carry_out(ones, bits[2], bits[3]),
            carry_out(ones, bits[4], bits[5]),
            carry_out(ones, bits[6], bits[7]),
        ];
        let four = [carry_out(twos, two[0], two[1]), carry_out(twos, two[2], two[3])];
        let mut carry = carry_out(fours, four[0], four[1]);
        for plane in &mut self.high {
            (*plane, carry) = (plane.xor(carry), plane.and(carry));
        }
    }

    /// Adds six bits.
    #[inline(always)]
    pub(super) fn add_six(&mut self, bits: [W; 6]) {
        let [ones, twos, fours] = &mut self.low;
        let two = [
            carry_out(ones, bits[0], bits[1]),
            carry_out(ones, bits[2], bits[3]),
            carry_out(ones, bits[4], bits[5]),
        ];
        let four = [carry_out(twos, two[0], two[1]), twos.and(two[2])];
        *twos = twos.xor(two[2]);
        let mut carry = carry_out(fours, four[0], four[1]);
        for plane in &mut self.high {
            (*plane, carry) = (plane.xor(carry), plane.and(carry));
        }
    }

    /// Adds three bits.
    #[inline(always)]
    pub(super) fn add_three(&mut self, bits: [W; 3]) {
        let [ones, twos, fours] = &mut self.low;
        let two = [carry_out(ones, bits[0], bits[1]), ones.and(bits[2])];
        *ones = ones.xor(bits[2]);
        let mut carry = carry_out(twos, two[0], two[1]);
        (*fours, carry) = (fours.xor(carry), fours.and(carry));
        for plane in &mut self.high {
            (*plane, carry) = (plane.xor(carry), plane.and(carry));
        }
    }

    /// Adds `times` (1 or 2) the number of another counter.
    #[inline(always)]
    pub(super) fn add_times<const TIMES: usize>(&mut self, other: &Self) {
        const { assert!(TIMES == 1 || TIMES == 2) };
        let mut carry = W::zero();
        for digit in TIMES - 1..LOW + HIGH {
            let addend = other.plane(digit + 1 - TIMES);
            let plane = self.plane(digit);
            *self.plane_mut(digit) = plane.parity(addend, carry);
            carry = plane.majority(addend, carry);
        }
    }

    /// Less the same number in every lane.
    #[inline(always)]
    pub(super) fn less(mut self, number: u32) -> Self {
        self.add_times::<1>(&Self::constant(number.wrapping_neg()));
        self
    }

    /// The number taken from zero.
    #[inline(always)]
    pub(super) fn negated(mut self) -> Self {
        for digit in 0..LOW + HIGH {
            *self.plane_mut(digit) = self.plane(digit).not();
        }
        self.add(W::ones());
        self
    }

    /// The lanes whose number, read as two's complement, is negative.
    #[inline(always)]
    pub(super) fn negative(&self) -> W {
        self.plane(LOW + HIGH - 1)
    }

    /// The number without its sign.
    #[inline(always)]
    pub(super) fn magnitude(mut self) -> Self {
        let negative = self.negative();
        for digit in 0..LOW + HIGH {
            *self.plane_mut(digit) = self.plane(digit).xor(negative);
        }
        self.add(negative);
        self
    }

    /// One binary digit of the number.
    #[inline(always)]
    pub(super) fn plane(&self, digit: usize) -> W {
        if digit < LOW { self.low[digit] } else { self.high[digit - LOW] }
    }

    #[inline(always)]
    fn plane_mut(&mut self, digit: usize) -> &mut W {
        if digit < LOW { &mut self.low[digit] } else { &mut self.high[digit - LOW] }
    }
}

/// Adds two bits to a digit; the carry.
#[inline(always)]
fn carry_out<W: Word>(digit: &mut W, a: W, b: W) -> W {
    let carry = digit.majority(a, b);
    *digit = digit.parity(a, b);
    carry
}
