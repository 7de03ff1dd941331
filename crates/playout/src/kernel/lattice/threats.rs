//! Immediate wins after a stone, on the flat boards.

use std::marker::PhantomData;

use super::{AROUND, Journal, THREE, WinningCondition, surroundings};
use crate::kernel::compact::Compact;
use crate::kernel::tables::{CODES, OFFSETS, STRIDE, Tables};
use crate::kernel::threats::Threats;
use crate::kernel::window;

/// Stones of a ring but for the last.
const ALMOST_RING: u16 = 5;

/// The groups that a stone has joined: their former roots and borders. The stone itself, with all
/// the borders of the new group, stands for a missing one.
#[derive(Default)]
pub(super) struct Joined {
    roots: [usize; 3],
    borders: [u16; 3],
}

impl Journal for Joined {
    #[inline(always)]
    fn two(&mut self, code: usize, first: usize, second: usize, notes: &[u16; CODES]) {
        self.roots = [first, if second == first { code } else { second }, code];
        self.borders = [notes[first], notes[second], 0];
    }

    #[inline(always)]
    fn third(&mut self, first: usize, third: usize, notes: &[u16; CODES]) {
        if third != first {
            self.roots[2] = third;
            self.borders[2] = notes[third];
        }
    }
}

/// Returns true if a stone on this empty place would join groups into a figure. Rings filled with own stones
/// are not seen.
#[inline(always)]
pub(super) fn would_join<G: WinningCondition>(
    tables: &Tables,
    board: &mut Compact,
    code: usize,
    color: usize,
) -> bool {
    let code = code % CODES;
    let around = &AROUND[surroundings(&board.rows[color % 2], code)];
    let mut borders = tables.borders[code];
    let mut ring = false;
    if around.first != 0 {
        let first = board.find(code.wrapping_add_signed(isize::from(around.first)));
        let second = board.find(code.wrapping_add_signed(isize::from(around.second)));
        ring = around.two & (first == second);
        borders |= board.notes[first] | board.notes[second];
        if around.rare & THREE != 0 {
            let third = board.find(code.wrapping_add_signed(isize::from(around.third)));
            ring |= third == first || third == second;
            borders |= board.notes[third];
        }
    }
    G::RINGS && ring || !G::touching(borders, color).is_empty()
}

/// Notes what wins at once after a stone that did not win.
#[inline(always)]
pub(super) fn after<G: WinningCondition>(
    tables: &Tables,
    board: &mut Compact,
    threats: &mut Threats,
    code: usize,
    color: usize,
    joined: &Joined,
) {
    let (code, color) = (code % CODES, color % 2);
    let root = usize::from(board.links[code]) % CODES;
    let parts = joined.roots.map(|part| part % CODES);
    threats.size[code] = 0;
    let sizes = parts.map(|part| threats.size[part]);
    let size = 1 + sizes[0] + sizes[1] + sizes[2];
    let borders = G::needed(board.notes[root], color);
    // A place joins up to three groups; they need the stones of the shortest chain but one.
    threats.largest[color] = threats.largest[color].max(size);
    let may_span = (borders != 0) & (size + 2 * threats.largest[color] + 1 >= tables.shortest);
    let may_ring = G::RINGS && size >= ALMOST_RING;
    let nearer = |i: usize| may_span & (G::needed(joined.borders[i], color) != borders);
    let merged = sizes[1] + sizes[2] > 0;
    let largest = if merged { merge(board, threats, code, parts, sizes) } else { 0 };
    if may_ring | may_span {
        let rim = u64::MAX * u64::from(may_span & G::rim_may_win(borders));
        let mut search = ThreatSearch::<G> { tables, board, threats, rim, color, goal: PhantomData };
        search.beside_new(code, may_ring);
        let is_due = |i: usize| (sizes[i] > 0) & (nearer(i) | may_ring & (i != largest));
        let due = u64::from(is_due(0)) | u64::from(is_due(1)) << 1 | u64::from(is_due(2)) << 2;
        for i in window::bits(due) {
            search.beside_group(parts[i % 3], sizes[i % 3]);
        }
    }
    threats.next[code] = code as u16;
    for part in parts {
        threats.next.swap(code, part);
    }
    let root = usize::from(board.links[code]) % CODES;
    threats.size[root] = size;
}

