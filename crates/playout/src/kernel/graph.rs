//! Moves on any board with sides: stones are joined along the tables of neighbors.
//!
//! Slower than the kernels of the lattices, which find neighbors by adding a constant and groups by
//! looking up the stones of three rows.

use std::marker::PhantomData;

use catena_core::rules::Rules;
use catena_core::topology::Borders;
use catena_core::{Color, Figures, Outcome};

use super::Moves;
use super::compact::Compact;
use super::runs::{RUNS, Runs};
use super::tables::{CODES, OFF, Tables};
use super::threats::Threats;

/// Moves of games in which a chain that touches all sides of its color wins.
pub(crate) struct GraphMoves<R>(PhantomData<R>);

/// Slots of neighbors in circular order, the gap of a border cell at the end.
const SLOTS: usize = 6;
/// Notes hold the stone in their lowest bits, and at the root of a group what it touches above them.
const STONE_BITS: usize = 2;
const STONE: u16 = (1 << STONE_BITS) - 1;

impl<R: Rules> Moves for GraphMoves<R> {
    #[inline(always)]
    fn place(tables: &Tables, board: &mut Compact, code: usize, color: usize) -> Figures {
        let groups = Groups::around(tables, board, code, color);
        groups.join::<R>(tables, board, code, color)
    }

    /// No full board is undecided.
    fn when_full(_: &Tables, _: &mut Compact) -> Outcome {
        Outcome::DRAW
    }

    fn root(board: &mut Compact, code: usize) -> usize {
        let root = board.find(code);
        board.links[code % CODES] = root as u16;
        root
    }

    #[inline]
    fn would_win(tables: &Tables, board: &mut Compact, code: usize, color: usize) -> bool {
        let borders = Groups::around(tables, board, code, color).borders(tables, board, code);
        is_goal::<R>(borders, color)
    }

    #[inline(always)]
    fn place_tracking_threats(
        tables: &Tables,
        board: &mut Compact,
        threats: &mut Threats,
        code: usize,
        color: usize,
    ) -> Figures {
        let groups = Groups::around(tables, board, code, color);
        let before = groups.roots.map(|root| board.notes[root % CODES]);
        let figures = groups.join::<R>(tables, board, code, color);
        threats.take(code);
        if figures.is_empty() {
            note_threats::<R>(tables, board, threats, (code, color), &groups, before);
        }
        figures
    }
}

/// The different groups of a color around a place, by their roots.
struct Groups {
    roots: [usize; 3],
    count: usize,
}

impl Groups {
    #[inline(always)]
    fn around(tables: &Tables, board: &mut Compact, code: usize, color: usize) -> Self {
        let around = &tables.around[code % CODES];
        let runs = runs(around, board, color as u16 + 1);
        let mut groups = Self { roots: [code; 3], count: 0 };
        for &slot in &runs.first[..usize::from(runs.count)] {
            let root = board.find(usize::from(around[usize::from(slot) % SLOTS]));
            if !groups.roots[..groups.count].contains(&root) {
                groups.roots[groups.count] = root;
                groups.count += 1;
            }
        }
        groups
    }

    /// Borders touched by a stone on the place together with its groups.
    #[inline(always)]
    fn borders(&self, tables: &Tables, board: &Compact, code: usize) -> u16 {
        let own = tables.borders[code % CODES];
        let roots = self.roots[..self.count].iter();
        roots.fold(own, |all, &root| all | board.notes[root % CODES] >> STONE_BITS)
    }

    /// Puts a stone on the place and joins the groups under the root of the last.
    #[inline(always)]
    fn join<R: Rules>(&self, tables: &Tables, board: &mut Compact, code: usize, color: usize) -> Figures {
        let borders = self.borders(tables, board, code);
        let stone = color as u16 + 1;
        let mut top = code % CODES;
        board.notes[top] = stone;
        board.links[top] = top as u16;
        for root in self.roots[..self.count].iter().map(|root| root % CODES) {
            board.links[top] = root as u16;
            top = root;
        }
        board.notes[top] = stone | borders << STONE_BITS;
        Figures::CONNECTION.when(is_goal::<R>(borders, color))
    }
}

/// The runs of own neighbors.
#[inline(always)]
fn runs(around: &[u16], board: &Compact, stone: u16) -> &'static Runs {
    let mut mask = 0;
    for (slot, &neighbor) in around[..SLOTS].iter().enumerate() {
        mask |= usize::from(board.notes[usize::from(neighbor) % CODES] & STONE == stone) << slot;
    }
    &RUNS[mask]
}

/// Notes what wins at once after a stone that did not win. New wins lie beside the stone, or beside
/// a group that touches more than `before`.
fn note_threats<R: Rules>(
    tables: &Tables,
    board: &mut Compact,
    threats: &mut Threats,
    (code, color): (usize, usize),
    groups: &Groups,
    before: [u16; 3],
) {
    let root = GraphMoves::<R>::root(board, code);
    let after = board.notes[root] >> STONE_BITS;
    try_beside::<R>(tables, board, threats, code, color);
    let parts = &groups.roots[..groups.count];
    let mut size = 1;
    for (&part, notes) in parts.iter().zip(before) {
        let stones = threats.size[part % CODES];
        size += stones;
        if notes >> STONE_BITS == after {
            continue;
        }
        let mut stone = part;
        for _ in 0..stones {
            try_beside::<R>(tables, board, threats, stone, color);
            stone = usize::from(threats.next[stone % CODES]);
        }
    }
    threats.next[code % CODES] = code as u16;
    parts.iter().for_each(|&part| threats.join(code, part));
    threats.size[root] = size;
}

/// Notes the empty neighbors of a stone that win at once.
fn try_beside<R: Rules>(
    tables: &Tables,
    board: &mut Compact,
    threats: &mut Threats,
    stone: usize,
    color: usize,
) {
    for place in tables.around[stone % CODES][..SLOTS].iter().map(|&neighbor| usize::from(neighbor) % CODES) {
        let is_empty = place != OFF && board.notes[place] & STONE == 0;
        if is_empty && GraphMoves::<R>::would_win(tables, board, place, color) {
            threats.add(place, color);
        }
    }
}

/// Returns true if a group of this color that touches these borders wins.
#[inline(always)]
fn is_goal<R: Rules>(borders: u16, color: usize) -> bool {
    Borders::from_bits_retain(borders).contains(R::FACTS.goal_borders(Color::ALL[color % 2]))
}
