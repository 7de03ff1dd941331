//! Where playouts start: a position, prepared once for any number of playouts.

use std::sync::Arc;

use catena_core::{Cell, Color, Figures, Game, Outcome, Position, Setup};

use super::compact::{Compact, PLACES};
use super::tables::{CODES, Tables};
use super::threats::Threats;
use super::{Moves, with_moves};
use crate::policy::View;

/// A position in the form that kernels copy and play on.
///
/// Preparing one costs about as much as playing its stones; a search prepares its root once,
/// copies it with `clone_from` and brings the copy to a leaf by [`play`](Self::play).
#[derive(Debug)]
pub struct Start {
    setup: Setup,
    pub(super) tables: Arc<Tables>,
    pub(crate) board: Compact,
    /// Where each empty place stands in the order.
    pub(super) index: [u16; CODES],
    to_move: Color,
    outcome: Option<Outcome>,
    view: View,
    /// Kept up only if `tracks_threats`.
    threats: Threats,
    tracks_threats: bool,
    /// Maximum number of new stones in a ring that counts; unlimited for `None`.
    max_new_ring_stones: Option<u32>,
}

impl Start {
    /// The position, ready for playouts.
    #[must_use]
    pub fn new(position: &Position) -> Self {
        let setup = position.setup().clone();
        let mut start = Self {
            tables: Arc::new(Tables::new(setup.topology())),
            setup,
            board: Compact::new(),
            index: [0; CODES],
            to_move: position.to_move(),
            outcome: None,
            view: View::new(),
            threats: Threats::new(),
            tracks_threats: false,
            max_new_ring_stones: None,
        };
        start.load(position);
        start
    }

    /// Another position of the same setup, without building the tables again.
    ///
    /// # Panics
    /// If the position is of another game or size.
    pub fn load(&mut self, position: &Position) {
        let topology = position.topology();
        assert!(
            self.setup.game() == position.setup().game() && self.setup.size() == position.setup().size(),
            "a start serves one board"
        );
        self.board.rows = [[0; 32]; 2];
        self.board.notes[..self.tables.used].fill(0);
        self.board.places = 0;
        for cell in topology.places() {
            let code = self.tables.code(cell);
            match position.board().stone(cell) {
                Some(color) => {
                    place(self.setup.game(), &self.tables, &mut self.board, code, color);
                }
                None => {
                    self.index[usize::from(code)] = self.board.places as u16;
                    self.board.order[self.board.places] = code;
                    self.board.places += 1;
                }
            }
        }
        self.to_move = position.to_move();
        self.outcome = position.outcome();
        self.view.set(position);
        if self.tracks_threats {
            self.track_threats();
        }
    }

    /// Finds the places that win at once, and keeps them up from now on: what [decisive](super::decisive)
    /// kernels need. They find them anew for each playout from a start that does not.
    pub fn track_threats(&mut self) {
        self.tracks_threats = true;
        let Self { tables, board, threats, .. } = self;
        with_moves!(self.setup.game(), M => threats.set::<M>(tables, board));
    }

    /// Lets rings of Havannah end playouts only if at most this many of their stones are new, those of the playout
    /// itself. Not for [decisive](super::decisive) kernels, where every ring does.
    pub const fn set_max_new_ring_stones(&mut self, most_new: u32) {
        self.max_new_ring_stones = Some(most_new);
    }

    pub(super) const fn max_new_ring_stones(&self) -> Option<u32> {
        self.max_new_ring_stones
    }

    /// Makes a legal move for the player to move; in \*Star the end shows only in playouts.
    pub fn play(&mut self, cell: Cell) {
        let code = self.tables.code(cell);
        let figures = if self.tracks_threats {
            let Self { tables, board, threats, .. } = self;
            let (code, color) = (usize::from(code), self.to_move as usize);
            with_moves!(self.setup.game(), M => M::place_tracking_threats(tables, board, threats, code, color))
        } else {
            place(self.setup.game(), &self.tables, &mut self.board, code, self.to_move)
        };
        if !figures.is_empty() {
            self.outcome = Some(Outcome::win(self.to_move, figures));
        }
        self.board.places -= 1;
        let moved = self.board.order[self.board.places % PLACES];
        let index = self.index[usize::from(code)];
        self.board.order[usize::from(index) % PLACES] = moved;
        self.index[usize::from(moved)] = index;
        self.to_move = !self.to_move;
        self.view.play(self.tables.cell(code));
        self.view.forget_moves();
    }

    /// Game, board and options.
    #[must_use]
    pub const fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Color that moves first in a playout.
    #[must_use]
    pub const fn to_move(&self) -> Color {
        self.to_move
    }

    /// The result, if the game is over before any playout.
    #[must_use]
    pub const fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// View of a policy before the first move.
    #[must_use]
    pub const fn view(&self) -> &View {
        &self.view
    }

    /// The places where a color would win at once; `None` unless the start [tracks_threats](Self::track_threats).
    pub fn winning(&self, color: Color) -> Option<impl ExactSizeIterator<Item = Cell>> {
        let threats = self.threats()?;
        Some(threats.of(color as usize).iter().map(|&code| self.tables.cell(code)))
    }

    pub(super) fn threats(&self) -> Option<&Threats> {
        self.tracks_threats.then_some(&self.threats)
    }

    /// The empty places, in the order that playouts shuffle.
    pub fn empty(&self) -> impl ExactSizeIterator<Item = Cell> {
        self.board.order[..self.board.places].iter().map(|&code| self.tables.cell(code))
    }
}

impl Clone for Start {
    fn clone(&self) -> Self {
        Self {
            setup: self.setup.clone(),
            tables: self.tables.clone(),
            board: self.board.clone(),
            index: self.index,
            to_move: self.to_move,
            outcome: self.outcome,
            view: self.view.clone(),
            threats: self.threats.clone(),
            tracks_threats: self.tracks_threats,
            max_new_ring_stones: self.max_new_ring_stones,
        }
    }

    fn clone_from(&mut self, from: &Self) {
        if !Arc::ptr_eq(&self.tables, &from.tables) {
            self.setup = from.setup.clone();
            self.tables = from.tables.clone();
        }
        self.board.load(&from.board, &from.tables);
        self.index[..from.tables.used].copy_from_slice(&from.index[..from.tables.used]);
        self.to_move = from.to_move;
        self.outcome = from.outcome;
        self.view.load(&from.view);
        self.max_new_ring_stones = from.max_new_ring_stones;
        self.tracks_threats = from.tracks_threats;
        if from.tracks_threats {
            self.threats.load(&from.threats, &from.tables);
        }
    }
}

fn place(game: Game, tables: &Tables, board: &mut Compact, code: u16, color: Color) -> Figures {
    let (code, color) = (usize::from(code), color as usize);
    with_moves!(game, M => M::place(tables, board, code, color))
}
