//! Iterative deepening until the limits.

use std::ops::ControlFlow::{self, Break, Continue};
use std::time::Instant;

use catena_core::{Cell, Position};

use super::AlphaBetaConfig;
use super::negamax::{Order, ValueWindow};
use super::static_evaluation::{StaticEvaluation, StaticEvaluator};
use super::table::PositionTable;
use super::value::{ABOVE_ALL, Value, chance, proof};
use crate::report::Observer;
use crate::{Limits, Proof};

/// All that a search needs.
pub(super) struct AlphaBetaRun<'a> {
    pub config: &'a AlphaBetaConfig,
    pub evaluator: &'a mut dyn StaticEvaluator,
    pub table: &'a mut PositionTable,
    pub observer: &'a mut dyn Observer,
    pub limits: Limits,
    pub began: Instant,
    pub last_reported: Instant,
    /// Positions evaluated.
    pub evaluations: u64,
    pub root: &'a Position,
    pub can_swap: bool,
    pub goal: RootGoal,
    /// The static value of the root.
    pub root_value: Value,
    /// The moves of the root, those first that are tried first.
    pub moves: Vec<RootMove>,
    /// The one to play.
    pub best: Cell,
}

/// Purpose of the search of the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RootGoal {
    /// The best move.
    BestMove,
    /// The value of every move, the most balanced first: the opponent may take the stone over.
    MostBalanced,
}

/// A move of the root.
#[derive(Clone, Copy, Debug)]
pub(super) struct RootMove {
    pub cell: Cell,
    /// Last result: a value or, for moves that are not the best, a bound above it.
    pub value: Option<Value>,
    /// Positions that were evaluated below it.
    pub evaluations: u64,
}

impl RootMove {
    pub fn new(cell: Cell) -> Self {
        Self { cell, value: None, evaluations: 0 }
    }

    pub fn proof(&self) -> Option<Proof> {
        self.value.and_then(proof)
    }
}

impl AlphaBetaRun<'_> {
    /// Iterative deepening: one move deeper each time, until a limit or until nothing is left to find out.
    pub fn deepen(&mut self) {
        let empty = u32::try_from(self.root.board().empty()).unwrap_or(u32::MAX);
        for depth in 1..=self.config.depth.min(empty) {
            self.sort_moves();
            if self.iterate(depth).is_break() || self.proof().is_some() || self.is_single_move() {
                break;
            }
        }
        self.choose_root_move();
    }

    /// One iteration.
    fn iterate(&mut self, depth: u32) -> ControlFlow<()> {
        let width = match self.goal {
            RootGoal::BestMove => self.config.width(0),
            RootGoal::MostBalanced => self.moves.len(),
        };
        let (mut best, mut open) = (None, 0);
        for index in 0..self.moves.len() {
            let RootMove { cell, value: known, .. } = self.moves[index];
            let order = if best.is_none() { Order::First } else { Order::Later };
            let window = match (self.goal, best) {
                (RootGoal::BestMove, Some(best)) => ValueWindow::OPEN.raised(best),
                _ => ValueWindow::OPEN,
            };
            let value = match known.filter(|&value| proof(value).is_some()) {
                Some(value) => value,
                None => {
                    let before = self.evaluations;
                    let value = self.value_of_move(self.root, cell, depth, window, order);
                    self.moves[index].evaluations += self.evaluations - before;
                    value?
                }
            };
            self.moves[index].value = Some(value);
            if best.is_none_or(|best| value > best) {
                best = Some(value);
                self.best = cell;
            }
            open += usize::from(proof(value) != Some(Proof::Loss));
            let is_won = proof(value) == Some(Proof::Win) && self.goal == RootGoal::BestMove;
            if is_won || open >= width {
                break;
            }
        }
        Continue(())
    }

    /// The moves of the last iteration by their values; those not yet tried stay behind them.
    fn sort_moves(&mut self) {
        let evenness = |value: Value| -(chance(value) - 0.5).abs();
        let goal = self.goal;
        let rank = |tried: &RootMove| match (tried.value, goal) {
            (None, _) => Value::NEG_INFINITY,
            (Some(value), RootGoal::BestMove) => value,
            (Some(value), RootGoal::MostBalanced) => evenness(value),
        };
        let best = self.best;
        self.moves.sort_by(|a, b| {
            let is_best = |tried: &RootMove| goal == RootGoal::BestMove && tried.cell == best;
            is_best(b).cmp(&is_best(a)).then(rank(b).total_cmp(&rank(a)))
        });
    }

    /// Proven result of the root.
    pub fn proof(&self) -> Option<Proof> {
        if self.moves.iter().any(|tried| tried.proof() == Some(Proof::Win)) {
            return match self.goal {
                // The others still have to be valued.
                RootGoal::MostBalanced if self.moves.iter().any(|tried| tried.proof().is_none()) => None,
                _ => Some(Proof::Win),
            };
        }
        self.moves.iter().all(|tried| tried.proof() == Some(Proof::Loss)).then_some(Proof::Loss)
    }

    /// A single move needs no search, unless somebody watches without a limit.
    fn is_single_move(&self) -> bool {
        self.moves.len() == 1 && self.limits.is_bounded()
    }

    /// Chooses anew where the last iteration does not say what is best: if it was broken off after
    /// it had found that the best move so far loses, or had valued the most balanced moves only.
    fn choose_root_move(&mut self) {
        let is_lost = |tried: &RootMove| tried.proof() == Some(Proof::Loss);
        let best_loses = self.moves.iter().any(|tried| tried.cell == self.best && is_lost(tried));
        if self.goal == RootGoal::MostBalanced || (best_loses && self.proof().is_none()) {
            let rank = |tried: &RootMove| tried.value.unwrap_or(-ABOVE_ALL);
            let open = self.moves.iter().filter(|tried| !is_lost(tried));
            // Of equals the first, which was better before.
            let best = open.reduce(|a, b| if rank(b) > rank(a) { b } else { a });
            self.best = best.map_or(self.best, |tried| tried.cell);
        }
    }

    /// The static evaluation of a position, from the table if it is there.
    pub fn known(&mut self, position: &Position) -> ControlFlow<(), StaticEvaluation> {
        let key = position.hash();
        if let Some(known) = self.table.known(key) {
            return Continue(known.clone());
        }
        if self.is_over() {
            return Break(());
        }
        self.evaluations += 1;
        let known = self.evaluator.evaluate(position);
        if self.is_late() {
            // The evaluation may have been cut short.
            return Break(());
        }
        self.table.put(key, known.clone());
        Continue(known)
    }

    fn is_late(&self) -> bool {
        self.limits.is_late(self.began.elapsed())
    }

    /// Returns true if a limit is reached; also reports to the observer. Asked before each evaluation, which
    /// takes about a millisecond.
    fn is_over(&mut self) -> bool {
        let evaluations = self.evaluations;
        let over =
            self.limits.are_reached(self.began.elapsed(), evaluations, evaluations) || self.observer.stop();
        if !over && self.observer.interval().is_some_and(|interval| self.last_reported.elapsed() >= interval)
        {
            self.last_reported = Instant::now();
            let report = self.report();
            self.observer.progress(&report);
        }
        over
    }
}
