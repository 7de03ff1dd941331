//! Contestants: a preset of ours, or a program that speaks GTP.

use catena_core::Game;
use catena_engine::{ModelStore, Player, PlayerError, PlayerSpec};
use catena_gtp::client::{EngineSpec, EngineSpecError};

use crate::named_file::{NamedFile, named_files};
use crate::runner::Site;

/// A player of a match.
#[derive(Clone, Debug)]
pub struct Contestant {
    name: String,
    /// Built-in player or other program.
    pub kind: ContestantKind,
    /// Factor of the limit of the match.
    pub share: f64,
    files: Vec<NamedFile>,
}

/// Kinds of contestants.
#[derive(Clone, Debug)]
pub enum ContestantKind {
    /// One of our players.
    Builtin(Player),
    /// A program.
    External(EngineSpec),
}

impl Contestant {
    /// Reads `champion,explore=0.2` or `gtp,name=mohex:/usr/bin/mohex --seed 1`; see [`EngineSpec`].
    /// One of our players may get a multiple of the limit: `champion@2`.
    ///
    /// Our players and their models are made ready for a game.
    ///
    /// # Errors
    /// Describes the mistake in the specification.
    pub fn parse(spec: &str, game: Game, models: &ModelStore) -> Result<Self, ContestantError> {
        let mut share = 1.0;
        let external = spec.starts_with("gtp:") || spec.starts_with("gtp,");
        let kind = if external {
            ContestantKind::External(EngineSpec::parse(spec)?)
        } else {
            let (preset, factor) = split_share(spec);
            share = factor
                .parse()
                .ok()
                .filter(|share| (0.01..=100.0).contains(share))
                .ok_or_else(|| ContestantError::Share(factor.to_owned()))?;
            ContestantKind::Builtin(PlayerSpec::parse(preset)?.resolve(game, models)?)
        };
        let name = match &kind {
            ContestantKind::Builtin(player) => builtin_name(player, share),
            ContestantKind::External(external) => external.name.clone(),
        };
        let files = match &kind {
            ContestantKind::Builtin(_) => Vec::new(),
            ContestantKind::External(external) => {
                named_files(external).map_err(|error| ContestantError::File(error.to_string()))?
            }
        };
        Ok(Self { name, kind, share, files })
    }

    /// The same from another machine, with its files here.
    pub(crate) fn open(spec: &str, game: Game, models: &ModelStore, site: &Site) -> Result<Self, String> {
        if spec.starts_with("gtp:") || spec.starts_with("gtp,") {
            return Self::parse(spec, game, models).map_err(|error| error.to_string());
        }
        let (preset, share) = split_share(spec);
        let player = site.player(preset, game, models)?;
        Self::parse(&format!("{}@{share}", player.spec()), game, models).map_err(|error| error.to_string())
    }

    /// Its specification, whatever its name in tables is.
    #[must_use]
    pub fn spec(&self) -> String {
        match &self.kind {
            ContestantKind::Builtin(player) => builtin_name(player, self.share),
            ContestantKind::External(external) => external.to_string(),
        }
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
    /// If it is a program, which has no parameters of ours, or if a change does not fit.
    pub fn changed(&self, changes: &str) -> Result<Self, ContestantError> {
        let ContestantKind::Builtin(player) = &self.kind else {
            return Err(ContestantError::NotOurs(self.name.clone()));
        };
        let player = player.changed(changes)?;
        Ok(Self {
            name: builtin_name(&player, self.share),
            kind: ContestantKind::Builtin(player),
            share: self.share,
            files: Vec::new(),
        })
    }

    /// The program and the files that its command line names; our players have their models in their identity.
    #[must_use]
    pub fn files(&self) -> &[NamedFile] {
        &self.files
    }

    /// Everything that can make it play differently, for the key of a match: for our players the share of the limit,
    /// all parameters and the hashes of the models; for a program, beside its [`files`](Self::files), how it is asked for.
    #[must_use]
    pub fn identity(&self) -> String {
        match &self.kind {
            ContestantKind::Builtin(player) => format!("share={} {}", self.share, player.identity()),
            ContestantKind::External(external) => external.to_string(),
        }
    }
}

/// A player and the multiple of the limit after the last `@` outside of quotes.
fn split_share(spec: &str) -> (&str, &str) {
    match spec.rsplit_once('@') {
        Some((player, share)) if !share.contains('"') => (player, share),
        _ => (spec, "1"),
    }
}

/// Specification of one of our players.
fn builtin_name(player: &Player, share: f64) -> String {
    let spec = player.spec();
    if share == 1.0 { spec.to_string() } else { format!("{spec}@{share}") }
}

/// Why a spec names no contestant.
#[derive(Clone, Debug, thiserror::Error)]
pub enum ContestantError {
    /// It names none of our players.
    #[error(transparent)]
    Player(#[from] PlayerError),
    /// It names no program.
    #[error(transparent)]
    External(#[from] EngineSpecError),
    /// The text after the `@` is no multiple of the limit.
    #[error("@{0}: a multiple of the limit from 0.01 to 100 expected")]
    Share(String),
    /// A file of a program that cannot be read.
    #[error("{0}")]
    File(String),
    /// A program, where one of our players is needed.
    #[error("{0} is a program: only players of ours have parameters")]
    NotOurs(String),
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(spec: &str) -> Contestant {
        Contestant::parse(spec, Game::Hex, &ModelStore::default()).unwrap()
    }

    #[test]
    fn changed_players_are_asked_for_by_their_new_names() {
        let player = named("champion,explore=0.2@2");
        let changed = player.changed("expansion_threshold=4,explore=0.3").unwrap();
        assert_eq!(changed.name(), "champion,expansion_threshold=4,explore=0.3@2");
        assert_eq!(named(changed.name()).name(), changed.name());
        assert!(player.changed("explore").is_err() && player.changed("explore=9").is_err());
        let program = named("gtp,name=other:x");
        assert!(program.changed("explore=0.3").unwrap_err().to_string().contains("other is a program"));
    }

    #[test]
    fn identities_have_all_parameters_the_share_and_the_models() {
        let identity = named("champion@2").identity();
        assert!(identity.starts_with("share=2 mcts selection="), "{identity}");
        assert!(identity.contains(" network="), "{identity}");
        let identity = named("mohex2").identity();
        assert!(identity.contains(" patterns=") && identity.contains(" playout_patterns="), "{identity}");
        assert_eq!(named("champion,puct=0.6").identity(), named("champion").identity());
        assert_ne!(named("champion,puct=0.61").identity(), named("champion").identity());
    }

    #[test]
    fn a_share_stands_outside_of_quotes() {
        assert_eq!(split_share("champion,network=\"a@2\""), ("champion,network=\"a@2\"", "1"));
        assert_eq!(split_share("champion,network=\"a@2\"@3"), ("champion,network=\"a@2\"", "3"));
    }
}
