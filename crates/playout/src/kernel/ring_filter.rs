//! Rings that are more than chance: those of which most stones stood before the playout.
//!
//! Three of four random games of Havannah 8 end by a ring, but not one in five games of people, and most of these rings say
//! nothing about the position. So a ring may be made to count only if few of its stones are new.

use catena_core::Figures;

use super::compact::Compact;
use super::runs::RUNS;
use super::start::Start;
use super::tables::{OFFSETS, STRIDE};

/// The stones of a color, a word per row; the first and the last row are empty.
type Rows = [u32; 32];

/// Returns true if the figure completed by a stone ends the playout: every figure but a ring with too many
/// new stones.
#[inline]
pub(crate) fn ends_playout(
    start: &Start,
    board: &Compact,
    figures: Figures,
    code: usize,
    color: usize,
) -> bool {
    let Some(most_new) = start.max_new_ring_stones() else { return true };
    figures != Figures::RING
        || has_few_new_stones(&board.rows[color % 2], &start.board.rows[color % 2], code, most_new)
}

/// Returns true if a ring through a new stone, or one that it completes around a neighbor, has at most this
/// many new stones, itself included.
fn has_few_new_stones(own: &Rows, old: &Rows, code: usize, most_new: u32) -> bool {
    let near = OFFSETS.map(|offset| next_to(code, offset));
    let is_own = near.map(|neighbor| has(own, neighbor));
    let mask = (0..6).fold(0, |mask, direction| mask | usize::from(is_own[direction]) << direction);
    let runs = &RUNS[mask];
    let mut others = *own;
    others[code / STRIDE % 32] &= !(1 << (code % STRIDE));
    // A ring leads from one run of own neighbors to another, so the last need not be asked.
    let closes = |&first: &u8| {
        let (mut run, mut beyond) = ([0; 32], [0; 32]);
        let mut is_in_run = true;
        for direction in (0..6).map(|step| (usize::from(first) + step) % 6) {
            is_in_run &= is_own[direction];
            if is_own[direction] {
                add(if is_in_run { &mut run } else { &mut beyond }, near[direction]);
            }
        }
        joins(&others, old, &run, &beyond, most_new)
    };
    let count = usize::from(runs.count);
    runs.first[..count.saturating_sub(1)].iter().any(closes)
        || near.iter().any(|&middle| is_shut_in(own, old, middle, most_new))
}

/// Returns true if a chain of own stones joins two runs with fewer than this many new stones.
fn joins(own: &Rows, old: &Rows, run: &Rows, beyond: &Rows, most_new: u32) -> bool {
    let mut reached = and(run, old);
    let mut new = 1;
    while !is_any(&and(&reached, beyond)) {
        let next = and(&spread(&reached), own);
        let more = or(&reached, &and(&next, old));
        if more != reached {
            reached = more;
        } else if new >= most_new {
            return false;
        } else {
            // A chain may begin with a new stone.
            reached = if new == 1 { or(&next, run) } else { next };
            new += 1;
        }
    }
    true
}

/// Returns true if all six neighbors of an own stone are own, at most this many of them new.
fn is_shut_in(own: &Rows, old: &Rows, middle: usize, most_new: u32) -> bool {
    let around = OFFSETS.map(|offset| next_to(middle, offset));
    let new = around.iter().filter(|&&code| !has(old, code)).count();
    has(own, middle) && around.iter().all(|&code| has(own, code)) && new <= most_new as usize
}

fn next_to(code: usize, offset: i16) -> usize {
    code.wrapping_add_signed(isize::from(offset))
}

fn has(rows: &Rows, code: usize) -> bool {
    rows[code / STRIDE % 32] >> (code % STRIDE) & 1 != 0
}

fn add(rows: &mut Rows, code: usize) {
    rows[code / STRIDE % 32] |= 1 << (code % STRIDE);
}

fn and(a: &Rows, b: &Rows) -> Rows {
    std::array::from_fn(|y| a[y] & b[y])
}

fn or(a: &Rows, b: &Rows) -> Rows {
    std::array::from_fn(|y| a[y] | b[y])
}

fn is_any(rows: &Rows) -> bool {
    rows.iter().fold(0, |all, row| all | row) != 0
}

/// The places themselves and all beside them.
fn spread(rows: &Rows) -> Rows {
    let mut spread = [0; 32];
    for y in 1..31 {
        let (above, here, below) = (rows[y - 1], rows[y], rows[y + 1]);
        spread[y] = here | here << 1 | here >> 1 | above | above << 1 | below | below >> 1;
    }
    spread
}
