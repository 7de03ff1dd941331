//! Several threads on one tree wait for each other's cache lines where all of them pass: near the
//! root. So a thread stays for some iterations below a node with many visits before it starts from
//! the root again, and the nodes above hear of all these iterations at once.

use catena_core::Color;

use crate::back_up::BUSY;
use crate::tree::NodeId;
use crate::worker::{Shared, Worker, provisional, visits_noted};

/// Where a thread stays, and what it has found there.
#[derive(Debug, Default)]
pub(crate) struct SubtreeBatch {
    /// Nodes of the path, from the root, that were entered for all iterations at once.
    pub nodes: usize,
    /// Iterations for which they were entered.
    planned: u32,
    made: u32,
    left: u32,
    /// Summed results for Black.
    black: f32,
}

impl SubtreeBatch {
    /// Whether the next iteration starts below the same nodes.
    pub fn goes_on(&self) -> bool {
        self.nodes > 0
    }

    /// An iteration is over, with a result for Black unless it was discarded.
    pub fn note(&mut self, black: Option<f32>) {
        self.left = self.left.saturating_sub(1);
        if let Some(black) = black {
            self.made += 1;
            self.black += black;
        }
    }
}

impl Worker<'_> {
    /// Enters the node at the end of the path, on the first way down for several iterations if it
    /// is as busy as all above it.
    pub(crate) fn enter(&mut self, id: NodeId) {
        let Shared { tree, config, threads, .. } = self.shared;
        let node = tree.node(id);
        let is_next = self.stay.nodes + 1 == self.path.len() && self.stay.left == self.stay.planned;
        if *threads > 1 && config.subtree_batch > 1 && is_next && node.visits() >= BUSY {
            if self.stay.nodes == 0 {
                self.stay = SubtreeBatch {
                    planned: config.subtree_batch,
                    left: config.subtree_batch,
                    ..SubtreeBatch::default()
                };
            }
            self.stay.nodes += 1;
            node.enter(
                config.subtree_batch * visits_noted(config),
                config.subtree_batch as f32 * provisional(config),
            );
        } else {
            node.enter(visits_noted(config), provisional(config));
        }
    }

    /// Starts from the root again if all is done below, or if there is nothing left to do.
    pub(crate) fn leave_if_done(&mut self) {
        let tree = self.shared.tree;
        let is_proven = |id: &NodeId| tree.node(*id).proof().is_some();
        if self.stay.left == 0 || self.path[..self.stay.nodes].iter().any(is_proven) {
            self.leave();
        }
    }

    /// Tells the nodes above what was found below them, and starts from the root again.
    fn leave(&mut self) {
        let Shared { tree, config, .. } = self.shared;
        let SubtreeBatch { nodes, planned, made, black, .. } = std::mem::take(&mut self.stay);
        for (depth, &id) in self.path[..nodes].iter().enumerate() {
            let sum = if self.to_move(depth) == Color::Black { black } else { made as f32 - black };
            tree.node(id).leave(planned as f32 * provisional(config), sum);
            tree.node(id).forget(planned * visits_noted(config) - made);
        }
    }
}
