//! A finished game reviewed: what each position was worth, what each move gave away and what would
//! have been better.
//!
//! Callers can show progress, stop and resume in between: a [`Plan`] lists the positions of a record, a
//! [`Reviewer`] asks one question after the other about them, an [`Assessor`] answers, and at the end there
//! is a [`Review`].

mod assess;
mod judgement;
mod line;
mod reviewer;

use std::collections::HashMap;

use catena_core::record::{NodeId, Record, Step};
use catena_core::{ByColor, Color, Move, Ply, Position, SwapRule, Topology};
use thiserror::Error;

use crate::SessionError;
pub use assess::{Assessment, Assessor, Task, TaskKind};
pub use judgement::{Judgement, MoveValues, accuracy, accuracy_text};
pub use reviewer::{ReviewProgress, Reviewer};

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
}

impl Planned {
    /// The stones that the player holds after the move: swap-sides gives it the other ones.
    fn held_after(&self) -> Color {
        match self.step {
            Step::SwapSides(color) => !color,
            Step::Ply(ply) => ply.color,
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
    /// The inaccuracies, mistakes and blunders, the worst first.
    #[must_use]
    pub fn mistakes(&self) -> Vec<&ReviewedMove> {
        let mut mistakes: Vec<_> = self.moves.iter().filter(|found| found.judgement.is_some()).collect();
        mistakes.sort_by(|a, b| b.loss.total_cmp(&a.loss));
        mistakes
    }

    /// Accuracy of both players in percent, as lichess computes it; none for a player without a move.
    #[must_use]
    pub fn accuracy(&self) -> ByColor<Option<f64>> {
        let values = self.moves.iter().map(|played| MoveValues {
            player: played.player,
            before: played.before(Perspective::Black),
            after: played.after(Perspective::Black),
            loss: played.loss,
        });
        judgement::accuracy(&values.collect::<Vec<_>>())
    }

    /// Numbers of the moves that turned the game: mistakes after which the opponent has the better chances.
    #[must_use]
    pub fn turning_points(&self) -> Vec<usize> {
        judgement::turning_points(&self.moves)
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
    /// Value that the move gave away, at least 0; 0 if no other move is better, or if that is doubtful
    /// because only one of the two positions is proved.
    pub loss: f64,
    /// The name of the loss, once nothing is left to find out about it.
    pub judgement: Option<Judgement>,
    /// The proved winner before the move, by stones: `Some(None)` is a draw …
    pub winner_before: Option<Option<Color>>,
    /// … and after it.
    pub winner_after: Option<Option<Color>>,
    /// The moves after a mistake that show why it is one; the opponent's is first.
    pub refutation: Vec<Move>,
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

    /// Returns true if no better move is known.
    #[must_use]
    pub fn is_best(&self) -> bool {
        is_best(self.step, self.found.best())
    }

    /// Returns true if it is proved that the move has changed the result.
    #[must_use]
    pub fn is_proved_mistake(&self) -> bool {
        self.judgement.is_some() && self.winner_before.is_some() && self.winner_after.is_some()
    }

    /// Returns true if a bad move gave the opponent the better chances.
    #[must_use]
    pub fn is_turning_point(&self) -> bool {
        self.judgement.is_some() && self.value_before >= 0.5 && self.value_after < 0.5
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

/// Returns true if a move is the best one. Both kinds of swap take over the first stone.
fn is_best(step: Step, best: Option<Move>) -> bool {
    let mv = match step {
        Step::Ply(ply) => ply.mv,
        Step::SwapSides(_) => Move::Swap,
    };
    best == Some(mv)
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
