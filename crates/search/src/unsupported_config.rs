//! Parameters that do not fit a game.

use catena_model::MissingModel;
use catena_playout::NoFillOut;
use thiserror::Error;

/// Why a search cannot begin: its parameters ask for what the game does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum UnsupportedConfig {
    /// No fill-outs.
    #[error(transparent)]
    FillOut(#[from] NoFillOut),
    /// No model.
    #[error(transparent)]
    Model(#[from] MissingModel),
}
