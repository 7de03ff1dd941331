//! A search from a position until its limits, with any number of threads on one tree.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

use catena_core::{Cell, Move, Position, SwapRule};
use catena_playout::network::Lasts;

use crate::decide::{best_resistance, candidate, choose, is_unstable, may_be_played};
use crate::evaluate::evaluator;
use crate::expand::{one_of_each, places, without_swap};
use crate::prior::Knowledge;
use crate::report::{Observer, Report};
use crate::reuse::{discard, pruned, take_tree};
use crate::tree::Tree;
use crate::worker::{CachePadded, Growth, Shared, Worker};
use crate::{FinalMove, Limits, Proof, SearchConfig, Switch, UnsupportedConfig};

/// A searcher that keeps its tree from move to move.
#[derive(Debug)]
pub struct Search {
    config: SearchConfig,
    threads: usize,
    seed: u64,
    last: Option<(Position, Tree)>,
}

/// Iterations between two looks at whether the decision can still change.
const LOOKS: u64 = 128;

/// What pruning takes for each node, with room to spare.
const PRUNING: Duration = Duration::from_nanos(60);

impl Search {
    /// A searcher. One thread with a seed always finds the same.
    #[must_use]
    pub fn new(config: SearchConfig, threads: usize, seed: u64) -> Self {
        Self { config, threads: threads.max(1), seed, last: None }
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
        let root = without_swap(position);
        let knowledge = Knowledge::new(&self.config, root.setup())?;
        let mut tree = take_tree(&self.config, self.last.take(), position, knowledge.as_ref());
        let root_cells = self.root_cells(&root);
        let run = Run {
            config: &self.config,
            position: &root,
            lasts: last_stones(position),
            knowledge,
            can_swap: position.can_swap(),
            is_opening_offer: is_opening_offer(position),
            began,
            threads: self.threads,
            seed: self.seed,
            playouts: AtomicU64::new(0),
        };
        let mut may_extend = self.config.extend == Switch::On && limits.is_saved;
        let mut limits_now = if may_extend { limits.before_extension() } else { limits };
        let mut growth = Growth::Limited;
        loop {
            match run.leg(&tree, &root_cells, limits_now, growth, observer)? {
                End::Memory if run.has_time_to_prune(&tree, limits_now) => {
                    let pruned = pruned(&tree);
                    discard(std::mem::replace(&mut tree, pruned));
                }
                End::Memory => growth = Growth::Ended,
                End::Limits if may_extend && is_unstable(&tree) => {
                    may_extend = false;
                    limits_now = limits;
                }
                End::Limits | End::Stopped => break,
            }
        }
        let report = run.report(&tree);
        self.seed = self.seed.wrapping_add(1);
        self.last = Some((position.clone(), tree));
        Ok(report)
    }

    /// The moves to consider.
    fn root_cells(&self, root: &Position) -> Vec<Cell> {
        match self.config.symmetry {
            Switch::Off => places(root).collect(),
            Switch::On => one_of_each(root, places(root)),
        }
    }
}

/// Why a leg of the search is over.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    /// A limit was reached, or nothing is left to find out.
    Limits,
    /// The observer has heard enough.
    Stopped,
    /// The tree is full.
    Memory,
}

/// A search under way.
struct Run<'a> {
    config: &'a SearchConfig,
    position: &'a Position,
    /// The moves that led to the position.
    lasts: Lasts,
    knowledge: Option<Knowledge>,
    can_swap: bool,
    is_opening_offer: bool,
    began: Instant,
    threads: usize,
    seed: u64,
    playouts: AtomicU64,
}

/// The threads besides the first. They rest while the observer is asked, who may make the search wait.
struct Crew<'a> {
    resting: &'a AtomicBool,
    threads: Vec<Thread>,
}

impl Crew<'_> {
    fn rest(&self) {
        self.resting.store(true, Relaxed);
    }

    fn go_on(&self) {
        self.resting.store(false, Relaxed);
        self.threads.iter().for_each(Thread::unpark);
    }
}

/// Whether the others have to rest for longer than it takes to ask most observers: to wake up takes longer.
fn rests_long(resting: &AtomicBool) -> bool {
    const TURNS: usize = 2_000;
    (0..TURNS).all(|_| {
        let rests = resting.load(Relaxed);
        if rests {
            std::hint::spin_loop();
        }
        rests
    })
}

