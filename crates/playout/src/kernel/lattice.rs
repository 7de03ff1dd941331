//! Moves on the flat boards: Havannah, Hex and Y.
//!
//! Without branches as far as it goes: a missing run stands for the first one, the stone itself
//! stands for a missing first run, and joining a group to itself changes nothing.

mod threats;

use catena_core::rules::{Havannah, Hex, Rules, Y};
use catena_core::topology::Borders;
use catena_core::{Color, Figures, Outcome};

use super::Moves;
use super::compact::Compact;
use super::runs::RUNS;
use super::tables::{CODES, OFFSETS, STRIDE, Tables};
use super::threats::Threats;
use threats::Joined;

/// The winning condition on a flat board.
trait WinningCondition {
    /// True if rings win.
    const RINGS: bool;

    /// The figures of a group that touches these borders.
    fn touching(borders: u16, color: usize) -> Figures;

    /// Those of the borders that a figure of this color may need.
    #[inline(always)]
    fn needed(borders: u16, _color: usize) -> u16 {
        borders
    }

    /// Returns true if a group that touches these of the needed borders may win on a place of the rim without
    /// other groups.
    #[inline(always)]
    fn rim_may_win(borders: u16) -> bool {
        borders != 0
    }
}

impl WinningCondition for Havannah {
    const RINGS: bool = true;

    /// A place of the rim adds a side or a corner.
    #[inline(always)]
    fn rim_may_win(borders: u16) -> bool {
        (borders & borders.wrapping_sub(1) | borders & Borders::CORNERS.bits()) != 0
    }

    #[inline(always)]
    fn touching(borders: u16, _: usize) -> Figures {
        BRIDGES_AND_FORKS[usize::from(borders) % BRIDGES_AND_FORKS.len()]
    }
}

/// Havannah without rings, as the 2009 paper plays on-line.
pub(crate) struct BridgesAndForks;

impl WinningCondition for BridgesAndForks {
    const RINGS: bool = false;

    #[inline(always)]
    fn touching(borders: u16, color: usize) -> Figures {
        Havannah::touching(borders, color)
    }

    #[inline(always)]
    fn rim_may_win(borders: u16) -> bool {
        Havannah::rim_may_win(borders)
    }
}

impl WinningCondition for Hex {
    const RINGS: bool = false;

    #[inline(always)]
    fn touching(borders: u16, color: usize) -> Figures {
        Figures::CONNECTION.when(Borders::from_bits_retain(borders).contains(HEX_GOALS[color & 1]))
    }

    #[inline(always)]
    fn needed(borders: u16, color: usize) -> u16 {
        borders & HEX_GOALS[color & 1].bits()
    }
}

/// Borders that each color of Hex connects.
const HEX_GOALS: [Borders; 2] =
    [Hex::FACTS.goal_borders(Color::Black), Hex::FACTS.goal_borders(Color::White)];

impl WinningCondition for Y {
    const RINGS: bool = false;

    #[inline(always)]
    fn touching(borders: u16, _: usize) -> Figures {
        Figures::CONNECTION
            .when(Borders::from_bits_retain(borders).contains(Y::FACTS.goal_borders(Color::Black)))
    }
}

/// Bridge and fork for each of the 4,096 sets of corners and sides (Könnecke and Waldmann 2009,
/// section 7).
pub(crate) static BRIDGES_AND_FORKS: [Figures; 4096] = bridges_and_forks();

const fn bridges_and_forks() -> [Figures; 4096] {
    let mut table = [Figures::empty(); 4096];
    let mut bits = 0;
    while bits < table.len() {
        let borders = Borders::from_bits_retain(bits as u16);
        table[bits] = Figures::BRIDGE
            .when(borders.count(Borders::CORNERS) >= 2)
            .union(Figures::FORK.when(borders.count(Borders::SIDES) >= 3));
        bits += 1;
    }
    table
}

/// The runs of own neighbors, as offsets of their first stones.
#[derive(Clone, Copy)]
struct Around {
    /// The first stone of the first run; the cell itself if there is no run.
    first: i16,
    /// The first stone of the second run, or of the first if there is no second.
    second: i16,
    /// The same for the third.
    third: i16,
    /// True if there are at least two runs.
    two: bool,
    /// Middles of three own neighbors, and [`THREE`] for three runs: what happens rarely.
    rare: u8,
}

const THREE: u8 = 1 << 7;

/// Around a cell, by the bits of three rows as [`surroundings`] packs them.
static AROUND: [Around; 128] = around_table();

/// The direction of each bit of [`surroundings`]; bit 3 is the cell itself.
const DIRECTION_OF_BIT: [Option<u8>; 7] = [Some(4), Some(5), Some(3), None, Some(0), Some(2), Some(1)];

const fn around_table() -> [Around; 128] {
    let mut table = [Around { first: 0, second: 0, third: 0, two: false, rare: 0 }; 128];
    let mut packed = 0;
    while packed < table.len() {
        let mut mask = 0;
        let mut bit = 0;
        while bit < DIRECTION_OF_BIT.len() {
            if let Some(direction) = DIRECTION_OF_BIT[bit] {
                mask |= (packed >> bit & 1) << direction;
            }
            bit += 1;
        }
        let runs = RUNS[mask];
        let first = if runs.count > 0 { OFFSETS[runs.first[0] as usize] } else { 0 };
        let second = if runs.count > 1 { OFFSETS[runs.first[1] as usize] } else { first };
        let third = if runs.count > 2 { OFFSETS[runs.first[2] as usize] } else { first };
        let rare = runs.middles | if runs.count > 2 { THREE } else { 0 };
        table[packed] = Around { first, second, third, two: runs.count > 1, rare };
        packed += 1;
    }
    table
}

