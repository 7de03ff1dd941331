//! A hand-made prior: bridges kept and made, and stones nearby.

use catena_core::{Cell, Color, Position, Topology};
use catena_playout::policy::TwoBridges;

/// Prefers bridges, replies and extensions.
#[derive(Debug)]
pub(crate) struct NeighborhoodPrior {
    bridges: TwoBridges,
}

/// The opponent has intruded into a bridge: this keeps the stones together.
const KEEPS_BRIDGE: f32 = 1.0;
/// A bridge to an own stone.
const MAKES_BRIDGE: f32 = 0.5;
/// Beside the opponent's last stone.
const ANSWERS: f32 = 0.25;
/// Beside an own stone.
const EXTENDS: f32 = 0.125;

impl NeighborhoodPrior {
    pub(super) fn new(topology: &Topology) -> Self {
        Self { bridges: TwoBridges::new(topology) }
    }

    /// Prior of a move of the player to move after the opponent's last move, from 0 to 1.
    pub(super) fn of_move(&self, position: &Position, cell: Cell, last: Option<Cell>) -> f32 {
        let (topology, board) = (position.topology(), position.board());
        let own = |cell: Cell| board.stone(cell) == Some(position.to_move());
        let empty = |cell: Cell| board.stone(cell).is_none();
        let touches_last = last.is_some_and(|last| touch(topology, cell, last));
        if touches_last && last.is_some_and(|last| keeps_bridge(position, cell, last)) {
            return KEEPS_BRIDGE;
        }
        let mut bridges = self.bridges.of(cell).iter();
        let makes_bridge = bridges.any(|bridge| own(bridge.to) && bridge.carrier.into_iter().all(empty));
        let extends = topology.neighbors(cell).any(own);
        let worth = |weight: f32, holds: bool| if holds { weight } else { 0.0 };
        worth(MAKES_BRIDGE, makes_bridge) + worth(ANSWERS, touches_last) + worth(EXTENDS, extends)
    }
}

fn touch(topology: &Topology, a: Cell, b: Cell) -> bool {
    topology.neighbors(a).any(|cell| cell == b)
}

/// Returns true if the cell and the intruder are the two cells between stones of the player to move.
fn keeps_bridge(position: &Position, cell: Cell, intruder: Cell) -> bool {
    let topology = position.topology();
    let color: Color = position.to_move();
    let mut common = topology.neighbors(cell).filter(|&between| touch(topology, between, intruder));
    let own = |end: Option<Cell>| end.is_some_and(|end| position.board().stone(end) == Some(color));
    own(common.next()) && own(common.next())
}

#[cfg(test)]
mod tests {
    use super::*;
    use catena_core::{Game, Move, Setup, SwapRule};

    #[test]
    fn the_other_cell_of_a_bridge_has_the_largest_prior() {
        let mut position = Position::new(Setup::new(Game::Havannah, 5, SwapRule::Off).unwrap());
        let cell = |name: &str| Topology::hexagon(5).cell(name).unwrap();
        for name in ["d4", "a1", "e6", "d5"] {
            position.play(Move::Place(cell(name))).unwrap();
        }
        let neighborhood = NeighborhoodPrior::new(position.topology());
        let prior = |name: &str| neighborhood.of_move(&position, cell(name), Some(cell("d5")));
        assert_eq!(prior("e5"), KEEPS_BRIDGE);
        assert_eq!(prior("f8"), MAKES_BRIDGE);
        assert_eq!(prior("c4"), ANSWERS + EXTENDS);
        assert_eq!(prior("i9"), 0.0);
    }
}
