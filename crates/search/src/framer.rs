//! The player `framer`: one move deep over the evaluation `frames-value`. Moves are ranked by the playouts of the sub-games
//! of the position, then played and evaluated, the better half of them again and again until the limits.

use std::time::Instant;

use catena_core::rules::UnsupportedMethod;
use catena_core::{Cell, Move, Position};
use catena_proof::frame::{FrameProof, prove};

use crate::evaluate::value_for;
use crate::frames_value::{FramesEvaluator, Measured};
use crate::moves::{forced_moves, one_per_symmetry, places};
use crate::param::{Any, params};
use crate::report::{Candidate, Observer, Report, place_or_swap};
use crate::{Limits, Proof, Switch};

params! {
    /// Parameters of the player that plays by frames. Each line is a parameter with its default and range.
    pub struct FramerConfig {
        /// Playouts of an edge for each number of stones ahead, after a move.
        edge_playouts: u32 = 16, in 1..=10_000;
        /// The same in the position itself, by which moves are ranked.
        root_edge_playouts: u32 = 64, in 1..=10_000;
        /// Ask frames first who has won for sure, and where the player to move has to play.
        frame_proofs: Switch = Switch::On, in Any;
    }
}

/// Fewest moves that stay when half of them are left.
const FEWEST: usize = 4;
/// Playouts of an edge that are played even without time for them: about a millisecond in all.
const FIRST_PLAYOUTS: u32 = 2;

/// Evaluates every move of a position of Havannah by frames until the limits.
///
/// # Errors
/// If the game has no frames.
///
/// # Panics
/// If the game is over.
pub fn framer(
    position: &Position,
    config: &FramerConfig,
    seed: u64,
    limits: Limits,
    observer: &mut dyn Observer,
) -> Result<Report, UnsupportedMethod> {
    assert!(position.outcome().is_none(), "there is a move to find");
    let began = Instant::now();
    let evaluator = FramesEvaluator::new(position, seed)?;
    let mut run = FramerRun {
        position,
        config,
        evaluator,
        limits,
        observer,
        began,
        last_reported: began,
        tried: Vec::new(),
        block: 0,
        value: 0.5,
        visits: 0,
    };
    Ok(run.find())
}

/// A move with its evaluations.
#[derive(Clone, Copy, Debug)]
struct Tried {
    cell: Cell,
    /// By the playouts of the position itself, for the player to move.
    expected: f64,
    visits: u32,
    sum: f64,
}

impl Tried {
    fn value(&self) -> f64 {
        if self.visits > 0 { self.sum / f64::from(self.visits) } else { self.expected }
    }
}

/// A move being chosen.
struct FramerRun<'a> {
    position: &'a Position,
    config: &'a FramerConfig,
    evaluator: FramesEvaluator,
    limits: Limits,
    observer: &'a mut dyn Observer,
    began: Instant,
    last_reported: Instant,
    /// The moves; those to try again first.
    tried: Vec<Tried>,
    /// Number of moves to try again.
    block: usize,
    /// The value of the position for the player to move.
    value: f64,
    /// Positions evaluated.
    visits: u32,
}

