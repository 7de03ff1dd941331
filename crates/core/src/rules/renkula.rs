//! Renkula!: each move takes a cell and its antipode; a chain that joins such a pair wins.

use super::{Facts, Goal, Methods, Rules, Sizes, SwappedStone};
use crate::referee::{Stones, components};
use crate::{Board, ByColor, Cell, Color, Figures, Outcome, SwapRule, Topology};

/// The rules of Renkula!.
#[derive(Debug)]
pub struct Renkula;

impl Rules for Renkula {
    const FACTS: Facts = Facts {
        name: "renkula",
        title: "Renkula!",
        aim: "Each move places two opposite stones on the sphere: join a cell to its antipode.",
        sizes: Sizes {
            all: 1..=6,
            usual: &[2, 3, 4, 6],
            default: 3,
            meaning: "parts of each edge of the icosahedron that the sphere is made of",
            label: |size| format!("{} cells", 10 * size * size + 2),
        },
        record_code: "Renkula",
        file_code: 4,
        goal: Goal::Antipodes,
        sides: ByColor { black: &[], white: &[] },
        usual_swap: SwapRule::On,
        swapped_stone: SwappedStone::Stays,
        methods: Methods::PATTERNS.union(Methods::FILL_OUTS).union(Methods::THREATS),
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
