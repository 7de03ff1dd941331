//! The tree of statistics, shared by all threads without locks. It knows no game: a node is a
//! place on the board with numbers.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering::Relaxed};

use catena_core::Cell;

use crate::Proof;

/// A node of the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NodeId(u32);

/// The statistics of a move and of the position after it.
#[derive(Debug, Default)]
pub struct Node {
    /// Sum of values for the player to move here, in units of 1/2³².
    value: AtomicU64,
    visits: AtomicU32,
    /// Sums of RAVE for the player who makes this move, value and weight, as the bits of two f32.
    /// Threads may lose an addition to each other, but never half of one: that is cheaper than
    /// keeping all.
    rave: AtomicU64,
    /// The first child; [`NONE`], or [`BUSY`] while a thread makes the children.
    children: AtomicU32,
    cell: AtomicU16,
    child_count: AtomicU16,
    /// 0, or a proof for the player to move here.
    proof: AtomicU8,
}

const NONE: u32 = 0;
const BUSY: u32 = u32::MAX;

/// One visit with value 1.
const UNIT: f64 = (1u64 << 32) as f64;

const CHUNK_BITS: u32 = 14;
const CHUNK: usize = 1 << CHUNK_BITS;

impl Node {
    /// Visits, those under way included.
    #[inline]
    pub fn visits(&self) -> u32 {
        self.visits.load(Relaxed)
    }

    /// The mean value for the player to move here; 0.5 without visits.
    #[inline]
    pub fn value(&self) -> f32 {
        let visits = self.visits();
        if visits == 0 {
            return 0.5;
        }
        self.value.load(Relaxed) as f32 * (1.0 / UNIT as f32) / visits as f32
    }

    /// Where the stone of this move stands.
    #[inline]
    pub fn cell(&self) -> Cell {
        Cell::new(usize::from(self.cell.load(Relaxed)))
    }

    /// Sum and weight of RAVE for the player who makes this move.
    #[inline]
    pub fn rave(&self) -> (f32, f32) {
        let both = self.rave.load(Relaxed);
        (f32::from_bits((both >> 32) as u32), f32::from_bits(both as u32))
    }

    /// Adds to RAVE.
    #[inline]
    pub fn add_rave(&self, value: f32, weight: f32) {
        let (old_value, old_weight) = self.rave();
        let (value, weight) = ((old_value + value).to_bits(), (old_weight + weight).to_bits());
        self.rave.store(u64::from(value) << 32 | u64::from(weight), Relaxed);
    }

    /// Notes a visit with a provisional value for the player to move here.
    #[inline]
    pub fn enter(&self, visits: u32, provisional: f32) {
        self.value.fetch_add(fixed(provisional), Relaxed);
        self.visits.fetch_add(visits, Relaxed);
    }

    /// Replaces the provisional value of a visit by what came out.
    #[inline]
    pub fn leave(&self, provisional: f32, value: f32) {
        self.value.fetch_add(fixed(value).wrapping_sub(fixed(provisional)), Relaxed);
    }

    /// Adds visits with their summed value at once.
    #[inline]
    pub fn add(&self, visits: u32, value: f32) {
        self.enter(visits, value);
    }

    /// Takes provisional visits back.
    #[inline]
    pub fn forget(&self, visits: u32) {
        self.visits.fetch_sub(visits, Relaxed);
    }

    /// The proven result for the player to move here.
    #[inline]
    pub fn proof(&self) -> Option<Proof> {
        match self.proof.load(Relaxed) {
            1 => Some(Proof::Win),
            2 => Some(Proof::Draw),
            3 => Some(Proof::Loss),
            _ => None,
        }
    }

    /// Notes a proof; it is never taken back.
    pub fn prove(&self, proof: Proof) {
        let code = match proof {
            Proof::Win => 1,
            Proof::Draw => 2,
            Proof::Loss => 3,
        };
        self.proof.store(code, Relaxed);
    }

    /// Whether the node has children.
    #[inline]
    pub fn is_expanded(&self) -> bool {
        !matches!(self.children.load(Relaxed), NONE | BUSY)
    }
}

fn fixed(value: f32) -> u64 {
    (f64::from(value) * UNIT) as u64
}

/// An arena of nodes that grows by chunks up to a limit.
#[derive(Debug)]
pub struct Tree {
    chunks: Box<[OnceLock<Box<[Node]>>]>,
    next: AtomicU32,
}

impl Tree {
    /// The root of every tree.
    pub const ROOT: NodeId = NodeId(1);

    /// A tree of a root, with room for so many bytes.
    pub fn new(bytes: usize) -> Self {
        let chunks = (bytes / (CHUNK * size_of::<Node>())).clamp(2, (u32::MAX >> CHUNK_BITS) as usize - 1);
        let tree = Self { chunks: (0..chunks).map(|_| OnceLock::new()).collect(), next: AtomicU32::new(2) };
        tree.chunk(0);
        tree
    }

    /// Nodes in use, gaps at the ends of chunks included.
    pub fn len(&self) -> usize {
        self.next.load(Relaxed) as usize
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
        let first = node.children.load(std::sync::atomic::Ordering::Acquire);
        if matches!(first, NONE | BUSY) {
            return &[];
        }
        let (chunk, at) = (first as usize >> CHUNK_BITS, first as usize % CHUNK);
        &self.chunk(chunk)[at..at + usize::from(node.child_count.load(Relaxed))]
    }

