//! Subtree batching. Several threads on one tree wait for each other's cache lines where all of them
//! pass: near the root. So a thread makes some iterations below a node with many visits before it
//! starts from the root again, and the nodes above hear of all these iterations at once.

use catena_core::Color;

use crate::path::Path;
use crate::tree::NodeId;
use crate::worker::Shared;

/// Visits from which a node is contended: threads pass it so often that they wait for each other.
pub(crate) const CONTENDED_VISITS: u32 = 256;

/// The subtree that a thread works in, and what it has found there.
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
    /// Returns true if the next iteration starts below the same nodes.
    pub fn is_open(&self) -> bool {
        self.nodes > 0
    }

    /// Counts an iteration, with its result for Black unless it was discarded.
    pub fn count(&mut self, black: Option<f32>) {
        self.left = self.left.saturating_sub(1);
        if let Some(black) = black {
            self.made += 1;
            self.black += black;
        }
    }

    /// Enters the node at the end of the path with a virtual loss; on the first way down with one for
    /// the whole batch, if it is as contended as all above it.
    pub fn enter(&mut self, shared: &Shared, path: &Path, id: NodeId) {
        let Shared { tree, config, threads, .. } = shared;
        let node = tree.node(id);
        let is_next = self.nodes + 1 == path.nodes.len() && self.left == self.planned;
        let batches = *threads > 1 && config.subtree_batch > 1;
        if batches && is_next && node.visits() >= CONTENDED_VISITS {
            if self.nodes == 0 {
                let planned = config.subtree_batch;
                *self = Self { planned, left: planned, ..Self::default() };
            }
            self.nodes += 1;
            node.add_virtual_loss(config.subtree_batch * config.virtual_loss);
        } else {
            node.add_virtual_loss(config.virtual_loss);
        }
    }

    /// Ends the batch once all its iterations are made, or if nothing is left to find out above it.
    pub fn end_if_done(&mut self, shared: &Shared, path: &Path) {
        let is_proved = |id: &NodeId| shared.tree.node(*id).proof().is_some();
        if self.left == 0 || path.nodes[..self.nodes].iter().any(is_proved) {
            self.end(shared, path);
        }
    }

    /// Puts the results of the batch, finished or not, in the place of its virtual losses.
    pub fn end(&mut self, shared: &Shared, path: &Path) {
        let Self { nodes, planned, made, black, .. } = std::mem::take(self);
        for (depth, &id) in path.nodes[..nodes].iter().enumerate() {
            let value = if path.to_move(depth) == Color::Black { black } else { made as f32 - black };
            let losses = planned * shared.config.virtual_loss;
            shared.tree.node(id).replace_virtual_loss(losses, made, value);
        }
    }
}
