//! Bit patterns on flat boards: the surroundings of many places at once.
//!
//! A *window* is the 5 × 5 places around a place, in rows of 8 bits, so that the six neighbors of
//! all its places are six shifts of a word. Whole rows work the same way.

use super::tables::STRIDE;

/// Bits in a row of a window.
const WIDTH: usize = 8;
/// The bit of the place itself.
const CENTER: usize = 2 * WIDTH + 2;
/// The place itself.
pub(super) const SELF: u64 = 1 << CENTER;
/// The six neighbors of the place.
pub(super) const BESIDE: u64 = {
    let [a, b, c, d, e, f] = in_window(SELF);
    a | b | c | d | e | f
};

/// The window around a place.
#[inline(always)]
pub(super) fn window(rows: &[u32; 32], code: usize) -> u64 {
    let (x, y) = (code % STRIDE, code / STRIDE);
    let row = |i: usize| (u64::from(rows[(y + 30 + i) % 32]) << 2 >> x & 0b11111) << (WIDTH * i);
    row(0) | row(1) | row(2) | row(3) | row(4)
}

/// The three middle rows of the window around a place.
#[inline(always)]
pub(super) fn middle(rows: &[u32; 32], code: usize) -> u64 {
    let (x, y) = (code % STRIDE, code / STRIDE);
    let row = |i: usize| (u64::from(rows[(y + 30 + i) % 32]) << 2 >> x & 0b11111) << (WIDTH * i);
    row(1) | row(2) | row(3)
}

/// The codes of the places of a window around `code` that are set.
#[inline(always)]
pub(super) fn codes(window: u64, code: usize) -> impl Iterator<Item = usize> {
    bits(window).map(move |bit| code + bit / WIDTH * STRIDE + bit % WIDTH - 2 * STRIDE - 2)
}

/// The numbers of the bits that are set.
#[inline(always)]
pub(super) fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = word.trailing_zeros() as usize;
        word &= word.wrapping_sub(1);
        (bit < 64).then_some(bit)
    })
}

/// For each place of a window its six neighbors, in circular order.
#[inline(always)]
pub(super) const fn in_window(own: u64) -> [u64; 6] {
    [own >> 1, own >> (WIDTH + 1), own >> WIDTH, own << 1, own << (WIDTH + 1), own << WIDTH]
}

/// For each place of a row its six neighbors, in circular order.
#[inline(always)]
pub(super) fn in_row(rows: &[u32; 32], y: usize) -> [u64; 6] {
    let row = |y: usize| u64::from(rows[y % 32]);
    let (above, here, below) = (row(y.wrapping_sub(1)), row(y), row(y + 1));
    [here >> 1, below >> 1, below, here << 1, above << 1, above]
}

/// Places with at least two runs of own neighbors.
#[inline(always)]
pub(super) fn two_runs(neighbors: [u64; 6]) -> u64 {
    let (mut one, mut two) = (0, 0);
    for i in 0..6 {
        let end = neighbors[i] & !neighbors[(i + 1) % 6];
        two |= one & end;
        one |= end;
    }
    two
}

/// Places with at least five own neighbors.
#[inline(always)]
pub(super) fn five(neighbors: [u64; 6]) -> u64 {
    let (mut one, mut two) = (0, 0);
    for own in neighbors {
        two |= one & !own;
        one |= !own;
    }
    !two
}
