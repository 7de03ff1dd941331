//! One iteration of the search: select, expand, evaluate, back up.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use catena_core::{Cell, Color, Move, Position};
use catena_playout::Rng;
use catena_playout::network::Lasts;
use catena_playout::pattern::RecentGammas;

use crate::back_up::Held;
use crate::evaluate::{Amaf, Evaluation, Evaluator, Guide};
use crate::expand::{forced, places};
use crate::prior::Knowledge;
use crate::probe::prober;
use crate::select::{select, select_most_balanced};
use crate::subtree_batch::SubtreeBatch;
use crate::tree::{Expansion, NodeId, Tree};
use crate::{LeafPlayout, Proof, SearchConfig, StartWeights, Switch};

/// What all threads of a search share.
pub(crate) struct Shared<'a> {
    pub tree: &'a Tree,
    pub config: &'a SearchConfig,
    pub root: &'a Position,
    /// The moves that led to the root.
    pub lasts: Lasts,
    /// Moves at the root, without those equal to others by symmetry.
    pub root_cells: &'a [Cell],
    /// Whether there are others beside them that are equal by symmetry.
    pub has_equal_moves: bool,
    /// Whether the opponent may take the stone over: an even one is looked for.
    pub is_opening_offer: bool,
    pub knowledge: Option<&'a Knowledge>,
    pub threads: usize,
    pub growth: Growth,
    pub stop: AtomicBool,
    pub full: AtomicBool,
    pub playouts: CachePadded<AtomicU64>,
}

/// Something that all threads write, in cache lines of its own: what lies beside it is read all the time.
#[derive(Debug)]
#[repr(align(128))]
pub(crate) struct CachePadded<T>(pub T);

/// What to do when the memory is used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Growth {
    /// Stop, so that the tree can be pruned.
    Limited,
    /// Go on without new nodes.
    Ended,
}

/// A thread of the search.
pub(crate) struct Worker<'a> {
    pub(crate) shared: &'a Shared<'a>,
    evaluator: Box<dyn Evaluator>,
    pub(crate) prober: Option<Box<dyn catena_proof::Prober>>,
    rng: Rng,
    pub(crate) amaf: Amaf,
    pub(crate) held: Held,
    pub(crate) stay: SubtreeBatch,
    pub(crate) path: Vec<NodeId>,
    pub(crate) cells: Vec<Cell>,
    pub(crate) position: Position,
    moves: Vec<(Cell, f32)>,
    recent: RecentGammas,
    weights: Vec<(Cell, u32)>,
}

impl<'a> Worker<'a> {
    pub fn new(shared: &'a Shared<'a>, evaluator: Box<dyn Evaluator>, seed: u64) -> Self {
        let topology = shared.root.topology();
        Self {
            shared,
            evaluator,
            prober: prober(shared.root, shared.config),
            rng: Rng::new(seed),
            amaf: Amaf::new(topology),
            held: Held::default(),
            stay: SubtreeBatch::default(),
            path: Vec::with_capacity(topology.len() + 1),
            cells: Vec::with_capacity(topology.len()),
            position: shared.root.clone(),
            moves: Vec::with_capacity(topology.len()),
            recent: RecentGammas::default(),
            weights: Vec::new(),
        }
    }

    /// One playout, or one batch of them, through the tree.
    pub fn iterate(&mut self) {
        let leaf = self.descend();
        if self.shared.tree.node(leaf).proof().is_none() && self.wants_children(leaf) {
            self.expand(leaf);
        }
        let proven = self.shared.tree.node(leaf).proof();
        let evaluation = match proven {
            Some(proof) => Some(self.proven(proof)),
            None => self.evaluate(leaf),
        };
        match evaluation {
            Some(evaluation) => {
                if let (Some(outcome), None) = (evaluation.outcome, proven) {
                    self.prove_end(leaf, outcome.winner);
                }
                self.shared.playouts.0.fetch_add(u64::from(evaluation.playouts), Relaxed);
                self.back_up(&evaluation, proven.is_none());
            }
            None => self.take_back(),
        }
        if self.shared.config.solve == Switch::On {
            self.back_up_proofs();
        }
        if self.stay.goes_on() {
            self.leave_if_done();
        }
    }

    /// Leaves nothing behind in the thread that belongs into the tree.
    pub fn finish(&mut self) {
        // The nodes above count on what was planned.
        while self.stay.goes_on() {
            self.iterate();
        }
        self.held.release(self.shared.tree);
    }

    pub(crate) fn to_move(&self, depth: usize) -> Color {
        let first = self.shared.root.to_move();
        if depth.is_multiple_of(2) { first } else { !first }
    }

    /// From the root, or from where the thread stays, to a leaf, noting a visit with a loss on the way.
    fn descend(&mut self) -> NodeId {
        let Shared { tree, config, .. } = self.shared;
        let known = self.stay.nodes;
        self.path.truncate(known);
        self.cells.truncate(known.saturating_sub(1));
        let mut at = self.path.pop().unwrap_or(tree.root());
        loop {
            self.path.push(at);
            self.probe_if_due(at);
            let node = tree.node(at);
            let (children, raves) = tree.moves(at);
            let chosen = if children.is_empty() || node.proof().is_some() {
                None
            } else if self.shared.is_opening_offer && at == tree.root() {
                Some(select_most_balanced(node, children))
            } else if node.visits() < config.random_below {
                Some(self.rng.below(children.len() as u32) as usize)
            } else {
                Some(select(config, node, children, raves))
            };
            if self.path.len() > known {
                self.enter(at);
            }
            let Some(index) = chosen else { return at };
            self.cells.push(children[index].cell());
            at = tree.child(at, index);
        }
    }

