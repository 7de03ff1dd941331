//! Uniform random playouts to the first win, with the full rules of each game.
//!
//! A [`Start`] is prepared from a position, a [`Kernel`] is chosen once per search, and each
//! playout copies the start into a [`Scratch`] and plays there: no allocation, and equal seeds
//! give equal games. [`reference`](mod@reference) says the same in terms of core's board and rules. [`decisive`]
//! kernels do not miss a win in one, nor the opponent's.

mod compact;
mod graph;
mod lattice;
pub mod reference;
mod ring_filter;
mod runs;
mod softmax;
mod sphere;
mod star;
mod start;
mod tables;
mod threats;
mod window;

use std::sync::Arc;

use catena_core::rules::Methods;
use catena_core::{Cell, Color, Figures, Game, Outcome};

use crate::Rng;
use crate::policy::View;
pub(crate) use compact::Compact;
use compact::PLACES;
pub(crate) use graph::GraphMoves;
pub(crate) use lattice::{BRIDGES_AND_FORKS, BridgesAndForks};
pub(crate) use ring_filter::ends_playout;
pub use softmax::{softmax, softmax_decisive};
pub use start::Start;
pub(crate) use tables::{CODES, OFFSETS, STRIDE, Tables};
pub(crate) use threats::Threats;

/// The result of a playout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Playout {
    /// The winner and the reason.
    pub outcome: Outcome,
    /// Moves made; a pair of stones in Renkula! is one move.
    pub moves: u16,
}

/// A playout from a start; the moves are left in the scratch.
pub type Kernel = fn(&Start, &mut Scratch, &mut Rng) -> Playout;

/// The kernel of a game.
#[must_use]
pub fn kernel(game: Game) -> Kernel {
    with_moves!(game, M => uniform::<M, false>)
}

/// The kernel of a game with decisive moves (Teytaud and Teytaud 2010): the player to move wins at
/// once if that is possible; if not, takes a place where the opponent would; if there is none, plays
/// at random. Exact: no win in one is missed. Fast from a start that [tracks_threats](Start::track_threats).
#[must_use]
pub fn decisive(game: Game) -> Kernel {
    if game.facts().supports(Methods::THREATS) {
        with_moves!(game, M => uniform::<M, true>)
    } else {
        kernel(game)
    }
}

/// Runs an expression with `M` standing for the [moves](Moves) of a game.
macro_rules! with_moves {
    ($game:expr, $M:ident => $body:expr) => {
        match $game {
            catena_core::Game::Havannah => {
                type $M = catena_core::rules::Havannah;
                $body
            }
            catena_core::Game::Hex => {
                type $M = catena_core::rules::Hex;
                $body
            }
            catena_core::Game::Y => {
                type $M = catena_core::rules::Y;
                $body
            }
            catena_core::Game::Star => {
                type $M = catena_core::rules::Star;
                $body
            }
            catena_core::Game::Renkula => {
                type $M = catena_core::rules::Renkula;
                $body
            }
            catena_core::Game::BentY => {
                type $M = crate::kernel::GraphMoves<catena_core::rules::BentY>;
                $body
            }
        }
    };
}

pub(crate) use with_moves;

/// Effect of the moves of a game on a compact board.
pub(crate) trait Moves: 'static {
    /// Puts the stones of a move on the board; the figures that this completes.
    fn place(tables: &Tables, board: &mut Compact, code: usize, color: usize) -> Figures;

    /// The result of a full board without figures. Leaves the board unfit for further moves.
    fn when_full(tables: &Tables, board: &mut Compact) -> Outcome;

    /// The root of a stone's group; hangs the stone directly under it.
    fn root(board: &mut Compact, code: usize) -> usize;

    /// Returns true if a move on this empty place would complete a figure.
    fn would_win(tables: &Tables, board: &mut Compact, code: usize, color: usize) -> bool;

    /// As `place`, and notes which places win at once from then on, unless the game is over.
    fn place_tracking_threats(
        tables: &Tables,
        board: &mut Compact,
        threats: &mut Threats,
        code: usize,
        color: usize,
    ) -> Figures;
}

/// The room a playout is played in; afterwards it holds the moves.
#[derive(Clone, Debug)]
pub struct Scratch {
    pub(crate) board: Compact,
    pub(crate) tables: Arc<Tables>,
    pub(crate) first: Color,
    pub(crate) played: usize,
    pub(crate) view: View,
    pub(crate) threats: Threats,
    /// Where each empty place stands in the order, for [`softmax`](softmax()).
    index: [u16; CODES],
}

