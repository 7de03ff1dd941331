//! Players: an agent with its parameters and its models, ready for a game.

use std::fmt::Write;

use catena_core::Game;
use catena_core::rules::Methods;
use catena_model::{MissingModel, ModelKind, Models};
use catena_search::{Param, ParamError, UnsupportedConfig};
use thiserror::Error;

use crate::models::{ModelError, ModelStore};
use crate::presets::PRESETS;
use crate::{Agent, Level, PlayerSpec};

/// A player of a game. Made once for a session: its models are read and shared.
///
/// ```
/// use catena_core::Game;
/// use catena_engine::{ModelStore, PlayerSpec};
///
/// let models = ModelStore::default();
/// let player = PlayerSpec::parse("champion,explore=0.2")?.resolve(Game::Y, &models)?;
/// assert!(player.agent().searches() && player.identity().contains("explore=0.2"));
/// assert!(PlayerSpec::parse("koennecke")?.resolve(Game::Y, &models).is_err(), "it plays Havannah alone");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Player {
    spec: PlayerSpec,
    game: Game,
    agent: Agent,
    models: Models,
    store: ModelStore,
}

impl Player {
    /// See [`PlayerSpec::resolve`].
    pub(crate) fn new(spec: PlayerSpec, game: Game, store: &ModelStore) -> Result<Self, PlayerError> {
        let agent = spec.agent(game)?;
        if agent.fills_out() && !game.facts().supports(Methods::FILL_OUTS) {
            return Err(PlayerError::FillOut);
        }
        agent.check(game)?;
        if let Some(&(kind, _)) = spec.models().iter().find(|(kind, _)| !agent.uses(*kind)) {
            return Err(PlayerError::UnusedModel { player: spec.preset().name, kind });
        }
        let mut models = Models::default();
        for kind in ModelKind::ALL.into_iter().filter(|&kind| agent.uses(kind)) {
            match spec.models().iter().find(|(named, _)| *named == kind) {
                Some((_, path)) => {
                    let of = store.add_file(&mut models, kind, path)?;
                    if of != game {
                        return Err(PlayerError::OtherGame { file: path.display().to_string(), of, game });
                    }
                }
                None => {
                    let file = spec.preset().model(kind, game).ok_or(MissingModel { kind, game })?;
                    store.add_embedded(&mut models, &file);
                }
            }
        }
        Ok(Self { spec, game, agent, models, store: store.clone() })
    }

    /// The specification it was made from.
    #[must_use]
    pub const fn spec(&self) -> &PlayerSpec {
        &self.spec
    }

    /// The game it is for.
    #[must_use]
    pub const fn game(&self) -> Game {
        self.game
    }

    /// The method that chooses its moves.
    #[must_use]
    pub const fn agent(&self) -> &Agent {
        &self.agent
    }

    /// Its patterns and networks.
    #[must_use]
    pub const fn models(&self) -> &Models {
        &self.models
    }

    /// Its playing strength.
    #[must_use]
    pub fn level(&self) -> Level {
        self.spec.level()
    }

    /// Where its models come from.
    #[must_use]
    pub const fn store(&self) -> &ModelStore {
        &self.store
    }

    /// The same with this much memory for its search, in MiB.
    #[must_use]
    pub fn with_memory(mut self, megabytes: u32) -> Self {
        match &mut self.agent {
            Agent::Random(_) | Agent::Framer(_) | Agent::Birdcage(_) => {}
            Agent::Greedy(config) | Agent::Mcts(config) => config.memory = megabytes,
            Agent::AlphaBeta(config) => config.memory = megabytes,
        }
        self
    }

    /// The same with this much memory, unless its name says how much.
    #[must_use]
    pub fn with_default_memory(self, megabytes: u32) -> Self {
        if self.spec.changes("memory") { self } else { self.with_memory(megabytes) }
    }

    /// The same with changes as after a preset: `explore=0.2,level=4`.
    ///
    /// # Errors
    /// If there is no such parameter, or if a value does not fit.
    pub fn changed(&self, changes: &str) -> Result<Self, PlayerError> {
        let mut changed = self.spec.changed(changes)?.resolve(self.game, &self.store)?;
        // A file that is named as before is the model that it was, whatever the file is now.
        if changed.spec.models() == self.spec.models() {
            changed.models.replace_by(&self.models);
        }
        Ok(changed)
    }

    /// All that can be changed about it but the level: parameters, and the files of the models that it uses.
    #[must_use]
    pub fn params(&self) -> Vec<Param> {
        let model = |kind: ModelKind| {
            let file = self.spec.models().iter().find(|(named, _)| *named == kind);
            Param {
                name: kind.name(),
                value: file.map_or("embedded".to_owned(), |(_, path)| path.display().to_string()),
                range: "a file, or embedded".to_owned(),
                help: kind.help(),
            }
        };
        let used = ModelKind::ALL.into_iter().filter(|&kind| self.agent.uses(kind));
        self.agent.params().into_iter().chain(used.map(model)).collect()
    }

    /// All that can make it play differently: method, parameters, hashes of models, and level. Players of the same identity are
    /// the same player.
    #[must_use]
    pub fn identity(&self) -> String {
        let mut identity = self.agent.identity();
        for (kind, hash) in self.models.hashes() {
            let _ = write!(identity, " {}={hash}", kind.name());
        }
        let _ = write!(identity, " level={}", self.level().number());
        identity
    }
}

/// Why a player cannot be had.
#[derive(Clone, Debug, Error)]
#[non_exhaustive]
pub enum PlayerError {
    /// There is no preset of that name.
    #[error("there is no player {0:?}: players are {known}", known = names())]
    Unknown(String),
    /// A change without a value.
    #[error("{0:?} is no change of a parameter: name=value expected")]
    NoValue(String),
    /// A quote without an end.
    #[error("{0:?} has a quote that does not end")]
    OpenQuote(String),
    /// No level from 1 to 10.
    #[error("there is no level {0:?}: levels are 1 to 10")]
    Level(String),
    /// No name of a file.
    #[error("{}={value:?} names no file", .kind.name())]
    FileName {
        /// The kind of model in the file.
        kind: ModelKind,
        /// The given value.
        value: String,
    },
    /// A parameter that does not exist or does not fit.
    #[error(transparent)]
    Param(#[from] ParamError),
    /// The preset does not play that game.
    #[error("the player {0} does not play {1}")]
    Game(&'static str, Game),
    /// Havannah is decided before the board is full.
    #[error("playout=fill-out does not fit havannah: its games end before the board is full")]
    FillOut,
    /// Parameters that do not fit the game or each other.
    #[error(transparent)]
    Unsupported(#[from] UnsupportedConfig),
    /// The game has no model that the parameters ask for.
    #[error(transparent)]
    MissingModel(#[from] MissingModel),
    /// A model is named that the player does not use.
    #[error("{player} with these parameters uses no {kind}, so {} is of no use", .kind.name())]
    UnusedModel {
        /// The preset.
        player: &'static str,
        /// The named kind of model.
        kind: ModelKind,
    },
    /// A model of another game.
    #[error("{file} is for {of}, not for {game}")]
    OtherGame {
        /// The file.
        file: String,
        /// The game it is for.
        of: Game,
        /// The game that is played.
        game: Game,
    },
    /// A model cannot be had.
    #[error(transparent)]
    Model(#[from] ModelError),
}

fn names() -> String {
    PRESETS.iter().map(|preset| preset.name).collect::<Vec<_>>().join(", ")
}
