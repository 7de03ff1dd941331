//! A finished game reviewed: what each position was worth, what each move gave away and what would
//! have been better.
//!
//! Three steps, so that callers can show progress, stop and resume in between: a [`Plan`] lists the
//! positions of a record, an [`Assessor`] says what one position is worth, and [`Plan::review`]
//! puts the answers together.

use std::collections::HashMap;

use catena_core::record::{NodeId, Record, Step};
use catena_core::{Color, Move, Ply, Position, SwapRule, Topology};
use catena_search::{Limits, Observer, Proof};
use thiserror::Error;

use crate::session::most_balanced_opening;
use crate::{Player, Session, SessionError};

/// A loss that is called a mistake; below it lies the noise of short searches.
pub const MISTAKE: f64 = 0.05;

/// The positions of a game that have to be assessed.
#[derive(Clone, Debug)]
pub struct Plan {
    positions: Vec<Position>,
    moves: Vec<Planned>,
}

/// A move between two positions of the plan.
#[derive(Clone, Debug)]
struct Planned {
    node: NodeId,
    step: Step,
    player: Color,
    before: usize,
    after: usize,
}

impl Plan {
    /// The positions before and after each move of the main line, each once.
    ///
    /// # Errors
    /// If there is no move.
    pub fn new(record: &Record) -> Result<Self, ReviewError> {
        let mut plan = Self { positions: Vec::new(), moves: Vec::new() };
        let mut known = HashMap::new();
        // After swap-sides the players go on with each other's stones.
        let mut exchanged = false;
        for node in record.main_line() {
            let Some(step) = record.node(node).step() else { continue };
            let after = record.position_at(node);
            let before = match (step, record.node(node).parent()) {
                (Step::SwapSides(_), Some(parent)) => record.position_at(parent),
                _ => undone(&after, step.color()),
            };
            let player = if exchanged { !step.color() } else { step.color() };
            let [before, after] = [before, after].map(|position| plan.add(&mut known, position));
            plan.moves.push(Planned { node, step, player, before, after });
            exchanged ^= matches!(step, Step::SwapSides(_));
        }
        if plan.moves.is_empty() { Err(ReviewError::NoMoves) } else { Ok(plan) }
    }

    fn add(&mut self, known: &mut HashMap<String, usize>, position: Position) -> usize {
        *known.entry(position_key(&position)).or_insert_with(|| {
            self.positions.push(position);
            self.positions.len() - 1
        })
    }

    /// The positions to assess.
    #[must_use]
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// A value of one of the [`positions`](Self::positions), given for the player to move there, from another view.
    ///
    /// # Panics
    /// If the plan has no such position.
    #[must_use]
    pub fn seen(&self, view: Perspective, at: usize, value: f64) -> f64 {
        let exchanged = self.moves.iter().find_map(|planned| {
            let before = planned.player != planned.step.color();
            let swaps = matches!(planned.step, Step::SwapSides(_));
            (planned.before == at).then_some(before).or((planned.after == at).then_some(before ^ swaps))
        });
        let stones = self.positions[at].to_move();
        let player = if exchanged.unwrap_or(false) { !stones } else { stones };
        seen_from(view, player, value)
    }

    /// The review, from what [`positions`](Self::positions) are worth in their order.
    ///
    /// # Panics
    /// If an assessment is missing.
    #[must_use]
    pub fn review(&self, assessments: &[Assessment]) -> Review {
        assert_eq!(assessments.len(), self.positions.len(), "each position has an assessment");
        let known: Vec<Option<Assessment>> = assessments.iter().cloned().map(Some).collect();
        Review { moves: self.review_known(&known) }
    }

    /// The moves whose positions before and after are assessed already; positions beyond the end of
    /// the list are not.
    #[must_use]
    pub fn review_known(&self, assessments: &[Option<Assessment>]) -> Vec<ReviewedMove> {
        let known = |at: usize| assessments.get(at)?.as_ref();
        let moves = self.moves.iter().enumerate().filter_map(|(index, planned)| {
            Some(self.reviewed(index + 1, planned, known(planned.before)?, known(planned.after)?))
        });
        moves.collect()
    }

