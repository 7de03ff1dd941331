//! The winner of a game of Havannah, found in the ways of the papers.
//!
//! Each way is an implementation of its own behind one interface, so that they can be compared:
//! they all say who wins, at which move and by which figures.

mod dijkstra;
mod online;
mod removal;
mod union_find;

use catena_core::{Cell, Color, JudgeAnswer, Topology};

pub use dijkstra::{Dijkstra, Surrounded};
pub use online::OnLine;
pub use removal::Removal;
pub use union_find::{Forest, UnionFind};

/// A way to find the winner of a game of Havannah.
pub trait Winner {
    /// The name in tables.
    fn name(&self) -> &'static str;

    /// Finds the winner, the deciding move and the figure if Black begins and the colors alternate. Moves
    /// after the end do not matter; the board may be full or not.
    fn judge(&mut self, moves: &[Cell]) -> JudgeAnswer;
}

/// All ways that know all figures, for this board.
#[must_use]
pub fn winners(topology: &Topology) -> Vec<Box<dyn Winner>> {
    vec![Box::new(OnLine::new(topology)), Box::new(Dijkstra::new(topology)), Box::new(Removal::new(topology))]
}

/// Color that makes the move with this number, counted from 0.
#[inline]
const fn mover(ply: usize) -> Color {
    Color::ALL[ply % 2]
}
