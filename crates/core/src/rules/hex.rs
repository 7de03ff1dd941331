//! Hex: Black joins top and bottom, White left and right.

use super::{Facts, Goal, Methods, Rules, Side, Sizes, SwappedStone, connect};
use crate::referee::Stones;
use crate::topology::Borders;
use crate::{Board, ByColor, Cell, Color, Figures, Outcome, SwapRule, Topology};

/// The rules of Hex.
#[derive(Debug)]
pub struct Hex;

impl Rules for Hex {
    const FACTS: Facts = Facts {
        name: "hex",
        title: "Hex",
        aim: "Join your two opposite sides: Black top and bottom, White left and right.",
        sizes: Sizes {
            all: 1..=19,
            usual: &[7, 9, 11, 13, 14, 19],
            default: 11,
            meaning: "rows and columns",
            label: |size| format!("{size} × {size}"),
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