impl Run<'_> {
    /// Grows the tree until the limits, until it is told to stop or until its memory is used up.
    fn leg(
        &self,
        tree: &Tree,
        root_cells: &[Cell],
        limits: Limits,
        growth: Growth,
        observer: &mut dyn Observer,
    ) -> Result<End, UnsupportedConfig> {
        let shared = Shared {
            tree,
            config: self.config,
            root: self.position,
            lasts: self.lasts,
            root_cells,
            has_equal_moves: root_cells.len() < places(self.position).count(),
            is_opening_offer: self.is_opening_offer,
            knowledge: self.knowledge.as_ref(),
            threads: self.threads,
            growth,
            stop: AtomicBool::new(false),
            full: AtomicBool::new(false),
            playouts: CachePadded(AtomicU64::new(self.playouts.load(Relaxed))),
        };
        let mut workers = Vec::new();
        for thread in 0..self.threads as u64 {
            let seed = (self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15))
                .wrapping_add(thread)
                .wrapping_add(tree.len() as u64);
            workers.push(Worker::new(&shared, evaluator(self.position, self.config, seed)?, seed));
        }
        let mut first = workers.remove(0);
        let resting = AtomicBool::new(false);
        let end = thread::scope(|scope| {
            let mut crew = Crew { resting: &resting, threads: Vec::new() };
            for mut worker in workers {
                let (stop, resting) = (&shared.stop, &resting);
                let spawned = scope.spawn(move || {
                    while !stop.load(Relaxed) {
                        if rests_long(resting) {
                            thread::park();
                        } else {
                            worker.iterate();
                        }
                    }
                    worker.finish();
                });
                crew.threads.push(spawned.thread().clone());
            }
            let end = self.lead(&mut first, &shared, limits, observer, &crew);
            shared.stop.store(true, Relaxed);
            crew.go_on();
            first.finish();
            end
        });
        self.playouts.store(shared.playouts.0.load(Relaxed), Relaxed);
        let is_full = growth == Growth::Limited && shared.full.load(Relaxed);
        Ok(if is_full && end == End::Limits { End::Memory } else { end })
    }

    /// The first thread also watches the limits.
    fn lead(
        &self,
        worker: &mut Worker,
        shared: &Shared,
        limits: Limits,
        observer: &mut dyn Observer,
        crew: &Crew,
    ) -> End {
        let mut told = Instant::now();
        let mut looked = Instant::now();
        for iteration in 1u64.. {
            worker.iterate();
            let spent = self.began.elapsed();
            let playouts = shared.playouts.0.load(Relaxed);
            let root = shared.tree.node(shared.tree.root());
            let over = limits.time.is_some_and(|time| spent >= time)
                || limits.playouts.is_some_and(|limit| playouts >= limit)
                || limits.visits.is_some_and(|limit| u64::from(root.visits()) >= limit)
                || root.proof().is_some()
                || shared.stop.load(Relaxed);
            if over || (iteration.is_multiple_of(LOOKS) && self.is_decided(shared, limits, spent, playouts)) {
                return End::Limits;
            }
            if looked.elapsed() > Duration::from_millis(1) {
                looked = Instant::now();
                crew.rest();
                let stops = observer.stop();
                crew.go_on();
                if stops {
                    return End::Stopped;
                }
                if observer.interval().is_some_and(|interval| told.elapsed() >= interval) {
                    told = Instant::now();
                    self.playouts.store(playouts, Relaxed);
                    observer.progress(&self.report(shared.tree));
                }
            }
        }
        unreachable!("the loop ends by a return")
    }

    /// Whether the most visited move stays so whatever the rest of the search finds.
    fn is_decided(&self, shared: &Shared, limits: Limits, spent: Duration, playouts: u64) -> bool {
        let children = shared.tree.children(shared.tree.root());
        if children.iter().filter(|child| !child.is_pruned()).count() == 1 {
            // A single move needs no search, unless somebody watches without a limit.
            return limits.time.is_some() || limits.playouts.is_some() || limits.visits.is_some();
        }
        if self.is_opening_offer && children.iter().all(|child| child.proof().is_some()) {
            return true;
        }
        // The first move of a game may be wanted for its evenness rather than its strength.
        let is_opening = self.position.board().empty() == self.position.topology().len();
        if is_opening || self.config.final_move != FinalMove::Visits || self.config.all_at_once == Switch::On
        {
            return false;
        }
        let parts = [
            limits.time.map(|time| spent.as_secs_f64() / time.as_secs_f64()),
            limits.playouts.map(|limit| playouts as f64 / limit as f64),
        ];
        let Some(done) = parts.into_iter().flatten().reduce(f64::max) else { return false };
        let visits = f64::from(shared.tree.node(shared.tree.root()).visits());
        let rest = visits * (1.0 - done) / done.max(1e-9);
        let mut most = [0u32; 2];
        for child in children.iter().filter(|child| may_be_played(child)) {
            let visits = child.visits();
            if visits > most[0] {
                most = [visits, most[0]];
            } else if visits > most[1] {
                most[1] = visits;
            }
        }
        f64::from(most[0] - most[1]) > rest
    }

    /// Whether the tree can be pruned before the time is over.
    fn has_time_to_prune(&self, tree: &Tree, limits: Limits) -> bool {
        let nodes = u32::try_from(tree.reachable_from(tree.root())).unwrap_or(u32::MAX);
        limits.time.is_none_or(|time| self.began.elapsed() + PRUNING * nodes < time)
    }

    fn report(&self, tree: &Tree) -> Report {
        let root = tree.node(tree.root());
        let children = tree.children(tree.root());
        let proof = root.proof();
        let best = match proof {
            Some(Proof::Loss) => best_resistance(self.config, tree),
            _ => choose(self.config, children),
        };
        let mut order: Vec<usize> =
            (0..children.len()).filter(|&i| !children[i].is_pruned() || i == best).collect();
        order.sort_by_key(|&i| std::cmp::Reverse(children[i].visits()));
        let value = proof.map_or_else(|| 1.0 - children[best].value(), Proof::value);
        // Taking over the stone turns the position around: worth it exactly if it is bad for us.
        let swaps = self.can_swap && proof != Some(Proof::Win) && value < 0.5;
        Report {
            best: if swaps { Move::Swap } else { Move::Place(children[best].cell()) },
            value,
            proof,
            visits: root.visits(),
            playouts: self.playouts.load(Relaxed),
            elapsed: self.began.elapsed(),
            nodes: tree.len(),
            candidates: order.into_iter().map(|i| candidate(self.config, tree, i)).collect(),
        }
    }
}

/// Whether the first stone will be offered to the opponent: an even one is wanted, not one that looks good.
fn is_opening_offer(position: &Position) -> bool {
    position.setup().swap() == SwapRule::On && position.board().empty() == position.topology().len()
}

/// Where the last two moves put their stones.
fn last_stones(position: &Position) -> Lasts {
    let mut stones = position.plies().iter().rev().map(|ply| match ply.mv {
        Move::Place(cell) => Some(cell),
        Move::Swap | Move::Pass | Move::Resign => None,
    });
    Lasts { reply_to: stones.next().flatten(), own: stones.next().flatten() }
}
