//! Y: a chain that touches all three sides wins.

use super::{Example, Facts, Goal, Methods, Rules, Side, Sizes, SwappedStone, Tutorial, connect};
use crate::reference::Stones;
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
        aim: "Connect all three sides with one chain.",
        sizes: Sizes {
            all: 1..=26,
            usual: &[7, 8, 9, 10, 11, 12, 13],
            default: 11,
            meaning: "cells along each of the three sides",
            label: |size| format!("size {size}"),
            cells: None,
        },
        record_code: "Y",
        file_code: 2,
        goal: Goal::Connect,
        sides: ByColor { black: &THREE_SIDES, white: &THREE_SIDES },
        usual_swap: SwapRule::On,
        swapped_stone: SwappedStone::Stays,
        methods: Methods::all().difference(Methods::FRAMES),
        decided_percent: 27,
        tutorial: &TUTORIAL,
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

const TUTORIAL: Tutorial = Tutorial {
    goal: "Touch all three sides with one chain.",
    points: &[
        "Each turn places one stone on any empty cell; stones never move.",
        "The first chain that touches all three sides wins. A corner touches two of them.",
        "There are no draws.",
    ],
    examples: &[
        Example {
            caption: "A Y",
            size: 5,
            black: "a2 b2 c1 b3 b4",
            white: "a3 b1 c2 a4",
            figure: "a2 b2 c1 b3 b4",
        },
        Example {
            caption: "A corner counts for two sides",
            size: 5,
            black: "a1 b1 c1 c2 c3",
            white: "a2 b2 b3 d1",
            figure: "a1 b1 c1 c2 c3",
        },
    ],
};
