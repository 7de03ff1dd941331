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
use super::runs::{RUNS, Runs};
use super::tables::{CODES, OFF, Tables};
use super::threats::Threats;

const SLOTS: usize = 6;

impl Moves for Renkula {
    #[inline(always)]
    fn place(tables: &Tables, board: &mut Compact, code: usize, color: usize) -> Figures {
        let code = code % CODES;
        let stone = color as u16 + 1;
        board.notes[code] = stone;
        board.links[code] = (code * 2) as u16;
        let around = &tables.around[code];
        let runs = runs(tables, board, code, stone);
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

    fn root(board: &mut Compact, code: usize) -> usize {
        let root = find(board, code * 2);
        board.links[code % CODES] = root as u16;
        root / 2 % CODES
    }

    #[inline]
    fn would_win(tables: &Tables, board: &mut Compact, code: usize, color: usize) -> bool {
        if runs(tables, board, code, color as u16 + 1).count < 2 {
            return false;
        }
        let mut reached = [0; 3];
        let count = groups(tables, board, code, color, &mut reached);
        let sides = |i: usize, j: usize| j < count && reached[i] ^ reached[j] == 1;
        sides(0, 1) | sides(0, 2) | sides(1, 2)
    }

    #[inline(always)]
    fn place_tracking_threats(
        tables: &Tables,
        board: &mut Compact,
        threats: &mut Threats,
        code: usize,
        color: usize,
    ) -> Figures {
        let mut parts = [0; 3];
        let count = groups(tables, board, code, color, &mut parts);
        let figures = Self::place(tables, board, code, color);
        threats.take(code);
        if figures.is_empty() {
            track_threats(tables, board, threats, code, color, &mut parts[..count]);
        }
        figures
    }
}

/// The runs of own neighbors.
#[inline(always)]
fn runs(tables: &Tables, board: &Compact, code: usize, stone: u16) -> &'static Runs {
    let mut mask = 0;
    for (slot, &neighbor) in tables.around[code % CODES][..SLOTS].iter().enumerate() {
        mask |= usize::from(board.notes[usize::from(neighbor) / 2 % CODES] == stone) << slot;
    }
    &RUNS[mask]
}

/// The groups around a place, a root for each run, doubled, plus 1 if the run is on its other
/// side; how many.
#[inline(always)]
fn groups(tables: &Tables, board: &mut Compact, code: usize, color: usize, roots: &mut [usize; 3]) -> usize {
    let runs = runs(tables, board, code, color as u16 + 1);
    let count = usize::from(runs.count).min(roots.len());
    for (root, &slot) in roots.iter_mut().zip(&runs.first[..count]) {
        *root = find(board, usize::from(tables.around[code][usize::from(slot) % SLOTS]));
    }
    count
}

/// Notes what wins at once after a stone that did not win and joined these groups.
fn track_threats(
    tables: &Tables,
    board: &mut Compact,
    threats: &mut Threats,
    code: usize,
    color: usize,
    parts: &mut [usize],
) {
    parts.iter_mut().for_each(|root| *root /= 2);
    let size = |root: &usize| threats.size[*root];
    parts.sort_unstable_by_key(|root| (size(root), *root));
    // On small spheres two runs may be one group.
    let distinct = |i: usize| i == 0 || parts[i] != parts[i - 1];
    let total = 1 + (0..parts.len()).filter(|&i| distinct(i)).map(|i| size(&parts[i])).sum::<u16>();
    look_beside(tables, board, threats, code, color);
    for &part in &parts[..parts.len().saturating_sub(1)] {
        let mut stone = part;
        for _ in 0..threats.size[part] {
            look_beside(tables, board, threats, stone, color);
            stone = usize::from(threats.next[stone]) % CODES;
        }
    }
    threats.next[code] = code as u16;
    for i in (0..parts.len()).filter(|&i| distinct(i)) {
        threats.join(code, parts[i]);
    }
    let root = Renkula::root(board, code);
    threats.size[root] = total;
}

/// Notes the empty neighbors of a stone that win at once.
#[inline(always)]
fn look_beside(tables: &Tables, board: &mut Compact, threats: &mut Threats, stone: usize, color: usize) {
    for &neighbor in &tables.around[stone][..SLOTS] {
        let place = usize::from(neighbor) / 2 % CODES;
        if place != OFF && board.notes[place] == 0 && Renkula::would_win(tables, board, place, color) {
            threats.add(place, color);
        }
    }
}

/// Joins a new stone to a neighbor's group; whether it was in that group on the other side.
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
