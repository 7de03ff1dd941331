//! Backing up: what an iteration leaves in the tree, values, RAVE and proofs.

use catena_core::Color;

use crate::evaluate::{Amaf, Evaluation, value_for};
use crate::node::Node;
use crate::path::Path;
use crate::rave_buffer::{RaveBuffer, add_opposing_rave, add_rave};
use crate::select::moves_tried;
use crate::subtree_batch::CONTENDED_VISITS;
use crate::tree::{NodeId, Tree};
use crate::worker::Shared;
use crate::{Proof, RaveWeight, SearchConfig, Switch};

/// Puts the result of an iteration in the place of its virtual loss, at the nodes of the path from a
/// depth on.
pub(crate) fn back_up_value(shared: &Shared, path: &Path, from: usize, black: f32) {
    let Shared { tree, config, .. } = shared;
    for (depth, &id) in path.nodes.iter().enumerate().skip(from) {
        let value = value_for(path.to_move(depth), black);
        tree.node(id).replace_virtual_loss(config.virtual_loss, 1, value);
    }
}

/// Takes the virtual loss of an iteration back whose playout was discarded.
pub(crate) fn take_back(shared: &Shared, path: &Path, from: usize) {
    let Shared { tree, config, .. } = shared;
    for &id in &path.nodes[from..] {
        tree.node(id).replace_virtual_loss(config.virtual_loss, 0, 0.0);
    }
}

/// Credits the moves of the path and of the playouts below it as first moves of every node on it.
pub(crate) fn back_up_rave(
    shared: &Shared,
    path: &Path,
    evaluation: &Evaluation,
    amaf: &mut Amaf,
    buffer: &mut RaveBuffer,
) {
    let config = shared.config;
    if config.rave == Switch::Off && config.all_at_once == Switch::Off {
        return;
    }
    // The number of moves from the root to the end of the playout.
    let all_moves = path.cells.len() + usize::from(evaluation.moves);
    for (depth, &cell) in path.cells.iter().enumerate() {
        let color = path.to_move(depth);
        let weight = match config.rave_weight {
            RaveWeight::ByDistance => (all_moves - depth) as f32,
            RaveWeight::Equal | RaveWeight::ByLength => evaluation.weight,
        };
        amaf.add(cell, color, weight, weight * value_for(color, evaluation.black));
    }
    if config.rave == Switch::On {
        for (depth, &id) in path.nodes.iter().enumerate() {
            let (sums, node) = (amaf.of(path.to_move(depth)), shared.tree.node(id));
            let (scale, known) = (rave_scale(config, all_moves - depth), moves_known(config, node));
            if shared.threads == 1 || node.visits() < CONTENDED_VISITS {
                add_rave(shared.tree, id, sums, scale, known);
            } else {
                buffer.add(shared.tree, id, sums, scale, config.rave_buffer);
            }
            if config.criticality > 0.0 {
                add_opposing_rave(shared.tree, id, amaf.of(!path.to_move(depth)), known);
            }
        }
    }
    if let (Switch::On, Some(&leaf)) = (config.all_at_once, path.nodes.last()) {
        count_as_first_moves(shared.tree, leaf, amaf, path.leaf_color());
    }
}

/// Factor of RAVE updates at a node this many moves before the end of the playout. By distance, a move weighs as many moves
/// as are left from it on, so that the first one after the node gets 2 and the last one nearly nothing.
fn rave_scale(config: &SearchConfig, moves_left: usize) -> f32 {
    match config.rave_weight {
        RaveWeight::ByDistance => 2.0 / moves_left.max(1) as f32,
        RaveWeight::Equal | RaveWeight::ByLength => 1.0,
    }
}

/// Number of moves of a node that RAVE is kept for: also those that will be tried at four times the visits.
fn moves_known(config: &SearchConfig, node: &Node) -> usize {
    moves_tried(config, node).saturating_mul(2)
}

/// Counts each own stone of the fill-outs as a visit of that move at the leaf (all-at-once update,
/// Raiko and Peltonen 2008).
fn count_as_first_moves(tree: &Tree, leaf: NodeId, amaf: &Amaf, mover: Color) {
    let sums = amaf.of(mover);
    for child in tree.children(leaf) {
        let sum = sums[child.cell().index()];
        if sum.weight > 0.0 {
            // A node holds the value for its own player to move, the opponent of who made the move.
            child.add(1, 1.0 - sum.value / sum.weight);
        }
    }
}

