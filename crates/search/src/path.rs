//! The path of one iteration through the tree.

use catena_core::{Cell, Color, Move, Position};

use crate::tree::NodeId;

/// The nodes from the root to a leaf, and the moves between them.
#[derive(Debug)]
pub(crate) struct Path {
    pub nodes: Vec<NodeId>,
    /// One fewer than the nodes.
    pub cells: Vec<Cell>,
    first: Color,
}

impl Path {
    pub fn new(root: &Position) -> Self {
        let most = root.topology().len();
        Self { nodes: Vec::with_capacity(most + 1), cells: Vec::with_capacity(most), first: root.to_move() }
    }

    /// The player to move at a depth of the path.
    #[inline]
    pub fn to_move(&self, depth: usize) -> Color {
        if depth.is_multiple_of(2) { self.first } else { !self.first }
    }

    /// The player to move at the leaf.
    pub fn leaf_color(&self) -> Color {
        self.to_move(self.cells.len())
    }

    /// Keeps the first nodes and the moves between them.
    pub fn truncate(&mut self, nodes: usize) {
        self.nodes.truncate(nodes);
        self.cells.truncate(nodes.saturating_sub(1));
    }

    /// Makes `position` the one at the leaf. It is reused because a new one costs an allocation.
    pub fn replay(&self, root: &Position, position: &mut Position) {
        position.clone_from(root);
        self.cells.iter().for_each(|&cell| position.play_unchecked(Move::Place(cell)));
    }
}
