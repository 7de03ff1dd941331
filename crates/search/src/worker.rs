//! One iteration of the search: select, expand, evaluate, back up.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use catena_core::{Cell, Color, Move, Position, SwapRule};
use catena_playout::Rng;
use catena_playout::policy::Horizon;

use crate::evaluate::{Amaf, Evaluation, Evaluator};
use crate::tree::{Expansion, Node, NodeId, Tree};
use crate::{Exploration, Proof, SearchConfig, Switch};

/// What all threads of a search share.
pub(crate) struct Shared<'a> {
    pub tree: &'a Tree,
    pub config: &'a SearchConfig,
    pub root: &'a Position,
    /// Moves at the root, without those equal to others by symmetry.
    pub root_cells: &'a [Cell],
    pub stop: AtomicBool,
    pub full: AtomicBool,
    pub playouts: AtomicU64,
}

/// A thread of the search.
pub(crate) struct Worker<'a> {
    shared: &'a Shared<'a>,
    evaluator: Box<dyn Evaluator>,
    rng: Rng,
    amaf: Amaf,
    path: Vec<NodeId>,
    cells: Vec<Cell>,
    position: Position,
    horizons: Vec<Horizon>,
}

impl<'a> Worker<'a> {
    pub fn new(shared: &'a Shared<'a>, evaluator: Box<dyn Evaluator>, seed: u64) -> Self {
        let topology = shared.root.topology();
        Self {
            shared,
            evaluator,
            rng: Rng::new(seed),
            amaf: Amaf::new(topology),
            path: Vec::with_capacity(topology.len() + 1),
            cells: Vec::with_capacity(topology.len()),
            position: shared.root.clone(),
            horizons: vec![Horizon::new(topology.len() as u16); topology.len()],
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
            None => {
                let horizon = self.horizon();
                self.evaluator.evaluate(&self.cells, horizon, &mut self.amaf)
            }
        };
        self.learn_horizon(proven, evaluation.as_ref());
        match evaluation {
            Some(evaluation) => {
                if let (Some(outcome), None) = (evaluation.outcome, proven) {
                    self.prove_end(leaf, outcome.winner);
                }
                self.shared.playouts.fetch_add(u64::from(evaluation.playouts), Relaxed);
                self.back_up(&evaluation, proven.is_none());
            }
            None => self.take_back(),
        }
        if self.shared.config.solve == Switch::On {
            self.back_up_proofs();
        }
    }

    fn to_move(&self, depth: usize) -> Color {
        let first = self.shared.root.to_move();
        if depth.is_multiple_of(2) { first } else { !first }
    }

    /// From the root to a leaf, noting a visit with a loss on the way.
    fn descend(&mut self) -> NodeId {
        let Shared { tree, config, .. } = self.shared;
        self.path.clear();
        self.cells.clear();
        let mut at = Tree::ROOT;
        loop {
            self.path.push(at);
            let node = tree.node(at);
            let children = tree.children(at);
            let chosen = if children.is_empty() || node.proof().is_some() {
                None
            } else if node.visits() < config.random_below {
                Some(self.rng.below(children.len() as u32) as usize)
            } else {
                Some(select(config, node, children))
            };
            node.enter(visits_noted(config), provisional(config));
            let Some(index) = chosen else { return at };
            self.cells.push(children[index].cell());
            at = tree.child(at, index);
        }
    }

    fn wants_children(&self, leaf: NodeId) -> bool {
        let node = self.shared.tree.node(leaf);
        !node.is_expanded() && (node.visits() >= self.shared.config.expand_at || leaf == Tree::ROOT)
    }

