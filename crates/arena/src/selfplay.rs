//! Games of a player against itself with the statistics of every move, for learning.
//!
//! The file is described in `docs/arena.md`; [`SelfplayFile`] reads and writes it, [`Selfplay`]
//! plays.

mod file;
mod format;
mod reader;
mod work;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use catena_core::{Color, Move, Position, Setup};
use catena_engine::Player;
use thiserror::Error;

use crate::game::FinishedGame;
use crate::limit::MoveLimit;
use crate::match_player::Choice;
use crate::opening::Openings;
use crate::runner::{Runner, RunnerError};
use crate::stop::Stop;
pub use file::{FileError, SelfplayFile};
pub use format::{Header, SearchedMove, SelfplayGame, decode, encode, jsonl};
pub use reader::{Damage, DamageCause};
pub(crate) use work::KIND;
use work::SelfplayCollector;

/// Description of the games.
#[derive(Clone, Debug)]
pub struct Selfplay {
    /// Game, board and swap rule.
    pub setup: Setup,
    /// The player of both colors; it has to search.
    pub player: Player,
    /// Limit of a move.
    pub limit: MoveLimit,
    /// Where games start, each from its own opening.
    pub openings: Openings,
    /// Other seeds make other games.
    pub seed: u64,
    /// Which program plays.
    pub build: String,
}

impl Selfplay {
    /// Header of the file.
    ///
    /// # Errors
    /// If the player does not search.
    pub fn header(&self) -> Result<Header, SelfplayError> {
        if !self.player.agent().searches() {
            return Err(SelfplayError::NoSearch(self.player.spec().to_string()));
        }
        Ok(Header {
            game: self.setup.game().name().to_owned(),
            size: self.setup.size(),
            swap: self.setup.swap() == catena_core::SwapRule::On,
            player: self.player.spec().to_string(),
            identity: self.player.identity(),
            limit: self.limit.to_string(),
            openings: self.openings.to_string(),
            seed: self.seed,
            build: self.build.clone(),
        })
    }

    /// Plays the games below a number that the file does not have.
    ///
    /// # Errors
    /// If the file cannot be written or is about something else, or if nobody can play.
    pub fn play(
        &self,
        file: &Path,
        games: u64,
        runner: &dyn Runner,
        stop: &Stop,
        on_game: &mut dyn FnMut(&SelfplayGame),
    ) -> Result<SelfplayTotals, SelfplayError> {
        let (mut file, kept) = SelfplayFile::open_to_add(file, &self.header()?)?;
        let known: BTreeSet<u64> = kept.games.iter().copied().collect();
        let (count, added) = (known.len() as u64, known.clone());
        let missing = Box::new((0..games).filter(move |number| !known.contains(number)));
        let (setup, faults, failed) = (&self.setup, Vec::new(), None);
        let mut collector =
            SelfplayCollector { file: &mut file, setup, missing, on_game, added, faults, failed };
        runner.run(Arc::new(self.clone()), &mut collector, stop)?;
        let SelfplayCollector { added, faults, failed, .. } = collector;
        failed.map_or(Ok(()), Err)?;
        let played = added.len() as u64 - count;
        Ok(SelfplayTotals { known: count, played, faults, damage: kept.damage, backup: kept.backup })
    }
}

/// Record of a move with its search.
fn noted(position: &Position, choice: &Choice) -> SearchedMove {
    let mut visits: Vec<_> = choice
        .report
        .iter()
        .flat_map(|report| &report.candidates)
        .filter(|candidate| candidate.visits > 0)
        .map(|candidate| (position.topology().canonical(candidate.cell), candidate.visits))
        .collect();
    visits.sort_unstable();
    visits.dedup_by_key(|(cell, _)| *cell);
    let value = choice.report.as_ref().map_or(0.5, |report| report.value);
    SearchedMove { mv: choice.mv, value, visits }
}

fn assembled(number: u64, game: &FinishedGame, searched: Vec<SearchedMove>) -> SelfplayGame {
    let opening: Vec<Move> = game.position.plies()[..game.opening].iter().map(|ply| ply.mv).collect();
    SelfplayGame { number, winner: game.winner, opening, moves: searched }
}

/// Totals of self-play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SelfplayTotals {
    /// Games that the file had before.
    pub known: u64,
    /// Games that were added.
    pub played: u64,
    /// Games that nobody could play, and why.
    pub faults: Vec<(u64, String)>,
    /// Damaged records that were removed from the file.
    pub damage: Vec<Damage>,
    /// Where the file as it was is, if more than an unfinished game was damaged.
    pub backup: Option<PathBuf>,
}

/// Why self-play cannot start or continue.
#[derive(Debug, Error)]
pub enum SelfplayError {
    /// The player does not search.
    #[error("the player {0} does not search, so there are no statistics")]
    NoSearch(String),
    /// The file.
    #[error(transparent)]
    File(#[from] FileError),
    /// Nobody can play.
    #[error(transparent)]
    Runner(#[from] RunnerError),
}

/// The points of a color in a finished game.
pub(crate) const fn points(winner: Option<Color>, color: Color) -> f64 {
    match (winner, color) {
        (None, _) => 0.5,
        (Some(Color::Black), Color::Black) | (Some(Color::White), Color::White) => 1.0,
        _ => 0.0,
    }
}
