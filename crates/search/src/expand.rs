//! Expansion: a leaf gets its children, with what is known of their moves before any visit.

use std::sync::atomic::Ordering::Relaxed;

use catena_core::{Cell, Position};
use catena_model::pattern::RecentGammas;
use catena_model::policy_net::LastMoves;

use crate::moves::{forced_moves, places};
use crate::path::Path;
use crate::tree::{Expansion, NodeId};
use crate::worker::{Growth, Shared};
use crate::{Proof, Switch};

/// Memory that a thread keeps from one expansion to the next.
#[derive(Debug, Default)]
pub(crate) struct ExpandScratch {
    moves: Vec<(Cell, f32)>,
    recent: RecentGammas,
}

/// Whether a leaf has enough visits to be expanded, and the tree room.
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
    path: &Path,
    leaf: NodeId,
    position: &Position,
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
    match prior {
        Some(prior) => prior.add_moves(position, cells, last_moves(shared, path), recent, moves),
        None => moves.extend(cells.into_iter().map(|cell| (cell, 0.0))),
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

/// The last two moves before the leaf.
fn last_moves(shared: &Shared, path: &Path) -> LastMoves {
    let before = shared.last_moves;
    match *path.cells {
        [] => before,
        [last] => LastMoves { opponent: Some(last), own: before.opponent },
        [.., own, last] => LastMoves { opponent: Some(last), own: Some(own) },
    }
}
