//! The evaluation step of an iteration: playouts with the horizon and the weights that the tree knows.

use catena_core::{ByColor, Cell};

use crate::evaluate::{Amaf, Evaluation, Evaluator, Guide, value_for};
use crate::path::Path;
use crate::tree::{NodeId, Tree};
use crate::worker::Shared;
use crate::{Distribution, LeafPlayout, Proof, StartWeights, Switch};

/// Evaluates a leaf by playouts; `None` if they were discarded.
pub(crate) fn evaluate_leaf(
    shared: &Shared,
    path: &Path,
    leaf: NodeId,
    evaluator: &mut dyn Evaluator,
    weights: &mut ByColor<Vec<(Cell, u32)>>,
    amaf: &mut Amaf,
    interrupt: &mut dyn FnMut() -> bool,
) -> Option<Evaluation> {
    let Shared { tree, config, .. } = shared;
    let has_horizon = config.horizon == Switch::On;
    if config.playout == LeafPlayout::Weighted && config.start_weights == StartWeights::Rave {
        // The last choice on the path was that of the player who does not move at the leaf.
        let (own, other) = (path.leaf_color(), !path.leaf_color());
        gather_rave_weights(tree, path, 1, &mut weights[other]);
        let back = if config.distribution == Distribution::Own { 2 } else { 1 };
        gather_rave_weights(tree, path, back, &mut weights[own]);
    }
    let weights = ByColor { black: &*weights.black, white: &*weights.white };
    let horizon = if has_horizon { tree.node(leaf).horizon().moves() } else { usize::MAX };
    let evaluation = evaluator.evaluate(&path.cells, Guide { horizon, weights }, amaf, interrupt);
    if has_horizon {
        learn_horizon(tree, path, horizon, evaluation.as_ref());
    }
    evaluation
}

/// The evaluation by playouts with this share of the network's value.
pub(crate) fn mixed(playouts: Option<Evaluation>, network: Evaluation, share: f32) -> Option<Evaluation> {
    playouts.map(|playouts| Evaluation {
        black: share * network.black + (1.0 - share) * playouts.black,
        ..playouts
    })
}

/// The evaluation of a node whose result is proved.
pub(crate) fn proved_value(path: &Path, proof: Proof) -> Evaluation {
    let black = value_for(path.leaf_color(), proof.value());
    Evaluation { playouts: 1, black, weight: 0.0, outcome: None, moves: 0 }
}

/// The RAVE values of the moves that a choice on the path was made from, this many moves before the leaf.
fn gather_rave_weights(tree: &Tree, path: &Path, back: usize, weights: &mut Vec<(Cell, u32)>) {
    /// Initial weight for a RAVE value of 1; the neighbors of move number n weigh n³.
    const WEIGHT: f32 = 100.0;
    weights.clear();
    let Some(before) = path.nodes.iter().rev().nth(back) else { return };
    let (children, raves) = tree.moves(*before);
    for (child, rave) in children.iter().zip(raves) {
        let (value, weight) = rave.sums();
        if weight > 0.0 {
            weights.push((child.cell(), (WEIGHT * value / weight) as u32));
        }
    }
}

/// Adapts the horizon of every node on the path (Könnecke and Waldmann 2009, section 5).
fn learn_horizon(tree: &Tree, path: &Path, tried: usize, evaluation: Option<&Evaluation>) {
    for (depth, &id) in path.nodes.iter().enumerate() {
        let node = tree.node(id);
        let made = path.cells.len() - depth;
        let mut horizon = node.horizon();
        match evaluation {
            Some(evaluation) => horizon.ended(evaluation.moves + made as u16),
            None if horizon.moves() <= tried + made => horizon.discarded(),
            None => {}
        }
        node.set_horizon(horizon);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn playouts_and_network_have_their_shares_of_the_value() {
        let evaluation = |black| Evaluation { playouts: 8, black, weight: 8.0, outcome: None, moves: 5 };
        for (share, expected) in [(0.0, 0.5), (0.25, 0.6), (1.0, 0.9)] {
            let found = mixed(Some(evaluation(0.5)), evaluation(0.9), share).unwrap();
            assert!((found.black - expected).abs() < 1e-6, "{share}: {found:?}");
            assert_eq!(found, Evaluation { black: found.black, ..evaluation(0.5) });
        }
        assert_eq!(mixed(None, evaluation(0.9), 0.5), None, "discarded playouts stay discarded");
    }
}
