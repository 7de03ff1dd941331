//! The tree of statistics, shared by all threads without locks. It knows no game: a node is a
//! place on the board with numbers.

use std::collections::HashMap;
use std::sync::OnceLock;

use catena_core::Cell;

use crate::node::Node;
use crate::sync::{AtomicU32, Ordering};
use crate::transposition::Transpositions;

/// A node of the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NodeId(u32);

const NONE: u32 = 0;
const BUSY: u32 = u32::MAX;

/// Loom can follow only a few atomics.
const CHUNK_BITS: u32 = if cfg!(loom) { 2 } else { 12 };
const CHUNK: usize = 1 << CHUNK_BITS;

/// An arena of nodes that grows by chunks up to a limit.
#[derive(Debug)]
pub struct Tree {
    chunks: Box<[OnceLock<Box<[Node]>>]>,
    next: AtomicU32,
    root: NodeId,
    /// Nodes that the root does not reach, about: what earlier moves have left behind.
    garbage: usize,
    transpositions: Option<Transpositions>,
}

/// Whether positions that come about by another order of moves share their statistics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sharing {
    /// They do.
    On,
    /// Each has its own.
    Off,
}

impl Tree {
    /// A tree of a root, with room for so many bytes.
    pub fn new(bytes: usize, sharing: Sharing) -> Self {
        let chunks = (bytes / (CHUNK * size_of::<Node>())).clamp(2, (u32::MAX >> CHUNK_BITS) as usize - 1);
        let tree = Self {
            chunks: (0..chunks).map(|_| OnceLock::new()).collect(),
            next: AtomicU32::new(2),
            root: NodeId(1),
            garbage: 0,
            transpositions: (sharing == Sharing::On).then(|| Transpositions::new(chunks * CHUNK)),
        };
        tree.chunk(0);
        tree
    }

    /// Where the tree starts.
    #[inline]
    pub const fn root(&self) -> NodeId {
        self.root
    }

    /// Makes another node the root without moving any; what it does not reach is garbage.
    pub fn set_root(&mut self, root: NodeId) {
        self.garbage = self.len() - self.reachable_from(root);
        self.root = root;
    }

    /// Nodes in use, garbage and gaps at the ends of chunks included.
    pub fn len(&self) -> usize {
        self.next.load(Ordering::Relaxed) as usize
    }

    /// Nodes that a node of this tree reaches, estimated by its visits.
    pub fn reachable_from(&self, id: NodeId) -> usize {
        let share = f64::from(self.node(id).visits()) / f64::from(self.node(self.root).visits().max(1));
        ((self.len() - self.garbage) as f64 * share.min(1.0)) as usize
    }

    /// The most nodes there is room for.
    pub fn capacity(&self) -> usize {
        self.chunks.len() * CHUNK
    }

    fn chunk(&self, chunk: usize) -> &[Node] {
        self.chunks[chunk].get_or_init(|| (0..CHUNK).map(|_| Node::default()).collect())
    }

    /// A node.
    #[inline]
    pub fn node(&self, id: NodeId) -> &Node {
        &self.chunk(id.0 as usize >> CHUNK_BITS)[id.0 as usize % CHUNK]
    }

    /// The children of a node; none if it has no children yet.
    #[inline]
    pub fn children(&self, id: NodeId) -> &[Node] {
        let node = self.node(id);
        match node.children.load(Ordering::Acquire) {
            NONE | BUSY => &[],
            first => self.block(first, node.child_count()),
        }
    }

    fn block(&self, first: u32, count: usize) -> &[Node] {
        let (chunk, at) = (first as usize >> CHUNK_BITS, first as usize % CHUNK);
        &self.chunk(chunk)[at..at + count]
    }

    /// Whether a node has children.
    #[inline]
    pub fn is_expanded(&self, id: NodeId) -> bool {
        !matches!(self.node(id).children.load(Ordering::Relaxed), NONE | BUSY)
    }

