//! Moves of \*Star: only the full board counts, so groups are found once, at the end.

use catena_core::rules::{Score, Star};
use catena_core::topology::Borders;
use catena_core::{Color, Figures, Outcome};

use super::Moves;
use super::compact::Compact;
use super::tables::{CODES, Tables};
use super::threats::Threats;

/// A group with fewer peries is no star.
const MIN_PERIES: u16 = 2;
/// Notes hold the stone in their lowest bits and count peries in steps of this.
const PERI_STEP: u16 = 4;
const STONE: u16 = PERI_STEP - 1;

impl Moves for Star {
    #[inline(always)]
    fn place(_: &Tables, board: &mut Compact, code: usize, color: usize) -> Figures {
        board.notes[code % CODES] = color as u16 + 1;
        Figures::empty()
    }

    fn root(_: &mut Compact, code: usize) -> usize {
        code
    }

    /// Only the full board is won.
    fn would_win(_: &Tables, _: &mut Compact, _: usize, _: usize) -> bool {
        false
    }

    #[inline(always)]
    fn place_tracking_threats(
        tables: &Tables,
        board: &mut Compact,
        _: &mut Threats,
        code: usize,
        color: usize,
    ) -> Figures {
        Self::place(tables, board, code, color)
    }

    fn when_full(tables: &Tables, board: &mut Compact) -> Outcome {
        for code in 0..tables.used {
            join_to_earlier(tables, board, code);
        }
        let is_peri = |code: &usize| Borders::from_bits_retain(tables.borders[*code]).contains(Borders::PERI);
        // The peries are the outermost ring: the last cells.
        let peries = (0..tables.used).rev().take_while(is_peri);
        for code in peries.clone() {
            let root = board.find(code);
            board.notes[root] += PERI_STEP;
        }
        let mut score = Score::default();
        for code in peries {
            let root = board.find(code);
            let color = color(board.notes[code]);
            let owner = if board.notes[root] / PERI_STEP >= MIN_PERIES { color } else { !color };
            score.peries[owner] += 1;
            score.quarks[owner] +=
                i16::from(Borders::from_bits_retain(tables.borders[code]).contains(Borders::QUARK));
        }
        for &note in board.notes[..tables.used].iter().filter(|&&note| note / PERI_STEP >= MIN_PERIES) {
            score.stars[color(note)] += 1;
        }
        score.outcome()
    }
}

fn color(note: u16) -> Color {
    if note & STONE == 1 { Color::Black } else { Color::White }
}

/// Joins a stone to the groups of its neighbors with lower codes.
#[inline(always)]
fn join_to_earlier(tables: &Tables, board: &mut Compact, code: usize) {
    board.links[code % CODES] = code as u16;
    for &neighbor in &tables.around[code] {
        let neighbor = usize::from(neighbor) % CODES;
        if neighbor < code && board.notes[neighbor] == board.notes[code % CODES] {
            let (here, there) = (board.find(code), board.find(neighbor));
            board.links[here] = there as u16;
        }
    }
}
