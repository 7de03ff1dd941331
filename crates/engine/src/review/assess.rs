//! Answers to one question about one position: a search or a proof, and what it found.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use catena_core::{Cell, Color, Move, Position};
use catena_proof::{Solver, SolverConfig, Verdict};
use catena_search::{Limits, Observer, Proof, Report};

use super::{ReviewError, opens_with_swap, position_key};
use crate::session::most_balanced_opening;
use crate::{Player, Session};

/// Moves of a proof that are told at most: enough to see why it wins.
const MAX_PROOF_LINE: usize = 16;

/// Part of the time of a proof that telling its moves may take.
const LINE_PART: u32 = 2;

/// Value of a position with the best move.
#[derive(Clone, Debug, PartialEq)]
pub struct Assessment {
    /// The chance to win in [0, 1] for the player to move, the right to swap taken into account.
    pub value: f64,
    /// The best move and what is expected after it; empty where no move is known, or the game is over.
    pub line: Vec<Move>,
    /// The result, if it is proven, for the player to move.
    pub proof: Option<Proof>,
    /// Visits of the search.
    pub visits: u32,
    /// Playouts of the search.
    pub playouts: u64,
}

impl Assessment {
    /// The best move; none where the game is over, or a proof found no winning one.
    #[must_use]
    pub fn best(&self) -> Option<Move> {
        self.line.first().copied()
    }

    /// Assessment of a position that needs no search: one where the game is over.
    #[must_use]
    pub fn of_end(position: &Position) -> Option<Self> {
        let winner = position.outcome()?.winner;
        Some(Self::of_proof(proof_of(winner, position.to_move()), Vec::new()))
    }

    pub(super) fn of_proof(proof: Proof, line: Vec<Move>) -> Self {
        Self { value: f64::from(proof.value()), line, proof: Some(proof), visits: 0, playouts: 0 }
    }
}

/// The result for the player to move.
pub(super) fn proof_of(winner: Option<Color>, to_move: Color) -> Proof {
    match winner {
        None => Proof::Draw,
        Some(winner) if winner == to_move => Proof::Win,
        Some(_) => Proof::Loss,
    }
}

/// A question about a position, which takes a while to answer.
#[derive(Clone, Debug)]
pub struct Task {
    /// The position.
    pub position: Position,
    /// The question.
    pub kind: TaskKind,
    /// The number of the position in the review that asks.
    pub(super) at: usize,
}

/// A question about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TaskKind {
    /// The winner by the solver, in this part of the usual time, in percent.
    Solve {
        /// 100 is the time of the assessor.
        percent: u32,
    },
    /// The value by a search.
    Search {
        /// 1 are the limits of the assessor.
        times: u32,
        /// Moves that are known to lose.
        excluded: Vec<Cell>,
    },
}

impl Task {
    /// A question about a position of no review.
    #[must_use]
    pub const fn new(position: Position, kind: TaskKind) -> Self {
        Self { position, kind, at: 0 }
    }

    /// A text that is the same for equal questions about positions that are worth the same; a key for
    /// answers that are kept.
    #[must_use]
    pub fn key(&self) -> String {
        let position = position_key(&self.position);
        match &self.kind {
            TaskKind::Solve { percent } => format!("{position} solve={percent}"),
            TaskKind::Search { times, excluded } => {
                let names: Vec<_> =
                    excluded.iter().map(|&cell| self.position.topology().name(cell)).collect();
                format!("{position} search={times} without={}", names.join(","))
            }
        }
    }
}

/// Answers questions: a player with limits, and a solver. Each position is searched anew, so that the
/// answer does not depend on what was asked before.
#[derive(Clone, Debug)]
pub struct Assessor {
    /// Whose search it is.
    pub player: Player,
    /// Limits of the search of each position.
    pub limits: Limits,
    /// Time of the solver for each position; where a mistake is suspected it gets several times that.
    pub solver_time: Duration,
    /// Memory of the solver in bytes.
    pub solver_bytes: usize,
    /// Threads of search and solver.
    pub threads: usize,
    /// Seed of the random numbers.
    pub seed: u64,
}

impl Assessor {
    /// Time of the solver that is spent on a position if nothing else is asked for.
    pub const SOLVER_TIME: Duration = Duration::from_secs(1);

    /// Memory of the solver if nothing else is asked for.
    pub const SOLVER_BYTES: usize = 64 << 20;

    /// Answers a question.
    ///
    /// # Errors
    /// If the player does not search, or not this game.
    pub fn answer(&self, task: &Task, observer: &mut dyn Observer) -> Result<Assessment, ReviewError> {
        match &task.kind {
            TaskKind::Solve { percent } => Ok(self.solve(&task.position, *percent, observer)),
            TaskKind::Search { times, excluded } => {
                let assessor = Self { limits: multiplied(self.limits, *times), ..self.clone() };
                assessor.search(&task.position, excluded, observer)
            }
        }
    }

