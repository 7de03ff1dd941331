//! Hex: Black joins top and bottom, White left and right.

use super::{Example, Facts, Goal, Methods, Rules, Side, Sizes, SwappedStone, Tutorial, connect};
use crate::reference::Stones;
use crate::topology::Borders;
use crate::{Board, ByColor, Cell, Color, Figures, Outcome, SwapRule, Topology};

/// The rules of Hex.
#[derive(Debug)]
pub struct Hex;

impl Rules for Hex {
    const FACTS: Facts = Facts {
        name: "hex",
        title: "Hex",
        aim: "Connect your two sides: Black top and bottom, White left and right.",
        sizes: Sizes {
            all: 1..=19,
            usual: &[7, 9, 11, 13, 14, 19],
            default: 11,
            meaning: "rows and columns",
            label: |size| format!("{size} × {size}"),
            cells: None,
        },
        record_code: "11",
        file_code: 1,
        goal: Goal::Connect,
        // HexGui's names.
        sides: ByColor {
            black: &[Side::new("north", Borders::TOP), Side::new("south", Borders::BOTTOM)],
            white: &[Side::new("west", Borders::LEFT), Side::new("east", Borders::RIGHT)],
        },
        usual_swap: SwapRule::On,
        swapped_stone: SwappedStone::Mirrored,
        methods: Methods::all().difference(Methods::FRAMES),
        decided_percent: 28,
        tutorial: &TUTORIAL,
    };

    fn topology(size: u16) -> Topology {
        Topology::rhombus(size)
    }

    #[inline]
    fn play(topology: &Topology, board: &mut Board, cell: Cell, color: Color) -> Option<Outcome> {
        connect::play::<Self>(topology, board, cell, color)
    }

    fn would_win(topology: &Topology, board: &Board, cell: Cell, color: Color) -> bool {
        connect::would_win::<Self>(topology, board, cell, color)
    }

    /// From side to side.
    fn fewest_stones(topology: &Topology) -> usize {
        usize::from(topology.size())
    }

    /// No full board is undecided; this is only reached from set-up stones that both have won.
    fn when_full(_: &Topology, _: &Board) -> Outcome {
        Outcome::DRAW
    }

    fn figures(topology: &Topology, stones: &Stones, color: Color) -> Figures {
        connect::figures::<Self>(topology, stones, color)
    }
}

const TUTORIAL: Tutorial = Tutorial {
    goal: "Connect your two sides.",
    points: &[
        "Black connects top and bottom, White left and right; the border shows whose side it is.",
        "Each turn places one stone on any empty cell; stones never move.",
        "There are no draws: only a complete chain stops the opponent's.",
        "With the swap rule, White may take over the first stone, mirrored.",
    ],
    examples: &[
        Example {
            caption: "Black has connected top and bottom",
            size: 5,
            black: "c1 c2 b3 b4 b5",
            white: "d1 c3 d2 a4 c4",
            figure: "c1 c2 b3 b4 b5",
        },
        Example {
            caption: "White has connected left and right",
            size: 5,
            black: "b1 c2 d1 b4 d4",
            white: "a3 b3 c3 d3 e2",
            figure: "a3 b3 c3 d3 e2",
        },
    ],
};
