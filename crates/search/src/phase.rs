//! A phase of a search: the threads grow the tree until a limit, a stop or the end of its memory. A search
//! has several phases if the tree is pruned in between or the search is extended.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

use catena_core::{Cell, Position};
use catena_model::Models;

use crate::decide::{best_resistance, candidate, choose_final_move, may_be_played};
use crate::evaluate::evaluator;
use crate::leaf_network::LeafNetwork;
use crate::moves::places;
use crate::prior::MovePrior;
use crate::report::{Observer, Report, place_or_swap};
use crate::tree::Tree;
use crate::worker::{CachePadded, Growth, Shared, Worker};
use crate::{FinalMove, Limits, Proof, SearchConfig, Switch, UnsupportedConfig};

/// Iterations between two checks whether the decision can still change.
const DECISION_CHECK_INTERVAL: u64 = 128;

/// Time between two questions to the observer.
const POLL_INTERVAL: Duration = Duration::from_millis(1);

/// Time that pruning takes for each node, with room to spare.
const PRUNING_PER_NODE: Duration = Duration::from_nanos(60);

/// Why a phase is over.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum PhaseEnd {
    /// A limit was reached.
    Limits,
    /// Nothing is left to find out.
    Settled,
    /// The observer stopped it.
    Stopped,
    /// The tree is full.
    Memory,
}

/// A search under way.
pub(crate) struct Run<'a> {
    pub config: &'a SearchConfig,
    pub models: &'a Models,
    pub position: &'a Position,
    pub prior: Option<MovePrior>,
    pub can_swap: bool,
    pub is_opening_offer: bool,
    pub began: Instant,
    pub threads: usize,
    pub seed: u64,
    pub playouts: AtomicU64,
}

/// The threads besides the first. They rest while the observer is asked, which may make the search wait.
struct HelperThreads<'a> {
    resting: &'a AtomicBool,
    threads: Vec<Thread>,
}

impl HelperThreads<'_> {
    fn rest(&self) {
        self.resting.store(true, Relaxed);
    }

    fn resume(&self) {
        self.resting.store(false, Relaxed);
        self.threads.iter().for_each(Thread::unpark);
    }
}

/// Returns true if the helper threads have to rest for longer than it takes to ask most observers. Only then
/// they are parked, because waking up takes longer.
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

/// The clock and the observer of a phase, also asked in the middle of long evaluations.
struct Watch<'a> {
    run: &'a Run<'a>,
    shared: &'a Shared<'a>,
    limits: Limits,
    observer: &'a mut dyn Observer,
    helpers: &'a HelperThreads<'a>,
    last_polled: Instant,
    last_reported: Instant,
    is_stopped: bool,
}

impl Watch<'_> {
    /// Returns true if an evaluation has to end with the games so far.
    fn interrupts(&mut self) -> bool {
        self.limits.is_late(self.run.began.elapsed()) || self.is_stopped()
    }

    /// Returns true if the observer has stopped the search; it is asked now and then, and hears of the
    /// progress.
    fn is_stopped(&mut self) -> bool {
        if self.is_stopped || self.last_polled.elapsed() <= POLL_INTERVAL {
            return self.is_stopped;
        }
        self.last_polled = Instant::now();
        self.helpers.rest();
        self.is_stopped = self.observer.stop();
        self.helpers.resume();
        let interval = self.observer.interval().filter(|_| !self.is_stopped);
        if interval.is_some_and(|interval| self.last_reported.elapsed() >= interval) {
            self.last_reported = Instant::now();
            self.run.playouts.store(self.shared.playouts.0.load(Relaxed), Relaxed);
            self.observer.progress(&self.run.report(self.shared.tree));
        }
        self.is_stopped
    }
}

