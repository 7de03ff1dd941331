//! Bridges that fill-outs keep (the bamboo connection of Raiko and Peltonen 2008).
//!
//! A bridge is a pair of empty neighbors u and v between two ends that touch both: if each gets
//! one stone of either color, the ends are joined. Ends are
//! - two stones of one color that are not in one group yet, or
//! - a stone and a border of the board along which u and v lie, which its group does not touch yet
//!   and which counts for its color: in Hex the own two sides, in Y every side for both colors, in
//!   \*Star the outer ring for both colors.
//!
//! On the sphere the pair of places u and v stands for both bridges, the one through u and v and
//! its antipodal image.

use catena_core::topology::Borders;
use catena_core::{Cell, Position, Topology};

/// Pairs of neighboring places of which at least one cell can come into question.
pub(super) fn edges(topology: &Topology) -> Vec<BridgePair> {
    let mut edges = Vec::new();
    for u in topology.places() {
        for v in topology.neighbors(u) {
            let places = [u, topology.canonical(v)];
            let seen = edges.iter().any(|edge: &BridgePair| edge.places == [places[1], places[0]]);
            if places[0] == places[1] || seen {
                continue;
            }
            let common = topology.neighbors(u).filter(|&end| topology.neighbors(v).any(|cell| cell == end));
            let along = topology.borders(u).intersection(topology.borders(v));
            edges.push(BridgePair { places, common: common.collect(), along });
        }
    }
    edges
}

/// Two neighboring places and what lies at the ends of the bridge that they can be.
#[derive(Debug)]
pub(super) struct BridgePair {
    places: [Cell; 2],
    common: Vec<Cell>,
    /// Borders that both cells lie on.
    along: Borders,
}

impl BridgePair {
    /// The places, if they are a bridge in this position.
    pub(super) fn bridge(&self, position: &Position) -> Option<[u16; 2]> {
        let board = position.board();
        if self.places.iter().any(|&place| board.stone(place).is_some()) {
            return None;
        }
        let joined = self.common.iter().enumerate().any(|(i, &end)| {
            let Some(color) = board.stone(end) else { return false };
            let other =
                |&other: &Cell| board.stone(other) == Some(color) && board.group(other) != board.group(end);
            let sides = self.along.intersection(position.setup().game().facts().goal_borders(color));
            self.common[i + 1..].iter().any(other) || !sides.difference(board.group_borders(end)).is_empty()
        });
        joined.then(|| self.places.map(|place| place.index() as u16))
    }
}
