//! The board as a network sees it: nodes, the taps of a graph convolution, and frames.

use catena_core::topology::{ColorRoles, Symmetry};
use catena_core::{ByColor, Cell, Color, Game, Setup, Topology};

use super::Neighbors;
use crate::lanes::Taps;

/// The nodes of a board and what each of them reads.
///
/// A node is a place where a move can be made. In Renkula! a cell and its antipode are one node:
/// they always hold the same stones, and with tied weights they get the same activations.
#[derive(Clone, Debug)]
pub struct Graph {
    neighbors: Neighbors,
    taps: Taps,
    frames: ByColor<Box<[u16]>>,
}

impl Graph {
    /// The graph of a board, with neighbors told apart or not.
    #[must_use]
    pub fn new(setup: &Setup, neighbors: Neighbors) -> Self {
        let topology = setup.topology();
        let places: Vec<Cell> = topology.places().collect();
        let mut node_of = vec![0; topology.len()];
        for (node, &cell) in places.iter().enumerate() {
            node_of[cell.index()] = node as u16;
            node_of[topology.antipode(cell).index()] = node as u16;
        }
        let width = match neighbors {
            Neighbors::Directed => neighbors.taps(),
            Neighbors::Tied => 1 + places.iter().map(|&cell| degree(topology, cell)).max().unwrap_or(0),
        };
        let off_board = places.len() as u16;
        let mut taps = Vec::with_capacity(width * places.len());
        for &cell in &places {
            taps.push(node_of[cell.index()]);
            let around = topology.around(cell)[..width - 1].iter();
            taps.extend(around.map(|at| node_of.get(at.index()).copied().unwrap_or(off_board)));
        }
        let frames = ByColor::new(|color| match mirror(setup.game(), topology, color) {
            Some(mirror) => topology.cells().map(|cell| node_of[mirror.cell(cell).index()]).collect(),
            None => node_of.clone().into(),
        });
        Self { neighbors, taps: Taps::new(places.len(), taps), frames }
    }

    /// The number of nodes.
    #[must_use]
    pub const fn nodes(&self) -> usize {
        self.taps.nodes()
    }

    /// Nodes that each node reads: itself, then its neighbors in the order of their slots.
    #[must_use]
    pub const fn width(&self) -> usize {
        self.taps.width()
    }

    /// The nodes that a node reads; [`nodes`](Self::nodes) stands for "off the board".
    #[must_use]
    pub fn taps(&self, node: usize) -> &[u16] {
        self.taps.of(node)
    }

    /// The nodes that all nodes read.
    pub(super) const fn all_taps(&self) -> &Taps {
        &self.taps
    }

    /// The weight, counted as in the file, that each of [`taps`](Self::taps) is multiplied with.
    #[must_use]
    pub const fn weight_of(&self, tap: usize) -> usize {
        match self.neighbors {
            Neighbors::Directed => tap,
            Neighbors::Tied if tap == 0 => 0,
            Neighbors::Tied => 1,
        }
    }

    /// The node of a cell when this color is to move. A Hex board is mirrored for White, so that
    /// the player to move always joins top and bottom.
    #[inline]
    #[must_use]
    pub fn node(&self, cell: Cell, to_move: Color) -> usize {
        usize::from(self.frames[to_move][cell.index()])
    }
}

fn degree(topology: &Topology, cell: Cell) -> usize {
    topology.neighbors(cell).count()
}

/// Symmetry that turns the board for this player, if one does.
fn mirror(game: Game, topology: &Topology, to_move: Color) -> Option<&Symmetry> {
    let corner = Cell::new(0);
    let exchanges =
        |symmetry: &&Symmetry| symmetry.roles() == ColorRoles::Exchanged && symmetry.cell(corner) == corner;
    match to_move {
        Color::White if game.facts().has_owned_sides() => topology.symmetries().iter().find(exchanges),
        _ => None,
    }
}
