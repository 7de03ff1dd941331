//! View that a policy has of a playout: stones, empty places and last moves, without groups.

use catena_core::topology::MAX_CELLS;
use catena_core::{Cell, Color, Position};

use crate::Rng;

/// The stones of a playout, by cell; in Renkula! by the canonical cell of each pair.
#[derive(Clone, Debug)]
pub struct View {
    /// By cell, 0 for an empty one, else [`code`].
    stones: [u8; MAX_CELLS],
    /// The empty places, in no particular order.
    empty: [Cell; MAX_CELLS],
    empty_count: u16,
    /// Where an empty place stands in `empty`.
    index: [u16; MAX_CELLS],
    places: u16,
    to_move: Color,
    last: [Option<Cell>; 2],
    moves: [Cell; MAX_CELLS],
    played: u16,
}

const BLACK: u8 = 1;

/// A stone as a number.
#[inline]
const fn code(color: Color) -> u8 {
    match color {
        Color::Black => BLACK,
        Color::White => 2,
    }
}

impl View {
    pub(crate) const fn new() -> Self {
        Self {
            stones: [0; MAX_CELLS],
            empty: [Cell::new(0); MAX_CELLS],
            empty_count: 0,
            index: [0; MAX_CELLS],
            places: 0,
            to_move: Color::Black,
            last: [None; 2],
            moves: [Cell::new(0); MAX_CELLS],
            played: 0,
        }
    }

    /// Takes over a position; its last moves are the last of each color.
    pub(crate) fn set(&mut self, position: &Position) {
        *self = Self::new();
        self.to_move = position.to_move();
        for cell in position.topology().places() {
            self.stones[cell.index()] = position.board().stone(cell).map_or(0, code);
            self.places += 1;
            if self.stones[cell.index()] == 0 {
                self.index[cell.index()] = self.empty_count;
                self.empty[usize::from(self.empty_count)] = cell;
                self.empty_count += 1;
            }
        }
        for ply in position.plies() {
            if let catena_core::Move::Place(cell) = ply.mv {
                let stands = position.board().stone(cell) == Some(ply.color);
                self.last[super::index(ply.color)] = stands.then(|| position.topology().canonical(cell));
            }
        }
    }

    /// Lets only these empty cells be played on, with this color to move first.
    pub(crate) fn restrict(&mut self, cells: &[Cell], to_move: Color) {
        self.empty_count = 0;
        for &cell in cells {
            self.index[cell.index()] = self.empty_count;
            self.empty[usize::from(self.empty_count)] = cell;
            self.empty_count += 1;
        }
        self.places = self.empty_count;
        self.to_move = to_move;
    }

    /// Returns true if the cell is one of the empty places.
    pub(crate) fn may_play(&self, cell: Cell) -> bool {
        self.empty().get(usize::from(self.index[cell.index()])) == Some(&cell)
    }

    /// Whoever is to move makes another move later.
    pub(crate) fn pass(&mut self) {
        self.to_move = !self.to_move;
    }

    /// Copies what the start of a playout has; its moves are not part of that.
    #[inline]
    pub(crate) fn load(&mut self, start: &Self) {
        self.stones = start.stones;
        self.empty = start.empty;
        self.empty_count = start.empty_count;
        self.index = start.index;
        self.places = start.places;
        self.to_move = start.to_move;
        self.last = start.last;
        self.played = 0;
    }

    /// Makes a move for the player to move; the cell must be an empty place.
    #[inline]
    pub(crate) fn play(&mut self, cell: Cell) {
        debug_assert!(self.stones[cell.index()] == 0, "a place takes one move");
        self.stones[cell.index()] = code(self.to_move);
        self.empty_count -= 1;
        let moved = self.empty[usize::from(self.empty_count)];
        let hole = self.index[cell.index()];
        self.empty[usize::from(hole)] = moved;
        self.index[moved.index()] = hole;
        self.last[super::index(self.to_move)] = Some(cell);
        self.moves[usize::from(self.played)] = cell;
        self.played += 1;
        self.to_move = !self.to_move;
    }

    /// Makes the moves so far part of the start.
    pub(crate) const fn forget_moves(&mut self) {
        self.played = 0;
    }

    /// Ends the playout after this many of its moves; later stones stay where they are.
    pub(crate) fn end_after(&mut self, moves: usize) {
        if (usize::from(self.played) - moves) % 2 == 1 {
            self.to_move = !self.to_move;
        }
        self.played = moves as u16;
    }

    /// The stone on a place. The off-board cell is empty.
    #[inline]
    #[must_use]
    pub const fn stone(&self, cell: Cell) -> Option<Color> {
        match self.stones[cell.index()] {
            0 => None,
            BLACK => Some(Color::Black),
            _ => Some(Color::White),
        }
    }

    /// By cell, 0 for an empty one, else 1 for Black and 2 for White.
    pub(crate) const fn stones(&self) -> &[u8; MAX_CELLS] {
        &self.stones
    }

    /// The empty places, in no particular order.
    #[inline]
    #[must_use]
    pub fn empty(&self) -> &[Cell] {
        &self.empty[..usize::from(self.empty_count)]
    }

    /// The number of places with stones.
    #[inline]
    #[must_use]
    pub const fn taken(&self) -> usize {
        (self.places - self.empty_count) as usize
    }

    /// Whose turn it is.
    #[inline]
    #[must_use]
    pub const fn to_move(&self) -> Color {
        self.to_move
    }

    /// The last move of a color, in the playout or before.
    #[inline]
    #[must_use]
    pub const fn last(&self, color: Color) -> Option<Cell> {
        self.last[super::index(color)]
    }

    /// The moves of the playout; the colors alternate.
    #[must_use]
    pub fn moves(&self) -> &[Cell] {
        &self.moves[..usize::from(self.played)]
    }

    /// An empty place, all being equal.
    #[inline]
    pub fn any(&self, rng: &mut Rng) -> Cell {
        self.empty[rng.below(u32::from(self.empty_count)) as usize]
    }
}
