//! Results in one SQLite file: every finished game is in it before it is counted.
//!
//! Several programs may use a file at the same time; a match is played by one of them.

mod batch;
mod block;
mod error;
mod faults;
mod game_row;
mod lock;
mod tables;
mod trials;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags, OptionalExtension, Row, Transaction, TransactionBehavior, params};

use crate::spec::MatchInfo;
use crate::stats::Sprt;
use crate::tally::{Counted, Tally};
pub(crate) use batch::Batch;
pub(crate) use block::{Block, BlockGame};
pub use error::StoreError;
pub use game_row::GameRow;
use game_row::game_row;
pub use lock::MatchLock;
use tables::{BLOCKS, CPU_AND_SPRT, FAULTS, TABLES, TRIALS};

/// Marks a file as ours ("CaAr").
const APPLICATION: i32 = 0x4361_4172;
/// Version of the tables; version 1 had no blocks, version 2 no trials, version 3 no faults, version 4 no processor times
/// and no tests.
const VERSION: i32 = 5;

const MATCHES: &str = "
SELECT id, info, created, sprt, (SELECT count(*) FROM games WHERE match = id)
    + (SELECT coalesce(sum(count), 0) FROM blocks WHERE match = id)
FROM matches";

/// An open file of results.
#[derive(Debug)]
pub struct MatchStore {
    connection: Connection,
    file: PathBuf,
}

/// A match in a store.
#[derive(Clone, Debug)]
pub struct StoredMatch {
    /// Its number in the store.
    pub id: i64,
    /// Description of the match.
    pub info: MatchInfo,
    /// When it began, in seconds since 1970.
    pub created: i64,
    /// The sequential test that it was last played with.
    pub sprt: Option<Sprt>,
    /// Finished games.
    pub games: u64,
}