    fn expand(&mut self, leaf: NodeId) {
        let Shared { tree, config, root, root_cells, .. } = self.shared;
        self.position.clone_from(root);
        for &cell in &self.cells {
            self.position.play_unchecked(Move::Place(cell));
        }
        if self.position.outcome().is_some() {
            return;
        }
        let position = &self.position;
        let color = position.to_move();
        let cells: Vec<Cell> =
            if leaf == Tree::ROOT { root_cells.to_vec() } else { places(position).collect() };
        let (cells, proof) = match config.win_in_one {
            Switch::On => forced(position, color, cells),
            Switch::Off => (cells, None),
        };
        match tree.expand(leaf, cells.iter().copied()) {
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
                self.shared.stop.store(true, Relaxed);
            }
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

    fn horizon(&self) -> usize {
        match (self.shared.config.horizon, self.cells.first()) {
            (Switch::On, Some(first)) => self.horizons[first.index()].moves(),
            _ => usize::MAX,
        }
    }

    fn learn_horizon(&mut self, proven: Option<Proof>, evaluation: Option<&Evaluation>) {
        if self.shared.config.horizon == Switch::Off || proven.is_some() {
            return;
        }
        let Some(first) = self.cells.first() else { return };
        let horizon = &mut self.horizons[first.index()];
        match evaluation {
            Some(evaluation) => horizon.ended(evaluation.moves),
            None => horizon.discarded(),
        }
    }

    /// Puts the result in the place of the losses noted on the way, and adds RAVE.
    fn back_up(&mut self, evaluation: &Evaluation, with_rave: bool) {
        let Shared { tree, config, .. } = self.shared;
        let value_for =
            |color: Color| if color == Color::Black { evaluation.black } else { 1.0 - evaluation.black };
        if with_rave {
            for (depth, &cell) in self.cells.iter().enumerate() {
                let color = self.to_move(depth);
                self.amaf.add(cell, color, evaluation.weight, evaluation.weight * value_for(color));
            }
        }
        for (depth, &id) in self.path.iter().enumerate() {
            let color = self.to_move(depth);
            let node = tree.node(id);
            node.leave(provisional(config), value_for(color));
            node.forget(visits_noted(config) - 1);
            if with_rave && config.rave == Switch::On {
                let (weights, values) = self.amaf.of(color);
                for child in tree.children(id) {
                    let at = child.cell().index();
                    if weights[at] > 0.0 {
                        child.add_rave(values[at], weights[at]);
                    }
                }
            }
        }
        if with_rave && config.all_at_once == Switch::On {
            self.count_all_first_moves();
        }
    }

    /// Each own stone of the fill-outs as the first move of the leaf (Raiko and Peltonen 2008).
    fn count_all_first_moves(&self) {
        let tree = self.shared.tree;
        let (weights, values) = self.amaf.of(self.to_move(self.cells.len()));
        let Some(&leaf) = self.path.last() else { return };
        for child in tree.children(leaf) {
            let at = child.cell().index();
            if weights[at] > 0.0 {
                child.add(1, 1.0 - values[at] / weights[at]);
            }
        }
    }

    /// A discarded playout leaves no trace.
    fn take_back(&self) {
        let Shared { tree, config, .. } = self.shared;
        for &id in &self.path {
            tree.node(id).leave(provisional(config), 0.0);
            tree.node(id).forget(visits_noted(config));
        }
    }

    /// Results that follow from the children's, as far up as they do.
    fn back_up_proofs(&self) {
        let tree = self.shared.tree;
        for &id in self.path.iter().rev() {
            let node = tree.node(id);
            if node.proof().is_none() {
                let Some(proof) = proof_from(tree.children(id)) else { return };
                node.prove(proof);
            }
        }
    }
}

/// Visits noted on the way down: the one that counts, and the losses that keep others away.
fn visits_noted(config: &SearchConfig) -> u32 {
    config.virtual_loss.max(1)
}

/// Their summed value: losses for the player who moved there.
fn provisional(config: &SearchConfig) -> f32 {
    visits_noted(config) as f32
}

/// The empty places of a position.
pub(crate) fn places(position: &Position) -> impl Iterator<Item = Cell> {
    position.topology().places().filter(|&cell| position.board().stone(cell).is_none())
}

/// A win in one is the only move; so is the reply to one of the opponent; two cannot be answered.
fn forced(position: &Position, color: Color, cells: Vec<Cell>) -> (Vec<Cell>, Option<Proof>) {
    if let Some(win) = cells.iter().find(|&&cell| position.would_win(cell, color)) {
        return (vec![*win], Some(Proof::Win));
    }
    // All places: one that stands for others by symmetry threatens as the others do.
    let threats: Vec<Cell> = places(position).filter(|&cell| position.would_win(cell, !color)).collect();
    match threats.len() {
        0 => (cells, None),
        1 => (threats, None),
        _ => (threats, Some(Proof::Loss)),
    }
}

/// What the children prove of their parent, for the player to move there.
fn proof_from(children: &[Node]) -> Option<Proof> {
    if children.is_empty() {
        return None;
    }
    let mut best = Some(Proof::Loss);
    for child in children {
        match child.proof().map(Proof::reversed) {
            Some(Proof::Win) => return Some(Proof::Win),
            Some(Proof::Draw) => best = best.map(|_| Proof::Draw),
            Some(Proof::Loss) => {}
            None => best = None,
        }
    }
    best
}

/// The child with the highest score. Children that lose are passed over while others are left.
fn select(config: &SearchConfig, node: &Node, children: &[Node]) -> usize {
    let scores = Scores::new(config, node);
    let mut best = (f32::NEG_INFINITY, 0);
    for (index, child) in children.iter().enumerate() {
        let score = match child.proof() {
            Some(Proof::Win) => f32::MIN,
            Some(Proof::Loss) => return index,
            Some(Proof::Draw) => 0.5,
            None => scores.of(child),
        };
        if score > best.0 {
            best = (score, index);
        }
    }
    best.1
}

/// How promising moves are for the player who makes them.
struct Scores<'a> {
    config: &'a SearchConfig,
    log_visits: f32,
    /// What exploration adds to a move without visits.
    explore_new: f32,
}

