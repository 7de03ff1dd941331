//! The undo log of incremental H-search: what moves have changed, so that they can be taken back.

use super::goal::GoalConnections;
use super::pair::Pair;
use super::point::{PointId, Points};
use crate::stones::StoneSets;

/// The pairs that were changed since some moves, as they were before. A pair is copied at its
/// first change after a move.
#[derive(Clone, Debug, Default)]
pub(super) struct UndoLog<const N: usize> {
    steps: Vec<UndoStep<N>>,
    kept: Vec<(PointId, PointId, Pair<N>)>,
    /// Copies that were given back, for their memory.
    spare: Vec<Pair<N>>,
    /// The number of the current move; no other ever had it.
    now: u32,
}

/// State before a move.
#[derive(Clone, Debug)]
pub(super) struct UndoStep<const N: usize> {
    pub points: Points<N>,
    pub goal: GoalConnections<N>,
    pub stones: StoneSets<N>,
    /// The copies of earlier moves.
    earlier: usize,
}

impl<const N: usize> UndoLog<N> {
    pub fn clear(&mut self) {
        self.steps.clear();
        self.spare.extend(self.kept.drain(..).map(|(_, _, pair)| pair));
    }

    /// Number of moves that can be taken back.
    pub const fn len(&self) -> usize {
        self.steps.len()
    }

    /// A move begins.
    pub fn open(&mut self, points: Points<N>, goal: GoalConnections<N>, stones: StoneSets<N>) {
        self.steps.push(UndoStep { points, goal, stones, earlier: self.kept.len() });
        self.now += 1;
    }

    /// Copies a pair that is going to change.
    #[inline]
    pub fn keep(&mut self, a: PointId, b: PointId, pair: &mut Pair<N>) {
        if !self.steps.is_empty() && pair.saved_at != self.now {
            self.copy(a, b, pair);
        }
    }

    #[cold]
    fn copy(&mut self, a: PointId, b: PointId, pair: &mut Pair<N>) {
        let mut copy = self.spare.pop().unwrap_or_default();
        copy.clone_from(pair);
        self.kept.push((a, b, copy));
        pair.saved_at = self.now;
    }

    /// Takes back the last move: what was before, and the next call of `restore` one by one.
    pub fn close(&mut self) -> Option<UndoStep<N>> {
        self.steps.pop()
    }

    /// The next pair to be put back, until those of the step are done.
    pub fn restore(&mut self, step: &UndoStep<N>) -> Option<(PointId, PointId, Pair<N>)> {
        if self.kept.len() > step.earlier { self.kept.pop() } else { None }
    }

    /// Takes memory back.
    pub fn give_back(&mut self, pair: Pair<N>) {
        self.spare.push(pair);
    }
}