    fn wants_children(&self, leaf: NodeId) -> bool {
        let Shared { tree, config, growth, .. } = self.shared;
        let full = *growth == Growth::Ended && self.shared.full.load(Relaxed);
        !tree.is_expanded(leaf)
            && !full
            && (tree.node(leaf).visits() >= config.expansion_threshold || leaf == tree.root())
    }

    fn expand(&mut self, leaf: NodeId) {
        let Shared { tree, config, root, root_cells, knowledge, .. } = self.shared;
        self.position.clone_from(root);
        for &cell in &self.cells {
            self.position.play_unchecked(Move::Place(cell));
        }
        if self.position.outcome().is_some() {
            return;
        }
        let position = &self.position;
        let is_root = leaf == tree.root();
        let cells: Vec<Cell> = if is_root { root_cells.to_vec() } else { places(position).collect() };
        let (cells, proof) = match config.win_in_one {
            Switch::On => forced(position, position.to_move(), cells),
            Switch::Off => (cells, None),
        };
        let lasts = self.lasts();
        self.moves.clear();
        match knowledge {
            Some(known) => known.judge(position, cells, lasts, &mut self.recent, &mut self.moves),
            None => self.moves.extend(cells.into_iter().map(|cell| (cell, 0.0))),
        }
        if config.widens() {
            self.moves.sort_by(|a, b| b.1.total_cmp(&a.1));
        }
        match tree.expand(leaf, &self.moves, position.hash()) {
            Expansion::Done => {
                if let (Some(proof), Switch::On) = (proof, config.solve) {
                    tree.node(leaf).prove(proof);
                    if proof == Proof::Win {
                        tree.children(leaf).iter().for_each(|child| child.prove(Proof::Loss));
                    }
                }
            }
            Expansion::UnderWay => {}
            Expansion::NoRoom => {
                self.shared.full.store(true, Relaxed);
                if self.shared.growth == Growth::Limited {
                    self.shared.stop.store(true, Relaxed);
                }
            }
        }
    }

    /// The last two moves on the way.
    fn lasts(&self) -> Lasts {
        let before = self.shared.lasts;
        match *self.cells {
            [] => before,
            [last] => Lasts { reply_to: Some(last), own: before.reply_to },
            [.., own, last] => Lasts { reply_to: Some(last), own: Some(own) },
        }
    }

    /// What playouts from the leaf say, and what they say about how long they should be.
    fn evaluate(&mut self, leaf: NodeId) -> Option<Evaluation> {
        let Shared { tree, config, .. } = self.shared;
        let has_horizon = config.horizon == Switch::On;
        self.weights.clear();
        if config.playout == LeafPlayout::Weighted && config.start_weights == StartWeights::Rave {
            self.gather_rave();
        }
        let horizon = if has_horizon { tree.node(leaf).horizon().moves() } else { usize::MAX };
        let guide = Guide { horizon, weights: &self.weights };
        let evaluation = self.evaluator.evaluate(&self.cells, guide, &mut self.amaf);
        if has_horizon {
            self.learn_horizon(horizon, evaluation.as_ref());
        }
        evaluation
    }

    /// The RAVE values of the moves that the last choice on the way was made from.
    fn gather_rave(&mut self) {
        /// What a RAVE value of 1 weighs; the neighbours of move number n weigh n³.
        const WEIGHT: f32 = 100.0;
        let Some(before) = self.path.iter().rev().nth(1) else { return };
        let (children, raves) = self.shared.tree.moves(*before);
        for (child, rave) in children.iter().zip(raves) {
            let (value, weight) = rave.sums();
            if weight > 0.0 {
                self.weights.push((child.cell(), (WEIGHT * value / weight) as u32));
            }
        }
    }

    /// Every node on the way keeps a horizon of its own (Könnecke and Waldmann 2009, section 5).
    fn learn_horizon(&self, tried: usize, evaluation: Option<&Evaluation>) {
        for (depth, &id) in self.path.iter().enumerate() {
            let node = self.shared.tree.node(id);
            let made = self.cells.len() - depth;
            let mut horizon = node.horizon();
            match evaluation {
                Some(evaluation) => horizon.ended(evaluation.moves + made as u16),
                None if horizon.moves() <= tried + made => horizon.discarded(),
                None => {}
            }
            node.set_horizon(horizon);
        }
    }

    /// The evaluation of a node whose result is known.
    fn proven(&self, proof: Proof) -> Evaluation {
        let for_mover = proof.value();
        let black = if self.to_move(self.cells.len()) == Color::Black { for_mover } else { 1.0 - for_mover };
        Evaluation { playouts: 1, black, weight: 0.0, outcome: None, moves: 0 }
    }

    fn prove_end(&self, leaf: NodeId, winner: Option<Color>) {
        if self.shared.config.solve == Switch::Off {
            return;
        }
        let to_move = self.to_move(self.cells.len());
        let proof = match winner {
            None => Proof::Draw,
            Some(winner) if winner == to_move => Proof::Win,
            Some(_) => Proof::Loss,
        };
        self.shared.tree.node(leaf).prove(proof);
    }
}

/// Visits noted on the way down: the one that counts, and the losses that keep others away.
pub(crate) fn visits_noted(config: &SearchConfig) -> u32 {
    config.virtual_loss
}

/// Their summed value: losses for the player who moved there.
pub(crate) fn provisional(config: &SearchConfig) -> f32 {
    visits_noted(config) as f32
}
