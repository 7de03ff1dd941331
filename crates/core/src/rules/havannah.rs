//! Havannah: the first bridge, fork or ring wins; a full board without one is a draw.

use super::{Example, Facts, Goal, Methods, Rules, Side, Sizes, SwappedStone, Tutorial};
use crate::reference::{Stones, components};
use crate::topology::Borders;
use crate::{Board, ByColor, Cell, Color, Figures, Outcome, SwapRule, Topology};

/// Stones of a ring around one cell.
const SMALLEST_RING: usize = 6;

const SIDES: [Side; 6] = {
    let [a, b, c, d, e, f] = Borders::SIX_SIDES;
    [
        Side::new("side1", a),
        Side::new("side2", b),
        Side::new("side3", c),
        Side::new("side4", d),
        Side::new("side5", e),
        Side::new("side6", f),
    ]
};

/// The rules of Havannah.
#[derive(Debug)]
pub struct Havannah;

impl Rules for Havannah {
    const FACTS: Facts = Facts {
        name: "havannah",
        title: "Havannah",
        aim: "Connect two corners (bridge) or three sides (fork), or close a loop (ring).",
        sizes: Sizes {
            all: 2..=11,
            usual: &[4, 5, 6, 8, 10],
            default: 8,
            meaning: "cells along each of the six sides",
            label: |size| format!("size {size}"),
            cells: None,
        },
        record_code: "Havannah",
        file_code: 0,
        goal: Goal::Figures,
        sides: ByColor { black: &SIDES, white: &SIDES },
        usual_swap: SwapRule::Off,
        swapped_stone: SwappedStone::Stays,
        methods: Methods::PATTERNS
            .union(Methods::NETWORK)
            .union(Methods::CONNECTIONS)
            .union(Methods::FRAMES)
            .union(Methods::THREATS),
        decided_percent: 27,
        tutorial: &TUTORIAL,
    };

    fn topology(size: u16) -> Topology {
        Topology::hexagon(size)
    }

    #[inline]
    fn play(topology: &Topology, board: &mut Board, cell: Cell, color: Color) -> Option<Outcome> {
        let ring = board.would_close_ring(topology, cell, color);
        board.place(topology, cell, color);
        let figures = touching(board.group_borders(cell)).union(Figures::RING.when(ring));
        (!figures.is_empty()).then_some(Outcome::win(color, figures))
    }

    fn would_win(topology: &Topology, board: &Board, cell: Cell, color: Color) -> bool {
        // A stone alone makes no figure, and on a board with few stones most would be alone.
        let joins = topology.around(cell).iter().any(|&neighbor| board.stone(neighbor) == Some(color));
        joins
            && (!touching(board.borders_with(topology, cell, color)).is_empty()
                || board.would_close_ring(topology, cell, color))
    }

    /// A ring has six stones; a bridge on a small board fewer, from corner to corner.
    fn fewest_stones(topology: &Topology) -> usize {
        SMALLEST_RING.min(usize::from(topology.size()))
    }

    fn when_full(_: &Topology, _: &Board) -> Outcome {
        Outcome::DRAW
    }

    fn figures(topology: &Topology, stones: &Stones, color: Color) -> Figures {
        let is_own = |cell| stones.get(cell) == Some(color);
        let chains = components(topology, is_own);
        let border_figures = chains.iter().map(|chain| {
            let borders = chain.iter().map(|&cell| topology.borders(cell));
            touching(borders.collect())
        });
        border_figures
            .collect::<Figures>()
            .union(Figures::RING.when(chains.iter().any(|chain| encloses(topology, chain))))
    }
}

/// Bridge and fork, from the corners and sides that a chain meets.
fn touching(borders: Borders) -> Figures {
    Figures::BRIDGE
        .when(borders.count(Borders::CORNERS) >= 2)
        .union(Figures::FORK.when(borders.count(Borders::SIDES) >= 3))
}

/// Returns true if some part of a chain is a ring: the board without that part has a component of inner cells
/// only. What is left of the board without the whole chain shows rings around empty or enemy cells; a ring
/// around own stones shows when the stones with six own neighbors are left standing inside.
fn encloses(topology: &Topology, chain: &[Cell]) -> bool {
    let mut member = vec![false; topology.len()];
    chain.iter().for_each(|cell| member[cell.index()] = true);
    let in_chain = |cell: Cell| member[cell.index()];
    let filled_in =
        |cell: Cell| topology.neighbors(cell).count() == 6 && topology.neighbors(cell).all(in_chain);
    let outside = |cell: Cell| !in_chain(cell);
    let inner = |part: &Vec<Cell>| part.iter().all(|&cell| topology.borders(cell).is_empty());
    components(topology, outside).iter().any(inner) || chain.iter().any(|&cell| filled_in(cell))
}

const TUTORIAL: Tutorial = Tutorial {
    goal: "Build a bridge, a fork or a ring.",
    points: &[
        "Black begins. Each turn places one stone on any empty cell; stones never move.",
        "A bridge connects two corners of the board with one chain.",
        "A fork connects three sides; corners belong to no side.",
        "A ring goes around at least one cell, empty or not.",
        "The player who completes one of them first wins.",
    ],
    examples: &[
        Example {
            caption: "Fork",
            size: 4,
            black: "a2 b3 c4 d4 d3 e3 e2 d5 d6 e7",
            white: "c3 c5 e4 e5 d2 b2 f6 c6 f3",
            figure: "a2 b3 c4 d4 d3 e3 e2 d5 d6 e7",
        },
        Example {
            caption: "Bridge",
            size: 4,
            black: "a1 b2 b3 b4 a4",
            white: "a2 a3 c3 d4",
            figure: "a1 b2 b3 b4 a4",
        },
        Example {
            caption: "Ring",
            size: 4,
            black: "c3 c4 d3 d5 e4 e5",
            white: "d4 b2 d6 f5 c2",
            figure: "c3 c4 d3 d5 e4 e5",
        },
    ],
};
