//! Changing a record that is there already.

use super::{Node, NodeId, Record, RecordError};
use crate::SwapRule;

impl Record {
    /// Takes out a node with all that follows it. Nodes get new ids: the answer holds, for each
    /// new node in its order, the id that it had. The root stays, whatever is asked.
    pub fn cut(&mut self, id: NodeId) -> Vec<NodeId> {
        let mut cut = vec![false; self.len()];
        let mut kept = Vec::new();
        for at in self.nodes() {
            let parent = self.node(at).parent;
            let above = parent.is_some_and(|parent| cut[parent.index()]);
            cut[at.index()] = above || (at == id && parent.is_some());
            if !cut[at.index()] {
                kept.push(at);
            }
        }
        self.keep(&kept);
        kept
    }

    /// Only the nodes from the root to this one, as a record of its own; its nodes are in the order
    /// of [`path`](Self::path).
    #[must_use]
    pub fn line_to(&self, id: NodeId) -> Self {
        let mut line = self.clone();
        line.keep(&self.path(id));
        line
    }

    /// Changes the swap rule.
    ///
    /// # Errors
    /// If the record has a swap that would become illegal; nothing is changed then.
    pub fn set_swap(&mut self, swap: SwapRule) -> Result<(), RecordError> {
        let mut changed = self.clone();
        changed.setup = self.setup.with_swap(swap);
        changed.check().map_err(|(_, refusal)| refusal.into_error(&changed.setup, None))?;
        self.setup = changed.setup;
        Ok(())
    }

    /// Keeps these nodes in this order, each after its parent.
    fn keep(&mut self, kept: &[NodeId]) {
        let mut new_ids = vec![NodeId::ROOT; self.len()];
        let mut old = std::mem::take(&mut self.nodes);
        for &id in kept {
            let node = std::mem::take(&mut old[id.index()]);
            let parent = node.parent;
            let alone =
                Node { parent: None, first_child: None, last_child: None, next_sibling: None, ..node };
            new_ids[id.index()] = match parent {
                Some(parent) => self.push(new_ids[parent.index()], alone),
                None => {
                    self.nodes.push(alone);
                    NodeId::ROOT
                }
            };
        }
    }
}