    fn reviewed(
        &self,
        number: usize,
        planned: &Planned,
        before: &Assessment,
        after: &Assessment,
    ) -> ReviewedMove {
        let stones = planned.step.color();
        let value = |at: usize, found: &Assessment, color: Color| {
            if self.positions[at].to_move() == color { found.value } else { 1.0 - found.value }
        };
        let value_of_before = |color| value(planned.before, before, color);
        let value_of_after = |color| value(planned.after, after, color);
        // Swap-sides gives the mover the other stones.
        let held = if matches!(planned.step, Step::SwapSides(_)) { !stones } else { stones };
        let (value_before, value_after) = (value_of_before(stones), value_of_after(held));
        // A search knows little of moves that it does not like, and so of the most balanced one.
        let is_sure = !opens_with_swap(&self.positions[planned.before]);
        let is_best = is_sure && is_best(planned.step, before);
        let loss = if is_best { 0.0 } else { (value_before - value_after).max(0.0) };
        ReviewedMove {
            number,
            node: planned.node,
            step: planned.step,
            player: planned.player,
            value_before,
            value_after,
            loss,
            black_stones_after: value_of_after(Color::Black),
            black_stones_before: value_of_before(Color::Black),
            found: before.clone(),
        }
    }
}

/// The position before the last move, with the color that made it to move.
fn undone(position: &Position, color: Color) -> Position {
    let mut before = position.clone();
    before.undo();
    if before.to_move() != color {
        before.play_unchecked(Move::Pass);
    }
    before
}

/// Returns true if the next stone is the first one and may be taken over.
fn opens_with_swap(position: &Position) -> bool {
    let is_empty = position.plies().is_empty() && position.start_stones().is_empty();
    is_empty && position.setup().swap() == SwapRule::On
}

/// A text that is the same for positions that are worth the same by all rules; a key for results
/// that are kept.
#[must_use]
pub fn position_key(position: &Position) -> String {
    let setup = position.setup();
    let state = match position.outcome() {
        Some(outcome) => outcome.winner.map_or("draw".to_owned(), |winner| format!("won by {winner}")),
        None if opens_with_swap(position) => "opening".to_owned(),
        None => "open".to_owned(),
    };
    format!("{} {} {} {:016x} {state}", setup.game(), setup.size(), setup.swap(), position.hash())
}

/// Value of a position with the best move.
#[derive(Clone, Debug, PartialEq)]
pub struct Assessment {
    /// The chance to win in [0, 1] for the player to move, the right to swap taken into account.
    pub value: f64,
    /// The best move and what is expected after it; empty where the game is over.
    pub line: Vec<Move>,
    /// The result, if it is proven, for the player to move.
    pub proof: Option<Proof>,
    /// Visits of the search.
    pub visits: u32,
    /// Playouts of the search.
    pub playouts: u64,
}

impl Assessment {
    /// The best move; none where the game is over.
    #[must_use]
    pub fn best(&self) -> Option<Move> {
        self.line.first().copied()
    }

    /// Assessment of a position that needs no search: one where the game is over.
    #[must_use]
    pub fn of_end(position: &Position) -> Option<Self> {
        let proof = match position.outcome()?.winner {
            None => Proof::Draw,
            Some(winner) if winner == position.to_move() => Proof::Win,
            Some(_) => Proof::Loss,
        };
        let value = f64::from(proof.value());
        Some(Self { value, line: Vec::new(), proof: Some(proof), visits: 0, playouts: 0 })
    }
}

/// Says what positions are worth: a player with limits. Each position is searched anew, so that the
/// answer does not depend on what was asked before.
#[derive(Clone, Debug)]
pub struct Assessor {
    /// Whose search it is.
    pub player: Player,
    /// Limits of the search of each position.
    pub limits: Limits,
    /// Threads of the search.
    pub threads: usize,
    /// Seed of the random numbers.
    pub seed: u64,
}

impl Assessor {
    /// Assesses a position.
    ///
    /// # Errors
    /// If the player does not search, or not this game.
    pub fn assess(
        &self,
        position: &Position,
        observer: &mut dyn Observer,
    ) -> Result<Assessment, ReviewError> {
        if let Some(end) = Assessment::of_end(position) {
            return Ok(end);
        }
        let mut session = Session::new(position.setup().clone(), self.player.clone(), self.seed);
        session.set_threads(self.threads);
        session.set_position(position.clone());
        let report = session
            .think(position.to_move(), self.limits, observer)?
            .ok_or_else(|| ReviewError::NoSearch(self.player.spec().to_string()))?;
        let mut assessment = Assessment {
            value: f64::from(report.value),
            line: vec![report.best],
            proof: report.proof,
            visits: report.visits,
            playouts: report.playouts,
        };
        let mut best = report.best;
        if opens_with_swap(position) {
            // Whichever side of the first stone is better is the opponent's.
            let even = most_balanced_opening(&report);
            best = Move::Place(even.cell);
            let value = f64::from(even.value);
            assessment.value = value.min(1.0 - value);
            assessment.proof = None;
        } else if best == Move::Swap {
            assessment.value = 1.0 - assessment.value;
            assessment.proof = report.proof.map(Proof::reversed);
        }
        if let Move::Place(cell) = best {
            let chosen = report.candidates.iter().find(|candidate| candidate.cell == cell);
            let line = chosen.map_or_else(|| vec![cell], |candidate| candidate.line.clone());
            assessment.line = line.into_iter().map(Move::Place).collect();
        }
        Ok(assessment)
    }
}

