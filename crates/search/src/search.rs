//! A search from a position until its limits, with any number of threads on one tree.

use std::fs;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use catena_core::topology::ColorRoles;
use catena_core::{Cell, Move, Position};
use catena_playout::NoFillOut;

use crate::evaluate::evaluator;
use crate::report::{Candidate, Observer, Report};
use crate::tree::{Node, Tree};
use crate::worker::{Shared, Worker, places, without_swap};
use crate::{FinalMove, Limits, Proof, SearchConfig, Switch};

/// A searcher that keeps its tree from move to move.
#[derive(Debug)]
pub struct Search {
    config: SearchConfig,
    threads: usize,
    seed: u64,
    last: Option<(Position, Tree)>,
}

/// Visits below which a move is chance rather than expectation.
const MIN_LINE_VISITS: u32 = 4;

/// Iterations between two looks at whether the decision can still change.
const LOOKS: u64 = 128;

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
    /// If the parameters ask for fill-outs in a game that has none.
    ///
    /// # Panics
    /// If the game is over.
    pub fn run(
        &mut self,
        position: &Position,
        limits: Limits,
        observer: &mut dyn Observer,
    ) -> Result<Report, NoFillOut> {
        assert!(position.outcome().is_none(), "there is a move to find");
        let root = without_swap(position);
        let mut tree = self.take_tree(position);
        let root_cells = self.root_cells(&root);
        let run = Run {
            config: &self.config,
            position: &root,
            can_swap: position.can_swap(),
            began: Instant::now(),
            threads: self.threads,
            seed: self.seed,
            playouts: AtomicU64::new(0),
        };
        let mut limits_now = limits;
        let mut may_extend = self.config.extend == Switch::On;
        loop {
            match run.leg(&tree, &root_cells, limits_now, observer)? {
                End::Memory => tree = pruned(&tree),
                End::Limits if may_extend && is_unstable(&tree) => {
                    may_extend = false;
                    limits_now = limits.extended();
                }
                End::Limits | End::Stopped => break,
            }
        }
        let report = run.report(&tree);
        self.seed = self.seed.wrapping_add(1);
        self.last = Some((position.clone(), tree));
        Ok(report)
    }

    /// The part of the last tree that the moves since then have led to, or a new tree.
    fn take_tree(&mut self, position: &Position) -> Tree {
        let bytes = match self.config.memory {
            0 => quarter_of_memory(),
            megabytes => megabytes as usize * 1_000_000,
        };
        let kept = self.last.take().and_then(|(before, tree)| {
            let known = before.plies().len();
            let same_game = before.setup() == position.setup()
                && before.start_stones() == position.start_stones()
                && position.plies().get(..known) == Some(before.plies());
            let mut at = same_game.then_some(Tree::ROOT)?;
            for ply in &position.plies()[known..] {
                let Move::Place(cell) = ply.mv else { return None };
                let index = tree.children(at).iter().position(|child| child.cell() == cell)?;
                at = tree.child(at, index);
            }
            // A root with the moves of a symmetric or forced position only is not a root of ours.
            let complete = tree.children(at).len() == places(position).count();
            complete.then(|| tree.subtree(at, 1))
        });
        kept.unwrap_or_else(|| Tree::new(bytes))
    }

    /// The moves to consider: one for each class under the symmetries of the position.
    fn root_cells(&self, root: &Position) -> Vec<Cell> {
        let all: Vec<Cell> = places(root).collect();
        if self.config.symmetry == Switch::Off {
            return all;
        }
        let topology = root.topology();
        let keeps = topology.symmetries().iter().filter(|symmetry| {
            symmetry.roles() == ColorRoles::Kept
                && topology
                    .cells()
                    .all(|cell| root.board().stone(cell) == root.board().stone(symmetry.cell(cell)))
        });
        let keeps: Vec<_> = keeps.collect();
        let smallest =
            |cell: Cell| keeps.iter().map(|symmetry| topology.canonical(symmetry.cell(cell))).min();
        all.into_iter().filter(|&cell| smallest(cell) == Some(cell)).collect()
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
    can_swap: bool,
    began: Instant,
    threads: usize,
    seed: u64,
    playouts: AtomicU64,
}