    /// The node of a child, by its place among the children.
    #[inline]
    pub fn child(&self, id: NodeId, index: usize) -> NodeId {
        NodeId(self.node(id).children.load(Ordering::Relaxed) + index as u32)
    }

    /// Gives a node its children, moves with what they promise before any visit. Only one thread
    /// at a time may do it: the others are told [`Expansion::UnderWay`]. A tree with transpositions
    /// gives it the children of the same position, known by its key, if there are any.
    pub fn expand(&self, id: NodeId, moves: &[(Cell, f32)], key: u64) -> Expansion {
        let node = self.node(id);
        if node.children.compare_exchange(NONE, BUSY, Ordering::Relaxed, Ordering::Relaxed).is_err() {
            return Expansion::UnderWay;
        }
        let shared = self.transpositions.as_ref().and_then(|table| self.shared(table, key, moves));
        let first = match shared {
            Some(first) => first,
            None => {
                let Some(first) = self.reserve(moves.len()) else {
                    node.children.store(NONE, Ordering::Relaxed);
                    return Expansion::NoRoom;
                };
                let horizon = node.horizon().after_move();
                for (child, &(cell, prior)) in self.block(first, moves.len()).iter().zip(moves) {
                    child.set_move(cell, prior, horizon);
                }
                if let Some(table) = &self.transpositions {
                    table.note(key, first);
                }
                first
            }
        };
        node.set_child_count(moves.len());
        node.children.store(first, Ordering::Release);
        Expansion::Done
    }

    /// The children of a position with this key, unless the key deceives.
    fn shared(&self, table: &Transpositions, key: u64, moves: &[(Cell, f32)]) -> Option<u32> {
        let first = table.find(key)?;
        if first as usize % CHUNK + moves.len() > CHUNK {
            return None;
        }
        let known = self.block(first, moves.len()).iter();
        known.zip(moves).all(|(child, &(cell, _))| child.cell() == cell).then_some(first)
    }

    /// A block of nodes within one chunk.
    fn reserve(&self, count: usize) -> Option<u32> {
        let mut next = self.next.load(Ordering::Relaxed);
        loop {
            let room = CHUNK - next as usize % CHUNK;
            let first = if room < count { next as usize + room } else { next as usize };
            if first + count > self.capacity() {
                return None;
            }
            let after = (first + count) as u32;
            match self.next.compare_exchange_weak(next, after, Ordering::Relaxed, Ordering::Relaxed) {
                Ok(_) => return Some(first as u32),
                Err(now) => next = now,
            }
        }
    }

    /// A copy of the part below a node, without the children of nodes that have fewer visits.
    pub fn subtree(&self, root: NodeId, min_visits: u32) -> Self {
        let sharing = if self.transpositions.is_some() { Sharing::On } else { Sharing::Off };
        let copy = Self::new(self.capacity() * size_of::<Node>(), sharing);
        // Where shared children have gone to.
        let mut moved: HashMap<u32, u32> = HashMap::new();
        let mut open = vec![(root, copy.root)];
        while let Some((from, to)) = open.pop() {
            let (source, target) = (self.node(from), copy.node(to));
            target.copy_from(source);
            let count = self.children(from).len();
            if count == 0 || source.visits() < min_visits {
                continue;
            }
            let old = source.children.load(Ordering::Relaxed);
            let known = moved.get(&old).copied();
            let Some(first) = known.or_else(|| copy.reserve(count)) else { continue };
            target.set_child_count(count);
            target.children.store(first, Ordering::Relaxed);
            if known.is_none() {
                open.extend((0..count as u32).map(|i| (NodeId(old + i), NodeId(first + i))));
                if sharing == Sharing::On {
                    moved.insert(old, first);
                }
            }
        }
        if let (Some(table), Some(old)) = (&copy.transpositions, &self.transpositions) {
            table.take_over(old, |first| moved.get(&first).copied());
        }
        copy
    }
}

