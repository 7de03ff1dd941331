//! An independent check of a strategy: every answer of the opponent is tried, and the results come
//! from the reference implementation of the rules. Shares no code with the solver.

use std::collections::HashSet;

use catena_core::{Color, Move, Position, reference};

/// Result that a strategy promises its player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Promise {
    /// To win.
    Win,
    /// Not to lose.
    Draw,
}

/// Where a strategy fails.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{why:?} after {line:?}")]
pub struct Failure {
    /// The moves from the position checked to the failure.
    pub line: Vec<Move>,
    /// Reason of the failure.
    pub why: FailureKind,
}

/// Way in which a strategy fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailureKind {
    /// The game ends with another result than promised.
    Broken,
    /// The strategy has no answer, or an illegal one.
    NoMove,
    /// There are more positions than were to be checked.
    TooLarge,
}

/// Follows a strategy of `color` against every move of the opponent; the number of different
/// positions seen.
///
/// # Errors
/// The first failure, or [`FailureKind::TooLarge`] beyond `most` positions.
pub fn verify_strategy(
    position: &Position,
    color: Color,
    promise: Promise,
    most: usize,
    strategy: &mut dyn FnMut(&Position) -> Option<Move>,
) -> Result<usize, Failure> {
    let mut walk = StrategyWalk { color, promise, most, strategy, seen: HashSet::new() };
    walk.from(position, &mut Vec::new())?;
    Ok(walk.seen.len())
}

struct StrategyWalk<'a> {
    color: Color,
    promise: Promise,
    most: usize,
    strategy: &'a mut dyn FnMut(&Position) -> Option<Move>,
    /// Whole boards rather than hashes: no two positions are taken for one.
    seen: HashSet<(Vec<Option<Color>>, Color)>,
}

impl StrategyWalk<'_> {
    fn from(&mut self, position: &Position, line: &mut Vec<Move>) -> Result<(), Failure> {
        let (topology, stones) = (position.topology(), position.stones());
        let board: Vec<_> = topology.cells().map(|cell| stones.get(cell)).collect();
        if !self.seen.insert((board, position.to_move())) {
            return Ok(());
        }
        let fail = |why: FailureKind, line: &[Move]| Err(Failure { line: line.to_vec(), why });
        if self.seen.len() > self.most {
            return fail(FailureKind::TooLarge, line);
        }
        if let Some(outcome) = reference::outcome(position.setup().game(), topology, &stones) {
            let kept = match self.promise {
                Promise::Win => outcome.winner == Some(self.color),
                Promise::Draw => outcome.winner != Some(!self.color),
            };
            return if kept { Ok(()) } else { fail(FailureKind::Broken, line) };
        }
        if position.to_move() != self.color {
            for mv in position.legal_moves() {
                self.step(position, mv, line)?;
            }
            return Ok(());
        }
        match (self.strategy)(position) {
            Some(mv) if position.check(mv).is_ok() => self.step(position, mv, line),
            _ => fail(FailureKind::NoMove, line),
        }
    }

    fn step(&mut self, position: &Position, mv: Move, line: &mut Vec<Move>) -> Result<(), Failure> {
        let mut next = position.clone();
        next.play_unchecked(mv);
        line.push(mv);
        self.from(&next, line)?;
        line.pop();
        Ok(())
    }
}
