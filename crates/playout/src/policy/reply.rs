//! Last good reply (Drake 2009): a reply that won its playout is tried again when the same move
//! comes up.

use catena_core::topology::MAX_CELLS;
use catena_core::{Cell, Outcome};

use super::{Policy, View};
use crate::Rng;

/// The replies of both colors to each move of the opponent (LGR-1).
#[derive(Clone, Debug)]
pub struct LastGoodReply {
    replies: [[Option<Cell>; MAX_CELLS]; 2],
    /// The opponent's last move before the playout, to which its first move is a reply.
    before: Option<Cell>,
}

impl LastGoodReply {
    /// No replies are known yet.
    #[must_use]
    pub const fn new() -> Self {
        Self { replies: [[None; MAX_CELLS]; 2], before: None }
    }

    /// Forgets all replies.
    pub fn clear(&mut self) {
        *self = Self::new();
    }
}

impl Default for LastGoodReply {
    fn default() -> Self {
        Self::new()
    }
}

impl Policy for LastGoodReply {
    fn begin(&mut self, view: &View) {
        self.before = view.last(!view.to_move());
    }

    #[inline]
    fn choose(&mut self, view: &View, _: &mut Rng) -> Option<Cell> {
        let own = view.to_move();
        let reply = self.replies[super::index(own)][view.last(!own)?.index()]?;
        view.stone(reply).is_none().then_some(reply)
    }

    /// The winner's replies are remembered, the loser's forgotten (Baier and Drake 2010).
    fn finished(&mut self, view: &View, outcome: Outcome) {
        let Some(winner) = outcome.winner else { return };
        let mut mover = if view.moves().len().is_multiple_of(2) { view.to_move() } else { !view.to_move() };
        let mut previous = self.before;
        for &cell in view.moves() {
            if let Some(previous) = previous {
                let reply = &mut self.replies[super::index(mover)][previous.index()];
                if mover == winner {
                    *reply = Some(cell);
                } else if *reply == Some(cell) {
                    *reply = None;
                }
            }
            previous = Some(cell);
            mover = !mover;
        }
    }
}