impl Run<'_> {
    /// Grows the tree until the limits, until it is told to stop or until its memory is used up.
    fn leg(
        &self,
        tree: &Tree,
        root_cells: &[Cell],
        limits: Limits,
        observer: &mut dyn Observer,
    ) -> Result<End, NoFillOut> {
        let shared = Shared {
            tree,
            config: self.config,
            root: self.position,
            root_cells,
            stop: AtomicBool::new(false),
            full: AtomicBool::new(false),
            playouts: AtomicU64::new(self.playouts.load(Relaxed)),
        };
        let mut workers = Vec::new();
        for thread in 0..self.threads as u64 {
            let seed = (self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15))
                .wrapping_add(thread)
                .wrapping_add(tree.len() as u64);
            workers.push(Worker::new(&shared, evaluator(self.position, self.config, seed)?, seed));
        }
        let mut first = workers.remove(0);
        let end = std::thread::scope(|scope| {
            for mut worker in workers {
                let stop = &shared.stop;
                scope.spawn(move || {
                    while !stop.load(Relaxed) {
                        worker.iterate();
                    }
                });
            }
            let end = self.lead(&mut first, &shared, limits, observer);
            shared.stop.store(true, Relaxed);
            end
        });
        self.playouts.store(shared.playouts.load(Relaxed), Relaxed);
        Ok(if shared.full.load(Relaxed) && end == End::Limits { End::Memory } else { end })
    }

    /// The first thread also watches the limits.
    fn lead(&self, worker: &mut Worker, shared: &Shared, limits: Limits, observer: &mut dyn Observer) -> End {
        let mut told = Instant::now();
        let mut looked = Instant::now();
        for iteration in 1u64.. {
            worker.iterate();
            let spent = self.began.elapsed();
            let playouts = shared.playouts.load(Relaxed);
            let root = shared.tree.node(Tree::ROOT);
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
                if observer.stop() {
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
        let children = shared.tree.children(Tree::ROOT);
        if children.len() == 1 {
            // A single move needs no search, unless somebody watches without a limit.
            return limits.time.is_some() || limits.playouts.is_some() || limits.visits.is_some();
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
        let visits = f64::from(shared.tree.node(Tree::ROOT).visits());
        let rest = visits * (1.0 - done) / done.max(1e-9);
        let mut most = [0u32; 2];
        for child in children {
            let visits = child.visits();
            if visits > most[0] {
                most = [visits, most[0]];
            } else if visits > most[1] {
                most[1] = visits;
            }
        }
        f64::from(most[0] - most[1]) > rest
    }

    fn report(&self, tree: &Tree) -> Report {
        let root = tree.node(Tree::ROOT);
        let children = tree.children(Tree::ROOT);
        let mut order: Vec<usize> = (0..children.len()).collect();
        order.sort_by_key(|&i| std::cmp::Reverse(children[i].visits()));
        let proof = root.proof();
        let best = match proof {
            Some(Proof::Loss) => most_stubborn(self.config, tree),
            _ => choose(self.config, children),
        };
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

fn candidate(config: &SearchConfig, tree: &Tree, index: usize) -> Candidate {
    let mut at = tree.child(Tree::ROOT, index);
    let node = tree.node(at);
    let (rave_value, rave_weight) = node.rave();
    let mut line = vec![node.cell()];
    while let children @ [_, ..] = tree.children(at) {
        let next = choose(config, children);
        if children[next].visits() < MIN_LINE_VISITS {
            break;
        }
        line.push(children[next].cell());
        at = tree.child(at, next);
    }
    let proof = node.proof().map(Proof::reversed);
    Candidate {
        cell: node.cell(),
        visits: node.visits(),
        value: proof.map_or_else(|| 1.0 - node.value(), Proof::value),
        rave: (rave_weight > 0.0).then(|| rave_value / rave_weight),
        proof,
        line,
    }
}

/// The move to play: a proven win, else the best by the rule, losing moves last.
fn choose(config: &SearchConfig, children: &[Node]) -> usize {
    let rank = |node: &Node| {
        let proof = match node.proof() {
            Some(Proof::Loss) => 2,
            Some(Proof::Win) => 0,
            Some(Proof::Draw) | None => 1,
        };
        let measure = match config.final_move {
            FinalMove::Value if node.visits() > 0 => f64::from(1.0 - node.value()),
            FinalMove::Value => -1.0,
            FinalMove::Visits => f64::from(node.visits()),
        };
        (proof, measure)
    };
    let better = |a: &usize, b: &usize| {
        rank(&children[*a])
            .partial_cmp(&rank(&children[*b]))
            .unwrap_or(std::cmp::Ordering::Equal)
            .then(b.cmp(a))
    };
    (0..children.len()).max_by(better).expect("a position that is not over has a move")
}

/// In a lost position: the cell that the opponent answers most moves with, so that he has to find
/// another way to win.
fn most_stubborn(config: &SearchConfig, tree: &Tree) -> usize {
    let children = tree.children(Tree::ROOT);
    let replies =
        (0..children.len()).filter_map(|index| match tree.children(tree.child(Tree::ROOT, index)) {
            [] => None,
            replies => Some(replies[choose(config, replies)].cell()),
        });
    let mut votes = vec![0; children.len()];
    for reply in replies {
        if let Some(index) = children.iter().position(|child| child.cell() == reply) {
            votes[index] += 1;
        }
    }
    let most = votes.iter().copied().max().unwrap_or(0);
    let winner = votes.iter().position(|&count| count == most && most > 0);
    winner.unwrap_or_else(|| choose(config, children))
}

/// Whether the most visited move is not the one of the highest value.
fn is_unstable(tree: &Tree) -> bool {
    let children = tree.children(Tree::ROOT);
    let best_by = |key: &dyn Fn(&Node) -> f32| {
        (0..children.len()).max_by(|&a, &b| key(&children[a]).total_cmp(&key(&children[b])))
    };
    best_by(&|node| node.visits() as f32)
        != best_by(&|node| if node.visits() > 0 { 1.0 - node.value() } else { 0.0 })
}

/// A copy without rarely visited parts, at most half as large.
fn pruned(tree: &Tree) -> Tree {
    let mut min_visits = 4;
    loop {
        let copy = tree.subtree(Tree::ROOT, min_visits);
        if copy.len() * 2 <= tree.capacity() || min_visits > tree.node(Tree::ROOT).visits() {
            return copy;
        }
        min_visits *= 4;
    }
}

/// A quarter of the machine's memory in bytes; a gigabyte where the system does not tell.
fn quarter_of_memory() -> usize {
    const UNKNOWN: usize = 1_000_000_000;
    let total = fs::read_to_string("/proc/meminfo").ok().and_then(|text| {
        let line = text.lines().find(|line| line.starts_with("MemTotal:"))?.to_owned();
        line.split_whitespace().nth(1)?.parse::<usize>().ok()
    });
    total.map_or(UNKNOWN, |kilobytes| kilobytes * 1024 / 4)
}