/// Proves the nodes of the path whose result follows from their children's, as far up as it does.
pub(crate) fn back_up_proofs(shared: &Shared, path: &Path) {
    let Shared { tree, is_opening_offer, .. } = shared;
    for &id in path.nodes.iter().rev() {
        let node = tree.node(id);
        if node.proof().is_none() {
            // An opening that wins is no win for who offers it: the opponent swaps.
            if *is_opening_offer && id == tree.root() {
                return;
            }
            let Some(proof) = proof_from(tree.children(id)) else { return };
            node.prove(proof);
        }
    }
}

/// Proof that the children give their parent, for the player to move there: a win if one of them wins; a draw
/// or a loss only once all of them are proved or pruned.
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

#[cfg(all(test, not(loom)))]
mod tests {
    use catena_core::{Cell, Topology};

    use super::*;
    use crate::Switch;

    /// Children with these results for the player who moves to them; `None` is unknown.
    fn children(results: &[Option<Proof>]) -> Vec<Node> {
        let child = |result: &Option<Proof>| {
            let node = Node::default();
            if let Some(proof) = result {
                node.prove(proof.reversed());
            }
            node
        };
        results.iter().map(child).collect()
    }

    #[test]
    fn a_draw_or_a_loss_is_proved_only_by_all_children() {
        let (win, draw, loss) = (Some(Proof::Win), Some(Proof::Draw), Some(Proof::Loss));
        for (results, expected) in [
            (vec![], None),
            (vec![draw, None], None),
            (vec![None, draw], None),
            (vec![None, loss], None),
            (vec![loss, None, draw], None),
            (vec![None, win], win),
            (vec![draw, win], win),
            (vec![loss, draw, loss], draw),
            (vec![loss, loss], loss),
        ] {
            assert_eq!(proof_from(&children(&results)), expected, "{results:?}");
        }
    }

    #[test]
    fn a_pruned_child_leaves_the_others_to_prove_the_result() {
        let nodes = children(&[None, Some(Proof::Loss)]);
        assert_eq!(proof_from(&nodes), None);
        nodes[0].prune();
        assert_eq!(proof_from(&nodes), Some(Proof::Loss));
    }

    #[test]
    fn by_distance_a_move_weighs_from_2_down_to_nearly_nothing_along_the_playout() {
        let config = SearchConfig { rave_weight: RaveWeight::ByDistance, ..SearchConfig::default() };
        // A node after `depth` moves of a game that ends after `end`.
        for (depth, end) in [(0, 40), (3, 40), (39, 40)] {
            for number in depth..end {
                let weight = (end - number) as f32 * rave_scale(&config, end - depth);
                let expected = 2.0 * (1.0 - (number - depth) as f32 / (end - depth) as f32);
                assert!((weight - expected).abs() < 1e-6, "{depth} {end} {number}: {weight} {expected}");
            }
        }
        assert_eq!(rave_scale(&SearchConfig::default(), 7), 1.0);
    }

    #[test]
    fn first_moves_count_with_the_value_for_who_makes_them() {
        let tree = Tree::new(0, Switch::Off);
        let [won, lost, unseen] = [3, 4, 5].map(Cell::new);
        tree.expand(tree.root(), &[(won, 0.0), (lost, 0.0), (unseen, 0.0)], 0);
        let mut amaf = Amaf::new(&Topology::hexagon(3));
        amaf.add(won, Color::White, 2.0, 2.0);
        amaf.add(lost, Color::White, 4.0, 1.0);
        amaf.add(unseen, Color::Black, 1.0, 1.0);
        count_as_first_moves(&tree, tree.root(), &amaf, Color::White);
        let seen: Vec<(u32, f32)> =
            tree.children(tree.root()).iter().map(|child| (child.visits(), 1.0 - child.value())).collect();
        assert_eq!(seen, [(1, 1.0), (1, 0.25), (0, 0.5)]);
    }
}
