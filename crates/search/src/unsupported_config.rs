//! Parameters that do not fit a game or each other.

use catena_core::Game;
use catena_core::rules::Goal;
use catena_model::MissingModel;
use catena_playout::NoFillOut;
use thiserror::Error;

use crate::{LeafPlayout, RaveMoves, RaveWeight, SearchConfig, Selection, Switch};

/// Why a search cannot begin: its parameters ask for what the game does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum UnsupportedConfig {
    /// No fill-outs.
    #[error(transparent)]
    FillOut(#[from] NoFillOut),
    /// No model.
    #[error(transparent)]
    Model(#[from] MissingModel),
    /// Criticality without the statistics that it comes from.
    #[error("criticality needs selection=uct, rave=on, rave_weight=equal and rave_moves=own")]
    Criticality,
    /// RAVE weighted by the distance of moves where they have none.
    #[error(
        "rave_weight=by-distance needs rave=on, rave_moves=own and one playout per leaf that is no fill-out"
    )]
    RaveByDistance,
    /// Shapes of playouts without a policy that plays them.
    #[error("breakbridge and ladder are for playout=savebridge")]
    Shapes,
    /// Ladders in a game without sides to reach.
    #[error("ladder=on does not fit {0}: ladders run along sides that have to be joined")]
    Ladder(Game),
}

impl SearchConfig {
    /// Whether the parameters fit each other and a game.
    ///
    /// # Errors
    /// If one asks for what the others or the game do not have.
    pub fn check(&self, game: Game) -> Result<(), UnsupportedConfig> {
        let keeps_rave = self.rave == Switch::On && self.rave_moves == RaveMoves::Own;
        let keeps_both =
            keeps_rave && self.selection == Selection::Uct && self.rave_weight == RaveWeight::Equal;
        if self.criticality > 0.0 && !keeps_both {
            return Err(UnsupportedConfig::Criticality);
        }
        let knows_moves = keeps_rave && self.playouts_per_leaf == 1 && self.playout != LeafPlayout::FillOut;
        if self.rave_weight == RaveWeight::ByDistance && !knows_moves {
            return Err(UnsupportedConfig::RaveByDistance);
        }
        let has_shapes = self.breakbridge == Switch::On || self.ladder == Switch::On;
        if has_shapes && self.playout != LeafPlayout::Savebridge {
            return Err(UnsupportedConfig::Shapes);
        }
        if self.ladder == Switch::On && game.facts().goal != Goal::Connect {
            return Err(UnsupportedConfig::Ladder(game));
        }
        Ok(())
    }
}
