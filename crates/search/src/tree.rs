//! The tree of statistics, shared by all threads without locks. It knows no game: a node is a
//! place on the board with numbers.

use std::collections::HashMap;
use std::sync::OnceLock;

use catena_core::{Cell, Switch};

use crate::node::Node;
use crate::rave::Rave;
use crate::sync::{AtomicU32, Ordering};
use crate::transposition::Transpositions;

/// A node of the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NodeId(u32);

const NONE: u32 = 0;
/// A thread is making the children.
const EXPANDING: u32 = u32::MAX;

/// Loom can follow only a few atomics.
const CHUNK_BITS: u32 = if cfg!(loom) { 2 } else { 12 };
const CHUNK: usize = 1 << CHUNK_BITS;

/// Whose moves the tree keeps RAVE of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RaveColors {
    /// Those of the player to move.
    Own,
    /// Also those of the opponent on the same cells, for criticality.
    Both,
}

/// An arena of nodes that grows by chunks up to a limit.
#[derive(Debug)]
pub struct Tree {
    chunks: Box<[OnceLock<Chunk>]>,
    next: AtomicU32,
    root: NodeId,
    /// Nodes that the root does not reach, about: what earlier moves have left behind.
    garbage: usize,
    transpositions: Option<Transpositions>,
    colors: RaveColors,
}

/// Nodes, and in the same order what RAVE knows of their moves.
#[derive(Debug)]
struct Chunk {
    nodes: Box<[Node]>,
    raves: Box<[Rave]>,
    /// The same for the opponent's moves on their cells; empty unless both colors are kept.
    opposing: Box<[Rave]>,
}

/// Memory for one move.
const NODE_BYTES: usize = size_of::<Node>() + size_of::<Rave>();

impl RaveColors {
    const fn node_bytes(self) -> usize {
        match self {
            Self::Own => NODE_BYTES,
            Self::Both => NODE_BYTES + size_of::<Rave>(),
        }
    }
}

impl Tree {
    /// A tree of a root with RAVE of these colors and room for this many bytes. Where it is shared, positions that come about
    /// by another order of moves have the same statistics.
    pub fn with_colors(bytes: usize, sharing: Switch, colors: RaveColors) -> Self {
        let chunks = (bytes / (CHUNK * colors.node_bytes())).clamp(2, (u32::MAX >> CHUNK_BITS) as usize - 1);
        let tree = Self {
            chunks: (0..chunks).map(|_| OnceLock::new()).collect(),
            next: AtomicU32::new(2),
            root: NodeId(1),
            garbage: 0,
            transpositions: (sharing == Switch::On).then(|| Transpositions::new(chunks * CHUNK)),
            colors,
        };
        tree.chunk(0);
        tree.make_ahead(0);
        tree
    }

