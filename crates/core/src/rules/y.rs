//! Y: a chain that touches all three sides wins.

use std::ops::RangeInclusive;

use super::{Game, Rules};
use crate::referee::{Stones, chain_touching};
use crate::topology::Borders;
use crate::{Board, Cell, Color, Figures, Outcome, Topology};

/// The rules of Y.
#[derive(Debug)]
pub struct Y;

impl Rules for Y {
    const GAME: Game = Game::Y;
    const SIZES: RangeInclusive<u16> = 1..=26;
    const DEFAULT_SIZE: u16 = 11;

    fn topology(size: u16) -> Topology {
        Topology::triangle(size)
    }

    #[inline]
    fn play(topology: &Topology, board: &mut Board, cell: Cell, color: Color) -> Option<Outcome> {
        board.place(topology, cell, color);
        let won = board.group_borders(cell).contains(Borders::ALL_THREE);
        won.then_some(Outcome::win(color, Figures::CONNECTION))
    }

    fn would_win(topology: &Topology, board: &Board, cell: Cell, color: Color) -> bool {
        board.borders_with(topology, cell, color).contains(Borders::ALL_THREE)
    }

    /// Along a side.
    fn fewest_stones(topology: &Topology) -> usize {
        usize::from(topology.size())
    }

    /// No full board is undecided.
    fn when_full(_: &Topology, _: &Board) -> Outcome {
        Outcome::DRAW
    }

    fn figures(topology: &Topology, stones: &Stones, color: Color) -> Figures {
        Figures::CONNECTION.when(chain_touching(topology, stones, color, Borders::ALL_THREE))
    }
}
