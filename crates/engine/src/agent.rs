//! Agents: what chooses the moves of a player, with its parameters.

use std::fmt::Write;

use catena_core::Game;
use catena_model::ModelKind;
use catena_search::{
    AlphaBetaConfig, BirdcageConfig, Bounds, FramerConfig, LeafPlayout, Param, ParamError, RandomConfig,
    RandomPlayout, SearchConfig, UnsupportedConfig,
};

/// The method that chooses the moves of a player, with its parameters.
#[derive(Clone, Debug, PartialEq)]
pub enum Agent {
    /// A random move.
    Random(RandomConfig),
    /// Joosten's greedy agent.
    Greedy(SearchConfig),
    /// Monte Carlo tree search.
    Mcts(SearchConfig),
    /// Alpha-beta.
    AlphaBeta(AlphaBetaConfig),
    /// One move deep over the values of frames.
    Framer(FramerConfig),
    /// The largest voltage drop of a circuit.
    Birdcage(BirdcageConfig),
}

impl Agent {
    /// The name of the method.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Random(_) => "random",
            Self::Greedy(_) => "greedy",
            Self::Mcts(_) => "mcts",
            Self::AlphaBeta(_) => "alpha-beta",
            Self::Framer(_) => "framer",
            Self::Birdcage(_) => "birdcage",
        }
    }

    /// All parameters with their values.
    #[must_use]
    pub fn params(&self) -> Vec<Param> {
        match self {
            Self::Random(config) => config.list(),
            Self::Greedy(config) | Self::Mcts(config) => config.list(),
            Self::AlphaBeta(config) => config.list(),
            Self::Framer(config) => config.list(),
            Self::Birdcage(config) => config.list(),
        }
    }

    /// Returns true if it searches, so that it can evaluate positions.
    #[must_use]
    pub const fn searches(&self) -> bool {
        !matches!(self, Self::Random(_))
    }

    /// Returns true if it gives every legal move the same chance.
    #[must_use]
    pub fn is_uniform(&self) -> bool {
        matches!(self, Self::Random(config) if config.playout == RandomPlayout::Uniform)
    }

    /// Returns true if it plays by a model of this kind.
    #[must_use]
    pub fn uses(&self, kind: ModelKind) -> bool {
        match self {
            Self::Greedy(config) | Self::Mcts(config) => config.uses(kind),
            Self::Random(_) | Self::AlphaBeta(_) | Self::Framer(_) | Self::Birdcage(_) => false,
        }
    }

    /// The values that a parameter takes, as numbers.
    ///
    /// # Errors
    /// If there is none of that name.
    pub fn bounds(&self, name: &str) -> Result<Bounds, ParamError> {
        match self {
            Self::Random(_) => RandomConfig::bounds(name),
            Self::Greedy(_) | Self::Mcts(_) => SearchConfig::bounds(name),
            Self::AlphaBeta(_) => AlphaBetaConfig::bounds(name),
            Self::Framer(_) => FramerConfig::bounds(name),
            Self::Birdcage(_) => BirdcageConfig::bounds(name),
        }
    }

    /// Changes a parameter.
    ///
    /// # Errors
    /// If there is none of that name or the value does not fit; nothing is changed then.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), ParamError> {
        match self {
            Self::Random(config) => config.set(name, value),
            Self::Greedy(config) | Self::Mcts(config) => config.set(name, value),
            Self::AlphaBeta(config) => config.set(name, value),
            Self::Framer(config) => config.set(name, value),
            Self::Birdcage(config) => config.set(name, value),
        }
    }

    /// Returns true if it fills boards out, which games that end before do not allow.
    pub(crate) fn fills_out(&self) -> bool {
        match self {
            Self::Greedy(config) | Self::Mcts(config) => config.playout == LeafPlayout::FillOut,
            Self::Random(_) | Self::AlphaBeta(_) | Self::Framer(_) | Self::Birdcage(_) => false,
        }
    }

    /// Whether its parameters fit each other and a game.
    pub(crate) fn check(&self, game: Game) -> Result<(), UnsupportedConfig> {
        match self {
            Self::Greedy(config) | Self::Mcts(config) => config.check(game),
            Self::Random(_) | Self::AlphaBeta(_) | Self::Framer(_) | Self::Birdcage(_) => Ok(()),
        }
    }

    /// The method and all parameters in their order: `mcts explore=0.3 …`.
    #[must_use]
    pub fn identity(&self) -> String {
        self.params().iter().fold(self.name().to_owned(), |mut text, param| {
            let _ = write!(text, " {}={}", param.name, param.value);
            text
        })
    }
}