    /// The node of a child, by its place among the children.
    #[inline]
    pub fn child(&self, id: NodeId, index: usize) -> NodeId {
        NodeId(self.node(id).children.load(Relaxed) + index as u32)
    }

    /// Gives a node its children. Only one thread at a time may do it: the others are told
    /// [`Expansion::UnderWay`].
    pub fn expand(&self, id: NodeId, cells: impl ExactSizeIterator<Item = Cell>) -> Expansion {
        let node = self.node(id);
        if node.children.compare_exchange(NONE, BUSY, Relaxed, Relaxed).is_err() {
            return Expansion::UnderWay;
        }
        let count = cells.len();
        let Some(first) = self.reserve(count) else {
            node.children.store(NONE, Relaxed);
            return Expansion::NoRoom;
        };
        let (chunk, at) = (first as usize >> CHUNK_BITS, first as usize % CHUNK);
        for (child, cell) in self.chunk(chunk)[at..at + count].iter().zip(cells) {
            child.cell.store(cell.index() as u16, Relaxed);
        }
        node.child_count.store(count as u16, Relaxed);
        node.children.store(first, std::sync::atomic::Ordering::Release);
        Expansion::Done
    }

    /// A block of nodes within one chunk.
    fn reserve(&self, count: usize) -> Option<u32> {
        let mut next = self.next.load(Relaxed);
        loop {
            let room = CHUNK - next as usize % CHUNK;
            let first = if room < count { next as usize + room } else { next as usize };
            if first + count > self.capacity() {
                return None;
            }
            let after = (first + count) as u32;
            match self.next.compare_exchange_weak(next, after, Relaxed, Relaxed) {
                Ok(_) => return Some(first as u32),
                Err(now) => next = now,
            }
        }
    }

    /// A copy of the part below a node, without the children of nodes that have fewer visits.
    pub fn subtree(&self, root: NodeId, min_visits: u32) -> Self {
        let copy = Self::new(self.capacity() * size_of::<Node>());
        let mut open = vec![(root, Self::ROOT)];
        while let Some((from, to)) = open.pop() {
            let (source, target) = (self.node(from), copy.node(to));
            target.copy_from(source);
            let children = self.children(from);
            if children.is_empty() || source.visits() < min_visits {
                continue;
            }
            if copy.expand(to, children.iter().map(Node::cell)) == Expansion::Done {
                open.extend((0..children.len()).map(|i| (self.child(from, i), copy.child(to, i))));
            }
        }
        copy
    }
}

impl Node {
    fn copy_from(&self, other: &Self) {
        self.value.store(other.value.load(Relaxed), Relaxed);
        self.visits.store(other.visits.load(Relaxed), Relaxed);
        self.rave.store(other.rave.load(Relaxed), Relaxed);
        self.cell.store(other.cell.load(Relaxed), Relaxed);
        self.proof.store(other.proof.load(Relaxed), Relaxed);
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

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(count: usize) -> impl ExactSizeIterator<Item = Cell> {
        (0..count).map(Cell::new)
    }

    #[test]
    fn sums_come_out_whatever_was_provisional() {
        let tree = Tree::new(0);
        let root = tree.node(Tree::ROOT);
        root.enter(1, 1.0);
        root.leave(1.0, 0.25);
        root.enter(1, 1.0);
        root.leave(1.0, 0.75);
        assert_eq!((root.visits(), root.value()), (2, 0.5));
    }

    #[test]
    fn a_full_tree_says_so_and_a_pruned_copy_has_room() {
        let tree = Tree::new(0);
        assert_eq!(tree.expand(Tree::ROOT, cells(300)), Expansion::Done);
        let mut expanded = 0;
        for i in 0..300 {
            let child = tree.child(Tree::ROOT, i);
            tree.node(child).add(if i == 7 { 10 } else { 1 }, 0.5);
            if tree.expand(child, cells(300)) == Expansion::Done {
                expanded += 1;
            }
        }
        assert!(expanded > 50 && expanded < 300, "{expanded}");
        tree.node(Tree::ROOT).add(500, 1.0);
        let pruned = tree.subtree(Tree::ROOT, 5);
        assert!(pruned.len() < 1_000);
        assert_eq!(pruned.children(pruned.child(Tree::ROOT, 7)).len(), 300);
        assert!(pruned.children(pruned.child(Tree::ROOT, 8)).is_empty());
        assert_eq!(pruned.node(pruned.child(Tree::ROOT, 7)).visits(), 10);
    }

    #[test]
    fn threads_lose_no_visits() {
        let tree = Tree::new(0);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for i in 0..10_000 {
                        tree.node(Tree::ROOT).enter(1, 1.0);
                        tree.node(Tree::ROOT).leave(1.0, if i % 2 == 0 { 1.0 } else { 0.0 });
                    }
                });
            }
        });
        let root = tree.node(Tree::ROOT);
        assert_eq!((root.visits(), root.value()), (40_000, 0.5));
    }
}
