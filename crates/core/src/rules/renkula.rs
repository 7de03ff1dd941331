//! Renkula!: each move takes a cell and its antipode; a chain that joins such a pair wins.

use super::{Example, Facts, Goal, Methods, Rules, Sizes, SwappedStone, Tutorial};
use crate::reference::{Stones, components};
use crate::{Board, ByColor, Cell, Color, Figures, Outcome, SwapRule, Topology};

/// The rules of Renkula!.
#[derive(Debug)]
pub struct Renkula;

impl Rules for Renkula {
    const FACTS: Facts = Facts {
        name: "renkula",
        title: "Renkula!",
        aim: "Connect a cell to the one directly opposite: each move places two opposite stones on the sphere.",
        sizes: Sizes {
            all: 1..=6,
            usual: &[2, 3, 4, 6],
            default: 3,
            meaning: "parts of each edge of the icosahedron that the sphere is made of",
            label: |size| format!("{} cells", cells(size)),
            cells: Some(cells),
        },
        record_code: "Renkula",
        file_code: 4,
        goal: Goal::Antipodes,
        sides: ByColor { black: &[], white: &[] },
        usual_swap: SwapRule::On,
        swapped_stone: SwappedStone::Stays,
        methods: Methods::PATTERNS.union(Methods::FILL_OUTS).union(Methods::THREATS),
        decided_percent: 55,
        tutorial: &TUTORIAL,
    };

    fn topology(size: u16) -> Topology {
        Topology::sphere(size)
    }

    /// Stones come in antipodal pairs, so a new chain between antipodes runs through the new pair.
    #[inline]
    fn play(topology: &Topology, board: &mut Board, cell: Cell, color: Color) -> Option<Outcome> {
        let antipode = topology.antipode(cell);
        board.place(topology, cell, color);
        board.place(topology, antipode, color);
        let won = board.group(cell) == board.group(antipode);
        won.then_some(Outcome::win(color, Figures::ANTIPODES))
    }

    /// The chain runs through the new pair: both touch one group, or each other.
    fn would_win(topology: &Topology, board: &Board, cell: Cell, color: Color) -> bool {
        let antipode = topology.antipode(cell);
        let groups = |of: Cell| {
            let own = topology.neighbors(of).filter(|&neighbor| board.stone(neighbor) == Some(color));
            own.map(|neighbor| board.group(neighbor))
        };
        topology.neighbors(cell).any(|neighbor| neighbor == antipode)
            || groups(cell).any(|group| groups(antipode).any(|other| other == group))
    }

    /// No full sphere is undecided.
    fn when_full(_: &Topology, _: &Board) -> Outcome {
        Outcome::DRAW
    }

    fn figures(topology: &Topology, stones: &Stones, color: Color) -> Figures {
        let chains = components(topology, |cell| stones.get(cell) == Some(color));
        let joins = |chain: &Vec<Cell>| chain.iter().any(|&cell| chain.contains(&topology.antipode(cell)));
        Figures::ANTIPODES.when(chains.iter().any(joins))
    }
}

fn cells(size: u16) -> u64 {
    10 * u64::from(size).pow(2) + 2
}

const TUTORIAL: Tutorial = Tutorial {
    goal: "Connect a cell to the one directly opposite.",
    points: &[
        "The board is a ball. Each turn places two stones: on a cell and on the cell exactly opposite.",
        "Whoever connects any cell to its opposite by a chain wins. As stones come in pairs, the chain then \
         goes all around the ball.",
        "There are no draws. Drag the ball to turn it.",
    ],
    examples: &[Example {
        caption: "A loop around the ball: drag it",
        size: 3,
        black: "c1 d2 e2 f2 g2 h2 i2 i3 h5 g8 f9 e10 d11 c8 b5 b1",
        white: "",
        figure: "c1 d2 e2 f2 g2 h2 i2 i3 h5 g8 f9 e10 d11 c8 b5 b1",
    }],
};
