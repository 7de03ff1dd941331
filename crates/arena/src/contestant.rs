//! Who takes part: a preset of ours, or a program that speaks GTP.

use std::fmt;

use catena_core::Game;
use catena_engine::{Player, PlayerError};

use crate::external::{External, ExternalError};

/// A player of a match.
#[derive(Clone, Debug)]
pub struct Contestant {
    name: String,
    /// How he is made.
    pub kind: ContestantKind,
    /// How much of the limit of the match he gets.
    pub share: f64,
}

/// How a contestant is made.
#[derive(Clone, Debug)]
pub enum ContestantKind {
    /// One of our players.
    Own(Player),
    /// A program.
    External(External),
}

impl Contestant {
    /// Reads `champion,explore=0.2` or `gtp,name=mohex:/usr/bin/mohex --seed 1`; see [`External`].
    /// One of our players may get a multiple of the limit: `champion@2`.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn parse(spec: &str) -> Result<Self, ContestantError> {
        let mut share = 1.0;
        let external = spec.starts_with("gtp:") || spec.starts_with("gtp,");
        let kind = if external {
            ContestantKind::External(External::parse(spec).map_err(ContestantError::External)?)
        } else {
            let (preset, factor) = spec.split_once('@').unwrap_or((spec, "1"));
            share = factor
                .parse()
                .ok()
                .filter(|share| (0.01..=100.0).contains(share))
                .ok_or_else(|| ContestantError::Share(factor.to_owned()))?;
            ContestantKind::Own(Player::parse(preset).map_err(ContestantError::Player)?)
        };
        let name = match &kind {
            ContestantKind::Own(player) if share == 1.0 => player.to_string(),
            ContestantKind::Own(player) => format!("{player}@{share}"),
            ContestantKind::External(external) => external.name.clone(),
        };
        Ok(Self { name, kind, share })
    }

    /// The name in tables.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Tells players apart that would have the same name.
    pub fn rename(&mut self, name: String) {
        self.name = name;
    }

    /// Everything that can make him play differently, for the key of a match.
    ///
    /// # Errors
    /// If he does not play the game.
    pub fn identity(&self, game: Game) -> Result<String, ContestantError> {
        match &self.kind {
            ContestantKind::Own(player) => {
                let agent = player.agent(game).map_err(ContestantError::Player)?;
                Ok(format!("{player}@{} {agent:?}", self.share))
            }
            ContestantKind::External(external) => Ok(external.to_string()),
        }
    }
}

/// Why a contestant cannot be had.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ContestantError {
    /// No player of ours.
    Player(PlayerError),
    /// No program.
    External(ExternalError),
    /// No multiple of the limit.
    Share(String),
}

impl fmt::Display for ContestantError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Player(error) => error.fmt(f),
            Self::External(error) => error.fmt(f),
            Self::Share(text) => write!(f, "@{text}: a multiple of the limit from 0.01 to 100 expected"),
        }
    }
}

impl std::error::Error for ContestantError {}
