//! A run as other machines read it.

use std::collections::BTreeMap;
use std::path::PathBuf;

use catena_core::{Game, Move, Setup, SwapRule};
use catena_engine::{ModelFiles, ModelStore, Player, PlayerSpec};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::opening::Openings;

/// Data shared by all jobs of a run, as a message.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunDescription {
    /// Kind of work: `match`, `self-play`, …
    pub kind: String,
    /// True if results depend on the speed of the machine.
    pub timed: bool,
    /// Data of this kind of work.
    pub body: serde_json::Value,
    /// Files of models that it reads.
    pub models: Vec<ModelFile>,
}

/// A file of a model.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModelFile {
    /// Where it is on the machine that describes the run, and its name in the body.
    pub path: String,
    /// The SHA-256 of its content, in hexadecimal digits.
    pub hash: String,
}

/// Settings that the machine which does the work adds to a description.
#[derive(Clone, Debug, Default)]
pub struct Site {
    /// Where the files of the description are here, by their path there.
    pub models: BTreeMap<String, PathBuf>,
    /// Factor for times, because this machine is slower or faster than the one that asks.
    pub time_factor: f64,
    /// Command lines of programs of others that may be run here.
    pub programs: Vec<String>,
}

impl RunDescription {
    /// A kind of work that reads no files and does not depend on time.
    ///
    /// # Panics
    /// If the body cannot be written as JSON.
    #[must_use]
    pub fn new(kind: &str, body: &impl Serialize) -> Self {
        let body = serde_json::to_value(body).expect("names, numbers and lists are JSON");
        Self { kind: kind.to_owned(), timed: false, body, models: Vec::new() }
    }

    /// The same, dependent on how fast the machine is.
    #[must_use]
    pub const fn with_time(mut self, timed: bool) -> Self {
        self.timed = timed;
        self
    }

    /// The same with the files that a player names.
    #[must_use]
    pub fn with_models_of(mut self, player: &Player) -> Self {
        let hashes: Vec<_> = player.models().hashes().collect();
        for (kind, path) in player.spec().models() {
            let Some((_, hash)) = hashes.iter().find(|(used, _)| used == kind) else { continue };
            self.models.push(ModelFile { path: path.display().to_string(), hash: hash.to_string() });
        }
        self.models.sort();
        self.models.dedup();
        self
    }

    /// The body as its kind of work reads it.
    ///
    /// # Errors
    /// Describes the problem.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, String> {
        T::deserialize(&self.body)
            .map_err(|error| format!("a description of {} cannot be read: {error}", self.kind))
    }
}

impl Site {
    /// A store of models that reads the files of the description alone.
    #[must_use]
    pub fn model_store(&self) -> ModelStore {
        ModelStore::new(ModelFiles::Only(self.models.values().cloned().collect()))
    }

    /// A player as it is named elsewhere, with its files here.
    ///
    /// # Errors
    /// If it cannot be had here.
    pub fn player(&self, spec: &str, game: Game, models: &ModelStore) -> Result<Player, String> {
        let mut player = PlayerSpec::parse(spec).map_err(|error| error.to_string())?;
        for (kind, path) in player.models().to_vec() {
            let path = path.display().to_string();
            let here = self.models.get(&path).ok_or_else(|| format!("the model {path:?} was not sent"))?;
            player.set(kind.name(), &here.display().to_string()).map_err(|error| error.to_string())?;
        }
        player.resolve(game, models).map_err(|error| error.to_string())
    }
}

/// Game, board and swap rule, if there are such.
///
/// # Errors
/// If there are none.
pub fn setup_of(game: &str, size: u16, swap: bool) -> Result<Setup, String> {
    let game_named = Game::parse(game).ok_or_else(|| format!("there is no game {game:?}"))?;
    let swap = if swap { SwapRule::On } else { SwapRule::Off };
    Setup::new(game_named, u64::from(size), swap).map_err(|error| error.to_string())
}

/// Openings with their moves as text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OpeningsText {
    /// The empty board.
    Empty,
    /// Every first move in turn.
    FirstMoves,
    /// Random moves.
    Random(usize),
    /// These in turn, one a line.
    Lines(String),
}

impl OpeningsText {
    /// Openings on a board.
    #[must_use]
    pub fn new(openings: &Openings, setup: &Setup) -> Self {
        match openings {
            Openings::Empty => Self::Empty,
            Openings::FirstMoves => Self::FirstMoves,
            Openings::Random(plies) => Self::Random(*plies),
            Openings::List(list) => {
                let line = |moves: &Vec<Move>| {
                    let names = moves.iter().map(|&mv| setup.topology().move_name(mv));
                    names.collect::<Vec<_>>().join(" ")
                };
                Self::Lines(list.iter().map(line).collect::<Vec<_>>().join("\n"))
            }
        }
    }

    /// The openings.
    ///
    /// # Errors
    /// If a line is none.
    pub fn openings(&self, setup: &Setup) -> Result<Openings, String> {
        let most = setup.topology().places().count();
        match self {
            Self::Empty => Ok(Openings::Empty),
            Self::FirstMoves => Ok(Openings::FirstMoves),
            Self::Random(plies) if *plies <= most => Ok(Openings::Random(*plies)),
            Self::Random(plies) => Err(format!("{plies} random moves do not fit the board")),
            Self::Lines(lines) => Openings::from_lines(setup, lines).map_err(|error| error.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_come_back_from_text() {
        let setup = setup_of("hex", 5, false).unwrap();
        let list = Openings::from_lines(&setup, "a1 b2\nc3").unwrap();
        for openings in [Openings::Empty, Openings::FirstMoves, Openings::Random(2), list] {
            assert_eq!(OpeningsText::new(&openings, &setup).openings(&setup).unwrap(), openings);
        }
        assert!(OpeningsText::Lines("a1 a1".to_owned()).openings(&setup).is_err());
        assert!(OpeningsText::Random(26).openings(&setup).is_err());
        assert!(setup_of("chess", 8, false).is_err() && setup_of("hex", 999, false).is_err());
    }

    #[test]
    fn a_player_gets_only_files_that_were_sent() {
        let site = Site::default();
        let why = site.player("champion,network=/etc/passwd", Game::Hex, &site.model_store()).unwrap_err();
        assert_eq!(why, "the model \"/etc/passwd\" was not sent");
        assert!(site.player("champion", Game::Hex, &site.model_store()).is_ok());
    }
}
