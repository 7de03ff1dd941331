//! Players of Hex: MoHex, MoHex 2.0, Wolve, the circuit of Shannon and Moore, and the program of Raiko and Peltonen.

use super::{PaperElement, departing, same};

/// Huang and others 2013, section 3.
pub const MOHEX: &[PaperElement] = &[
    same("UCT", "section 3", &[("selection", "uct")]),
    same(
        "all moves as first",
        "section 3",
        &[("rave", "on"), ("rave_weight", "equal"), ("rave_moves", "own")],
    ),
    same("exploration beside the blend (formula 1)", "section 4.2", &[("exploration", "outside")]),
    same("exploration constant 0", "section 4.2", &[("explore", "0")]),
    departing(
        "weight of RAVE by the ratio of RAVE count to visits",
        "section 4.2",
        &[("rave_blend", "counts"), ("rave_equivalence", "1000")],
        "by the visits alone; the paper has no constants for MoHex, and this one was tuned",
    ),
    departing(
        "connections and inferior cells at nodes with many visits",
        "section 3",
        &[("vc_threshold", "256")],
        "the paper tells no threshold",
    ),
    same("playouts that save bridges, else uniform", "section 3, figure 4", &[("playout", "savebridge")]),
    same("one playout for each leaf", "section 3", &[("playouts_per_leaf", "1")]),
    departing(
        "growth of the tree",
        "not told",
        &[
            ("expansion_threshold", "10"),
            ("virtual_loss", "1"),
            ("subtree_batch", "8"),
            ("rave_buffer", "16"),
        ],
        "the paper is silent; a node of the tree costs more than a playout",
    ),
    departing("final move", "not told", &[("final_move", "visits")], "the paper is silent"),
    departing(
        "proofs in the tree",
        "not told",
        &[("solve", "on"), ("win_in_one", "on")],
        "the paper speaks of a solver beside the search, which ours does not run; wins that connections prove are backed up",
    ),
    same("no symmetry", "not told", &[("symmetry", "off"), ("transpositions", "off")]),
];

/// Huang and others 2013, section 4.
pub const MOHEX2: &[PaperElement] = &[
    same("UCT with all moves as first", "section 3", &[("selection", "uct"), ("rave", "on")]),
    departing(
        "an unstable search is extended by half of its time, once",
        "section 4.1",
        &[("extend", "on")],
        "on a clock; a time for each move is kept",
    ),
    departing(
        "exploration with the value (formula 2)",
        "section 4.2",
        &[("exploration", "inside"), ("explore", "0.3")],
        "the paper does not tell its constant",
    ),
    departing(
        "weight of RAVE by the ratio of RAVE count to visits",
        "section 4.2",
        &[("rave_blend", "counts"), ("rave_initial_weight", "2.12"), ("rave_final_weight", "830")],
        "the constants are those of the authors' program; the paper tells none",
    ),
    departing(
        "patterns of 12 cells as priors: global plus local weight, as a part of the sum over all moves",
        "sections 4.3, 4.4",
        &[("prior", "patterns")],
        "learned from the 17,662 games of people that we have, not from 19,760 and 15,116 of programs (docs/learning.md)",
    ),
    departing(
        "prunable moves are no children",
        "section 4.4",
        &[("pattern_pruning", "always")],
        "an inferior move that connections leave as the only one of two is stood in for by the other",
    ),
    same("priors when a node is visited for the first time", "section 4.4", &[("expansion_threshold", "1")]),
    same("RAVE starts at .5 with count 8", "section 4.4", &[("rave_prior_visits", "8")]),
    same(
        "progressive bias 2.47 over the square root of visits + 1",
        "section 4.5",
        &[("progressive_bias", "2.47")],
    ),
    departing(
        "softmax playouts by the same patterns, global weights up to .157",
        "section 4.6",
        &[("playout", "patterns"), ("pattern_cap", "0.157"), ("pattern_local", "1")],
        "local weights by 12 cells alone: with those of 6 four of five moves would be local, not one of two as in the paper",
    ),
    same("one playout for each leaf", "section 4.6", &[("playouts_per_leaf", "1")]),
    departing(
        "connections and inferior cells at nodes with many visits",
        "section 3",
        &[("vc_threshold", "256")],
        "the paper tells no threshold",
    ),
    departing(
        "final move",
        "section 4.1",
        &[("final_move", "visits")],
        "told only by the definition of an unstable search",
    ),
    departing(
        "proofs in the tree",
        "not told",
        &[("solve", "on"), ("win_in_one", "on")],
        "the paper is silent; wins that connections prove are backed up",
    ),
    same(
        "breakbridge in playouts beside savebridge: tried and dropped in the paper; playout=savebridge,breakbridge=on",
        "section 4.7",
        &[("breakbridge", "off")],
    ),
    same(
        "ladder continuation in playouts beside savebridge: tried and dropped in the paper; playout=savebridge,ladder=on",
        "section 4.7",
        &[("ladder", "off")],
    ),
    same(
        "RAVE degraded by the distance to the last move: tried and dropped in the paper; rave_weight=by-distance, in moves as in Fuego",
        "section 4.7",
        &[("rave_weight", "equal")],
    ),
    same(
        "criticality: tried and dropped in the paper; criticality=1",
        "section 4.7",
        &[("criticality", "0")],
    ),
    same(
        "no other knowledge",
        "not told",
        &[("decisive_moves", "off"), ("circuit_prior", "0"), ("progressive_widening", "0")],
    ),
    same("no symmetry", "not told", &[("symmetry", "off"), ("transpositions", "off")]),
];