impl MatchStore {
    /// Opens a file, or makes it and its folder.
    ///
    /// # Errors
    /// If it cannot be made or is no store of ours.
    pub fn open(file: &Path) -> Result<Self, StoreError> {
        if let Some(folder) = file.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            fs::create_dir_all(folder).map_err(|error| StoreError::File(folder.to_owned(), error))?;
        }
        let open = || {
            let mut store = Self { connection: Connection::open(file)?, file: file.to_owned() };
            // Two programs may make the same file at once.
            store.connection.busy_timeout(Duration::from_secs(30))?;
            store.make()?;
            store.check()?;
            store.check_integrity()?;
            store.connection.pragma_update(None, "journal_mode", "WAL")?;
            // With a log this survives the end of the program at any time.
            store.connection.pragma_update(None, "synchronous", "NORMAL")?;
            Ok(store)
        };
        open().map_err(|error: StoreError| error.of(file))
    }

    /// Opens a file to read from it.
    ///
    /// # Errors
    /// If there is none or it is no store of ours.
    pub fn open_to_read(file: &Path) -> Result<Self, StoreError> {
        if !file.exists() {
            return Err(StoreError::File(file.to_owned(), std::io::ErrorKind::NotFound.into()));
        }
        // A log that has not been merged yet cannot be read without the right to write.
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let open = || {
            let connection = Connection::open_with_flags(file, flags)?;
            connection.busy_timeout(Duration::from_secs(30))?;
            let mut store = Self { connection, file: file.to_owned() };
            store.check()?;
            Ok(store)
        };
        open().map_err(|error: StoreError| error.of(file))
    }

    /// Work on the store; its errors name the file.
    fn named<T>(&self, work: impl FnOnce(&Self) -> Result<T, StoreError>) -> Result<T, StoreError> {
        work(self).map_err(|error| error.of(&self.file))
    }

    /// Where the results are.
    #[must_use]
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// The tables, if the file is empty.
    fn make(&mut self) -> Result<(), StoreError> {
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let tables: i64 =
            transaction.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
        if tables == 0 {
            transaction.execute_batch(TABLES)?;
            transaction.execute_batch(BLOCKS)?;
            transaction.execute_batch(TRIALS)?;
            transaction.execute_batch(FAULTS)?;
            transaction.execute_batch(CPU_AND_SPRT)?;
            transaction.pragma_update(None, "application_id", APPLICATION)?;
            transaction.pragma_update(None, "user_version", VERSION)?;
        }
        transaction.commit()?;
        Ok(())
    }

    /// Checks that it is a store of ours; one of an earlier version is upgraded.
    fn check(&mut self) -> Result<(), StoreError> {
        if pragma(&self.connection, "application_id")? != APPLICATION {
            return Err(StoreError::Foreign(self.file.clone()));
        }
        if (1..VERSION).contains(&pragma(&self.connection, "user_version")?) {
            let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            // Another program may have been faster.
            let version = pragma(&transaction, "user_version")?;
            if version == 1 {
                transaction.execute_batch(BLOCKS)?;
            }
            if matches!(version, 1 | 2) {
                transaction.execute_batch(TRIALS)?;
            }
            if (1..=3).contains(&version) {
                transaction.execute_batch(FAULTS)?;
            }
            if (1..VERSION).contains(&version) {
                transaction.execute_batch(CPU_AND_SPRT)?;
                transaction.pragma_update(None, "user_version", VERSION)?;
            }
            transaction.commit()?;
        }
        match pragma(&self.connection, "user_version")? {
            VERSION => Ok(()),
            other => Err(StoreError::Version(self.file.clone(), other)),
        }
    }

    /// Refuses a file with damaged pages before anything is written to it.
    fn check_integrity(&self) -> Result<(), StoreError> {
        let found: String = self.connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
        if found == "ok" { Ok(()) } else { Err(StoreError::Corrupt(self.file.clone(), found)) }
    }

    /// The match that is described so, made if it is not there.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn find_or_add(&self, info: &MatchInfo) -> Result<i64, StoreError> {
        let text = serde_json::to_string(info).expect("names and numbers are JSON");
        let key = info.key();
        self.named(|Self { connection, .. }| {
            let add = "INSERT OR IGNORE INTO matches (key, info) VALUES (?1, ?2)";
            connection.execute(add, params![key, text])?;
            Ok(connection.query_row("SELECT id FROM matches WHERE key = ?1", [key], |row| row.get(0))?)
        })
    }

    /// Keeps the sequential test that a match is played with.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn set_sprt(&self, id: i64, sprt: &Sprt) -> Result<(), StoreError> {
        let text = serde_json::to_string(sprt).expect("numbers are JSON");
        self.named(|store| {
            store.connection.execute("UPDATE matches SET sprt = ?2 WHERE id = ?1", params![id, text])?;
            Ok(())
        })
    }

    /// All matches, the newest first.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn matches(&self) -> Result<Vec<StoredMatch>, StoreError> {
        self.named(|store| {
            let mut statement = store.connection.prepare(&format!("{MATCHES} ORDER BY id DESC"))?;
            let rows = statement.query_map([], stored_match)?;
            rows.map(|row| row.map_err(StoreError::from)).collect()
        })
    }

    /// One match.
    ///
    /// # Errors
    /// If the file cannot be read or has no such match.
    pub fn stored_match(&self, id: i64) -> Result<StoredMatch, StoreError> {
        let sql = format!("{MATCHES} WHERE id = ?1");
        let found =
            self.named(|store| Ok(store.connection.query_row(&sql, [id], stored_match).optional()?))?;
        found.ok_or(StoreError::NoMatch(id))
    }

    /// The finished games of a match in the order of their numbers.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn games(&self, id: i64) -> Result<Vec<GameRow>, StoreError> {
        self.named(|store| store.read_games(id))
    }

    fn read_games(&self, id: i64) -> Result<Vec<GameRow>, StoreError> {
        let mut statement = self.connection.prepare(
            "SELECT number, black, white, winner, how, fault, plies, opening, moves, black_seconds,
             white_seconds, black_cpu, white_cpu FROM games WHERE match = ?1 ORDER BY number",
        )?;
        let mut games: Vec<GameRow> = statement.query_map([id], game_row)?.collect::<Result<_, _>>()?;
        let setup = self.stored_match(id)?.info.setup();
        self.each_in_blocks(id, &mut |game| {
            games.push(game.row(setup.as_ref()?)?);
            Some(())
        })?;
        games.sort_by_key(|game| game.number);
        // Two programs that played at once by mistake have played the same games.
        games.dedup_by_key(|game| game.number);
        Ok(games)
    }

    /// The finished games of a match, counted.
    ///
    /// # Errors
    /// If the file cannot be read or has no such match.
    pub fn tally(&self, id: i64) -> Result<Tally, StoreError> {
        Ok(self.known(id)?.0)
    }

    /// The finished games of a match, counted, and their numbers. Moves are not looked at.
    pub(crate) fn known(&self, id: i64) -> Result<(Tally, BTreeSet<u64>), StoreError> {
        self.named(|store| store.count(id))
    }

    fn count(&self, id: i64) -> Result<(Tally, BTreeSet<u64>), StoreError> {
        let mut tally = Tally::new(self.stored_match(id)?.info.players.len());
        let mut numbers = BTreeSet::new();
        let mut count = |game: &Counted<'_>| {
            if numbers.insert(game.number) {
                tally.count(game);
            }
        };
        let mut statement = self.connection.prepare(
            "SELECT number, black, white, winner, how, fault, plies, opening, '', black_seconds,
             white_seconds, black_cpu, white_cpu FROM games WHERE match = ?1",
        )?;
        for game in statement.query_map([id], game_row)? {
            count(&(&game?).into());
        }
        self.each_in_blocks(id, &mut |game| {
            count(&game.counted());
            Some(())
        })?;
        Ok((tally, numbers))
    }

    /// Shows all games in blocks of a match; `None` says that one cannot be understood.
    fn each_in_blocks(
        &self,
        id: i64,
        on_game: &mut dyn FnMut(&BlockGame<'_>) -> Option<()>,
    ) -> Result<(), StoreError> {
        let mut statement = self.connection.prepare("SELECT games FROM blocks WHERE match = ?1")?;
        let mut rows = statement.query([id])?;
        while let Some(row) = rows.next()? {
            let bytes = row.get_ref(0)?.as_blob().map_err(rusqlite::Error::from)?;
            block::games(bytes).try_for_each(|game| on_game(&game?)).ok_or(StoreError::Damaged(id))?;
        }
        Ok(())
    }

    /// Adds finished games in one transaction; a game that is there already stays as it is.
    ///
    /// # Errors
    /// If the file cannot be written; none of the games is in it then.
    pub fn add(&mut self, id: i64, games: &[GameRow]) -> Result<(), StoreError> {
        self.change(|transaction| games.iter().try_for_each(|game| add_game(transaction, id, game)))
    }

    /// All of a change or nothing of it.
    fn change(
        &mut self,
        work: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<()>,
    ) -> Result<(), StoreError> {
        let change = || {
            let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            work(&transaction)?;
            transaction.commit()
        };
        change().map_err(|error: rusqlite::Error| StoreError::from(error).of(&self.file))
    }

    /// As `add`, with blocks of games among them, and with jobs that nobody could do.
    pub(crate) fn add_results(
        &mut self,
        id: i64,
        batches: &[Batch],
        faults: &[(u64, String)],
    ) -> Result<(), StoreError> {
        self.change(|transaction| {
            batches.iter().try_for_each(|batch| match batch {
                Batch::Game(game) => add_game(transaction, id, game),
                Batch::Block(block) => add_block(transaction, id, block),
            })?;
            faults.iter().try_for_each(|(number, reason)| faults::add(transaction, id, *number, reason))
        })
    }
}

