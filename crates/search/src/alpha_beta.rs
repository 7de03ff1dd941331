//! Alpha-beta for Hex (Anshelevich 2002; Arneson, Hayward and Henderson 2009): a few moves
//! deep, positions are worth what the circuits of both colors say, and virtual connections tell who has
//! won and where that must be stopped.
//!
//! One thread searches, and without a limit of time it always finds the same.

mod config;
mod negamax;
mod report;
mod run;
mod shortest_path;
mod static_evaluation;
mod table;
mod value;

use std::time::Instant;

use catena_core::{Cell, Game, Position, Setup, SwapRule};

pub use config::AlphaBetaConfig;
use run::{AlphaBetaRun, RootGoal, RootMove};
use static_evaluation::{StaticEvaluation, StaticEvaluator, static_evaluator};
use table::PositionTable;

use crate::moves::{forced_moves, one_per_symmetry, places, stones_alone};
use crate::report::{Observer, Report};
use crate::{Limits, Proof};

/// A searcher that keeps its table from move to move.
///
/// # Examples
/// The center of Hex 5 wins:
/// ```
/// use catena_core::{Game, Position, Setup, SwapRule};
/// use catena_search::{AlphaBeta, AlphaBetaConfig, Limits, Proof};
///
/// let position = Position::new(Setup::new(Game::Hex, 5, SwapRule::Off)?);
/// let mut search = AlphaBeta::new(AlphaBetaConfig::default());
/// let report = search.run(&position, Limits::playouts(1_000), &mut ())?;
/// assert_eq!(report.proof, Some(Proof::Win));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct AlphaBeta {
    config: AlphaBetaConfig,
    table: PositionTable,
    evaluator: Option<(Setup, Box<dyn StaticEvaluator>)>,
}

/// A player by circuits was asked about a game whose circuits it does not know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("players by circuits play hex, not {0}")]
pub struct OnlyHex(pub Game);

impl AlphaBeta {
    /// A searcher.
    #[must_use]
    pub fn new(config: AlphaBetaConfig) -> Self {
        let table = PositionTable::new((config.memory as usize) << 20);
        Self { config, table, evaluator: None }
    }

    /// The parameters.
    #[must_use]
    pub const fn config(&self) -> &AlphaBetaConfig {
        &self.config
    }

    /// Searches a position of Hex that is not over. Playouts and visits of limits and report are
    /// positions that were evaluated; the values of moves that are not the best are bounds above
    /// what they are worth.
    ///
    /// # Errors
    /// If it is another game.
    ///
    /// # Panics
    /// If the game is over.
    pub fn run(
        &mut self,
        position: &Position,
        limits: Limits,
        observer: &mut dyn Observer,
    ) -> Result<Report, OnlyHex> {
        assert!(position.outcome().is_none(), "there is a move to find");
        let began = Instant::now();
        let setup = position.setup().with_swap(SwapRule::Off);
        if setup.game() != Game::Hex {
            return Err(OnlyHex(setup.game()));
        }
        let (_, evaluator) = match self.evaluator.take() {
            Some((known, evaluator)) if known == setup => self.evaluator.insert((known, evaluator)),
            _ => {
                self.table.clear();
                let evaluator = static_evaluator(&setup, &self.config);
                self.evaluator.insert((setup, evaluator))
            }
        };
        let root = stones_alone(position);
        let mut run = AlphaBetaRun {
            config: &self.config,
            evaluator: &mut **evaluator,
            table: &mut self.table,
            observer,
            limits,
            began,
            last_reported: began,
            evaluations: 0,
            root: &root,
            can_swap: position.can_swap(),
            goal: RootGoal::of(position),
            root_value: 0.0,
            moves: Vec::new(),
            best: root.topology().off_board(),
        };
        Ok(run.find())
    }
}

impl RootGoal {
    fn of(position: &Position) -> Self {
        let is_empty = position.board().empty() == position.topology().len();
        if is_empty && position.setup().swap() == SwapRule::On { Self::MostBalanced } else { Self::BestMove }
    }
}

impl AlphaBetaRun<'_> {
    /// The whole search.
    fn find(&mut self) -> Report {
        let all: Vec<Cell> = places(self.root).collect();
        let (cells, proof) = forced_moves(self.root, self.root.to_move(), all.clone());
        self.evaluations += 1;
        if let Some(proof) = proof {
            return self.settled(proof, cells[0]);
        }
        let only_reply = (cells.len() < all.len()).then(|| cells[0]);
        let known = self.evaluator.start(self.root, self.limits.time.map(|time| self.began + time));
        let tried = match (known, self.goal) {
            (_, RootGoal::MostBalanced) => self.evaluator.all_moves(),
            (StaticEvaluation::Decided(proof), RootGoal::BestMove) => {
                let reply = only_reply.filter(|_| proof == Proof::Loss);
                return self.settled(proof, reply.unwrap_or_else(|| self.evaluator.settle(self.root, proof)));
            }
            (StaticEvaluation::Open { value, moves }, RootGoal::BestMove) => {
                self.root_value = value;
                only_reply.map_or_else(|| moves.to_vec(), |cell| vec![cell])
            }
        };
        self.moves = one_per_symmetry(self.root, tried).into_iter().map(RootMove::new).collect();
        self.best = self.moves[0].cell;
        self.deepen();
        self.report()
    }
}

#[cfg(test)]
mod tests;
