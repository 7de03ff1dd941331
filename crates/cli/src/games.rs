//! Games that commands read: files of every kind, and which of their games is meant.

use std::io;
use std::num::NonZeroUsize;
use std::path::Path;

use anyhow::{Context, anyhow, bail};
use catena_arena::games::{
    FilePlace, FoundGame, GameSink, GamesError, KnownSetup, Mismatch, MoveLists, read_games,
};
use catena_core::{Game, Record, Setup, SwapRule};

use crate::WrongUsage;
use crate::args::{games, open, reading, swaps};
use crate::progress::counted;

/// Facts that a record does not say itself; what it says is not contradicted.
#[derive(clap::Args)]
pub struct RecordArgs {
    /// The game [default: that of the record, without a record havannah]
    #[arg(long, value_name = "GAME", value_parser = games(), ignore_case = true)]
    game: Option<Game>,

    #[arg(long, value_name = "N", help = size_help())]
    size: Option<u64>,

    /// The swap rule: the second player may take over the first stone [default: that of the record, else off]
    #[arg(long, value_name = "SWAP", value_parser = swaps())]
    swap: Option<SwapRule>,

    /// Which game of a file that has several [default: 1]
    #[arg(long, value_name = "N")]
    number: Option<NonZeroUsize>,
}

fn size_help() -> String {
    let defaults = Game::ALL.map(|game| format!("{game} {}", game.default_size()));
    format!(
        "The size of the board, of Renkula! and Bent Y also its cells [default: that of the record, else {}]",
        defaults.join(", ")
    )
}

impl RecordArgs {
    /// The board that is asked for, where there is no record.
    pub fn setup(&self) -> Result<Setup, WrongUsage> {
        let game = self.game.unwrap_or_default();
        let size = self.size.unwrap_or_else(|| game.default_size().into());
        Setup::new(game, size, self.swap.unwrap_or_default()).map_err(|error| WrongUsage(error.to_string()))
    }

    /// The record of a file.
    pub fn read(&self, file: &Path) -> anyhow::Result<Record> {
        let known = self.known()?;
        let mut chosen = Chosen { number: self.number.map_or(1, usize::from), games: 0, found: None };
        read(file, &known, MoveLists::Whole, &mut chosen)?;
        let Chosen { number, games, found } = chosen;
        let found = found.ok_or_else(|| match games {
            0 => anyhow!("{}: there are no games in it", reading(file)),
            _ => {
                let games = counted(games as u64, "game");
                WrongUsage(format!("--number {number}: {} has {games}", file.display())).into()
            }
        })?;
        let found = found.map_err(|why| anyhow!("{}: {why}", reading(file)))?;
        self.check(file, &found)?;
        if games > 1 && self.number.is_none() {
            eprintln!("{} has {games} games: this is the first; --number N takes another", file.display());
        }
        Ok(found.into_record())
    }

    /// The records of a file, or why one cannot be read; of a list of moves each line is one.
    pub fn read_all(&self, file: &Path) -> anyhow::Result<Vec<Result<Record, String>>> {
        let mut all = All::default();
        read(file, &self.known()?, MoveLists::Lines, &mut all)?;
        let All(found) = all;
        if found.is_empty() {
            bail!("{}: there are no games in it", reading(file));
        }
        found.iter().flatten().try_for_each(|found| self.check(file, found))?;
        Ok(found.into_iter().map(|found| found.map(FoundGame::into_record)).collect())
    }

    const fn asked(&self) -> KnownSetup {
        KnownSetup { game: self.game, size: self.size, swap: self.swap }
    }

    /// The record must not contradict what is asked for.
    fn check(&self, file: &Path, found: &FoundGame) -> Result<(), WrongUsage> {
        let wrong = |error: Mismatch| WrongUsage(format!("{}: {error}", file.display()));
        self.asked().check(found.setup()).map_err(wrong)
    }

    /// What is known of a record that does not say it itself.
    fn known(&self) -> Result<KnownSetup, WrongUsage> {
        // Moves that say nothing are of the board that would be taken without them, if any of it was asked for.
        let any = self.game.is_some() || self.size.is_some();
        let known = match any.then(|| self.setup()).transpose()? {
            Some(setup) => {
                KnownSetup { game: Some(setup.game()), size: Some(setup.size().into()), swap: self.swap }
            }
            None => self.asked(),
        };
        Ok(known)
    }
}

/// Reads a file of games, or standard input for `-`.
pub fn read(
    file: &Path,
    known: &KnownSetup,
    lists: MoveLists,
    sink: &mut impl GameSink,
) -> anyhow::Result<()> {
    match read_games(file, &mut open(file)?, known, lists, sink) {
        Err(GamesError::Size(error)) => Err(WrongUsage(error.to_string()).into()),
        // A reader of our output that has gone is none of the file's faults.
        Err(GamesError::Io(error)) if error.kind() == io::ErrorKind::BrokenPipe => Err(error.into()),
        other => other.with_context(|| reading(file)),
    }
}

/// Keeps one game, counted from 1.
struct Chosen {
    number: usize,
    games: usize,
    found: Option<Result<FoundGame, String>>,
}

impl GameSink for Chosen {
    fn game(&mut self, place: FilePlace<'_>, game: Result<FoundGame, String>) -> io::Result<()> {
        self.games += 1;
        if self.games == self.number {
            self.found = Some(game.map_err(|why| named(place, why)));
        }
        Ok(())
    }
}

/// Keeps all games.
#[derive(Default)]
struct All(Vec<Result<FoundGame, String>>);

impl GameSink for All {
    fn game(&mut self, place: FilePlace<'_>, game: Result<FoundGame, String>) -> io::Result<()> {
        self.0.push(game.map_err(|why| named(place, why)));
        Ok(())
    }
}

/// A cause with the line that it is about.
fn named(place: FilePlace<'_>, why: String) -> String {
    place.line.map_or_else(|| why.clone(), |line| format!("line {line}: {why}"))
}
