//! Bent Y: Y on the curved board that Schensted and Titus recommend. Three inner cells with five
//! neighbors bend it, so that its middle is worth less than that of a flat board.

use super::y::THREE_SIDES;
use super::{Example, Facts, Goal, Methods, Rules, Sizes, SwappedStone, Tutorial, connect};
use crate::reference::Stones;
use crate::{Board, ByColor, Cell, Color, Figures, Outcome, SwapRule, Topology};

/// The rules of Bent Y.
#[derive(Debug)]
pub struct BentY;

impl Rules for BentY {
    const FACTS: Facts = Facts {
        name: "bent-y",
        title: "Bent Y",
        aim: "Connect all three sides of the curved board with one chain.",
        sizes: Sizes {
            all: 1..=8,
            usual: &[3, 4, 5, 6],
            default: 4,
            meaning: "parts of each edge of the ten triangles that the board is made of",
            label: |size| format!("{} cells", cells(size)),
            cells: Some(cells),
        },
        record_code: "BentY",
        file_code: 5,
        goal: Goal::Connect,
        sides: ByColor { black: &THREE_SIDES, white: &THREE_SIDES },
        usual_swap: SwapRule::On,
        swapped_stone: SwappedStone::Stays,
        methods: Methods::CONNECTIONS
            .union(Methods::INFERIOR_CELLS)
            .union(Methods::FILL_OUTS)
            .union(Methods::THREATS),
        decided_percent: 36,
        tutorial: &TUTORIAL,
    };

    fn topology(size: u16) -> Topology {
        Topology::bent_triangle(size)
    }

    #[inline]
    fn play(topology: &Topology, board: &mut Board, cell: Cell, color: Color) -> Option<Outcome> {
        connect::play::<Self>(topology, board, cell, color)
    }

    fn would_win(topology: &Topology, board: &Board, cell: Cell, color: Color) -> bool {
        connect::would_win::<Self>(topology, board, cell, color)
    }

    /// From corner to corner along a side.
    fn fewest_stones(topology: &Topology) -> usize {
        2 * usize::from(topology.size()) + 1
    }

    /// No full board is undecided.
    fn when_full(_: &Topology, _: &Board) -> Outcome {
        Outcome::DRAW
    }

    fn figures(topology: &Topology, stones: &Stones, color: Color) -> Figures {
        connect::figures::<Self>(topology, stones, color)
    }
}

fn cells(size: u16) -> u64 {
    let size = u64::from(size);
    5 * size * size + 3 * size + 1
}

const TUTORIAL: Tutorial = Tutorial {
    goal: "Touch all three sides of the curved board with one chain.",
    points: &[
        "Each turn places one stone on any empty cell; stones never move.",
        "The first chain that touches all three sides wins. A corner touches two of them.",
        "Three inner cells have only five neighbors: they bend the board, so that its middle is worth less than that of Y.",
        "There are no draws.",
    ],
    examples: &[
        Example {
            caption: "A Y",
            size: 2,
            black: "a3 b3 c2 c4 b6 a7 c6 b8 a11",
            white: "b2 c1 c3 b4 b5 c5 b9 a10",
            figure: "a3 b3 c2 c4 b6 a7 c6 b8 a11",
        },
        Example {
            caption: "A corner counts for two sides",
            size: 2,
            black: "a1 a2 a3 a4 a5",
            white: "b1 b2 b3 b4",
            figure: "a1 a2 a3 a4 a5",
        },
    ],
};