impl Run<'_> {
    /// Grows the tree until the limits, a stop or the end of its memory.
    pub fn phase(
        &self,
        tree: &Tree,
        root_cells: &[Cell],
        limits: Limits,
        growth: Growth,
        observer: &mut dyn Observer,
    ) -> Result<PhaseEnd, UnsupportedConfig> {
        let shared = Shared {
            tree,
            config: self.config,
            root: self.position,
            root_cells,
            has_equal_moves: root_cells.len() < places(self.position).count(),
            is_opening_offer: self.is_opening_offer,
            prior: self.prior.as_ref(),
            threads: self.threads,
            growth,
            stop: AtomicBool::new(false),
            hurries: AtomicBool::new(false),
            full: AtomicBool::new(false),
            playouts: CachePadded(AtomicU64::new(self.playouts.load(Relaxed))),
        };
        let mut workers = self.workers(&shared)?;
        let mut first = workers.remove(0);
        let resting = AtomicBool::new(false);
        let end = thread::scope(|scope| {
            let mut helpers = HelperThreads { resting: &resting, threads: Vec::new() };
            for mut worker in workers {
                let (stop, hurries, resting) = (&shared.stop, &shared.hurries, &resting);
                let spawned = scope.spawn(move || {
                    while !stop.load(Relaxed) {
                        if rests_long(resting) {
                            thread::park();
                        } else {
                            worker.iterate(&mut || {
                                while !stop.load(Relaxed) && rests_long(resting) {
                                    thread::park();
                                }
                                stop.load(Relaxed)
                            });
                        }
                    }
                    worker.finish(&mut || hurries.load(Relaxed));
                });
                helpers.threads.push(spawned.thread().clone());
            }
            let end = self.lead(&mut first, &shared, limits, observer, &helpers);
            let is_late = limits.is_late(self.began.elapsed());
            shared.hurries.store(is_late || end == PhaseEnd::Stopped, Relaxed);
            shared.stop.store(true, Relaxed);
            helpers.resume();
            first.finish(&mut || {
                if limits.is_late(self.began.elapsed()) {
                    shared.hurries.store(true, Relaxed);
                }
                shared.hurries.load(Relaxed)
            });
            end
        });
        self.playouts.store(shared.playouts.0.load(Relaxed), Relaxed);
        let is_full = growth == Growth::Limited && shared.full.load(Relaxed);
        Ok(if is_full && end == PhaseEnd::Limits { PhaseEnd::Memory } else { end })
    }

    /// A worker for each thread. Their seeds differ, and so do those of one thread in different phases.
    fn workers<'s>(&self, shared: &'s Shared<'s>) -> Result<Vec<Worker<'s>>, UnsupportedConfig> {
        let first_seed = self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(shared.tree.len() as u64);
        let worker = |thread: usize| {
            let seed = first_seed.wrapping_add(thread as u64);
            let evaluator = evaluator(self.position, self.config, self.models, seed)?;
            let network = LeafNetwork::new(self.config, self.models, self.position)?;
            Ok(Worker::new(shared, evaluator, network, seed))
        };
        (0..self.threads).map(worker).collect()
    }

    /// The first thread searches too, and watches the limits.
    fn lead(
        &self,
        worker: &mut Worker,
        shared: &Shared,
        limits: Limits,
        observer: &mut dyn Observer,
        helpers: &HelperThreads,
    ) -> PhaseEnd {
        let now = Instant::now();
        let mut watch = Watch {
            run: self,
            shared,
            limits,
            observer,
            helpers,
            last_polled: now,
            last_reported: now,
            is_stopped: false,
        };
        for iteration in 1u64.. {
            worker.iterate(&mut || watch.interrupts());
            let spent = self.began.elapsed();
            let playouts = shared.playouts.0.load(Relaxed);
            let root = shared.tree.node(shared.tree.root());
            if root.proof().is_some()
                || (iteration.is_multiple_of(DECISION_CHECK_INTERVAL)
                    && self.is_decided(shared, limits, spent, playouts))
            {
                return PhaseEnd::Settled;
            }
            if limits.are_reached(spent, playouts, u64::from(root.visits())) || shared.stop.load(Relaxed) {
                return PhaseEnd::Limits;
            }
            if watch.is_stopped() {
                return PhaseEnd::Stopped;
            }
        }
        unreachable!("the loop ends by a return")
    }

    /// Returns true if the most visited move stays so whatever the rest of the search finds.
    fn is_decided(&self, shared: &Shared, limits: Limits, spent: Duration, playouts: u64) -> bool {
        let children = shared.tree.children(shared.tree.root());
        if children.iter().filter(|child| !child.is_pruned()).count() == 1 {
            // A single move needs no search, unless somebody watches without a limit.
            return limits.is_bounded();
        }
        if self.is_opening_offer && children.iter().all(|child| child.proof().is_some()) {
            return true;
        }
        // The first move of a game may be wanted for its balance rather than its strength.
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

    /// Returns true if the tree can be pruned before the time is over.
    pub fn has_time_to_prune(&self, tree: &Tree, limits: Limits) -> bool {
        let nodes = u32::try_from(tree.reachable_from(tree.root())).unwrap_or(u32::MAX);
        limits.time.is_none_or(|time| self.began.elapsed() + PRUNING_PER_NODE * nodes < time)
    }

    pub fn report(&self, tree: &Tree) -> Report {
        let root = tree.node(tree.root());
        let children = tree.children(tree.root());
        let proof = root.proof();
        let best = match proof {
            Some(Proof::Loss) => best_resistance(self.config, tree),
            _ => choose_final_move(self.config, children),
        };
        let mut order: Vec<usize> =
            (0..children.len()).filter(|&i| !children[i].is_pruned() || i == best).collect();
        order.sort_by_key(|&i| std::cmp::Reverse(children[i].visits()));
        // Without a visit of a move only the position itself was evaluated.
        let expected = match children[best].visits() {
            0 => tree.node(tree.root()).value(),
            _ => 1.0 - children[best].value(),
        };
        let value = proof.map_or(expected, Proof::value);
        Report {
            best: place_or_swap(children[best].cell(), self.can_swap, proof, value),
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
