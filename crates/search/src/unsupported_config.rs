//! Parameters that do not fit a game.

use std::fmt;

use catena_playout::NoFillOut;
use catena_playout::network::NoNetwork;
use catena_playout::pattern::NoPatterns;

/// Why a search cannot begin: its parameters ask for what the game does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnsupportedConfig {
    /// No fill-outs.
    FillOut(NoFillOut),
    /// No weights of patterns.
    Patterns(NoPatterns),
    /// No network.
    Network(NoNetwork),
}

impl fmt::Display for UnsupportedConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::FillOut(error) => error.fmt(f),
            Self::Patterns(error) => error.fmt(f),
            Self::Network(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for UnsupportedConfig {}

impl From<NoFillOut> for UnsupportedConfig {
    fn from(error: NoFillOut) -> Self {
        Self::FillOut(error)
    }
}

impl From<NoNetwork> for UnsupportedConfig {
    fn from(error: NoNetwork) -> Self {
        Self::Network(error)
    }
}

impl From<NoPatterns> for UnsupportedConfig {
    fn from(error: NoPatterns) -> Self {
        Self::Patterns(error)
    }
}
