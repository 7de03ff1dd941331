//! Shapes around the opponent's last move that call for a reply: an own stone, another of the opponent, and the empty
//! place to play on. Of several replies one is chosen at random.

use catena_core::{Cell, Color, Topology};

use super::View;
use crate::Rng;

/// A shape beside the opponent's last move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    /// Must be an own stone.
    pub own: Cell,
    /// Must be a stone of the opponent.
    pub theirs: Cell,
    /// The reply.
    pub play: Cell,
}

/// The shapes of both colors, by the last move that completes them.
#[derive(Clone, Debug)]
pub(super) struct Shapes([Box<[Vec<Shape>]>; 2]);

impl Shapes {
    /// None yet.
    pub fn new(topology: &Topology) -> Self {
        Self(Color::ALL.map(|_| vec![Vec::new(); topology.len()].into_boxed_slice()))
    }

    /// Lets a color answer the opponent's move `last` where this shape stands.
    pub fn add(&mut self, color: Color, last: Cell, shape: Shape) {
        let known = &mut self.0[super::index(color)][last.index()];
        if !known.contains(&shape) {
            known.push(shape);
        }
    }

    /// Gives the replies of the player to move to the opponent's last move to `choice`.
    #[inline]
    pub fn offer(&self, view: &View, choice: &mut Choice, rng: &mut Rng) {
        let own = view.to_move();
        let Some(last) = view.last(!own) else { return };
        for shape in &self.0[super::index(own)][last.index()] {
            let stands = view.stone(shape.own) == Some(own) && view.stone(shape.theirs) == Some(!own);
            if stands && view.stone(shape.play).is_none() {
                choice.offer(shape.play, rng);
            }
        }
    }
}

/// One of several moves, each with the same chance, without a list of them.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Choice {
    found: Option<Cell>,
    count: u32,
}

impl Choice {
    /// Adds a move.
    #[inline]
    pub fn offer(&mut self, cell: Cell, rng: &mut Rng) {
        self.count += 1;
        // The n-th of several replaces the choice with chance 1/n, so all are equal.
        if self.count == 1 || rng.below(self.count) == 0 {
            self.found = Some(cell);
        }
    }

    /// The move, if there was any.
    #[inline]
    pub const fn cell(self) -> Option<Cell> {
        self.found
    }
}
