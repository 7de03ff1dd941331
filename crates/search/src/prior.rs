//! Priors: how good moves look before any visit.

mod neighborhood;
mod network;
mod pattern;

use catena_core::{Cell, Position, Setup};
use catena_model::Models;
use catena_model::pattern::RecentGammas;
use catena_model::policy_net::LastMoves;

use crate::{Prior, SearchConfig, UnsupportedConfig};
use neighborhood::NeighborhoodPrior;
use network::NetworkPrior;
use pattern::{InferiorMoves, PatternPrior};

/// A source of priors.
#[derive(Debug)]
pub(crate) enum MovePrior {
    Neighborhood(NeighborhoodPrior),
    Patterns(PatternPrior),
    Network(NetworkPrior),
}

impl MovePrior {
    /// The source that the parameters ask for.
    pub(crate) fn new(
        config: &SearchConfig,
        models: &Models,
        setup: &Setup,
    ) -> Result<Option<Self>, UnsupportedConfig> {
        Ok(match config.prior {
            Prior::Neighborhood if config.progressive_bias > 0.0 || config.widens() => {
                Some(Self::Neighborhood(NeighborhoodPrior::new(setup.topology())))
            }
            Prior::Neighborhood | Prior::None => None,
            Prior::Patterns => {
                let inferior =
                    if config.vc_threshold > 0 { InferiorMoves::Kept } else { InferiorMoves::Pruned };
                Some(Self::Patterns(PatternPrior::new(models, setup, inferior)?))
            }
            Prior::Network => Some(Self::Network(NetworkPrior::new(models, setup)?)),
        })
    }

    /// Adds the cells that are not pruned, with their priors from 0 to 1.
    pub(crate) fn add_moves(
        &self,
        position: &Position,
        cells: Vec<Cell>,
        last_moves: LastMoves,
        recent: &mut RecentGammas,
        moves: &mut Vec<(Cell, f32)>,
    ) {
        match self {
            Self::Neighborhood(prior) => {
                moves.extend(
                    cells.into_iter().map(|cell| (cell, prior.of_move(position, cell, last_moves.opponent))),
                );
            }
            Self::Patterns(prior) => prior.add_moves(position, cells, last_moves.opponent, recent, moves),
            Self::Network(prior) => prior.add_moves(position, &cells, last_moves, moves),
        }
    }

    /// The moves of a position that are pruned.
    pub(crate) fn pruned(&self, position: &Position) -> Vec<Cell> {
        match self {
            Self::Neighborhood(_) | Self::Network(_) => Vec::new(),
            Self::Patterns(prior) => prior.pruned(position),
        }
    }
}
