//! What can be proved at nodes with many visits: who has won there, and which moves need not be tried.

use catena_core::{Cell, Game, Move, Position};
use catena_proof::connection::ConnectionLimits;
use catena_proof::{MoveOrder, Probe, Prober};

use crate::node::Node;
use crate::tree::NodeId;
use crate::worker::{Shared, Worker};
use crate::{Proof, SearchConfig};

/// Looks at positions for one thread; nothing where the parameters or the game do not ask for it.
pub(crate) fn prober(root: &Position, config: &SearchConfig) -> Option<Box<dyn Prober>> {
    let joins_sides = matches!(root.setup().game(), Game::Hex | Game::Y);
    (config.vc_threshold > 0 && joins_sides).then(|| {
        let mut prober = catena_proof::prober(root.setup(), ConnectionLimits::default());
        // A node is looked at once: there is nothing to remember.
        prober.set_cache_bytes(0);
        if config.circuit_prior == 0.0 {
            prober.set_move_order(MoveOrder::Any);
        }
        prober
    })
}

impl Worker<'_> {
    /// Looks at a node on the way if it has become heavy and nobody has looked before. The root is
    /// heavy from the start, unless it has one move only for several that are equal: a look may
    /// leave out just that one; or unless an even move is looked for, not the best.
    pub(crate) fn probe_if_due(&mut self, id: NodeId) {
        let Shared { tree, config, root, .. } = self.shared;
        let Some(prober) = &mut self.prober else { return };
        let (node, is_root) = (tree.node(id), id == tree.root());
        let is_heavy = if is_root {
            !self.shared.has_equal_moves && !self.shared.is_opening_offer
        } else {
            node.visits() >= config.vc_threshold
        };
        let children = tree.children(id);
        if !is_heavy || children.is_empty() || !node.claim_probe() {
            return;
        }
        self.position.clone_from(root);
        self.cells.iter().for_each(|&cell| self.position.play_unchecked(Move::Place(cell)));
        let mover = self.position.to_move();
        match prober.probe(&self.position) {
            Probe::Decided { winner: Some(winner), by, .. } if winner == mover => won(node, children, by),
            // Who is lost at the root goes on searching for what is hardest to refute.
            Probe::Decided { winner: Some(_), .. } if !is_root => node.prove(Proof::Loss),
            Probe::Decided { .. } => {}
            Probe::Open { moves, .. } => {
                prune_all_but(&moves, children);
                if config.circuit_prior > 0.0 {
                    blend_ranks(&moves, children, config.circuit_prior);
                }
            }
        }
    }
}

/// The player to move wins by a move that is known.
fn won(node: &Node, children: &[Node], by: Option<Move>) {
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

/// Blends the priors of moves with what their places in an order by current say: the first is twice as
/// promising as the second, three times as the third, and so on; all together promise 1.
fn blend_ranks(moves: &[Move], children: &[Node], share: f32) {
    let promise = |rank: usize| 1.0 / (rank + 1) as f32;
    let total: f32 = (0..moves.len()).map(promise).sum();
    for child in children {
        let rank = moves.iter().position(|&mv| mv == Move::Place(child.cell()));
        let promised = rank.map_or(0.0, |rank| promise(rank) / total);
        child.set_prior((1.0 - share) * child.prior() + share * promised);
    }
}