    /// The same with RAVE of the player to move alone.
    #[cfg(test)]
    pub fn new(bytes: usize, sharing: Switch) -> Self {
        Self::with_colors(bytes, sharing, RaveColors::Own)
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

    fn chunk(&self, chunk: usize) -> &Chunk {
        self.chunks[chunk].get_or_init(|| Chunk {
            nodes: (0..CHUNK).map(|_| Node::default()).collect(),
            raves: (0..CHUNK).map(|_| Rave::default()).collect(),
            opposing: match self.colors {
                RaveColors::Own => Box::default(),
                RaveColors::Both => (0..CHUNK).map(|_| Rave::default()).collect(),
            },
        })
    }

    /// A node.
    #[inline]
    pub fn node(&self, id: NodeId) -> &Node {
        &self.chunk(id.0 as usize >> CHUNK_BITS).nodes[id.0 as usize % CHUNK]
    }

    /// RAVE statistics of the move that led to a node.
    #[inline]
    pub fn rave(&self, id: NodeId) -> &Rave {
        &self.chunk(id.0 as usize >> CHUNK_BITS).raves[id.0 as usize % CHUNK]
    }

    /// The same of the opponent's move on that cell, if both colors are kept.
    fn opposing_rave(&self, id: NodeId) -> &Rave {
        &self.chunk(id.0 as usize >> CHUNK_BITS).opposing[id.0 as usize % CHUNK]
    }

    /// The children of a node; none if it has no children yet.
    #[inline]
    pub fn children(&self, id: NodeId) -> &[Node] {
        self.moves(id).0
    }

    /// The children of a node and what RAVE knows of them.
    #[inline]
    pub fn moves(&self, id: NodeId) -> (&[Node], &[Rave]) {
        let node = self.node(id);
        match node.children.load(Ordering::Acquire) {
            NONE | EXPANDING => (&[], &[]),
            first => {
                let (chunk, at) = (self.chunk(first as usize >> CHUNK_BITS), first as usize % CHUNK);
                let block = at..at + node.child_count();
                (&chunk.nodes[block.clone()], &chunk.raves[block])
            }
        }
    }

    /// What RAVE knows of the opponent's moves on the cells of the children; nothing unless both colors are kept.
    #[inline]
    pub fn opposing(&self, id: NodeId) -> &[Rave] {
        if self.colors == RaveColors::Own {
            return &[];
        }
        let node = self.node(id);
        match node.children.load(Ordering::Acquire) {
            NONE | EXPANDING => &[],
            first => {
                let at = first as usize % CHUNK;
                &self.chunk(first as usize >> CHUNK_BITS).opposing[at..at + node.child_count()]
            }
        }
    }

    fn block(&self, first: u32, count: usize) -> &[Node] {
        let (chunk, at) = (first as usize >> CHUNK_BITS, first as usize % CHUNK);
        &self.chunk(chunk).nodes[at..at + count]
    }

    /// Returns true if a node has children.
    #[inline]
    pub fn is_expanded(&self, id: NodeId) -> bool {
        !matches!(self.node(id).children.load(Ordering::Relaxed), NONE | EXPANDING)
    }

    /// The node of a child, by its place among the children.
    #[inline]
    pub fn child(&self, id: NodeId, index: usize) -> NodeId {
        NodeId(self.node(id).children.load(Ordering::Relaxed) + index as u32)
    }

    /// Gives a node its children, moves with what they promise before any visit. Only one thread
    /// at a time may do it: the others get [`Expansion::UnderWay`]. A tree with transpositions
    /// gives it the children of the same position, known by its key, if there are any.
    pub fn expand(&self, id: NodeId, moves: &[(Cell, f32)], key: u64) -> Expansion {
        let node = self.node(id);
        if node.children.compare_exchange(NONE, EXPANDING, Ordering::Relaxed, Ordering::Relaxed).is_err() {
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
                Ok(_) => {
                    self.make_ahead(first);
                    return Some(first as u32);
                }
                Err(now) => next = now,
            }
        }
    }

    /// Makes the chunk after the current one; called by the thread that takes a chunk's first block. A thread
    /// that needs it later would otherwise have to wait until another has made it.
    fn make_ahead(&self, first: usize) {
        let next = first / CHUNK + 1;
        if first.is_multiple_of(CHUNK) && next < self.chunks.len() {
            self.chunk(next);
        }
    }

    /// A copy of the part below a node, without the children of nodes that have fewer visits.
    pub fn subtree(&self, root: NodeId, min_visits: u32) -> Self {
        let sharing = Switch::from(self.transpositions.is_some());
        let copy = Self::with_colors(self.capacity() * self.colors.node_bytes(), sharing, self.colors);
        // Where shared children have gone to.
        let mut moved: HashMap<u32, u32> = HashMap::new();
        let mut open = vec![(root, copy.root)];
        while let Some((from, to)) = open.pop() {
            let (source, target) = (self.node(from), copy.node(to));
            target.copy_from(source);
            copy.rave(to).copy_from(self.rave(from));
            if self.colors == RaveColors::Both {
                copy.opposing_rave(to).copy_from(self.opposing_rave(from));
            }
            let count = self.children(from).len();
            if count == 0 || source.visits() < min_visits {
                target.reset_probe();
                continue;
            }
            let old = source.children.load(Ordering::Relaxed);
            let known = moved.get(&old).copied();
            let Some(first) = known.or_else(|| copy.reserve(count)) else {
                target.reset_probe();
                continue;
            };
            target.set_child_count(count);
            target.children.store(first, Ordering::Relaxed);
            if known.is_none() {
                open.extend((0..count as u32).map(|i| (NodeId(old + i), NodeId(first + i))));
                if sharing == Switch::On {
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

/// Result of giving a node children.
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
mod tests;

#[cfg(all(test, loom))]
mod loom_tests;
