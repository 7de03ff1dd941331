//! Priors: how good moves look before any visit.

mod neighborhood;
mod pattern;

use catena_core::{Cell, Move, Position, Setup};
use catena_model::Models;
use catena_model::pattern::{InferiorCells, RecentGammas};

use crate::{PatternPruning, Prior, SearchConfig, UnsupportedConfig};
use neighborhood::NeighborhoodPrior;
pub(crate) use pattern::InferiorMoves;
use pattern::PatternPrior;

/// A source of priors.
#[derive(Debug)]
pub(crate) enum MovePrior {
    Neighborhood(NeighborhoodPrior),
    Patterns(PatternPrior),
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
            // The network of a leaf gives its value and its priors at once: see leaf_network.rs.
            Prior::Neighborhood | Prior::None | Prior::Network => None,
            Prior::Patterns => {
                let inferior = match config.pattern_pruning {
                    PatternPruning::Always => InferiorMoves::Pruned,
                    PatternPruning::Unprobed if config.vc_threshold == 0 => InferiorMoves::Pruned,
                    PatternPruning::Unprobed | PatternPruning::Never => InferiorMoves::Kept,
                };
                Some(Self::Patterns(PatternPrior::new(models, setup, inferior)?))
            }
        })
    }

    /// Adds the cells that are not pruned, with their priors from 0 to 1; inferior ones too if they are kept here.
    pub(crate) fn add_moves(
        &self,
        position: &Position,
        cells: Vec<Cell>,
        inferior: InferiorMoves,
        recent: &mut RecentGammas,
        moves: &mut Vec<(Cell, f32)>,
    ) {
        let last = last_stone(position);
        match self {
            Self::Neighborhood(prior) => {
                moves.extend(cells.into_iter().map(|cell| (cell, prior.of_move(position, cell, last))));
            }
            Self::Patterns(prior) => prior.add_moves(position, cells, last, inferior, recent, moves),
        }
    }

    /// The moves of a position that are pruned.
    pub(crate) fn pruned(&self, position: &Position) -> InferiorCells {
        match self {
            Self::Neighborhood(_) => InferiorCells::default(),
            Self::Patterns(prior) => prior.pruned(position),
        }
    }
}

/// Where the opponent has put its last stone.
fn last_stone(position: &Position) -> Option<Cell> {
    match position.plies().last()?.mv {
        Move::Place(cell) => Some(cell),
        Move::Swap | Move::Pass | Move::Resign => None,
    }
}
