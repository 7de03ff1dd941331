//! What an iteration leaves in the tree: results, RAVE and proofs.

use catena_core::Color;

use crate::evaluate::{Evaluation, Sum};
use crate::node::Node;
use crate::select::moves_tried;
use crate::tree::{NodeId, Tree};
use crate::worker::{Shared, Worker, provisional, visits_noted};
use crate::{Proof, SearchConfig, Switch};

impl Worker<'_> {
    /// Puts the result in the place of the losses noted on the way, and adds RAVE.
    pub(crate) fn back_up(&mut self, evaluation: &Evaluation, with_rave: bool) {
        let Shared { tree, config, .. } = self.shared;
        let value_for =
            |color: Color| if color == Color::Black { evaluation.black } else { 1.0 - evaluation.black };
        let with_rave = with_rave && (config.rave == Switch::On || config.all_at_once == Switch::On);
        if with_rave {
            for depth in 0..self.cells.len() {
                let color = self.to_move(depth);
                let value = evaluation.weight * value_for(color);
                self.amaf.add(self.cells[depth], color, evaluation.weight, value);
            }
        }
        self.stay.note(Some(evaluation.black));
        for (depth, &id) in self.path.iter().enumerate().skip(self.stay.nodes) {
            let node = tree.node(id);
            node.leave(provisional(config), value_for(self.to_move(depth)));
            node.forget(visits_noted(config) - 1);
        }
        if with_rave && config.rave == Switch::On {
            self.back_up_rave();
        }
        if with_rave && config.all_at_once == Switch::On {
            self.count_all_first_moves();
        }
    }

    fn back_up_rave(&mut self) {
        let Shared { tree, config, threads, .. } = self.shared;
        let is_alone = *threads == 1;
        for (depth, &id) in self.path.iter().enumerate() {
            let sums = self.amaf.of(self.to_move(depth));
            if is_alone || tree.node(id).visits() < BUSY {
                add_rave(tree, id, sums, moves_known(config, tree.node(id)));
            } else if self.held.add(tree, id, sums) == config.rave_buffer {
                self.held.release_of(tree, id);
            }
        }
    }

    /// Each own stone of the fill-outs as the first move of the leaf (Raiko and Peltonen 2008).
    fn count_all_first_moves(&self) {
        let tree = self.shared.tree;
        let sums = self.amaf.of(self.to_move(self.cells.len()));
        let Some(&leaf) = self.path.last() else { return };
        for child in tree.children(leaf) {
            let sum = sums[child.cell().index()];
            if sum.weight > 0.0 {
                child.add(1, 1.0 - sum.value / sum.weight);
            }
        }
    }

    /// A discarded playout leaves no trace.
    pub(crate) fn take_back(&mut self) {
        let Shared { tree, config, .. } = self.shared;
        self.stay.note(None);
        for &id in &self.path[self.stay.nodes..] {
            tree.node(id).leave(provisional(config), 0.0);
            tree.node(id).forget(visits_noted(config));
        }
    }

    /// Results that follow from the children's, as far up as they do; a stone that wins is no win for who offers it.
    pub(crate) fn back_up_proofs(&self) {
        let Shared { tree, is_opening_offer, .. } = self.shared;
        for &id in self.path.iter().rev() {
            let node = tree.node(id);
            if node.proof().is_none() {
                if *is_opening_offer && id == tree.root() {
                    return;
                }
                let Some(proof) = proof_from(tree.children(id)) else { return };
                node.prove(proof);
            }
        }
    }
}

/// How many moves of a node RAVE is kept for: also for those that will be tried at four times the visits.
fn moves_known(config: &SearchConfig, node: &Node) -> usize {
    moves_tried(config, node).saturating_mul(2)
}

/// Adds what is known of the moves at a node to its first children.
fn add_rave(tree: &Tree, id: NodeId, sums: &[Sum], moves: usize) {
    let (children, raves) = tree.moves(id);
    for (child, rave) in children.iter().zip(raves).take(moves) {
        // Half of the moves were made by the other player and get nothing: adding that is faster than guessing which.
        let sum = sums[child.cell().index()];
        rave.add(sum.value, sum.weight);
    }
}

/// Visits from which a node gets its RAVE in larger portions, because all threads would wait for
/// each other's cache lines there.
pub(crate) const BUSY: u32 = 256;

/// Busy nodes that a thread remembers: about as many as lie on the principal variation.
const REMEMBERED: usize = 8;

/// RAVE that busy nodes have not got yet.
#[derive(Debug, Default)]
pub(crate) struct Held {
    portions: Vec<Portion>,
    /// The portion to give up when another node comes.
    oldest: usize,
}

#[derive(Debug)]
struct Portion {
    node: NodeId,
    sums: Box<[Sum]>,
    iterations: u32,
}

impl Held {
    /// Adds to the portion of a node; tells of how many iterations it is now.
    fn add(&mut self, tree: &Tree, node: NodeId, sums: &[Sum]) -> u32 {
        let known = self.portions.iter().position(|portion| portion.node == node);
        let at = known.unwrap_or_else(|| self.make_room(tree, node, sums.len()));
        let portion = &mut self.portions[at];
        for (sum, more) in portion.sums.iter_mut().zip(sums) {
            sum.weight += more.weight;
            sum.value += more.value;
        }
        portion.iterations += 1;
        portion.iterations
    }

    fn make_room(&mut self, tree: &Tree, node: NodeId, cells: usize) -> usize {
        if self.portions.len() < REMEMBERED {
            let sums = vec![Sum::default(); cells].into_boxed_slice();
            self.portions.push(Portion { node, sums, iterations: 0 });
            return self.portions.len() - 1;
        }
        let at = self.oldest;
        self.oldest = (at + 1) % REMEMBERED;
        self.portions[at].release(tree);
        self.portions[at].node = node;
        at
    }

    fn release_of(&mut self, tree: &Tree, node: NodeId) {
        let portions = self.portions.iter_mut().filter(|portion| portion.node == node);
        portions.for_each(|portion| portion.release(tree));
    }

    /// Gives all nodes what they have not got yet.
    pub(crate) fn release(&mut self, tree: &Tree) {
        self.portions.iter_mut().for_each(|portion| portion.release(tree));
    }
}

impl Portion {
    fn release(&mut self, tree: &Tree) {
        // A busy node tries all its moves, or soon will.
        add_rave(tree, self.node, &self.sums, usize::MAX);
        self.sums.fill(Sum::default());
        self.iterations = 0;
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
            None if child.is_pruned() => {}
            None => best = None,
        }
    }
    best
}
