//! Buffered RAVE updates. Each playout adds to the RAVE of all moves of every node on its path, and
//! several threads would wait for each other's cache lines where all of them pass. So a thread sums its
//! updates of contended nodes and adds them to the tree from time to time.

use crate::evaluate::AmafSum;
use crate::tree::{NodeId, Tree};

/// Contended nodes that a thread buffers: about as many as lie on the principal variation.
const BUFFERED_NODES: usize = 8;

/// RAVE updates of one thread that are not in the tree yet.
#[derive(Debug, Default)]
pub(crate) struct RaveBuffer {
    updates: Vec<BufferedUpdates>,
    /// The place to reuse when another node comes.
    oldest: usize,
}

/// The updates of one node.
#[derive(Debug)]
struct BufferedUpdates {
    node: NodeId,
    sums: Box<[AmafSum]>,
    iterations: u32,
}

impl RaveBuffer {
    /// Adds the updates of one iteration for a node, each times `scale`, and flushes them once there are `limit` of them.
    pub fn add(&mut self, tree: &Tree, node: NodeId, sums: &[AmafSum], scale: f32, limit: u32) {
        let known = self.updates.iter().position(|updates| updates.node == node);
        let at = known.unwrap_or_else(|| self.make_room(tree, node, sums.len()));
        let updates = &mut self.updates[at];
        for (sum, more) in updates.sums.iter_mut().zip(sums) {
            sum.weight += scale * more.weight;
            sum.value += scale * more.value;
        }
        updates.iterations += 1;
        if updates.iterations == limit {
            updates.flush(tree);
        }
    }

    fn make_room(&mut self, tree: &Tree, node: NodeId, cells: usize) -> usize {
        if self.updates.len() < BUFFERED_NODES {
            let sums = vec![AmafSum::default(); cells].into_boxed_slice();
            self.updates.push(BufferedUpdates { node, sums, iterations: 0 });
            return self.updates.len() - 1;
        }
        let at = self.oldest;
        self.oldest = (at + 1) % BUFFERED_NODES;
        self.updates[at].flush(tree);
        self.updates[at].node = node;
        at
    }

    /// Adds everything to the tree.
    pub fn flush(&mut self, tree: &Tree) {
        self.updates.iter_mut().for_each(|updates| updates.flush(tree));
    }
}

impl BufferedUpdates {
    fn flush(&mut self, tree: &Tree) {
        // A contended node tries all its moves, or soon will.
        add_rave(tree, self.node, &self.sums, 1.0, usize::MAX);
        self.sums.fill(AmafSum::default());
        self.iterations = 0;
    }
}

/// Adds what playouts say of the moves at a node, times `scale`, to its first children.
pub(crate) fn add_rave(tree: &Tree, node: NodeId, sums: &[AmafSum], scale: f32, moves: usize) {
    let (children, raves) = tree.moves(node);
    for (child, rave) in children.iter().zip(raves).take(moves) {
        // Half of the moves were made by the other player and get nothing: adding that is faster than
        // guessing which.
        let sum = sums[child.cell().index()];
        rave.add(scale * sum.value, scale * sum.weight);
    }
}

/// The same for the moves of the opponent on these cells, where the tree keeps them.
pub(crate) fn add_opposing_rave(tree: &Tree, node: NodeId, sums: &[AmafSum], moves: usize) {
    for (child, rave) in tree.children(node).iter().zip(tree.opposing(node)).take(moves) {
        let sum = sums[child.cell().index()];
        rave.add(sum.value, sum.weight);
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use catena_core::Cell;

    use super::*;
    use crate::Switch;

    /// A root with this many children, each of them with one child for cell 0.
    fn tree(count: usize) -> (Tree, Vec<NodeId>) {
        let tree = Tree::new(0, Switch::Off);
        let moves: Vec<(Cell, f32)> = (0..count).map(|cell| (Cell::new(cell), 0.0)).collect();
        tree.expand(tree.root(), &moves, 0);
        let nodes: Vec<NodeId> = (0..count).map(|index| tree.child(tree.root(), index)).collect();
        for &node in &nodes {
            tree.expand(node, &[(Cell::new(0), 0.0)], 0);
        }
        (tree, nodes)
    }

    fn weight(tree: &Tree, node: NodeId) -> f32 {
        tree.rave(tree.child(node, 0)).sums().1
    }

    #[test]
    fn every_node_gets_its_own_updates_also_when_others_take_its_place() {
        let count = 3 * BUFFERED_NODES;
        let (tree, nodes) = tree(count);
        let mut buffer = RaveBuffer::default();
        for (index, &node) in nodes.iter().enumerate() {
            let sum = AmafSum { weight: (index + 1) as f32, value: 0.5 };
            buffer.add(&tree, node, &[sum], 1.0, 100);
        }
        let in_tree = nodes.iter().filter(|&&node| weight(&tree, node) > 0.0).count();
        assert_eq!(in_tree, count - BUFFERED_NODES, "only the latest are still buffered");
        buffer.flush(&tree);
        for (index, &node) in nodes.iter().enumerate() {
            assert_eq!(weight(&tree, node), (index + 1) as f32, "node {index}");
        }
    }

    #[test]
    fn updates_are_scaled_with_and_without_the_buffer() {
        let (tree, nodes) = tree(2);
        let one = [AmafSum { weight: 1.0, value: 0.5 }];
        let mut buffer = RaveBuffer::default();
        buffer.add(&tree, nodes[0], &one, 0.25, 1);
        add_rave(&tree, nodes[1], &one, 0.25, usize::MAX);
        for &node in &nodes {
            assert_eq!(tree.rave(tree.child(node, 0)).sums(), (0.125, 0.25));
        }
    }

    #[test]
    fn a_full_buffer_of_a_node_is_flushed_once() {
        let (tree, nodes) = tree(2);
        let mut buffer = RaveBuffer::default();
        let one = [AmafSum { weight: 1.0, value: 1.0 }];
        for expected in [0.0, 0.0, 3.0, 3.0] {
            buffer.add(&tree, nodes[0], &one, 1.0, 3);
            assert_eq!(weight(&tree, nodes[0]), expected);
        }
        buffer.flush(&tree);
        buffer.flush(&tree);
        assert_eq!((weight(&tree, nodes[0]), weight(&tree, nodes[1])), (4.0, 0.0));
    }
}