impl FramerRun<'_> {
    fn find(&mut self) -> Report {
        let all: Vec<Cell> = places(self.position).collect();
        let (cells, proof) = forced_moves(self.position, self.position.to_move(), all.clone());
        let is_forced = cells.len() < all.len();
        let (cells, proof) = match proof {
            None if !is_forced && self.config.frame_proofs == Switch::On => self.proved(cells),
            _ => (cells, proof),
        };
        let cells = if is_forced { cells } else { one_per_symmetry(self.position, cells) };
        self.tried = cells.iter().map(|&cell| Tried { cell, expected: 0.5, visits: 0, sum: 0.0 }).collect();
        self.block = self.tried.len();
        if proof.is_none() {
            self.try_moves();
        }
        self.report(proof)
    }

    /// The moves that frames leave, and who has won, if that is known.
    fn proved(&self, cells: Vec<Cell>) -> (Vec<Cell>, Option<Proof>) {
        let mover = self.position.to_move();
        match prove(self.position) {
            Ok(FrameProof::Won { winner, by }) if winner == mover => match by {
                Some(cell) => (vec![cell], Some(Proof::Win)),
                // The frame stands: the evaluation chooses how it becomes a chain.
                None => (cells, None),
            },
            Ok(FrameProof::MustPlay(must)) => {
                let left: Vec<Cell> = cells.iter().copied().filter(|&cell| must.contains(cell)).collect();
                (if left.is_empty() { cells } else { left }, None)
            }
            // A lost position is played on, for the best resistance.
            Ok(FrameProof::Won { .. } | FrameProof::Unknown) | Err(_) => (cells, None),
        }
    }

    fn try_moves(&mut self) {
        let first = self.evaluator.measure(self.position, FIRST_PLAYOUTS, None, &mut || false);
        let first = first.expect("nothing interrupts it");
        self.rank(&first);
        if self.is_over() {
            return;
        }
        let known = self.measure(&self.position.clone(), self.config.root_edge_playouts, None);
        let known = known.unwrap_or(first);
        self.rank(&known);
        if self.block == 1 && self.limits.is_bounded() {
            return;
        }
        loop {
            for index in 0..self.block {
                if self.is_over() || !self.try_move(index, &known) {
                    return self.sort();
                }
            }
            self.sort();
            self.block = (self.block / 2).max(FEWEST.min(self.block));
        }
    }

    /// Orders the moves by what the playouts of the position say.
    fn rank(&mut self, measured: &Measured) {
        let mover = self.position.to_move();
        let value = self.evaluator.value(self.position, measured);
        self.value = f64::from(value_for(mover, value.value as f32));
        for tried in &mut self.tried {
            let gain = measured.gain(&value, mover, tried.cell);
            let sign = if mover == catena_core::Color::Black { 1.0 } else { -1.0 };
            tried.expected = (self.value + sign * gain).clamp(0.0, 1.0);
        }
        self.tried.sort_by(|a, b| b.expected.total_cmp(&a.expected));
    }

    /// Plays a move and evaluates it; false if it was interrupted.
    fn try_move(&mut self, index: usize, known: &Measured) -> bool {
        let mut after = self.position.clone();
        after.play_unchecked(Move::Place(self.tried[index].cell));
        let value = if after.outcome().is_some() {
            0.5
        } else {
            let playouts = self.config.edge_playouts;
            let Some(measured) = self.measure(&after, playouts, Some(known)) else { return false };
            let value = self.evaluator.value(&after, &measured).value;
            f64::from(value_for(self.position.to_move(), value as f32))
        };
        let tried = &mut self.tried[index];
        tried.visits += 1;
        tried.sum += value;
        self.visits += 1;
        true
    }

    fn measure(&mut self, position: &Position, playouts: u32, known: Option<&Measured>) -> Option<Measured> {
        let Self { evaluator, limits, observer, began, .. } = self;
        evaluator
            .measure(position, playouts, known, &mut || limits.is_late(began.elapsed()) || observer.stop())
    }

    /// Returns true if a limit is reached; also reports to the observer.
    fn is_over(&mut self) -> bool {
        let (spent, playouts) = (self.began.elapsed(), self.evaluator.playouts());
        if self.limits.are_reached(spent, playouts, u64::from(self.visits)) || self.observer.stop() {
            return true;
        }
        let interval = self.observer.interval();
        if interval.is_some_and(|interval| self.last_reported.elapsed() >= interval) {
            self.last_reported = Instant::now();
            let report = self.report(None);
            self.observer.progress(&report);
        }
        false
    }

    /// The best of the moves to try again first; those without an evaluation behind them.
    fn sort(&mut self) {
        let rank = |tried: &Tried| (tried.visits > 0, tried.value());
        self.tried[..self.block].sort_by(|a, b| {
            let (a, b) = (rank(a), rank(b));
            b.0.cmp(&a.0).then(b.1.total_cmp(&a.1))
        });
    }

    fn report(&self, proof: Option<Proof>) -> Report {
        let candidate = |tried: &Tried| Candidate {
            cell: tried.cell,
            visits: tried.visits,
            value: tried.value() as f32,
            prior: None,
            rave: Some(tried.expected as f32),
            proof: proof.filter(|_| tried.cell == self.tried[0].cell),
            line: vec![tried.cell],
        };
        let best = &self.tried[0];
        let expected = if best.visits > 0 { best.value() } else { self.value };
        let value = proof.map_or(expected as f32, Proof::value);
        Report {
            best: place_or_swap(best.cell, self.position.can_swap(), proof, value),
            value,
            proof,
            visits: self.visits,
            playouts: self.evaluator.playouts(),
            elapsed: self.began.elapsed(),
            nodes: 0,
            candidates: self.tried.iter().map(candidate).collect(),
        }
    }
}

#[cfg(test)]
mod tests;
