//! Hex: Black joins top and bottom, White left and right.

use std::ops::RangeInclusive;

use super::{Game, Rules};
use crate::referee::{Stones, chain_touching};
use crate::topology::{Borders, ColorRoles};
use crate::{Board, Cell, Color, Figures, Outcome, Topology};

/// The rules of Hex.
#[derive(Debug)]
pub struct Hex;

impl Rules for Hex {
    const GAME: Game = Game::Hex;
    const SIZES: RangeInclusive<u16> = 1..=19;
    const DEFAULT_SIZE: u16 = 11;

    fn topology(size: u16) -> Topology {
        Topology::rhombus(size)
    }

    #[inline]
    fn play(topology: &Topology, board: &mut Board, cell: Cell, color: Color) -> Option<Outcome> {
        board.place(topology, cell, color);
        let won = board.group_borders(cell).contains(goal(color));
        won.then_some(Outcome::win(color, Figures::CONNECTION))
    }

    fn would_win(topology: &Topology, board: &Board, cell: Cell, color: Color) -> bool {
        board.borders_with(topology, cell, color).contains(goal(color))
    }

    /// From side to side.
    fn fewest_stones(topology: &Topology) -> usize {
        usize::from(topology.size())
    }

    /// No full board is undecided; this is only reached from set-up stones that both have won.
    fn when_full(_: &Topology, _: &Board) -> Outcome {
        Outcome::DRAW
    }

    /// Swap-pieces: the stone changes color and goes to the cell that means as much to White as
    /// the old one meant to Black.
    fn swapped(topology: &Topology, cell: Cell) -> Cell {
        let mirror = topology.symmetries().iter().find(|symmetry| {
            symmetry.roles() == ColorRoles::Exchanged && symmetry.cell(Cell::new(0)) == Cell::new(0)
        });
        mirror.expect("every rhombus has this mirror").cell(cell)
    }

    fn figures(topology: &Topology, stones: &Stones, color: Color) -> Figures {
        Figures::CONNECTION.when(chain_touching(topology, stones, color, goal(color)))
    }
}

/// The two sides that a color has to join.
#[inline]
const fn goal(color: Color) -> Borders {
    match color {
        Color::Black => Borders::TOP.union(Borders::BOTTOM),
        Color::White => Borders::LEFT.union(Borders::RIGHT),
    }
}
