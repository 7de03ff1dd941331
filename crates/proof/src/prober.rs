//! Static knowledge of a position, found without search: who has won already, or which moves have to be
//! tried.

mod frame;
mod hex_y;
mod threat;
mod win_pattern;

use catena_core::rules::Methods;
use catena_core::{ByColor, Color, Move, Position, Setup};

use crate::connection::ConnectionLimits;
use crate::set::{Carrier, with_set_words};
pub use frame::FrameProber;
pub use hex_y::ConnectionProber;
pub use threat::ThreatProber;

/// Result of a probe of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Probe {
    /// The result under best play.
    Decided {
        /// The winner; `None` is a draw.
        winner: Option<Color>,
        /// A move that keeps the result, where the winner is to move and the probe found one.
        by: Option<Move>,
        /// The winner's carrier, in games where more stones never hurt: it wins even if all empty
        /// cells outside the carrier were the loser's. `None` is all empty cells.
        carrier: Option<Carrier>,
    },
    /// The result has to be searched.
    Open {
        /// The moves to try: if the player to move has a best move, one is among them. Best first,
        /// unless [`MoveOrder::Any`] was asked for.
        moves: Vec<Move>,
        /// Initial proof-number offset of each move, in quarters of a position: how much harder it
        /// looks to win by it than by the best. Empty if all look the same.
        offsets: Vec<u32>,
        /// Cells that the opponent's carrier contains beside those of its answers to these moves, if all of
        /// them fail. `None` where carriers are not known.
        carrier: Option<Carrier>,
    },
}

impl Probe {
    /// All these moves have to be tried.
    #[must_use]
    pub const fn open(moves: Vec<Move>) -> Self {
        Self::Open { moves, offsets: Vec::new(), carrier: None }
    }

    /// The color has won or, for `None`, nobody can.
    #[must_use]
    pub const fn decided(winner: Option<Color>, by: Option<Move>) -> Self {
        Self::Decided { winner, by, carrier: None }
    }
}

/// The order of the moves of a probe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveOrder {
    /// The best first.
    BestFirst,
    /// As they come: ranking them takes time.
    Any,
}

/// Probes positions. The answer must depend on nothing but the stones, the turn and the right to swap.
pub trait Prober: Send {
    /// Probes a position that is not over.
    fn probe(&mut self, position: &Position) -> Probe;

    /// A probe that costs as much as searching many positions, for one that these have not settled.
    /// Moves that it does not name lose. `None` if it finds nothing.
    fn deep_probe(&mut self, _position: &Position) -> Option<Probe> {
        None
    }

    /// Chooses the order of the moves; at first [`MoveOrder::BestFirst`].
    fn set_move_order(&mut self, _order: MoveOrder) {}

    /// Bounds the memory of cached probes and win patterns, approximately.
    fn set_cache_bytes(&mut self, _bytes: usize) {}

    /// Hears who wins a position that was searched, with which carrier and, if the winner is to move,
    /// by which move.
    fn record_win(&mut self, _position: &Position, _winner: Color, _carrier: Carrier, _by: Option<Move>) {}

    /// Forgets the recorded wins.
    fn forget(&mut self) {}

    /// The position with stones on all cells whose owner is known, if there are such cells. It has
    /// the same winner, and many positions become one by it.
    fn fill_in(&mut self, _position: &Position) -> Option<FillIn> {
        None
    }
}

/// A position with stones on cells that were empty.
#[derive(Clone, Debug)]
pub struct FillIn {
    /// The position; its moves are not those of a game.
    pub position: Position,
    /// The cells that each color got.
    pub cells: ByColor<Carrier>,
}

/// The prober of a game: by frames, by connections and inferior cells, or by threats, as the game supports them.
#[must_use]
pub fn prober(setup: &Setup, limits: ConnectionLimits) -> Box<dyn Prober> {
    let facts = setup.game().facts();
    if facts.supports(Methods::FRAMES) {
        Box::new(FrameProber)
    } else if facts.supports(Methods::CONNECTIONS.union(Methods::INFERIOR_CELLS)) {
        with_set_words!(setup.topology().len(), N => Box::new(ConnectionProber::<N>::new(setup, limits)))
    } else {
        Box::new(ThreatProber)
    }
}