/// What came of giving a node children.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expansion {
    /// It has them now.
    Done,
    /// Another thread has done it or is doing it.
    UnderWay,
    /// The memory is used up.
    NoRoom,
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    fn tree() -> Tree {
        Tree::new(0, Sharing::Off)
    }

    fn moves(count: usize) -> Vec<(Cell, f32)> {
        (0..count).map(|index| (Cell::new(index), 0.5)).collect()
    }

    #[test]
    fn sums_come_out_whatever_was_provisional() {
        let tree = tree();
        let root = tree.node(tree.root());
        root.enter(1, 1.0);
        root.leave(1.0, 0.25);
        root.enter(1, 1.0);
        root.leave(1.0, 0.75);
        assert_eq!((root.visits(), root.value()), (2, 0.5));
    }

    #[test]
    fn a_full_tree_says_so_and_a_pruned_copy_has_room() {
        let tree = tree();
        let root = tree.root();
        assert_eq!(tree.expand(root, &moves(300), 0), Expansion::Done);
        let mut expanded = 0;
        for i in 0..300 {
            let child = tree.child(root, i);
            tree.node(child).add(if i == 7 { 10 } else { 1 }, 0.5);
            if tree.expand(child, &moves(300), 0) == Expansion::Done {
                expanded += 1;
            }
        }
        assert!(expanded > 20 && expanded < 300, "{expanded}");
        tree.node(root).add(500, 1.0);
        let pruned = tree.subtree(root, 5);
        assert!(pruned.len() < 1_000);
        assert_eq!(pruned.children(pruned.child(pruned.root(), 7)).len(), 300);
        assert!(pruned.children(pruned.child(pruned.root(), 8)).is_empty());
        assert_eq!(pruned.node(pruned.child(pruned.root(), 7)).visits(), 10);
    }

    #[test]
    fn the_same_position_has_one_set_of_children_also_in_a_copy() {
        let tree = Tree::new(0, Sharing::On);
        let root = tree.root();
        tree.node(root).add(15, 6.0);
        assert_eq!(tree.expand(root, &moves(3), 1 << 40 | 1), Expansion::Done);
        let [a, b, c] = [0, 1, 2].map(|index| tree.child(root, index));
        for (id, key) in [(a, 2 << 40 | 2), (b, 2 << 40 | 2), (c, 3 << 40 | 3)] {
            tree.node(id).add(5, 2.0);
            assert_eq!(tree.expand(id, &moves(2), key), Expansion::Done);
        }
        tree.node(tree.child(a, 1)).add(3, 1.0);
        assert_eq!(tree.child(a, 1), tree.child(b, 1));
        assert_ne!(tree.child(a, 1), tree.child(c, 1));
        let copy = tree.subtree(root, 1);
        let [a, b, c] = [0, 1, 2].map(|index| copy.child(copy.root(), index));
        assert_eq!(copy.child(a, 1), copy.child(b, 1));
        assert_eq!((copy.children(b)[1].visits(), copy.children(c)[1].visits()), (3, 0));
        // The copy knows its positions: one more way to the same place shares them too.
        let late = copy.child(c, 0);
        assert_eq!(copy.expand(late, &moves(2), 2 << 40 | 2), Expansion::Done);
        assert_eq!(copy.child(late, 1), copy.child(a, 1));
    }

    #[test]
    fn a_key_that_deceives_is_found_out_by_the_moves() {
        let tree = Tree::new(0, Sharing::On);
        let root = tree.root();
        assert_eq!(tree.expand(root, &moves(3), 7 << 40), Expansion::Done);
        let child = tree.child(root, 0);
        assert_eq!(tree.expand(child, &[(Cell::new(9), 0.0)], 7 << 40), Expansion::Done);
        assert_eq!(tree.children(child)[0].cell(), Cell::new(9));
    }

    #[test]
    fn threads_lose_no_visits() {
        let tree = tree();
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for i in 0..10_000 {
                        tree.node(tree.root()).enter(1, 1.0);
                        tree.node(tree.root()).leave(1.0, if i % 2 == 0 { 1.0 } else { 0.0 });
                    }
                });
            }
        });
        let root = tree.node(tree.root());
        assert_eq!((root.visits(), root.value()), (40_000, 0.5));
    }
}