/// Huang and others 2013, sections 2 and 5, which refer to Arneson, Hayward and Henderson 2009.
pub const WOLVE: &[PaperElement] = &[
    departing(
        "alpha-beta over the resistance of circuits with virtual connections",
        "section 2",
        &[("tempo", "0.4")],
        "the paper tells no bonus for the player to move",
    ),
    same("must-play region", "section 2", &[("must_play", "on")]),
    same("inferior cells are pruned", "section 2", &[("inferior", "on")]),
    departing(
        "widths of the search",
        "not told",
        &[("depth", "64"), ("width_1", "20"), ("width_2", "20"), ("width_3", "20"), ("width_4", "20")],
        "the paper is silent",
    ),
    departing(
        "connections by the and-rule and the or-rule",
        "section 2",
        &[("fulls", "6"), ("semis", "16")],
        "the paper tells no bounds on their number",
    ),
];

/// Shannon and Moore, as Huang and others 2013, section 2, tell it.
pub const BIRDCAGE: &[PaperElement] = &[
    same(
        "cells have resistors, shorted if the player has them and removed if the opponent has; voltage is applied across the board",
        "section 2",
        &[("circuit", "own")],
    ),
    departing(
        "the cell with the largest voltage drop is the next move",
        "section 2",
        &[("circuit", "own")],
        "Birdcage is played on the edges of a graph, where a resistor has two ends; a cell of Hex has half of its resistance towards \
         each neighbor, and its drop is its resistance times the current through it. A cell that touches a chain twice has one wire to it, \
         and a wire between conductors resists 0.05, as in wolve; on the empty board the largest drop is in the obtuse corners",
    ),
    departing(
        "wins in one",
        "not told",
        &[("win_in_one", "on")],
        "in Birdcage they come by themselves: an edge that wins has the whole voltage, one that must be kept the whole current",
    ),
];

/// Raiko and Peltonen 2008.
pub const RAIKO: &[PaperElement] = &[
    same(
        "the move with the highest upper confidence bound, c = 1",
        "slide \"Which node?\"",
        &[("selection", "uct"), ("explore", "1"), ("exploration", "outside"), ("rave", "off")],
    ),
    same(
        "a node for each iteration",
        "slide \"Tree grows by one node per play-out\"",
        &[("expansion_threshold", "1")],
    ),
    same("the rest of the board is filled at random", "slide \"Heuristics\"", &[("playout", "fill-out")]),
    same(
        "all moves of a fill-out count as first moves of the leaf",
        "slide \"Heuristics\"",
        &[("all_at_once", "on")],
    ),
    departing(
        "several fill-outs at once",
        "slide \"Heuristics\"",
        &[("playouts_per_leaf", "512")],
        "the slides do not tell how many; 512 cost no more than one here and count as one visit",
    ),
    same(
        "bamboo pairs get a stone of each color",
        "slide \"Bamboo connection heuristic\"",
        &[("bamboo", "on")],
    ),
    departing("final move", "not told", &[("final_move", "value")], "the slides are silent"),
    same(
        "no knowledge of wins",
        "not told",
        &[("win_in_one", "off"), ("solve", "off"), ("vc_threshold", "0"), ("symmetry", "off")],
    ),
];