/// From whose side values are told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Perspective {
    /// The player who began as Black.
    #[default]
    Black,
    /// The player who began as White.
    White,
    /// The player who makes the move.
    Mover,
}

/// A value for a player, by the color that the player began with, from a view.
fn seen_from(view: Perspective, player: Color, value: f64) -> f64 {
    match (view, player) {
        (Perspective::Mover, _) | (Perspective::Black, Color::Black) | (Perspective::White, Color::White) => {
            value
        }
        (Perspective::Black, Color::White) | (Perspective::White, Color::Black) => 1.0 - value,
    }
}

/// A reviewed game.
#[derive(Clone, Debug, PartialEq)]
pub struct Review {
    /// The moves of the main line; never empty.
    pub moves: Vec<ReviewedMove>,
}

impl Review {
    /// The mistakes, the worst first.
    #[must_use]
    pub fn mistakes(&self) -> Vec<&ReviewedMove> {
        let mut mistakes: Vec<_> = self.moves.iter().filter(|found| found.loss >= MISTAKE).collect();
        mistakes.sort_by(|a, b| b.loss.total_cmp(&a.loss));
        mistakes
    }
}

/// A move with what it did to its player's chances.
#[derive(Clone, Debug, PartialEq)]
pub struct ReviewedMove {
    /// 1 for the first move.
    pub number: usize,
    /// Where it stands in the record.
    pub node: NodeId,
    /// The move.
    pub step: Step,
    /// The player, by the color that it began with; swap-sides exchanges the stones.
    pub player: Color,
    /// The chance of that player to win in [0, 1] before the move, with best play by the search…
    pub value_before: f64,
    /// …and after it.
    pub value_after: f64,
    /// Value that the move gave away, at least 0; 0 if the search chose the same.
    pub loss: f64,
    /// The chance of the black stones before the move, whoever holds them…
    pub black_stones_before: f64,
    /// …and after it, as SGF notes it.
    pub black_stones_after: f64,
    /// Assessment of the position before the move, with the line that the search prefers.
    pub found: Assessment,
}

impl ReviewedMove {
    /// The value before the move.
    #[must_use]
    pub fn before(&self, view: Perspective) -> f64 {
        self.seen(view, self.value_before)
    }

    /// The value after the move.
    #[must_use]
    pub fn after(&self, view: Perspective) -> f64 {
        self.seen(view, self.value_after)
    }

    fn seen(&self, view: Perspective, value: f64) -> f64 {
        seen_from(view, self.player, value)
    }

    /// Returns true if the search chose the same.
    #[must_use]
    pub fn is_best(&self) -> bool {
        is_best(self.step, &self.found)
    }

    /// The name of the move.
    #[must_use]
    pub fn name<'a>(&self, topology: &'a Topology) -> &'a str {
        match self.step {
            Step::Ply(Ply { mv, .. }) => topology.move_name(mv),
            Step::SwapSides(_) => "swap-sides",
        }
    }
}

/// Returns true if a move is the best one found. Both kinds of swap take over the first stone.
fn is_best(step: Step, found: &Assessment) -> bool {
    let mv = match step {
        Step::Ply(ply) => ply.mv,
        Step::SwapSides(_) => Move::Swap,
    };
    found.best() == Some(mv)
}

/// Why a game cannot be reviewed.
#[derive(Clone, Debug, Error)]
#[non_exhaustive]
pub enum ReviewError {
    /// The record has no move.
    #[error("the record has no moves")]
    NoMoves,
    /// The player does not search.
    #[error("the player {0} does not search, so it knows no values")]
    NoSearch(String),
    /// The player does not play the game.
    #[error(transparent)]
    Session(#[from] SessionError),
}
