//! Players: named presets of an agent and its parameters.

use std::fmt;

use catena_core::{Game, Move, Position};
use catena_playout::Rng;

/// A player that can be asked for by name.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// The name on the command line.
    pub name: &'static str,
    /// The games it plays.
    pub games: &'static [Game],
    /// What it is, in one line.
    pub summary: &'static str,
    /// Where it comes from.
    pub source: &'static str,
    player: Player,
}

/// All presets.
pub const PRESETS: &[Preset] = &[Preset {
    name: "random",
    games: &Game::ALL,
    summary: "plays a legal move, each with the same chance",
    source: "Joosten 2009, section 5.1",
    player: Player::Random,
}];

/// How moves are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    /// Each legal move with the same chance.
    Random,
}

impl Player {
    /// The player of a preset.
    ///
    /// # Errors
    /// If there is no preset of that name.
    pub fn parse(spec: &str) -> Result<Self, PlayerError> {
        let preset = PRESETS.iter().find(|preset| preset.name.eq_ignore_ascii_case(spec));
        preset.map(|preset| preset.player).ok_or_else(|| PlayerError { spec: spec.to_owned() })
    }

    /// The name of the player's preset.
    #[must_use]
    pub fn name(self) -> &'static str {
        PRESETS.iter().find(|preset| preset.player == self).map_or("", |preset| preset.name)
    }

    /// A move for the player to move, or `None` when there is none.
    #[must_use]
    pub fn choose(self, position: &Position, rng: &mut Rng) -> Option<Move> {
        match self {
            Self::Random => {
                let moves: Vec<Move> = position.legal_moves().collect();
                let count = u32::try_from(moves.len()).expect("a board has at most a few hundred cells");
                (count > 0).then(|| moves[rng.below(count) as usize])
            }
        }
    }
}

/// No preset of that name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerError {
    /// What was asked for.
    pub spec: String,
}

impl fmt::Display for PlayerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known: Vec<&str> = PRESETS.iter().map(|preset| preset.name).collect();
        write!(f, "there is no player {:?}: players are {}", self.spec, known.join(", "))
    }
}

impl std::error::Error for PlayerError {}