/// All interleavings of two threads on one node, tried by loom.
#[cfg(all(test, loom))]
mod loom_tests {
    use super::*;
    use crate::Proof;
    use loom::sync::Arc;
    use loom::thread;

    /// Runs the same in two threads and looks at the tree afterwards.
    fn both(sharing: Sharing, act: fn(&Tree, u32), check: fn(&Tree)) {
        loom::model(move || {
            let tree = Arc::new(Tree::new(0, sharing));
            let other = tree.clone();
            let thread = thread::spawn(move || act(&other, 1));
            act(&tree, 0);
            thread.join().unwrap();
            check(&tree);
        });
    }

    #[test]
    fn loom_one_thread_makes_the_children_and_both_see_them_whole() {
        let act = |tree: &Tree, _: u32| {
            tree.expand(tree.root(), &[(Cell::new(5), 1.0), (Cell::new(7), 0.0)], 0);
            let children = tree.children(tree.root());
            assert!(
                children.is_empty() || (children[0].cell().index(), children[1].cell().index()) == (5, 7)
            );
        };
        both(Sharing::Off, act, |tree| {
            assert_eq!(tree.children(tree.root()).len(), 2);
            assert_eq!(tree.len(), 4, "one block and no more");
        });
    }

    #[test]
    fn loom_visits_and_values_add_up() {
        let act = |tree: &Tree, thread: u32| {
            tree.node(tree.root()).enter(1, 1.0);
            tree.node(tree.root()).leave(1.0, thread as f32);
        };
        both(Sharing::Off, act, |tree| {
            let root = tree.node(tree.root());
            assert_eq!((root.visits(), root.value()), (2, 0.5));
        });
    }

    #[test]
    fn loom_rave_may_lose_an_addition_but_never_half_of_one() {
        let act = |tree: &Tree, thread: u32| {
            let (value, weight) = [(1.0, 2.0), (10.0, 20.0)][thread as usize];
            tree.node(tree.root()).add_rave(value, weight);
        };
        both(Sharing::Off, act, |tree| {
            let sums = tree.node(tree.root()).rave();
            assert!([(1.0, 2.0), (10.0, 20.0), (11.0, 22.0)].contains(&sums), "{sums:?}");
        });
    }

    #[test]
    fn loom_a_proof_stays_and_does_not_touch_the_children() {
        let act = |tree: &Tree, thread: u32| match thread {
            0 => tree.node(tree.root()).prove(Proof::Win),
            _ => drop(tree.expand(tree.root(), &[(Cell::new(3), 0.0)], 0)),
        };
        both(Sharing::Off, act, |tree| {
            assert_eq!(tree.node(tree.root()).proof(), Some(Proof::Win));
            assert_eq!(tree.children(tree.root()).len(), 1);
        });
    }

    #[test]
    fn loom_transpositions_show_children_only_when_they_are_whole() {
        let act = |tree: &Tree, thread: u32| {
            // Each thread has a node of its own that holds the same position.
            if thread == 0 {
                tree.expand(tree.root(), &[(Cell::new(5), 1.0)], 3 << 40);
            }
            if let Some(table) = &tree.transpositions
                && let Some(first) = table.find(3 << 40)
            {
                assert_eq!(tree.block(first, 1)[0].cell(), Cell::new(5));
            }
        };
        both(Sharing::On, act, |tree| assert_eq!(tree.children(tree.root()).len(), 1));
    }
}
