//! Results of a search.

use std::time::Duration;

use catena_core::{Cell, Color, Move};

/// A proven result, for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// It wins.
    Win,
    /// Neither wins.
    Draw,
    /// It loses.
    Loss,
}

impl Proof {
    /// The result of a finished game for the player who would be to move.
    pub(crate) fn of_winner(winner: Option<Color>, to_move: Color) -> Self {
        match winner {
            None => Self::Draw,
            Some(winner) if winner == to_move => Self::Win,
            Some(_) => Self::Loss,
        }
    }

    /// The same result for the opponent.
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::Win => Self::Loss,
            Self::Draw => Self::Draw,
            Self::Loss => Self::Win,
        }
    }

    /// As a value in [0, 1].
    #[must_use]
    pub const fn value(self) -> f32 {
        match self {
            Self::Win => 1.0,
            Self::Draw => 0.5,
            Self::Loss => 0.0,
        }
    }

    /// `win`, `draw` or `loss`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::Draw => "draw",
            Self::Loss => "loss",
        }
    }

    /// The proof of a [`name`](Self::name).
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        [Self::Win, Self::Draw, Self::Loss].into_iter().find(|proof| proof.name() == name)
    }
}

/// A move that the search considered; all values are for the player to move.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// Where the stone goes.
    pub cell: Cell,
    /// Number of times the move was tried.
    pub visits: u32,
    /// The mean result.
    pub value: f32,
    /// Prior of the move, from 0 to 1, if the search uses priors.
    pub prior: Option<f32>,
    /// The mean result of playouts that contain the move, if any do.
    pub rave: Option<f32>,
    /// The result, if it is proven.
    pub proof: Option<Proof>,
    /// The move and what is expected after it.
    pub line: Vec<Cell>,
}

/// The state of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The move to play.
    pub best: Move,
    /// The value of the position for the player to move.
    pub value: f32,
    /// The result, if it is proven, for the player to move.
    pub proof: Option<Proof>,
    /// Visits of the root, what was kept from the last search included.
    pub visits: u32,
    /// Playouts of this search.
    pub playouts: u64,
    /// Time of this search.
    pub elapsed: Duration,
    /// Nodes in the tree.
    pub nodes: usize,
    /// All moves, the most visited first.
    pub candidates: Vec<Candidate>,
}

/// The move to play: the best place, or a swap where it is allowed. A swap turns the position around:
/// it is worth it exactly if the position is bad for the player to move.
pub(crate) fn place_or_swap(place: Cell, can_swap: bool, proof: Option<Proof>, value: f32) -> Move {
    if can_swap && proof != Some(Proof::Win) && value < 0.5 { Move::Swap } else { Move::Place(place) }
}

/// Watches a search and may stop it.
pub trait Observer {
    /// Interval between two calls of [`progress`](Self::progress).
    fn interval(&self) -> Option<Duration> {
        None
    }

    /// The search so far.
    fn progress(&mut self, _report: &Report) {}

    /// Returns true if the search should end now; asked often. All threads of the search rest until the
    /// answer, so that an observer can make it wait for others.
    fn stop(&mut self) -> bool {
        false
    }
}

impl Observer for () {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_swap_is_made_where_it_is_allowed_and_the_position_is_bad() {
        let place = Cell::new(3);
        let mv = |can_swap, proof, value| place_or_swap(place, can_swap, proof, value);
        assert_eq!(mv(true, None, 0.4), Move::Swap);
        assert_eq!(mv(true, Some(Proof::Loss), 0.0), Move::Swap);
        assert_eq!(mv(true, None, 0.6), Move::Place(place));
        assert_eq!(mv(true, Some(Proof::Win), 0.4), Move::Place(place), "a proof is worth more than a value");
        assert_eq!(mv(false, None, 0.4), Move::Place(place));
    }
}
