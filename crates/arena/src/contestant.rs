//! Who takes part: a preset of ours, or a program that speaks GTP.

use std::fmt;

use catena_core::Game;
use catena_engine::{Player, PlayerError};

use catena_gtp::client::{EngineSpec as External, EngineSpecError as ExternalError};

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
            ContestantKind::Own(player) => own_name(player, share),
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

    /// The same player with changed parameters: `explore=0.2,expansion_threshold=4`.
    ///
    /// # Errors
    /// If he is a program, which has no parameters of ours, or if a change does not fit.
    pub fn changed(&self, changes: &str) -> Result<Self, ContestantError> {
        let ContestantKind::Own(player) = &self.kind else {
            return Err(ContestantError::NotOurs(self.name.clone()));
        };
        let mut player = player.clone();
        for change in changes.split(',') {
            let (name, value) = change
                .split_once('=')
                .ok_or_else(|| ContestantError::Player(PlayerError::NoValue(change.to_owned())))?;
            player.set(name, value).map_err(ContestantError::Player)?;
        }
        Ok(Self { name: own_name(&player, self.share), kind: ContestantKind::Own(player), share: self.share })
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

/// How one of our players is asked for.
fn own_name(player: &Player, share: f64) -> String {
    if share == 1.0 { player.to_string() } else { format!("{player}@{share}") }
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
    /// A program, where one of our players is needed.
    NotOurs(String),
}

impl fmt::Display for ContestantError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Player(error) => error.fmt(f),
            Self::External(error) => error.fmt(f),
            Self::Share(text) => write!(f, "@{text}: a multiple of the limit from 0.01 to 100 expected"),
            Self::NotOurs(name) => write!(f, "{name} is a program: only players of ours have parameters"),
        }
    }
}

impl std::error::Error for ContestantError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changed_players_are_asked_for_by_their_new_names() {
        let player = Contestant::parse("champion,explore=0.2@2").unwrap();
        let changed = player.changed("expansion_threshold=4,explore=0.3").unwrap();
        assert_eq!(changed.name(), "champion,expansion_threshold=4,explore=0.3@2");
        assert_eq!(Contestant::parse(changed.name()).unwrap().name(), changed.name());
        assert!(player.changed("explore").is_err() && player.changed("explore=9").is_err());
        let program = Contestant::parse("gtp,name=other:x").unwrap();
        assert!(program.changed("explore=0.3").unwrap_err().to_string().contains("other is a program"));
    }
}
