//! Players as people name them: `joosten,explore=0.3`.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use catena_core::Game;
use catena_model::ModelKind;

use crate::models::ModelStore;
use crate::player::{Player, PlayerError};
use crate::presets::{PRESETS, Preset};
use crate::{Agent, Level};

/// A preset with what is changed about it. What it is in a game says [`resolve`](Self::resolve).
#[derive(Clone, Debug)]
pub struct PlayerSpec {
    preset: &'static Preset,
    changes: Vec<(String, String)>,
    models: Vec<(ModelKind, PathBuf)>,
    level: Option<Level>,
}

/// In place of a file: the model that the program was built with.
const EMBEDDED: &str = "embedded";

impl PlayerSpec {
    /// Reads a preset, and changes after commas: parameters, `level=3`, and models such as `network=FILE`.
    ///
    /// A value in double quotes may contain commas: `champion,network="a, b.network"`.
    ///
    /// # Examples
    /// ```
    /// use catena_engine::PlayerSpec;
    /// let player = PlayerSpec::parse("joosten,explore=0.3,level=4")?;
    /// assert_eq!(player.preset().name, "joosten");
    /// assert_eq!(PlayerSpec::parse(&player.to_string())?.to_string(), player.to_string());
    /// # Ok::<(), catena_engine::PlayerError>(())
    /// ```
    ///
    /// # Errors
    /// If there is no such preset or parameter, or if a value does not fit.
    pub fn parse(spec: &str) -> Result<Self, PlayerError> {
        let mut parts = split_at_commas(spec)?.into_iter();
        let name = parts.next().unwrap_or_default();
        let preset = PRESETS.iter().find(|preset| preset.name.eq_ignore_ascii_case(name));
        let preset = preset.ok_or_else(|| PlayerError::Unknown(name.to_owned()))?;
        let mut player = Self { preset, changes: Vec::new(), models: Vec::new(), level: None };
        parts.try_for_each(|part| player.change(part))?;
        Ok(player)
    }

    /// The preset.
    #[must_use]
    pub const fn preset(&self) -> &'static Preset {
        self.preset
    }

    /// Its playing strength.
    #[must_use]
    pub fn level(&self) -> Level {
        self.level.unwrap_or(Level::FULL)
    }

    /// The files that it names, with what they are used for.
    #[must_use]
    pub fn models(&self) -> &[(ModelKind, PathBuf)] {
        &self.models
    }

    /// The same with changes as after a preset: `explore=0.2,level=4`.
    ///
    /// # Errors
    /// If there is no such parameter, or if a value does not fit.
    pub fn changed(&self, changes: &str) -> Result<Self, PlayerError> {
        let mut changed = self.clone();
        split_at_commas(changes)?.into_iter().try_for_each(|part| changed.change(part))?;
        Ok(changed)
    }

    /// Changes a parameter, the level or a model.
    ///
    /// # Errors
    /// If there is none of that name or the value does not fit; nothing is changed then.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), PlayerError> {
        if name == "level" {
            let level = value.parse().ok().and_then(Level::new);
            self.level = Some(level.ok_or_else(|| PlayerError::Level(value.to_owned()))?);
        } else if let Some(kind) = ModelKind::parse(name) {
            self.set_model(kind, value)?;
        } else {
            self.preset.agent(self.preset.games[0]).set(name, value)?;
            self.changes.retain(|(known, _)| known != name);
            self.changes.push((name.to_owned(), value.to_owned()));
        }
        Ok(())
    }

    /// Returns true if it changes a parameter.
    #[must_use]
    pub fn changes(&self, name: &str) -> bool {
        self.changes.iter().any(|(known, _)| known == name)
    }

    /// Resolves it for a game, with its models.
    ///
    /// # Errors
    /// If it does not play that game, or if there is something wrong with its models.
    pub fn resolve(&self, game: Game, models: &ModelStore) -> Result<Player, PlayerError> {
        Player::new(self.clone(), game, models)
    }

    /// Its agent for a game, without models.
    pub(crate) fn agent(&self, game: Game) -> Result<Agent, PlayerError> {
        if !self.preset.games.contains(&game) {
            return Err(PlayerError::Game(self.preset.name, game));
        }
        let mut agent = self.preset.agent(game);
        for (name, value) in &self.changes {
            agent.set(name, value)?;
        }
        Ok(agent)
    }

    fn change(&mut self, part: &str) -> Result<(), PlayerError> {
        let (name, value) = part.split_once('=').ok_or_else(|| PlayerError::NoValue(part.to_owned()))?;
        self.set(name, unquoted(value))
    }

    fn set_model(&mut self, kind: ModelKind, value: &str) -> Result<(), PlayerError> {
        if value.is_empty() || value.contains('"') {
            return Err(PlayerError::FileName { kind, value: value.to_owned() });
        }
        self.models.retain(|(known, _)| *known != kind);
        if value != EMBEDDED {
            self.models.push((kind, Path::new(value).to_owned()));
        }
        Ok(())
    }
}

impl FromStr for PlayerSpec {
    type Err = PlayerError;

    /// See [`parse`](Self::parse).
    fn from_str(spec: &str) -> Result<Self, PlayerError> {
        Self::parse(spec)
    }
}

impl fmt::Display for PlayerSpec {
    /// As it can be read again.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.preset.name)?;
        for (name, value) in &self.changes {
            write!(f, ",{name}={value}")?;
        }
        for (kind, path) in &self.models {
            let path = path.display().to_string();
            let quote = if path.contains([',', '@']) { "\"" } else { "" };
            write!(f, ",{}={quote}{path}{quote}", kind.name())?;
        }
        match self.level {
            Some(level) => write!(f, ",level={}", level.number()),
            None => Ok(()),
        }
    }
}

/// The parts between commas outside of quotes.
fn split_at_commas(text: &str) -> Result<Vec<&str>, PlayerError> {
    let mut is_quoted = false;
    let parts = text.split(|c| {
        is_quoted ^= c == '"';
        c == ',' && !is_quoted
    });
    let parts = parts.collect();
    if is_quoted { Err(PlayerError::OpenQuote(text.to_owned())) } else { Ok(parts) }
}

/// A value without the quotes around it.
fn unquoted(value: &str) -> &str {
    value.strip_prefix('"').and_then(|value| value.strip_suffix('"')).unwrap_or(value)
}
