//! A search from a position until its limits, with any number of threads on one tree.

use std::sync::atomic::AtomicU64;
use std::time::Instant;

use catena_core::{Cell, Position, SwapRule};
use catena_model::Models;

use crate::decide::is_unstable;
use crate::moves::{one_per_symmetry, places};
use crate::phase::{PhaseEnd, Run};
use crate::prior::MovePrior;
use crate::report::{Observer, Report};
use crate::reuse::{discard, pruned, take_tree};
use crate::tree::Tree;
use crate::worker::Growth;
use crate::{Limits, SearchConfig, Switch, UnsupportedConfig};

/// A searcher that keeps its tree from move to move.
///
/// # Examples
/// Black needs one more stone for the bridge from a1 to a4:
/// ```
/// use catena_core::{Game, Position, Setup, SwapRule};
/// use catena_model::Models;
/// use catena_search::{Limits, Proof, Search, SearchConfig};
///
/// let mut position = Position::new(Setup::new(Game::Havannah, 4, SwapRule::Off)?);
/// for name in ["a1", "d4", "a2", "e5", "a3", "c1"] {
///     position.play(position.topology().parse_move(name)?)?;
/// }
/// let mut search = Search::new(SearchConfig::default(), Models::default(), 1, 1);
/// let report = search.run(&position, Limits::playouts(100), &mut ())?;
/// assert_eq!(report.best, position.topology().parse_move("a4")?);
/// assert_eq!(report.proof, Some(Proof::Win));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Search {
    config: SearchConfig,
    models: Models,
    threads: usize,
    seed: u64,
    /// Moves that the root does not consider.
    excluded: Vec<Cell>,
    last: Option<(Position, Tree)>,
}

impl Search {
    /// A searcher with the models that its parameters ask for. One thread with a seed always finds the same.
    #[must_use]
    pub fn new(config: SearchConfig, models: Models, threads: usize, seed: u64) -> Self {
        Self { config, models, threads: threads.max(1), seed, excluded: Vec::new(), last: None }
    }

    /// The parameters.
    #[must_use]
    pub const fn config(&self) -> &SearchConfig {
        &self.config
    }

    /// Forgets what earlier searches found.
    pub fn clear(&mut self) {
        self.last = None;
    }

    /// Leaves out moves of the positions to come, because they are known to lose: a proof that finds all
    /// others lost is one of the position. A position without other moves is searched with them.
    pub fn exclude(&mut self, cells: Vec<Cell>) {
        self.last = None;
        self.excluded = cells;
    }

    /// Searches a position that is not over.
    ///
    /// # Errors
    /// If the parameters ask for what the game does not have.
    ///
    /// # Panics
    /// If the game is over.
    pub fn run(
        &mut self,
        position: &Position,
        limits: Limits,
        observer: &mut dyn Observer,
    ) -> Result<Report, UnsupportedConfig> {
        assert!(position.outcome().is_none(), "there is a move to find");
        let began = Instant::now();
        let prior = MovePrior::new(&self.config, &self.models, position.setup())?;
        let mut tree = take_tree(&self.config, self.last.take(), position, prior.as_ref());
        let root_cells = self.root_cells(position);
        let run = Run {
            config: &self.config,
            models: &self.models,
            position,
            prior,
            can_swap: position.can_swap(),
            is_opening_offer: is_opening_offer(position),
            began,
            threads: self.threads,
            seed: self.seed,
            playouts: AtomicU64::new(0),
        };
        let mut limits_now = limits;
        let mut growth = Growth::Limited;
        loop {
            match run.phase(&tree, &root_cells, limits_now, growth, observer)? {
                PhaseEnd::Memory if run.has_time_to_prune(&tree, limits_now) => {
                    let pruned = pruned(&tree);
                    discard(std::mem::replace(&mut tree, pruned));
                }
                PhaseEnd::Memory => growth = Growth::Ended,
                PhaseEnd::Limits => match self.extended(limits_now, began, &tree) {
                    Some(longer) => limits_now = longer,
                    None => break,
                },
                PhaseEnd::Settled | PhaseEnd::Stopped => break,
            }
        }
        let report = run.report(&tree);
        self.seed = self.seed.wrapping_add(1);
        self.last = Some((position.clone(), tree));
        Ok(report)
    }

    /// The limits after those that were reached, if an unstable search goes on (Huang et al. 2013, section 4.1).
    fn extended(&self, limits: Limits, began: Instant, tree: &Tree) -> Option<Limits> {
        let is_extended =
            self.config.extend == Switch::On && limits.is_late(began.elapsed()) && is_unstable(tree);
        limits.extended().filter(|_| is_extended)
    }

    /// The moves to consider.
    fn root_cells(&self, root: &Position) -> Vec<Cell> {
        let is_excluded = |cell: &Cell| self.excluded.contains(cell);
        let cells: Vec<Cell> = match self.config.symmetry {
            Switch::Off => places(root).collect(),
            Switch::On => one_per_symmetry(root, places(root)),
        };
        if cells.iter().all(is_excluded) {
            return cells;
        }
        cells.into_iter().filter(|cell| !is_excluded(cell)).collect()
    }
}

/// Returns true if the first stone will be offered for a swap: the most balanced opening is wanted, not the
/// best.
fn is_opening_offer(position: &Position) -> bool {
    position.setup().swap() == SwapRule::On && position.board().empty() == position.topology().len()
}