impl<'a> Scores<'a> {
    fn new(config: &'a SearchConfig, node: &Node) -> Self {
        // In double precision, so that the libraries of all systems agree after rounding.
        let log_visits = f64::from(node.visits().max(1)).ln() as f32;
        let explore_new = match config.exploration {
            Exploration::Outside => config.explore * log_visits.sqrt(),
            Exploration::Inside => 0.0,
        };
        Self { config, log_visits, explore_new }
    }

    #[inline]
    fn of(&self, child: &Node) -> f32 {
        let visits = child.visits();
        let (rave_value, rave_weight) = child.rave();
        let knows_rave = self.config.rave == Switch::On && rave_weight > 0.0;
        // Most moves of a young node have no visits: they must be cheap.
        if visits == 0 {
            let value = if knows_rave { rave_value / rave_weight } else { self.config.first_play };
            return value + self.explore_new;
        }
        let visits = visits as f32;
        let value = 1.0 - child.value();
        let explore = self.config.explore * (self.log_visits / visits).sqrt();
        if !knows_rave {
            return value + explore;
        }
        let (rave, half) = (rave_value / rave_weight, self.config.rave_half);
        match self.config.exploration {
            Exploration::Outside => blend(value, visits, rave, half) + explore,
            Exploration::Inside => blend(value + explore, visits, rave, half),
        }
    }
}

/// UCT with RAVE: the two means, weighted by how far the real visits have come.
fn blend(value: f32, visits: f32, rave: f32, half: f32) -> f32 {
    let weight = half / (half + visits);
    (1.0 - weight) * value + weight * rave
}

/// The root as the search sees it: the swap is decided outside of the tree.
pub(crate) fn without_swap(position: &Position) -> Position {
    let setup = position.setup().with_swap(SwapRule::Off);
    let mut stones: Vec<(Cell, Color)> = Vec::new();
    for cell in places_taken(position) {
        stones.extend(position.board().stone(cell).map(|color| (cell, color)));
    }
    Position::with_stones(setup, &stones, position.to_move()).expect("stones of a position")
}

fn places_taken(position: &Position) -> impl Iterator<Item = Cell> {
    position.topology().places().filter(|&cell| position.board().stone(cell).is_some())
}
