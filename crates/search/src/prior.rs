//! What a move promises by its surroundings alone, before any playout.

mod network;
mod patterns;

use catena_core::{Cell, Color, Position, Setup, Topology};
use catena_model::Models;
use catena_model::pattern::RecentGammas;
use catena_model::policy_net::LastMoves;
use catena_playout::policy::TwoBridges;

use crate::{Prior, SearchConfig, UnsupportedConfig};
use network::NetworkPrior;
use patterns::{Inferior, Patterns};

/// Knowledge of moves that needs no search.
#[derive(Debug)]
pub(crate) enum Knowledge {
    /// Bridges and nearness.
    Surroundings(Surroundings),
    /// Learned patterns.
    Patterns(Patterns),
    /// A learned network.
    Network(NetworkPrior),
}

impl Knowledge {
    /// What the parameters ask for.
    pub(crate) fn new(
        config: &SearchConfig,
        models: &Models,
        setup: &Setup,
    ) -> Result<Option<Self>, UnsupportedConfig> {
        Ok(match config.prior {
            Prior::Neighborhood if config.progressive_bias > 0.0 || config.widens() => {
                Some(Self::Surroundings(Surroundings::new(setup.topology())))
            }
            Prior::Neighborhood | Prior::None => None,
            Prior::Patterns => {
                let inferior = if config.vc_threshold > 0 { Inferior::Kept } else { Inferior::LeftOut };
                Some(Self::Patterns(Patterns::new(models, setup, inferior)?))
            }
            Prior::Network => Some(Self::Network(NetworkPrior::new(models, setup)?)),
        })
    }

    /// Adds those of the cells that are worth a try, with what they promise from 0 to 1.
    pub(crate) fn judge(
        &self,
        position: &Position,
        cells: Vec<Cell>,
        last_moves: LastMoves,
        recent: &mut RecentGammas,
        moves: &mut Vec<(Cell, f32)>,
    ) {
        match self {
            Self::Surroundings(known) => {
                moves.extend(
                    cells.into_iter().map(|cell| (cell, known.prior(position, cell, last_moves.opponent))),
                );
            }
            Self::Patterns(known) => known.judge(position, cells, last_moves.opponent, recent, moves),
            Self::Network(known) => known.judge(position, &cells, last_moves, moves),
        }
    }

    /// The moves of a position that are not worth a try.
    pub(crate) fn left_out(&self, position: &Position) -> Vec<Cell> {
        match self {
            Self::Surroundings(_) | Self::Network(_) => Vec::new(),
            Self::Patterns(known) => known.left_out(position),
        }
    }
}

/// Bridges and nearness.
#[derive(Debug)]
pub(crate) struct Surroundings {
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

impl Surroundings {
    pub(crate) fn new(topology: &Topology) -> Self {
        Self { bridges: TwoBridges::new(topology) }
    }

    /// How good a move of the player to move looks after the opponent's last move, from 0 to 1.
    pub(crate) fn prior(&self, position: &Position, cell: Cell, last: Option<Cell>) -> f32 {
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

/// Whether the cell and the intruder are the two cells between stones of the player to move.
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
    fn the_other_cell_of_a_bridge_promises_most() {
        let mut position = Position::new(Setup::new(Game::Havannah, 5, SwapRule::Off).unwrap());
        let cell = |name: &str| Topology::hexagon(5).cell(name).unwrap();
        for name in ["d4", "a1", "e6", "d5"] {
            position.play(Move::Place(cell(name))).unwrap();
        }
        let surroundings = Surroundings::new(position.topology());
        let prior = |name: &str| surroundings.prior(&position, cell(name), Some(cell("d5")));
        assert_eq!(prior("e5"), KEEPS_BRIDGE);
        assert_eq!(prior("f8"), MAKES_BRIDGE);
        assert_eq!(prior("c4"), ANSWERS + EXTENDS);
        assert_eq!(prior("i9"), 0.0);
    }
}
