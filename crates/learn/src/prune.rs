//! Patterns of Hex whose move is provably inferior, whatever lies outside.
//!
//! The cells of the pattern are looked at with the rings of the inferior-cell engine. What is not in
//! the pattern counts as open: anything may come there, but nobody may rely on playing there.

use catena_core::Color;
use catena_model::pattern::{Pattern, Prune, Slot, Spot};
use catena_proof::inferior::{RingSpot, Rings};

/// The weight of a dead or captured move (Huang et al. 2013).
pub const DEAD_GAMMA: f32 = 1e-5;
/// The weight of a dominated move.
pub const DOMINATED_GAMMA: f32 = 1e-4;

/// Finds inferior moves of patterns.
#[derive(Clone, Debug)]
pub struct Pruner {
    rings: Rings,
    /// The neighbors of the middle and of each slot in circular order.
    around: [[Option<usize>; 6]; NODES],
}

/// The middle and all slots; slot s is node s + 1.
const NODES: usize = Slot::COUNT + 1;
const MIDDLE: usize = 0;

/// State of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NodeState {
    /// Outside of the pattern or beyond two sides.
    Open,
    Empty,
    Stone(Color),
}

type Nodes = [NodeState; NODES];

impl Default for Pruner {
    fn default() -> Self {
        Self::new()
    }
}

impl Pruner {
    /// Prepares the rings.
    #[must_use]
    pub fn new() -> Self {
        let at = |node: usize| if node == MIDDLE { (0, 0) } else { offset(Slot::new(node - 1)) };
        let around = std::array::from_fn(|node| {
            std::array::from_fn(|direction| {
                let ((c, r), (dc, dr)) = (at(node), offset(Slot::new(direction)));
                (0..NODES).find(|&other| at(other) == (c + dc, r + dr))
            })
        });
        Self { rings: Rings::new(), around }
    }

    /// Tells if the move of a pattern of Hex can be pruned.
    #[must_use]
    pub fn prune(&self, pattern: Pattern) -> Prune {
        let mut nodes = [NodeState::Open; NODES];
        nodes[MIDDLE] = NodeState::Empty;
        for index in 0..pattern.reach().cells() {
            nodes[index + 1] = match pattern.spot(Slot::new(index)) {
                Spot::Empty => NodeState::Empty,
                Spot::Own => NodeState::Stone(Color::Black),
                Spot::Foreign => NodeState::Stone(Color::White),
                Spot::Beyond => NodeState::Open,
            };
        }
        self.fill_in(&mut nodes);
        if nodes[MIDDLE] != NodeState::Empty {
            return Prune::Dead;
        }
        // A cell made useless by a stone is at most as good as the stone's.
        let dominates = |by: &usize| {
            let mut after = nodes;
            after[*by] = NodeState::Stone(Color::Black);
            self.fill_in(&mut after);
            after[MIDDLE] == NodeState::Stone(Color::Black)
        };
        let better = (1..NODES).filter(|&node| nodes[node] == NodeState::Empty).find(dominates);
        better.map_or(Prune::Keep, |node| Prune::Dominated { by: Slot::new(node - 1) })
    }

    /// Fills in dead and captured cells until there are no more; dead ones for the mover.
    fn fill_in(&self, nodes: &mut Nodes) {
        loop {
            let before = *nodes;
            for node in 0..NODES {
                if nodes[node] == NodeState::Empty && self.is_dead(nodes, node) {
                    nodes[node] = NodeState::Stone(Color::Black);
                }
            }
            for a in 0..NODES {
                for b in self.around[a].into_iter().flatten() {
                    let captor = Color::ALL.into_iter().find(|&color| self.captures(nodes, color, a, b));
                    if let Some(color) = captor {
                        nodes[a] = NodeState::Stone(color);
                        nodes[b] = NodeState::Stone(color);
                    }
                }
            }
            if *nodes == before {
                return;
            }
        }
    }

    /// Returns true if a color can make either of two neighbors dead by answering on the other.
    fn captures(&self, nodes: &Nodes, color: Color, a: usize, b: usize) -> bool {
        let dead_after = |cell: usize, stone: usize| {
            let mut after = *nodes;
            after[stone] = NodeState::Stone(color);
            self.is_dead(&after, cell)
        };
        nodes[a] == NodeState::Empty && nodes[b] == NodeState::Empty && dead_after(a, b) && dead_after(b, a)
    }

    fn is_dead(&self, nodes: &Nodes, node: usize) -> bool {
        let ring = self.around[node].map(|near| match near.map(|near| nodes[near]) {
            Some(NodeState::Stone(color)) => RingSpot::Stone(color),
            _ => RingSpot::Cell,
        });
        self.rings.is_dead(&ring)
    }
}

/// Column and row of a slot, counted from the middle, as on a board of Hex.
pub(crate) fn offset(slot: Slot) -> (i32, i32) {
    const DIRECTIONS: [(i32, i32); 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];
    let (a, b) = (DIRECTIONS[slot.index() % 6], DIRECTIONS[(slot.index() + 1) % 6]);
    match slot.index() / 6 {
        0 => a,
        1 => (a.0 + b.0, a.1 + b.1),
        _ => (2 * a.0, 2 * a.1),
    }
}
