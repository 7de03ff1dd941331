//! What is known of a position before anything is searched: who has won already, or which moves
//! have to be tried.

use catena_core::rules::{Rules, Star};
use catena_core::{ByColor, Cell, Color, Game, Move, Position};

use crate::set::Carrier;

/// What one look at a position says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Look {
    /// The result under best play.
    Decided {
        /// The winner; `None` is a draw.
        winner: Option<Color>,
        /// A move that keeps the result, where the winner is to move and the look found one.
        by: Option<Move>,
        /// The winner's carrier, in games where more stones never hurt: he wins even if all empty
        /// cells outside it were the loser's. `None` is all empty cells.
        carrier: Option<Carrier>,
    },
    /// The result has to be searched.
    Open {
        /// The moves to try, best first unless any order will do: if the player to move has a best move, one is among them.
        moves: Vec<Move>,
        /// For each of these moves, by how many quarters of a position it looks harder to win by than
        /// the best; empty if all look the same.
        doubts: Vec<u32>,
        /// What the opponent's carrier contains beside those of his answers to these moves, if all
        /// of them fail. `None` where carriers are not known.
        carrier: Option<Carrier>,
    },
}

impl Look {
    /// All these moves have to be tried.
    #[must_use]
    pub const fn open(moves: Vec<Move>) -> Self {
        Self::Open { moves, doubts: Vec::new(), carrier: None }
    }

    /// The color has won or, for `None`, nobody can.
    #[must_use]
    pub const fn decided(winner: Option<Color>, by: Option<Move>) -> Self {
        Self::Decided { winner, by, carrier: None }
    }
}

/// In which order a look has its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveOrder {
    /// The best first.
    BestFirst,
    /// As they come: finding the best takes time.
    Any,
}

/// A source of looks. Looks must not depend on anything but the stones, the turn and the right to
/// swap.
pub trait Knowledge: Send {
    /// A look at a position that is not over.
    fn look(&mut self, position: &Position) -> Look;

    /// A look that is dearer than many positions, for one that these have not settled. What it
    /// leaves out of the moves is lost. `None` if there is nothing more to see.
    fn look_closer(&mut self, _position: &Position) -> Option<Look> {
        None
    }

    /// Says in which order moves are wanted; at first the best first.
    fn order_moves(&mut self, _order: MoveOrder) {}

    /// Looks may be remembered in about so many bytes.
    fn remember(&mut self, _bytes: usize) {}

    /// Hears who wins a position that was searched, with which carrier and, if he is to move, by
    /// which move.
    fn learn(&mut self, _position: &Position, _winner: Color, _carrier: Carrier, _by: Option<Move>) {}

    /// Forgets what it has learnt.
    fn forget(&mut self) {}

    /// The position with stones on all cells whose owner is known, if there are such cells. It has
    /// the same winner, and many positions become one by it.
    fn fill_in(&mut self, _position: &Position) -> Option<Filled> {
        None
    }
}

/// A position with stones on cells that were empty.
#[derive(Clone, Debug)]
pub struct Filled {
    /// The position; its moves are not those of a game.
    pub position: Position,
    /// The cells that each color got.
    pub cells: ByColor<Carrier>,
}

/// Knowledge that holds in every game: a win at once is taken, a threat to win is parried, two
/// threats are lost; in \*Star a position that stays won whoever gets the rest is won.
#[derive(Clone, Copy, Debug, Default)]
pub struct Plain;

impl Knowledge for Plain {
    fn look(&mut self, position: &Position) -> Look {
        let mover = position.to_move();
        if position.can_swap() {
            return Look::open(position.legal_moves().collect());
        }
        if position.setup().game() == Game::Star {
            return star(position);
        }
        let empty: Vec<Cell> =
            position.topology().places().filter(|&cell| position.board().stone(cell).is_none()).collect();
        if let Some(&cell) = empty.iter().find(|&&cell| position.would_win(cell, mover)) {
            return Look::decided(Some(mover), Some(Move::Place(cell)));
        }
        let mut threats = empty.iter().copied().filter(|&cell| position.would_win(cell, !mover));
        match (threats.next(), threats.next()) {
            (None, _) => Look::open(empty.into_iter().map(Move::Place).collect()),
            (Some(cell), None) => Look::open(vec![Move::Place(cell)]),
            (Some(_), Some(_)) => Look::decided(Some(!mover), None),
        }
    }
}

/// More stones never hurt in \*Star: who wins with the fewest possible has won.
fn star(position: &Position) -> Look {
    let topology = position.topology();
    let empty: Vec<Cell> = topology.cells().filter(|&cell| position.board().stone(cell).is_none()).collect();
    for color in Color::ALL {
        let mut board = position.board().clone();
        empty.iter().for_each(|&cell| board.place(topology, cell, !color));
        if Star::when_full(topology, &board).winner == Some(color) {
            return Look::decided(Some(color), empty.first().copied().map(Move::Place));
        }
    }
    Look::open(empty.into_iter().map(Move::Place).collect())
}
