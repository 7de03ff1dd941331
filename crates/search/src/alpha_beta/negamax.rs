//! Alpha-beta in its negamax form (Knuth and Moore 1975), with null windows after the first move
//! (Marsland and Campbell 1982) and a beam that narrows from move to move.

use std::ops::ControlFlow::{self, Continue};

use catena_core::{Cell, Move, Position};

use super::run::AlphaBetaRun;
use super::static_evaluation::StaticEvaluation;
use super::table::{Bound, SearchResult};
use super::value::{ABOVE_ALL, Value, proof, proved};
use crate::Proof;

/// The values that matter: those above the first and below the second.
#[derive(Clone, Copy, Debug)]
pub(super) struct ValueWindow {
    pub alpha: Value,
    pub beta: Value,
}

impl ValueWindow {
    pub const OPEN: Self = Self { alpha: -ABOVE_ALL, beta: ABOVE_ALL };

    /// As the opponent sees it.
    const fn turned(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }

    /// Only asks whether a value is above alpha.
    const fn null(self) -> Self {
        Self { alpha: self.alpha, beta: self.alpha.next_up() }
    }

    pub const fn raised(self, alpha: Value) -> Self {
        Self { alpha: self.alpha.max(alpha), ..self }
    }
}

/// Place of a move among its siblings: a later one only has to be compared with those before.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    First,
    Later,
}

impl AlphaBetaRun<'_> {
    /// The value of a position for its player to move, searched to a depth of moves; if it lies
    /// outside the window, a bound of it on the same side. Proved values are proved whatever the
    /// window and the beam. Breaks off when a limit is reached.
    pub(super) fn value(
        &mut self,
        position: &Position,
        depth: u32,
        window: ValueWindow,
    ) -> ControlFlow<(), Value> {
        let ply = position.plies().len();
        if position.outcome().is_some() {
            return Continue(proved(Proof::Loss, ply));
        }
        let key = position.hash();
        let found = self.table.found(key);
        if let Some(value) = found.and_then(|found| found.answer(depth, ply, window.alpha, window.beta)) {
            return Continue(value);
        }
        let known = self.known(position)?;
        let value = known.value(ply);
        let StaticEvaluation::Open { moves, .. } = known else { return Continue(value) };
        if depth == 0 {
            return Continue(value);
        }
        let width = self.config.width(ply);
        let moves = self.ordered(position, &moves, width, value);
        let (mut best, mut best_move) = (-ABOVE_ALL, moves[0]);
        let mut open = 0;
        for &cell in &moves {
            let order = if best == -ABOVE_ALL { Order::First } else { Order::Later };
            let value = self.value_of_move(position, cell, depth, window.raised(best), order)?;
            if value > best {
                (best, best_move) = (value, cell);
            }
            // A beam of moves that all lose proves nothing: others take their places.
            open += usize::from(proof(value) != Some(Proof::Loss));
            // Nor does a loss that is later than the window asks for: only all moves together lose.
            let is_enough = best >= window.beta && proof(best) != Some(Proof::Loss);
            if is_enough || open >= width {
                break;
            }
        }
        let bound = match best {
            _ if best >= window.beta => Bound::AtLeast,
            _ if best <= window.alpha => Bound::AtMost,
            _ => Bound::Exact,
        };
        self.table.note(key, SearchResult::new(depth, ply, best, bound, best_move));
        Continue(best)
    }

    /// The value of a move for who makes it.
    pub(super) fn value_of_move(
        &mut self,
        position: &Position,
        cell: Cell,
        depth: u32,
        window: ValueWindow,
        order: Order,
    ) -> ControlFlow<(), Value> {
        let after = after(position, cell);
        if order == Order::Later {
            let value = -self.value(&after, depth - 1, window.null().turned())?;
            if value <= window.alpha || value >= window.beta {
                return Continue(value);
            }
        }
        Continue(-self.value(&after, depth - 1, window.turned())?)
    }

    /// The moves within the beam by what is known of the positions after them, and then the
    /// others. Of a position not yet seen nothing else is expected than of this one.
    fn ordered(&self, position: &Position, moves: &[Cell], width: usize, value: Value) -> Vec<Cell> {
        let ply = position.plies().len() + 1;
        let best = self.table.found(position.hash()).map(|found| found.best);
        let expected = |cell: Cell| match best {
            Some(best) if best == cell => ABOVE_ALL,
            _ => self.table.expected(after(position, cell).hash(), ply).map_or(value, |value| -value),
        };
        let (beam, rest) = moves.split_at(width.min(moves.len()));
        let mut beam: Vec<(Value, Cell)> = beam.iter().map(|&cell| (expected(cell), cell)).collect();
        // The sort is stable: equals stay in the order of their current.
        beam.sort_by(|a, b| b.0.total_cmp(&a.0));
        beam.into_iter().map(|(_, cell)| cell).chain(rest.iter().copied()).collect()
    }
}

pub(super) fn after(position: &Position, cell: Cell) -> Position {
    let mut after = position.clone();
    after.play_unchecked(Move::Place(cell));
    after
}