fn pragma(connection: &Connection, name: &str) -> rusqlite::Result<i32> {
    connection.pragma_query_value(None, name, |row| row.get(0))
}

fn add_game(transaction: &Transaction<'_>, id: i64, game: &GameRow) -> rusqlite::Result<()> {
    let mut statement = transaction.prepare_cached(
        "INSERT OR IGNORE INTO games (match, number, black, white, winner, how, fault, plies, opening,
         moves, black_seconds, white_seconds, black_cpu, white_cpu)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)",
    )?;
    statement.execute(params![
        id,
        game.number as i64,
        game.black as i64,
        game.white as i64,
        game.winner.map(|color| color.to_string()),
        game.how,
        game.forfeit,
        game.plies,
        game.opening,
        game.moves,
        game.black_seconds,
        game.white_seconds,
        game.black_cpu,
        game.white_cpu,
    ])?;
    faults::remove(transaction, id, game.number)
}

fn add_block(transaction: &Transaction<'_>, id: i64, block: &Block) -> rusqlite::Result<()> {
    let mut statement = transaction.prepare_cached(
        "INSERT OR IGNORE INTO blocks (match, first, count, games) VALUES (?1, ?2, ?3, ?4)",
    )?;
    statement.execute(params![id, block.first as i64, block.count as i64, block.bytes])?;
    faults::remove(transaction, id, block.first)
}

fn stored_match(row: &Row<'_>) -> rusqlite::Result<StoredMatch> {
    let wrong = |column, error: serde_json::Error| {
        rusqlite::Error::FromSqlConversionFailure(column, rusqlite::types::Type::Text, Box::new(error))
    };
    let text: String = row.get(1)?;
    let info = serde_json::from_str(&text).map_err(|error| wrong(1, error))?;
    let sprt: Option<String> = row.get(3)?;
    let sprt = sprt.map(|text| serde_json::from_str(&text)).transpose().map_err(|error| wrong(3, error))?;
    let games = row.get::<_, i64>(4)? as u64;
    Ok(StoredMatch { id: row.get(0)?, info, created: row.get(2)?, sprt, games })
}
