//! Expansion: a leaf gets its children, with what is known of their moves before any visit.

use std::sync::atomic::Ordering::Relaxed;

use catena_core::{Cell, Position};
use catena_model::pattern::RecentGammas;

use crate::leaf_network::LeafNetwork;
use crate::moves::{forced_moves, places};
use crate::prior::InferiorMoves;
use crate::tree::{Expansion, NodeId};
use crate::worker::{Growth, Shared};
use crate::{Prior, Proof, Switch};

/// Memory that a thread keeps from one expansion to the next.
#[derive(Debug, Default)]
pub(crate) struct ExpandScratch {
    moves: Vec<(Cell, f32)>,
    recent: RecentGammas,
}

/// Returns true if a leaf has enough visits to be expanded, and the tree room.
pub(crate) fn is_due(shared: &Shared, leaf: NodeId) -> bool {
    let Shared { tree, config, growth, .. } = shared;
    let is_full = *growth == Growth::Ended && shared.full.load(Relaxed);
    !tree.is_expanded(leaf)
        && !is_full
        && (tree.node(leaf).visits() >= config.expansion_threshold || leaf == tree.root())
}

/// Gives a leaf its children, and proves it if a win in one or two threats decide it.
pub(crate) fn expand(
    shared: &Shared,
    leaf: NodeId,
    position: &Position,
    network: Option<&mut LeafNetwork>,
    scratch: &mut ExpandScratch,
) {
    let Shared { tree, config, root_cells, prior, .. } = shared;
    let is_root = leaf == tree.root();
    let cells: Vec<Cell> = if is_root { root_cells.to_vec() } else { places(position).collect() };
    let (cells, proof) = match config.win_in_one {
        Switch::On => forced_moves(position, position.to_move(), cells),
        Switch::Off => (cells, None),
    };
    let ExpandScratch { moves, recent } = scratch;
    moves.clear();
    match (prior, network) {
        (Some(prior), _) => {
            // An opening that is offered for a swap wants the most balanced move, which may be inferior.
            let offers = is_root && shared.is_opening_offer;
            let inferior = if offers { InferiorMoves::Kept } else { InferiorMoves::Pruned };
            prior.add_moves(position, cells, inferior, recent, moves);
        }
        (None, Some(network)) if config.prior == Prior::Network && proof.is_none() => {
            network.add_moves(position, &cells, moves);
        }
        _ => moves.extend(cells.into_iter().map(|cell| (cell, 0.0))),
    }
    if config.widens() {
        moves.sort_by(|a, b| b.1.total_cmp(&a.1));
    }
    match tree.expand(leaf, moves, position.hash()) {
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
            shared.full.store(true, Relaxed);
            if shared.growth == Growth::Limited {
                shared.stop.store(true, Relaxed);
            }
        }
    }
}
