//! The shape of a network: what its file says about it, and what follows from that.

use catena_core::Game;
use catena_core::rules::Methods;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::planes;

/// Output channels come in groups of this many: one vector register of 32-bit sums.
pub const CHANNEL_GROUP: usize = 16;

/// The most channels a layer can have.
pub const MAX_CHANNELS: usize = 256;

/// The most layers a trunk can have.
pub const MAX_LAYERS: usize = 80;

/// The shape of a residual policy and value network.
///
/// An input layer, `layers / 2` residual blocks of two graph convolutions each, a policy head per
/// cell and a value head.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Architecture {
    /// The game that the network plays, on boards of every size.
    #[serde(with = "game_name")]
    pub game: Game,
    /// Channels of the trunk.
    pub channels: usize,
    /// Graph convolutions of the trunk after the input layer; two form a residual block.
    pub layers: usize,
    /// Every n-th residual block adds globally pooled channels as a bias; 0 for none.
    pub pool_every: usize,
    /// Channels of the policy head.
    pub policy_channels: usize,
    /// Units of the value head.
    pub value_channels: usize,
    /// Distinction between the neighbors of a cell.
    pub neighbors: Neighbors,
    /// If on, the input planes hold statistics of random games.
    pub statistics: Statistics,
}

/// Distinction that a graph convolution makes between the neighbors of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Neighbors {
    /// One weight for each of the six directions of a flat board.
    Directed,
    /// One weight for all neighbors, where the board has no global directions.
    Tied,
}

impl Neighbors {
    /// `Directed` if a board of this game has global directions.
    #[must_use]
    pub const fn of(game: Game) -> Self {
        if game.facts().supports(Methods::NETWORK) { Self::Directed } else { Self::Tied }
    }

    /// Weights that a convolution has for each pair of channels: the cell itself and its neighbors.
    #[must_use]
    pub const fn taps(self) -> usize {
        match self {
            Self::Directed => 7,
            Self::Tied => 2,
        }
    }
}

/// Input planes with statistics of random games from the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Statistics {
    /// The planes are zero.
    Off,
    /// The share of wins, and for each cell how owning it correlates with winning.
    On,
}

impl Architecture {
    /// A trunk of this many layers and channels, everything else as usual.
    #[must_use]
    pub const fn new(game: Game, layers: usize, channels: usize) -> Self {
        Self {
            game,
            channels,
            layers,
            pool_every: 2,
            policy_channels: 32,
            value_channels: 64,
            neighbors: Neighbors::of(game),
            statistics: Statistics::On,
        }
    }

    /// Residual blocks of the trunk.
    #[must_use]
    pub const fn blocks(&self) -> usize {
        self.layers / 2
    }

    /// Returns true if this block, counted from 0, has global pooling.
    #[must_use]
    pub const fn pools(&self, block: usize) -> bool {
        self.pool_every > 0 && (block + 1).is_multiple_of(self.pool_every)
    }

    /// Input planes.
    #[must_use]
    pub fn planes(&self) -> usize {
        planes::count(self.game)
    }

    /// Logits of the value head: win, loss, and draw where the game has it.
    #[must_use]
    pub const fn outcomes(&self) -> usize {
        if self.game.facts().has_draws() { 3 } else { 2 }
    }

    /// Checks that the parts fit together and that no size is absurd.
    ///
    /// # Errors
    /// The first part that does not fit.
    pub fn check(&self) -> Result<(), ArchitectureError> {
        let channels = |what, channels: usize| {
            if (CHANNEL_GROUP..=MAX_CHANNELS).contains(&channels) && channels.is_multiple_of(CHANNEL_GROUP) {
                Ok(())
            } else {
                Err(ArchitectureError::Channels { what, channels })
            }
        };
        channels("the trunk", self.channels)?;
        channels("the policy head", self.policy_channels)?;
        channels("the value head", self.value_channels)?;
        if !(2..=MAX_LAYERS).contains(&self.layers) || !self.layers.is_multiple_of(2) {
            return Err(ArchitectureError::Layers(self.layers));
        }
        if self.neighbors == Neighbors::Directed && Neighbors::of(self.game) == Neighbors::Tied {
            return Err(ArchitectureError::NoDirections(self.game));
        }
        Ok(())
    }
}

/// Why an architecture is impossible.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ArchitectureError {
    /// Channels come in groups of 16, up to 256.
    #[error("{what} has {channels} channels: not a multiple of {CHANNEL_GROUP} up to {MAX_CHANNELS}")]
    Channels {
        /// The part of the network.
        what: &'static str,
        /// Its channels.
        channels: usize,
    },
    /// Two layers form a block.
    #[error("{0} layers: not an even number from 2 to {MAX_LAYERS}")]
    Layers(usize),
    /// A direction needs a flat board.
    #[error("boards of {0} have no directions")]
    NoDirections(Game),
}

/// A game by its name.
mod game_name {
    use catena_core::Game;
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub(super) fn serialize<S: Serializer>(game: &Game, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(game.name())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Game, D::Error> {
        let name = String::deserialize(deserializer)?;
        Game::parse(&name).ok_or_else(|| D::Error::custom(format!("there is no game {name:?}")))
    }
}
