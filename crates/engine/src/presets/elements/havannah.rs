//! Players of Havannah: those of Joosten, and that of Könnecke and Waldmann.

use super::{PaperElement, departing, same};

/// Joosten 2009, section 4.2: the tree search.
pub const JOOSTEN: &[PaperElement] = &[
    departing(
        "UCT with C = 1.2",
        "section 4.2, table 2",
        &[("selection", "uct"), ("explore", "0.6"), ("exploration", "outside"), ("rave", "off")],
        "values go from 0 to 1 here, from -1 to 1 there: 0.6 is its 1.2",
    ),
    same(
        "below a threshold of 50 visits moves are chosen as in playouts",
        "section 4.2",
        &[("random_below", "50")],
    ),
    same("a node for each iteration", "section 4.2, expansion", &[("expansion_threshold", "1")]),
    same("random playouts", "section 4.2, simulation", &[("playout", "uniform"), ("playouts_per_leaf", "1")]),
    departing(
        "nearest-neighbor preference, own move or by a coin",
        "section 4.3",
        &[("nearest_chance", "linear")],
        "with playout=nearest-own or nearest-coin; how chances fall with the distance is not told",
    ),
    same("the final move has the highest value", "section 4.2, final move", &[("final_move", "value")]),
    same(
        "no perfect knowledge",
        "section 7",
        &[("win_in_one", "off"), ("solve", "off"), ("symmetry", "off"), ("prior", "none")],
    ),
];

/// Joosten 2009, section 5.1: the greedy agent.
pub const GREEDY: &[PaperElement] = &[
    same(
        "random playouts of every move until the time is over, the highest score is played",
        "section 5.1",
        &[("playout", "uniform")],
    ),
    departing(
        "nearest-neighbor preference, own move or by a coin",
        "section 4.3",
        &[("nearest_chance", "linear")],
        "with playout=nearest-own or nearest-coin; how chances fall with the distance is not told",
    ),
];

/// Joosten 2009, section 5.1: the random agent.
pub const RANDOM: &[PaperElement] = &[
    same("legal moves at random", "section 5.1", &[("playout", "uniform")]),
    departing(
        "nearest-neighbor preference, own move or by a coin",
        "section 4.3",
        &[("nearest_chance", "linear")],
        "with playout=nearest-own or nearest-coin; how chances fall with the distance is not told",
    ),
];

/// Könnecke and Waldmann 2009.
pub const KOENNECKE: &[PaperElement] = &[
    departing(
        "UCT: mean value plus deviation",
        "section 3",
        &[("selection", "uct"), ("exploration", "outside"), ("explore", "0.5")],
        "the paper tells no constant",
    ),
    departing(
        "all moves as first, blended with the value of the move",
        "section 3",
        &[("rave", "on"), ("rave_blend", "visits"), ("rave_equivalence", "500")],
        "the paper does not tell how",
    ),
    departing(
        "playouts weigh the reciprocal of their length",
        "section 4",
        &[("rave_weight", "by-length")],
        "results are 0, ½ and 1 here, -1, 0 and 1 there: means of the same order",
    ),
    same("moves of the winner count, whoever made them", "section 4", &[("rave_moves", "winners")]),
    same(
        "whether losing moves should be deprecated is left open: rave_moves=all counts them as losses for both, and is off",
        "section 4",
        &[("rave_moves", "winners")],
    ),
    same("playouts beyond the horizon of a node are discarded", "section 5", &[("horizon", "on")]),
    same("the tree grows by a node for each playout", "section 3", &[("expansion_threshold", "1")]),
    departing(
        "moves by weight: the neighbors of move n get n³",
        "sections 6 and 9",
        &[("playout", "weighted"), ("distribution", "own")],
        "a distribution for each player fits the run times of the paper, which does not tell",
    ),
    same("weights in an array tree of sums", "section 6", &[("sampler", "tree")]),
    same("rings found off-line by Dijkstra's algorithm", "section 8", &[("rings", "offline")]),
    same("weights start from RAVE", "section 6", &[("start_weights", "rave")]),
    departing("final move", "not told", &[("final_move", "visits")], "the paper is silent"),
    same("no knowledge of wins", "not told", &[("win_in_one", "off"), ("solve", "off"), ("symmetry", "off")]),
];

/// Könnecke and Waldmann 2009, the plan of their last section.
pub const FRAMER: &[PaperElement] = &[
    departing(
        "measures (z, n) of each player and edge by playouts of the edge's battle, and their sum",
        "section 10",
        &[("edge_playouts", "16"), ("root_edge_playouts", "64")],
        "the paper tells no numbers; no tree in a battle, whose regions overlap; combined by combinatorial game theory as the \
         paper plans, with bounded sums and the tangent plane of the winning condition",
    ),
    departing(
        "exact frames first",
        "not told",
        &[("frame_proofs", "on")],
        "for bridges and rings, which are no edges",
    ),
];
