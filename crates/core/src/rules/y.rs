//! Y: a chain that touches all three sides wins.

use super::{Facts, Goal, Methods, Rules, Side, Sizes, SwappedStone, connect};
use crate::referee::Stones;
use crate::topology::Borders;
use crate::{Board, ByColor, Cell, Color, Figures, Outcome, SwapRule, Topology};

/// The sides of a triangle; both colors have to join all of them.
pub(super) const THREE_SIDES: [Side; 3] = {
    let [a, b, c] = Borders::THREE_SIDES;
    [Side::new("side1", a), Side::new("side2", b), Side::new("side3", c)]
};

/// The rules of Y.
#[derive(Debug)]
pub struct Y;

impl Rules for Y {
    const FACTS: Facts = Facts {
        name: "y",
        title: "Y",
        aim: "Join all three sides with one chain.",
        sizes: Sizes {
            all: 1..=26,
            usual: &[7, 8, 9, 10, 11, 12, 13],
            default: 11,
            meaning: "cells along each of the three sides",
            label: |size| format!("side {size}"),
        },
        record_code: "Y",
        file_code: 2,
        goal: Goal::Connect,
        sides: ByColor { black: &THREE_SIDES, white: &THREE_SIDES },
        usual_swap: SwapRule::On,
        swapped_stone: SwappedStone::Stays,
        methods: Methods::all().difference(Methods::FRAMES),
    };

    fn topology(size: u16) -> Topology {
        Topology::triangle(size)
    }

    #[inline]
    fn play(topology: &Topology, board: &mut Board, cell: Cell, color: Color) -> Option<Outcome> {
        connect::play::<Self>(topology, board, cell, color)
    }

    fn would_win(topology: &Topology, board: &Board, cell: Cell, color: Color) -> bool {
        connect::would_win::<Self>(topology, board, cell, color)
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
        connect::figures::<Self>(topology, stones, color)
    }
}
