//! One iteration of the search: select, expand, evaluate, back up. Each step is a function in the file of
//! its name.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use catena_core::{ByColor, Cell, Position};
use catena_playout::Rng;

use crate::back_up::{back_up_proofs, back_up_rave, back_up_value, take_back};
use crate::evaluate::{Amaf, Evaluation, Evaluator};
use crate::expand::{self, ExpandScratch, expand};
use crate::few_visits::FewVisits;
use crate::leaf::{evaluate_leaf, mixed, proved_value};
use crate::leaf_network::LeafNetwork;
use crate::path::Path;
use crate::prior::MovePrior;
use crate::probe::{NodeProber, probe_if_due};
use crate::puct::select_puct;
use crate::rave_buffer::RaveBuffer;
use crate::select::{select, select_most_balanced};
use crate::subtree_batch::SubtreeBatch;
use crate::tree::{NodeId, Tree};
use crate::{Proof, SearchConfig, Selection, Switch};

/// State shared by all threads of a search.
pub(crate) struct Shared<'a> {
    pub tree: &'a Tree,
    pub config: &'a SearchConfig,
    pub root: &'a Position,
    /// Moves at the root, without those equal to others by symmetry.
    pub root_cells: &'a [Cell],
    /// True if there are others beside them that are equal by symmetry.
    pub has_equal_moves: bool,
    /// True if the first stone is offered for a swap: the most balanced move is wanted.
    pub is_opening_offer: bool,
    pub prior: Option<&'a MovePrior>,
    pub threads: usize,
    pub growth: Growth,
    pub stop: AtomicBool,
    /// True if batches under way are cut short at the end.
    pub hurries: AtomicBool,
    pub full: AtomicBool,
    pub playouts: CachePadded<AtomicU64>,
}

/// Something that all threads write, in cache lines of its own: its neighbors are read all the time.
#[derive(Debug)]
#[repr(align(128))]
pub(crate) struct CachePadded<T>(pub T);

/// Reaction to a full memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Growth {
    /// Stop, so that the tree can be pruned.
    Limited,
    /// Go on without new nodes.
    Ended,
}

/// A thread of the search.
pub(crate) struct Worker<'a> {
    shared: &'a Shared<'a>,
    evaluator: Box<dyn Evaluator>,
    network: Option<LeafNetwork>,
    prober: Option<NodeProber>,
    rng: Rng,
    few_visits: FewVisits,
    path: Path,
    batch: SubtreeBatch,
    amaf: Amaf,
    rave_buffer: RaveBuffer,
    /// The position at the end of the path, once it is wanted.
    position: Position,
    expand_scratch: ExpandScratch,
    weights: ByColor<Vec<(Cell, u32)>>,
}

impl<'a> Worker<'a> {
    pub fn new(
        shared: &'a Shared<'a>,
        evaluator: Box<dyn Evaluator>,
        network: Option<LeafNetwork>,
        seed: u64,
    ) -> Self {
        Self {
            shared,
            evaluator,
            network,
            prober: NodeProber::new(shared.root, shared.config),
            rng: Rng::new(seed),
            few_visits: FewVisits::new(shared.config, shared.root),
            path: Path::new(shared.root),
            batch: SubtreeBatch::default(),
            amaf: Amaf::new(shared.root.topology()),
            rave_buffer: RaveBuffer::default(),
            position: shared.root.clone(),
            expand_scratch: ExpandScratch::default(),
            weights: ByColor::default(),
        }
    }

    /// One playout, or one batch of them, through the tree. A long evaluation asks `interrupt` now and then
    /// whether to end early.
    pub fn iterate(&mut self, interrupt: &mut dyn FnMut() -> bool) {
        let Shared { tree, config, .. } = self.shared;
        let leaf = self.select_leaf();
        if let Some(network) = &mut self.network {
            network.next_leaf();
        }
        if tree.node(leaf).proof().is_none() && expand::is_due(self.shared, leaf) {
            self.expand(leaf);
        }
        let proof = tree.node(leaf).proof();
        let evaluation = match proof {
            Some(proof) => Some(proved_value(&self.path, proof)),
            None => self.evaluate(leaf, interrupt),
        };
        self.back_up(evaluation, proof);
        if config.solve == Switch::On {
            back_up_proofs(self.shared, &self.path);
        }
        if self.batch.is_open() {
            self.batch.end_if_done(self.shared, &self.path);
        }
    }