    /// Assesses a position by a search of its own.
    ///
    /// # Errors
    /// If the player does not search, or not this game.
    pub fn assess(
        &self,
        position: &Position,
        observer: &mut dyn Observer,
    ) -> Result<Assessment, ReviewError> {
        self.search(position, &[], observer)
    }

    fn search(
        &self,
        position: &Position,
        excluded: &[Cell],
        observer: &mut dyn Observer,
    ) -> Result<Assessment, ReviewError> {
        if let Some(end) = Assessment::of_end(position) {
            return Ok(end);
        }
        let mut session = Session::new(position.setup().clone(), self.player.clone(), self.seed);
        session.set_threads(self.threads);
        session.exclude(excluded.to_vec());
        session.set_position(position.clone());
        let report = session
            .think(position.to_move(), self.limits, observer)?
            .ok_or_else(|| ReviewError::NoSearch(self.player.spec().to_string()))?;
        match forced(position, &report) {
            Some(mv) => self.beyond(position, mv, &report, observer),
            None => Ok(of_report(position, &report)),
        }
    }

    /// A search ends at once where a single move is left, before it knows what that is worth: the search
    /// continues beyond it.
    fn beyond(
        &self,
        position: &Position,
        mv: Move,
        report: &Report,
        observer: &mut dyn Observer,
    ) -> Result<Assessment, ReviewError> {
        let mut next = position.clone();
        next.play_unchecked(mv);
        let after = self.search(&next, &[], observer)?;
        Ok(Assessment {
            value: 1.0 - after.value,
            line: std::iter::once(mv).chain(after.line).collect(),
            proof: after.proof.map(Proof::reversed),
            visits: report.visits.saturating_add(after.visits),
            playouts: report.playouts + after.playouts,
        })
    }

    /// The winner, and where the player to move wins also the move; a value of one half without a proof where the
    /// time does not suffice.
    fn solve(&self, position: &Position, percent: u32, observer: &mut dyn Observer) -> Assessment {
        if let Some(end) = Assessment::of_end(position) {
            return end;
        }
        // The time between two questions is that of a few positions, and those of large boards take long.
        let config = SolverConfig {
            table_bytes: self.solver_bytes,
            threads: self.threads,
            report_every: 1,
            ..SolverConfig::default()
        };
        let mut solver = Solver::new(position.setup(), config);
        let mut watch = SolverWatch::new(self.solver_time * percent / 100, observer);
        let winner = match solver.solve(position, &mut |_: &_| watch.go_on()) {
            Verdict::Unknown => {
                return Assessment { value: 0.5, line: Vec::new(), proof: None, visits: 0, playouts: 0 };
            }
            Verdict::Drawn => None,
            Verdict::Won(color) => Some(color),
        };
        let proof = proof_of(winner, position.to_move());
        if proof != Proof::Win {
            return Assessment::of_proof(proof, Vec::new());
        }
        watch.extend(self.solver_time / LINE_PART);
        let mut line = Vec::new();
        let mut at = position.clone();
        while line.len() < MAX_PROOF_LINE && watch.go_on().is_continue() {
            let Some(mv) = solver.reply(&at, &mut |_: &_| watch.go_on()) else { break };
            at.play_unchecked(mv);
            line.push(mv);
        }
        Assessment::of_proof(proof, line)
    }
}

/// Stops a solver after a time that it has computed; waiting in the observer does not count.
struct SolverWatch<'a> {
    observer: &'a mut dyn Observer,
    left: Duration,
    since: Instant,
}

impl<'a> SolverWatch<'a> {
    fn new(time: Duration, observer: &'a mut dyn Observer) -> Self {
        Self { observer, left: time, since: Instant::now() }
    }

    fn extend(&mut self, time: Duration) {
        self.left = time;
        self.since = Instant::now();
    }

    fn go_on(&mut self) -> ControlFlow<()> {
        self.left = self.left.saturating_sub(self.since.elapsed());
        let stops = self.left.is_zero() || self.observer.stop();
        self.since = Instant::now();
        if stops { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// The only move that a search considered, if it proved nothing.
fn forced(position: &Position, report: &Report) -> Option<Move> {
    let [only] = &report.candidates[..] else { return None };
    let is_place = report.best == Move::Place(only.cell) && !opens_with_swap(position);
    (is_place && report.proof.is_none()).then_some(report.best)
}

fn of_report(position: &Position, report: &Report) -> Assessment {
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
        let even = most_balanced_opening(report);
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
    assessment
}

fn multiplied(limits: Limits, times: u32) -> Limits {
    Limits {
        time: limits.time.map(|time| time * times),
        playouts: limits.playouts.map(|number| number * u64::from(times)),
        visits: limits.visits.map(|number| number * u64::from(times)),
        ..limits
    }
}