/// Hangs all stones of joined groups directly under the root of the largest, and tells which that
/// is: looking for roots is then a step that the processor tracks_threats.
fn merge(board: &mut Compact, threats: &Threats, code: usize, parts: [usize; 3], sizes: [u16; 3]) -> usize {
    let mut largest = usize::from(sizes[1] > sizes[0]);
    if sizes[2] > sizes[largest] {
        largest = 2;
    }
    let root = parts[largest];
    board.notes[root] = board.notes[usize::from(board.links[code]) % CODES];
    board.links[root] = root as u16;
    board.links[code] = root as u16;
    for i in (0..3).filter(|&i| i != largest) {
        let mut stone = parts[i];
        for _ in 0..sizes[i] {
            board.links[stone] = root as u16;
            stone = usize::from(threats.next[stone]) % CODES;
        }
    }
    largest
}

/// A look for places that win at once. A place with one run only must lie on the rim.
struct ThreatSearch<'a, G> {
    tables: &'a Tables,
    board: &'a mut Compact,
    threats: &'a mut Threats,
    /// All bits if the rim counts, else none.
    rim: u64,
    color: usize,
    goal: PhantomData<G>,
}

impl<G: WinningCondition> ThreatSearch<'_, G> {
    /// Looks beside a new stone, and for the last stones of rings filled with own stones.
    #[inline(always)]
    fn beside_new(&mut self, stone: usize, may_ring: bool) {
        let own = window::window(&self.board.rows[self.color], stone);
        let neighbors = window::in_window(own);
        let almost = own & window::five(neighbors) & (window::BESIDE | window::SELF);
        self.try_beside(stone, window::two_runs(neighbors));
        if may_ring & (almost != 0) {
            self.fill_rings(almost, stone);
        }
    }

    /// Tries the empty places beside a stone; those with two runs are known.
    #[inline(always)]
    fn try_beside(&mut self, stone: usize, two_runs: u64) {
        let hopeful = two_runs | window::middle(&self.tables.rim, stone) & self.rim;
        let places = window::middle(&self.threats.empty, stone) & window::BESIDE & hopeful;
        for place in window::codes(places, stone) {
            self.try_place(place);
        }
    }

    #[inline(always)]
    fn try_place(&mut self, place: usize) {
        if would_join::<G>(self.tables, self.board, place, self.color) {
            self.threats.add(place, self.color);
        }
    }

    /// Looks beside a former group, whose list is still its own.
    fn beside_group(&mut self, root: usize, size: u16) {
        if size == 1 {
            let own = window::window(&self.board.rows[self.color], root);
            return self.try_beside(root, window::two_runs(window::in_window(own)));
        }
        let mut beside = [0u32; 32];
        let (mut top, mut bottom) = (31, 1);
        let mut stone = root;
        for _ in 0..size {
            let (y, left) = (stone / STRIDE, (stone % STRIDE).wrapping_sub(1) as u32);
            beside[y.wrapping_sub(1) % 32] |= 0b011u32.wrapping_shl(left);
            beside[y % 32] |= 0b101u32.wrapping_shl(left);
            beside[(y + 1) % 32] |= 0b110u32.wrapping_shl(left);
            (top, bottom) = (y.min(top), y.max(bottom));
            stone = usize::from(self.threats.next[stone]) % CODES;
        }
        for y in top - 1..=bottom + 1 {
            let two = window::two_runs(window::in_row(&self.board.rows[self.color], y));
            let places = beside[y % 32] & self.threats.empty[y % 32];
            let rim = u64::from(self.tables.rim[y % 32]) & self.rim;
            for x in window::bits(u64::from(places) & (two | rim)) {
                self.try_place(y * STRIDE + x);
            }
        }
    }

    /// Notes the empty sixth neighbor of stones with five own neighbors.
    fn fill_rings(&mut self, almost: u64, code: usize) {
        for middle in window::codes(almost, code) {
            for place in OFFSETS.map(|offset| middle.wrapping_add_signed(isize::from(offset)) % CODES) {
                if self.threats.empty[place / STRIDE] >> (place % STRIDE) & 1 == 1 {
                    self.threats.add(place, self.color);
                }
            }
        }
    }
}
