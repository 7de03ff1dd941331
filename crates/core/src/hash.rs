//! Keys for the incremental hash of a position (Zobrist 1970), computed rather than stored.

use crate::{Cell, Color};

/// The key of a stone.
#[inline]
pub(crate) const fn stone(cell: Cell, color: Color) -> u64 {
    key(2 * cell.index() as u64 + color as u64)
}

/// The key of the player to move.
#[inline]
pub(crate) const fn turn(to_move: Color) -> u64 {
    match to_move {
        Color::Black => 0,
        Color::White => key(u32::MAX as u64),
    }
}

/// The key of the right to swap.
#[inline]
pub(crate) const fn swap(allowed: bool) -> u64 {
    if allowed { key(u32::MAX as u64 + 1) } else { 0 }
}

/// Splitmix64 (Steele, Lea and Flood 2014): a well-mixed number for each index.
const fn key(index: u64) -> u64 {
    let mut z = (index + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
