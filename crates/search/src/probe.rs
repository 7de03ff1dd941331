//! Virtual-connection probes of nodes above the visit threshold: who has won there, and which moves can
//! be pruned.

use catena_core::rules::Methods;
use catena_core::{Cell, Move, Position};
use catena_model::pattern::{InferiorCells, StandIn};
use catena_proof::connection::ConnectionLimits;
use catena_proof::{MoveOrder, Probe, Prober};

use crate::node::Node;
use crate::path::Path;
use crate::tree::NodeId;
use crate::worker::Shared;
use crate::{Proof, SearchConfig};

/// The prober of one thread; none where the parameters or the game do not ask for it.
pub(crate) fn prober(root: &Position, config: &SearchConfig) -> Option<Box<dyn Prober>> {
    let methods = Methods::CONNECTIONS.union(Methods::INFERIOR_CELLS);
    let joins_sides = root.setup().game().facts().supports(methods);
    (config.vc_threshold > 0 && joins_sides).then(|| {
        let mut prober = catena_proof::prober(root.setup(), ConnectionLimits::default());
        // A node is probed once: a cache would never be hit.
        prober.set_cache_bytes(0);
        if config.circuit_prior == 0.0 {
            prober.set_move_order(MoveOrder::Any);
        }
        prober
    })
}

/// Probes the node at the end of the path if it has as many visits as the threshold asks for and was
/// not probed before. `position` is that of the node, once it is wanted.
///
/// The root is probed at once. Two roots are not: one that has a single move for several that are equal
/// by symmetry, because the probe may prune just that one, and an opening that is offered for a swap,
/// because it wants the most balanced move and not the best.
pub(crate) fn probe_if_due(
    shared: &Shared,
    prober: &mut dyn Prober,
    path: &Path,
    id: NodeId,
    position: &mut Position,
) {
    let Shared { tree, config, .. } = shared;
    let (node, is_root) = (tree.node(id), id == tree.root());
    let is_due = if is_root {
        !shared.has_equal_moves && !shared.is_opening_offer
    } else {
        node.visits() >= config.vc_threshold
    };
    let children = tree.children(id);
    if !is_due || children.is_empty() || !node.claim_probe() {
        return;
    }
    path.replay(shared.root, position);
    let mover = position.to_move();
    match prober.probe(position) {
        Probe::Decided { winner: Some(winner), by, .. } if winner == mover => {
            let by = by.and_then(|by| with_node(by, &inferior_by_patterns(shared, position), children));
            prove_win(node, children, by);
        }
        // A lost root is searched on, for the best resistance.
        Probe::Decided { winner: Some(_), .. } if !is_root => node.prove(Proof::Loss),
        Probe::Decided { .. } => {}
        Probe::Open { mut moves, .. } => {
            add_stand_ins(&mut moves, &inferior_by_patterns(shared, position), children);
            prune_all_but(&moves, children);
            if config.circuit_prior > 0.0 {
                blend_ranks(&moves, children, config.circuit_prior);
            }
        }
    }
}

/// Moves without nodes because patterns prove them inferior.
fn inferior_by_patterns(shared: &Shared, position: &Position) -> InferiorCells {
    shared.prior.map_or_else(InferiorCells::default, |prior| prior.pruned(position))
}

/// Adds, for each move of a probe that has no node, the one in favor of which patterns pruned it. The probe may
/// have pruned that one in favor of the first: then both would be gone, and with them perhaps the win.
fn add_stand_ins(moves: &mut Vec<Move>, inferior: &InferiorCells, children: &[Node]) {
    for index in 0..moves.len() {
        let Move::Place(cell) = moves[index] else { continue };
        // Any move is as good as one of no use, so that those which stay are enough.
        if let Some(StandIn::Cell(_)) = inferior.stand_in(cell)
            && let Some(stand_in) = with_node(moves[index], inferior, children)
            && !moves.contains(&stand_in)
        {
            moves.push(stand_in);
        }
    }
}

/// The move, if it has a node, else one with a node that is at least as good.
fn with_node(mv: Move, inferior: &InferiorCells, children: &[Node]) -> Option<Move> {
    let Move::Place(cell) = mv else { return None };
    let has_node = |cell: Cell| children.iter().any(|child| child.cell() == cell);
    match inferior.stand_in(cell) {
        _ if has_node(cell) => Some(mv),
        Some(StandIn::Cell(better)) => has_node(better).then_some(Move::Place(better)),
        Some(StandIn::Any) => children.first().map(|child| Move::Place(child.cell())),
        None => None,
    }
}

/// The player to move wins by a move that is known.
fn prove_win(node: &Node, children: &[Node], by: Option<Move>) {
    let winning = children.iter().find(|child| by == Some(Move::Place(child.cell())));
    // A node may have no child for the move: only the reply to a threat, or one of equal moves.
    if let Some(child) = winning {
        child.prove(Proof::Loss);
        node.prove(Proof::Win);
    }
}

fn prune_all_but(moves: &[Move], children: &[Node]) {
    let is_tried = |cell: Cell| moves.contains(&Move::Place(cell));
    if children.iter().any(|child| is_tried(child.cell())) {
        children.iter().filter(|child| !is_tried(child.cell())).for_each(Node::prune);
    }
}

/// Blends the priors of moves with their rank by current, as `circuit_prior` says. By rank alone the
/// first has twice the prior of the second, three times that of the third, and so on, 1 in all.
fn blend_ranks(moves: &[Move], children: &[Node], share: f32) {
    let rank_weight = |rank: usize| 1.0 / (rank + 1) as f32;
    let total: f32 = (0..moves.len()).map(rank_weight).sum();
    for child in children {
        let rank = moves.iter().position(|&mv| mv == Move::Place(child.cell()));
        let by_rank = rank.map_or(0.0, |rank| rank_weight(rank) / total);
        child.set_prior((1.0 - share) * child.prior() + share * by_rank);
    }
}
