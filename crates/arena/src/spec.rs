//! Specification of a match: everything that decides how its games go, and so its key in the store.

use std::time::Duration;

use catena_core::{Color, Position, Setup};
use catena_engine::ModelStore;
use serde::{Deserialize, Serialize};

use crate::contestant::Contestant;
use crate::fingerprint::fingerprint;
use crate::limit::MoveLimit;
use crate::named_file::NamedFile;
use crate::opening::Openings;

/// Players, board, limits, openings and seed.
#[derive(Clone, Debug)]
pub struct MatchSpec {
    /// Game, board and swap rule.
    pub setup: Setup,
    /// At least two; each plays each.
    pub contestants: Vec<Contestant>,
    /// Limit of a move.
    pub limit: MoveLimit,
    /// Time by which a move may exceed the limit.
    pub grace: Duration,
    /// Where pairs of games start.
    pub openings: Openings,
    /// Where the judge of openings gets its models from.
    pub models: ModelStore,
    /// Other seeds make other games.
    pub seed: u64,
    /// Which program plays: games of different builds are not counted together.
    pub build: String,
}

/// A match as the store keeps it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MatchInfo {
    /// Name of the game.
    pub game: String,
    /// Size of the board.
    pub size: u16,
    /// True if the swap rule is on.
    pub swap: bool,
    /// Names of the players in tables.
    pub players: Vec<String>,
    /// All parameters of the players and the hashes of their models.
    pub identities: Vec<String>,
    /// The files of players that are programs, with their hashes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<NamedFile>,
    /// Limit of a move.
    pub limit: String,
    /// Seconds that a move may come too late.
    pub grace: f64,
    /// Where games start.
    pub openings: String,
    /// The seed.
    pub seed: u64,
    /// The program that plays.
    pub build: String,
}

/// Which game of a match: who plays whom from which opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameSlot {
    /// Number of the game in the match.
    pub number: u64,
    /// The first player of the pairing; Black in even games.
    pub first: usize,
    /// The other.
    pub second: usize,
    /// Number of the opening.
    pub opening: u64,
}

impl GameSlot {
    /// Index of the player of a color.
    #[must_use]
    pub const fn player(&self, color: Color) -> usize {
        match (color, self.number % 2) {
            (Color::Black, 0) | (Color::White, 1) => self.first,
            _ => self.second,
        }
    }
}

impl MatchSpec {
    /// Description for the store.
    #[must_use]
    pub fn info(&self) -> MatchInfo {
        MatchInfo {
            game: self.setup.game().name().to_owned(),
            size: self.setup.size(),
            swap: self.setup.swap() == catena_core::SwapRule::On,
            players: self.contestants.iter().map(|contestant| contestant.name().to_owned()).collect(),
            identities: self.contestants.iter().map(Contestant::identity).collect(),
            files: self.contestants.iter().flat_map(|contestant| contestant.files().to_vec()).collect(),
            limit: self.limit.to_string(),
            grace: self.grace.as_secs_f64(),
            openings: self.openings.to_string(),
            seed: self.seed,
            build: self.build.clone(),
        }
    }

    /// The pairings, each player with each.
    #[must_use]
    pub fn pairings(&self) -> Vec<(usize, usize)> {
        pairings(self.contestants.len())
    }

    /// The games of a match with this many per pairing, in the order in which they are played: pair
    /// by pair, every pairing in turn.
    pub fn slots(&self, games: u64) -> impl Iterator<Item = GameSlot> + use<> {
        let pairings = self.pairings();
        let rounds = games.div_ceil(2);
        (0..2 * rounds * pairings.len() as u64).map(move |number| slot(&pairings, number)).filter(
            // The last pair of an odd number is half a pair.
            move |slot| 2 * slot.opening + slot.number % 2 < games,
        )
    }

    /// Where a game starts.
    #[must_use]
    pub fn start(&self, slot: GameSlot) -> Position {
        self.openings.position(&self.setup, &self.models, self.seed, slot.opening)
    }
}

/// Every player with each, the earlier one first.
pub(crate) fn pairings(players: usize) -> Vec<(usize, usize)> {
    (0..players).flat_map(|first| (first + 1..players).map(move |second| (first, second))).collect()
}

/// The game with this number.
pub(crate) fn slot(pairings: &[(usize, usize)], number: u64) -> GameSlot {
    let (pair, count) = (number / 2, pairings.len() as u64);
    let (first, second) = pairings[(pair % count) as usize];
    GameSlot { number, first, second, opening: pair / count }
}

impl MatchInfo {
    /// A number that is the same for the same match.
    #[must_use]
    pub fn key(&self) -> String {
        let text = serde_json::to_string(self).expect("names and numbers are JSON");
        format!("{:016x}", fingerprint(text.as_bytes()))
    }

    /// Why this is another match than one that was asked for in the same words: what has changed since then. `None` if it
    /// was asked for in other words.
    #[must_use]
    pub fn changed_since(&self, before: &Self) -> Option<Vec<String>> {
        let same_words = Self {
            identities: before.identities.clone(),
            files: before.files.clone(),
            build: before.build.clone(),
            ..self.clone()
        };
        if same_words != *before {
            return None;
        }
        let mut changes = Vec::new();
        for file in &self.files {
            let old = before.files.iter().find(|old| old.path == file.path);
            if old.is_some_and(|old| old.sha256 != file.sha256) {
                changes.push(format!("{} has changed", file.path));
            }
        }
        let paths = |info: &Self| info.files.iter().map(|file| file.path.clone()).collect::<Vec<_>>();
        if paths(self) != paths(before) {
            changes.push("other files are there".to_owned());
        }
        for ((name, now), then) in self.players.iter().zip(&self.identities).zip(&before.identities) {
            if now != then {
                changes.push(format!("the parameters or models of {name} have changed"));
            }
        }
        if self.build != before.build {
            changes.push("this is another build of Catena".to_owned());
        }
        Some(changes)
    }

    /// Game and size as its inventors write it: `Havannah 8`.
    #[must_use]
    pub fn board(&self) -> String {
        let game = catena_core::Game::parse(&self.game).map_or(self.game.as_str(), |game| game.title());
        format!("{game} {}{}", self.size, if self.swap { " with swap" } else { "" })
    }

    /// Game, board and swap rule, if this version knows them.
    #[must_use]
    pub fn setup(&self) -> Option<Setup> {
        let swap = if self.swap { catena_core::SwapRule::On } else { catena_core::SwapRule::Off };
        Setup::new(catena_core::Game::parse(&self.game)?, u64::from(self.size), swap).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_come_in_pairs_with_colors_swapped() {
        let pairings = pairings(3);
        assert_eq!(pairings, [(0, 1), (0, 2), (1, 2)]);
        let games: Vec<GameSlot> = (0..8).map(|number| slot(&pairings, number)).collect();
        assert_eq!((games[2].first, games[2].second, games[2].opening), (0, 2, 0));
        assert_eq!((games[6].first, games[6].second, games[6].opening), (0, 1, 1));
        assert_eq!((games[6].player(Color::Black), games[7].player(Color::Black)), (0, 1));
        assert_eq!(games[7].player(Color::White), 0);
    }
}
