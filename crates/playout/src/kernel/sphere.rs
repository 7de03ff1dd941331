//! Moves of Renkula!.
//!
//! A cell and its antipode always have stones of one color, so half of the sphere is enough: the
//! projective plane. A chain joins antipodes exactly if it can be walked around so that one comes
//! back on the other side. Each link of the forest notes whether it changes sides, and a stone
//! that reaches one group on both sides wins; that is one placement and half the forest instead
//! of two placements.

use catena_core::rules::Renkula;
use catena_core::{Figures, Outcome};

use super::Moves;
use super::compact::Compact;
use super::runs::RUNS;
use super::tables::{CODES, Tables};

const SLOTS: usize = 6;

impl Moves for Renkula {
    #[inline(always)]
    fn place(tables: &Tables, board: &mut Compact, code: usize, color: usize) -> Figures {
        let code = code % CODES;
        let stone = color as u16 + 1;
        board.notes[code] = stone;
        board.links[code] = (code * 2) as u16;
        let around = &tables.around[code];
        let mut mask = 0;
        for (slot, &neighbor) in around[..SLOTS].iter().enumerate() {
            mask |= usize::from(board.notes[usize::from(neighbor) / 2 % CODES] == stone) << slot;
        }
        let runs = &RUNS[mask];
        let mut won = false;
        for &slot in &runs.first[..usize::from(runs.count)] {
            let neighbor = usize::from(around[usize::from(slot) % SLOTS]);
            won |= join(board, code, neighbor);
        }
        Figures::ANTIPODES.when(won)
    }

    /// No full sphere is undecided.
    fn when_full(_: &Tables, _: &mut Compact) -> Outcome {
        Outcome::DRAW
    }
}

/// Joins a new stone to a neighbour's group; whether it was in that group on the other side.
#[inline(always)]
fn join(board: &mut Compact, code: usize, neighbor: usize) -> bool {
    let there = find(board, neighbor);
    let here = find(board, code * 2);
    if here / 2 == there / 2 {
        return here != there;
    }
    board.links[here / 2 % CODES] = (there ^ here & 1) as u16;
    false
}

/// The root of a group, doubled, plus 1 if `at` (a code doubled, plus its side) is on its other
/// side.
#[inline(always)]
fn find(board: &mut Compact, at: usize) -> usize {
    let mut at = at;
    loop {
        let up = usize::from(board.links[at / 2 % CODES]);
        if up / 2 == at / 2 {
            return at;
        }
        let top = usize::from(board.links[up / 2 % CODES]);
        board.links[at / 2 % CODES] = (top ^ up & 1) as u16;
        at = top ^ (up ^ at) & 1;
    }
}