    /// Leaves nothing behind in the thread that belongs into the tree.
    pub fn finish(&mut self, interrupt: &mut dyn FnMut() -> bool) {
        // The nodes above the batch count on what was planned, while there is time for it.
        while self.batch.is_open() {
            if interrupt() {
                self.batch.end(self.shared, &self.path);
            } else {
                self.iterate(interrupt);
            }
        }
        self.rave_buffer.flush(self.shared.tree);
    }

    /// Goes down from the root, or from where the batch works, to a leaf, with a virtual loss on the way.
    fn select_leaf(&mut self) -> NodeId {
        let Shared { tree, config, is_opening_offer, .. } = self.shared;
        let entered = self.batch.nodes;
        self.path.truncate(entered);
        let mut at = self.path.nodes.pop().unwrap_or(tree.root());
        loop {
            self.path.nodes.push(at);
            if let Some(prober) = &mut self.prober {
                probe_if_due(self.shared, prober, &self.path, at, &mut self.position);
            }
            let node = tree.node(at);
            let (children, raves) = tree.moves(at);
            let selected = if children.is_empty() || node.proof().is_some() {
                None
            } else if *is_opening_offer && at == tree.root() {
                Some(select_most_balanced(node, children))
            } else if node.visits() < config.random_below {
                Some(self.few_visits.choose(&self.path, children, &mut self.rng))
            } else {
                Some(match config.selection {
                    Selection::Uct => select(config, node, children, raves, tree.opposing(at)),
                    Selection::Puct => select_puct(config, node, children),
                })
            };
            if self.path.nodes.len() > entered {
                self.batch.enter(self.shared, &self.path, at);
            }
            let Some(index) = selected else { return at };
            self.path.cells.push(children[index].cell());
            at = tree.child(at, index);
        }
    }

    fn expand(&mut self, leaf: NodeId) {
        self.path.replay(self.shared.root, &mut self.position);
        if self.position.outcome().is_none() {
            expand(self.shared, leaf, &self.position, self.network.as_mut(), &mut self.expand_scratch);
        }
    }

    /// Evaluates the leaf by the network, by playouts, or by both.
    fn evaluate(&mut self, leaf: NodeId, interrupt: &mut dyn FnMut() -> bool) -> Option<Evaluation> {
        let by_network = self.evaluate_by_network();
        let evaluation = match (by_network, self.shared.config.network_share) {
            (Some(found), share) if share == 1.0 || found.outcome.is_some() => Some(found),
            (Some(found), share) => mixed(self.evaluate_by_playouts(leaf, interrupt), found, share),
            (None, _) => self.evaluate_by_playouts(leaf, interrupt),
        };
        if let (Some(Evaluation { outcome: Some(end), .. }), Switch::On) =
            (evaluation, self.shared.config.solve)
        {
            let to_move = self.path.leaf_color();
            self.shared.tree.node(leaf).prove(Proof::of_winner(end.winner, to_move));
        }
        evaluation
    }

    fn evaluate_by_playouts(
        &mut self,
        leaf: NodeId,
        interrupt: &mut dyn FnMut() -> bool,
    ) -> Option<Evaluation> {
        let Self { shared, path, evaluator, weights, amaf, .. } = self;
        evaluate_leaf(shared, path, leaf, &mut **evaluator, weights, amaf, interrupt)
    }

    /// Nothing if the network has no share in the value.
    fn evaluate_by_network(&mut self) -> Option<Evaluation> {
        let network = self.network.as_mut().filter(|_| self.shared.config.network_share > 0.0)?;
        self.amaf.clear();
        self.path.replay(self.shared.root, &mut self.position);
        Some(match self.position.outcome() {
            Some(outcome) => Evaluation::of_outcome(outcome),
            None => Evaluation::of_value(network.black_value(&self.position)),
        })
    }

    /// Replaces the virtual loss of the path by the evaluation, or takes it back without one.
    fn back_up(&mut self, evaluation: Option<Evaluation>, proof: Option<Proof>) {
        let (shared, entered) = (self.shared, self.batch.nodes);
        self.batch.count(evaluation.map(|evaluation| evaluation.black));
        let Some(evaluation) = evaluation else { return take_back(shared, &self.path, entered) };
        shared.playouts.0.fetch_add(u64::from(evaluation.playouts), Relaxed);
        back_up_value(shared, &self.path, entered, evaluation.black);
        // A proved node was not played out: there is no move to credit.
        if proof.is_none() {
            back_up_rave(shared, &self.path, &evaluation, &mut self.amaf, &mut self.rave_buffer);
        }
    }
}