/// The stones of one color around a place, and on it, as seven bits.
#[inline(always)]
fn surroundings(rows: &[u32; 32], code: usize) -> usize {
    let shift = (code % STRIDE).wrapping_sub(1) as u32;
    let row = |y: usize| rows[y % 32].wrapping_shr(shift) as usize;
    let y = code / STRIDE;
    row(y.wrapping_sub(1)) & 0b11 | (row(y) & 0b111) << 2 | (row(y + 1) & 0b110) << 4
}

impl<G: WinningCondition + 'static> Moves for G {
    #[inline(always)]
    fn place(tables: &Tables, board: &mut Compact, code: usize, color: usize) -> Figures {
        put::<G>(tables, board, code, color, &mut ())
    }

    fn when_full(_: &Tables, _: &mut Compact) -> Outcome {
        Outcome::DRAW
    }

    fn root(board: &mut Compact, code: usize) -> usize {
        let root = board.find(code);
        board.links[code % CODES] = root as u16;
        root
    }

    fn would_win(tables: &Tables, board: &mut Compact, code: usize, color: usize) -> bool {
        threats::would_join::<G>(tables, board, code, color) || G::RINGS && would_fill(board, code, color)
    }

    #[inline(always)]
    fn place_tracking_threats(
        tables: &Tables,
        board: &mut Compact,
        threats: &mut Threats,
        code: usize,
        color: usize,
    ) -> Figures {
        let mut joined = Joined::default();
        let figures = put::<G>(tables, board, code, color, &mut joined);
        threats.take(code);
        if figures.is_empty() {
            threats::after::<G>(tables, board, threats, code, color, &joined);
        }
        figures
    }
}

/// Is told which groups a stone joins.
trait Journal {
    /// The roots of the groups of the first two runs, each perhaps the same as the one before: the
    /// stone itself, the first, the second. To be called before they are joined.
    fn two(&mut self, code: usize, first: usize, second: usize, notes: &[u16; CODES]);

    /// The root of the group of the third run, and of that which the first two have become.
    fn third(&mut self, first: usize, third: usize, notes: &[u16; CODES]);
}

impl Journal for () {
    #[inline(always)]
    fn two(&mut self, _: usize, _: usize, _: usize, _: &[u16; CODES]) {}

    #[inline(always)]
    fn third(&mut self, _: usize, _: usize, _: &[u16; CODES]) {}
}

/// Puts a stone on the board; the figures that this completes.
#[inline(always)]
fn put<G: WinningCondition>(
    tables: &Tables,
    board: &mut Compact,
    code: usize,
    color: usize,
    journal: &mut impl Journal,
) -> Figures {
    let code = code % CODES;
    let color = color % 2;
    let around = &AROUND[surroundings(&board.rows[color], code)];
    board.rows[color][code / STRIDE] |= 1 << (code % STRIDE);
    board.links[code] = code as u16;
    board.notes[code] = 0;
    let first = board.find(code.wrapping_add_signed(isize::from(around.first)));
    let second = board.find(code.wrapping_add_signed(isize::from(around.second)));
    journal.two(code, first, second, &board.notes);
    let mut ring = around.two & (first == second);
    let mut borders = tables.borders[code] | board.notes[first] | board.notes[second];
    board.links[code] = first as u16;
    board.links[second] = first as u16;
    if around.rare != 0 {
        if around.rare & THREE != 0 {
            let third = board.find(code.wrapping_add_signed(isize::from(around.third)));
            journal.third(first, third, &board.notes);
            // The second run hangs below the first by now.
            ring |= third == first;
            borders |= board.notes[third];
            board.links[third] = first as u16;
        } else if G::RINGS {
            ring |= is_filled_in(&board.rows[color], code);
        }
    }
    board.notes[first] = borders;
    let figures = G::touching(borders, color);
    if G::RINGS { figures.union(Figures::RING.when(ring)) } else { figures }
}

/// Returns true if a stone on this empty place would be the last around an own stone.
fn would_fill(board: &mut Compact, code: usize, color: usize) -> bool {
    let (y, bit) = (code / STRIDE % 32, 1 << (code % STRIDE));
    board.rows[color % 2][y] |= bit;
    let filled = is_filled_in(&board.rows[color % 2], code);
    board.rows[color % 2][y] &= !bit;
    filled
}

/// Returns true if a neighbor of a new stone has all its six neighbors of the color: three rows at once,
/// because a loop over the middles of three takes branches that cannot be predicted.
fn is_filled_in(rows: &[u32; 32], code: usize) -> bool {
    let row = |y: usize| rows[y % 32];
    let filled = |y: usize| {
        let (above, here, below) = (row(y.wrapping_sub(1)), row(y), row(y + 1));
        above & above << 1 & here << 1 & here >> 1 & below & below >> 1
    };
    let y = code / STRIDE;
    let near = 0b111u32.wrapping_shl((code % STRIDE).wrapping_sub(1) as u32);
    (filled(y.wrapping_sub(1)) | filled(y) | filled(y + 1)) & near != 0
}