impl Scratch {
    /// Room for playouts from this start, and from others of the same setup.
    #[must_use]
    pub fn new(start: &Start) -> Self {
        Self {
            board: Compact::new(),
            tables: start.tables.clone(),
            first: start.to_move(),
            played: 0,
            view: View::new(),
            threats: Threats::new(),
            index: [0; CODES],
        }
    }

    /// The moves of the last playout and who made them, in their order.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = (Cell, Color)> {
        let colors = [self.first, !self.first];
        let codes = self.board.order[..self.played].iter().enumerate();
        codes.map(move |(ply, &code)| (self.tables.cell(code), colors[ply % 2]))
    }

    /// The cells that a color has played in the last playout, in their order.
    pub fn moves_of(&self, color: Color) -> impl Iterator<Item = Cell> {
        let codes = self.board.order[..self.played].iter().skip(usize::from(color != self.first)).step_by(2);
        codes.map(|&code| self.tables.cell(code))
    }

    /// Copies the start; the state before the first move of a playout.
    #[inline]
    pub(crate) fn begin(&mut self, start: &Start) {
        self.board.load(&start.board, &start.tables);
        self.first = start.to_move();
        self.played = 0;
    }

    /// Copies what wins at once from the start, or works it out; after [`begin`](Self::begin).
    #[inline]
    pub(crate) fn track_threats<M: Moves>(&mut self, start: &Start) {
        match start.threats() {
            Some(threats) => self.threats.load(threats, &start.tables),
            None => self.threats.set::<M>(&start.tables, &mut self.board),
        }
    }
}

/// Samples and places stones until somebody has won or the board is full; decisive moves are not
/// left to chance if `DECISIVE`.
fn uniform<M: Moves, const DECISIVE: bool>(start: &Start, scratch: &mut Scratch, rng: &mut Rng) -> Playout {
    scratch.begin(start);
    if let Some(outcome) = start.outcome() {
        return Playout { outcome, moves: 0 };
    }
    if DECISIVE {
        scratch.track_threats::<M>(start);
    }
    let tables = &*start.tables;
    let (board, threats) = (&mut scratch.board, &mut scratch.threats);
    let places = board.places.min(PLACES);
    let mut color = scratch.first as usize;
    let mut rng_here = rng.clone();
    for played in 0..places {
        let code = match if DECISIVE { threats.decisive(color) } else { None } {
            Some(code) => fetch(board, played, places, code),
            None => sample(board, played, places, &mut rng_here),
        };
        let figures = if DECISIVE {
            M::place_tracking_threats(tables, board, threats, code, color)
        } else {
            M::place(tables, board, code, color)
        };
        if !figures.is_empty() && (DECISIVE || ends_playout(start, board, figures, code, color)) {
            *rng = rng_here;
            scratch.played = played + 1;
            let winner = Color::ALL[color & 1];
            return Playout { outcome: Outcome::win(winner, figures), moves: scratch.played as u16 };
        }
        color ^= 1;
    }
    *rng = rng_here;
    scratch.played = places;
    Playout { outcome: M::when_full(tables, board), moves: places as u16 }
}

/// The next place: one step of the shuffle of [`reference::shuffle`].
#[inline(always)]
pub(crate) fn sample(board: &mut Compact, played: usize, places: usize, rng: &mut Rng) -> usize {
    let other = played + rng.below((places - played) as u32) as usize;
    board.order.swap(other % PLACES, played % PLACES);
    usize::from(board.order[played % PLACES])
}

/// Brings an empty place to the front, as if it had been sampled.
fn fetch(board: &mut Compact, played: usize, places: usize, code: u16) -> usize {
    let empty = &mut board.order[played..places];
    let at = empty.iter().position(|&other| other == code).expect("only empty places win at once");
    empty.swap(0, at);
    usize::from(code)
}

/// Shuffles and places all stones and looks at nothing: what any playout costs at least.
pub fn bare_fill(start: &Start, scratch: &mut Scratch, rng: &mut Rng) -> usize {
    scratch.begin(start);
    let board = &mut scratch.board;
    let places = board.places.min(PLACES);
    let mut color = scratch.first as u16;
    for played in 0..places {
        let code = sample(board, played, places, rng);
        board.notes[code % tables::CODES] = color + 1;
        color ^= 1;
    }
    scratch.played = places;
    places
}
