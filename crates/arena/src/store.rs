//! Results in one SQLite file: every finished game is in it before it is counted.
//!
//! Several programs may use a file at the same time; a match is played by one of them.

use std::fmt;
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::time::Duration;

use catena_core::Color;
use rusqlite::{Connection, OpenFlags, OptionalExtension, Row, params};

use crate::spec::MatchInfo;

/// Marks a file as ours ("CaAr").
const APPLICATION: i32 = 0x4361_4172;
/// Version of the tables.
const VERSION: i32 = 1;

const TABLES: &str = "
CREATE TABLE matches (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    info TEXT NOT NULL,
    created INTEGER NOT NULL DEFAULT (unixepoch())
);
CREATE TABLE games (
    match INTEGER NOT NULL REFERENCES matches (id),
    number INTEGER NOT NULL,
    black INTEGER NOT NULL,
    white INTEGER NOT NULL,
    winner TEXT,
    how TEXT NOT NULL,
    fault TEXT,
    plies INTEGER NOT NULL,
    opening INTEGER NOT NULL,
    moves TEXT NOT NULL,
    black_seconds REAL NOT NULL,
    white_seconds REAL NOT NULL,
    finished INTEGER NOT NULL DEFAULT (unixepoch()),
    PRIMARY KEY (match, number)
) WITHOUT ROWID;
";

/// An open file of results.
#[derive(Debug)]
pub struct Store {
    connection: Connection,
    file: PathBuf,
}

/// A match in a store.
#[derive(Clone, Debug)]
pub struct StoredMatch {
    /// Its number in the store.
    pub id: i64,
    /// What was played.
    pub info: MatchInfo,
    /// When it began, in seconds since 1970.
    pub created: i64,
    /// Finished games.
    pub games: u64,
}

/// A finished game in a store.
#[derive(Clone, Debug, PartialEq)]
pub struct GameRow {
    /// Its number in the match.
    pub number: u64,
    /// Which player had Black.
    pub black: usize,
    /// Which player had White.
    pub white: usize,
    /// Who won; `None` is a draw.
    pub winner: Option<Color>,
    /// How it ended, in a word.
    pub how: String,
    /// What the loser did wrong, if anything.
    pub fault: Option<String>,
    /// Number of moves.
    pub plies: u32,
    /// Moves of the opening.
    pub opening: u32,
    /// The moves with blanks between.
    pub moves: String,
    /// Seconds that Black thought, where time counts.
    pub black_seconds: f64,
    /// Seconds that White thought.
    pub white_seconds: f64,
}

impl GameRow {
    /// Half points of a player: 2 for a win, 1 for a draw.
    #[must_use]
    pub fn half_points(&self, player: usize) -> u64 {
        match self.winner {
            None => 1,
            Some(Color::Black) => 2 * u64::from(self.black == player),
            Some(Color::White) => 2 * u64::from(self.white == player),
        }
    }
}

impl Store {
    /// Opens a file, or makes it and its folder.
    ///
    /// # Errors
    /// If it cannot be made or is no store of ours.
    pub fn open(file: &Path) -> Result<Self, StoreError> {
        if let Some(folder) = file.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            fs::create_dir_all(folder).map_err(|error| StoreError::File(folder.to_owned(), error))?;
        }
        let connection = Connection::open(file)?;
        let mut store = Self { connection, file: file.to_owned() };
        store.set_up()?;
        Ok(store)
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
        let connection = Connection::open_with_flags(file, flags)?;
        connection.busy_timeout(Duration::from_secs(30))?;
        let store = Self { connection, file: file.to_owned() };
        store.check()?;
        Ok(store)
    }

    /// Where the results are.
    #[must_use]
    pub fn file(&self) -> &Path {
        &self.file
    }

    fn set_up(&mut self) -> Result<(), StoreError> {
        // Two programs may make the same file at once.
        self.connection.busy_timeout(Duration::from_secs(30))?;
        let transaction =
            self.connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
        let tables: i64 =
            transaction.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
        if tables == 0 {
            transaction.execute_batch(TABLES)?;
            transaction.pragma_update(None, "application_id", APPLICATION)?;
            transaction.pragma_update(None, "user_version", VERSION)?;
        }
        transaction.commit()?;
        self.check()?;
        self.connection.pragma_update(None, "journal_mode", "WAL")?;
        // With a log this survives the end of the program at any time.
        self.connection.pragma_update(None, "synchronous", "NORMAL")?;
        Ok(())
    }

    fn check(&self) -> Result<(), StoreError> {
        let pragma = |name| self.connection.pragma_query_value(None, name, |row| row.get::<_, i32>(0));
        if pragma("application_id")? != APPLICATION {
            return Err(StoreError::Foreign(self.file.clone()));
        }
        match pragma("user_version")? {
            VERSION => Ok(()),
            other => Err(StoreError::Version(self.file.clone(), other)),
        }
    }

    /// The match that is described so, made if it is not there.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn find_or_add(&self, info: &MatchInfo) -> Result<i64, StoreError> {
        let text = serde_json::to_string(info).expect("names and numbers are JSON");
        let key = info.key();
        self.connection
            .execute("INSERT OR IGNORE INTO matches (key, info) VALUES (?1, ?2)", params![key, text])?;
        let id =
            self.connection.query_row("SELECT id FROM matches WHERE key = ?1", [key], |row| row.get(0))?;
        Ok(id)
    }

    /// All matches, the newest first.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn matches(&self) -> Result<Vec<StoredMatch>, StoreError> {
        let mut statement = self.connection.prepare(
            "SELECT id, info, created, (SELECT count(*) FROM games WHERE match = id) FROM matches
             ORDER BY id DESC",
        )?;
        let rows = statement.query_map([], stored_match)?;
        rows.map(|row| row.map_err(StoreError::from)).collect()
    }

    /// One match.
    ///
    /// # Errors
    /// If the file cannot be read or has no such match.
    pub fn stored_match(&self, id: i64) -> Result<StoredMatch, StoreError> {
        let found = self.connection.query_row(
            "SELECT id, info, created, (SELECT count(*) FROM games WHERE match = id) FROM matches
             WHERE id = ?1",
            [id],
            stored_match,
        );
        found.optional()?.ok_or(StoreError::NoMatch(id))
    }

    /// The finished games of a match in the order of their numbers.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn games(&self, id: i64) -> Result<Vec<GameRow>, StoreError> {
        let mut statement = self.connection.prepare(
            "SELECT number, black, white, winner, how, fault, plies, opening, moves, black_seconds,
             white_seconds FROM games WHERE match = ?1 ORDER BY number",
        )?;
        let rows = statement.query_map([id], game_row)?;
        rows.map(|row| row.map_err(StoreError::from)).collect()
    }

    /// Adds finished games in one transaction; a game that is there already stays as it is.
    ///
    /// # Errors
    /// If the file cannot be written; none of the games is in it then.
    pub fn add(&mut self, id: i64, games: &[GameRow]) -> Result<(), StoreError> {
        let transaction =
            self.connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
        {
            let mut statement = transaction.prepare_cached(
                "INSERT OR IGNORE INTO games (match, number, black, white, winner, how, fault, plies, opening,
                 moves, black_seconds, white_seconds)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
            )?;
            for game in games {
                statement.execute(params![
                    id,
                    game.number as i64,
                    game.black as i64,
                    game.white as i64,
                    game.winner.map(|color| color.to_string()),
                    game.how,
                    game.fault,
                    game.plies,
                    game.opening,
                    game.moves,
                    game.black_seconds,
                    game.white_seconds,
                ])?;
            }
        }
        transaction.commit()?;
        Ok(())
    }

    /// Takes a match for this program alone until the lock is dropped or the program ends.
    ///
    /// # Errors
    /// If another program plays it.
    pub fn lock(&self, id: i64) -> Result<MatchLock, StoreError> {
        let mut file = self.file.as_os_str().to_owned();
        file.push(format!("-match-{id}.lock"));
        let file = PathBuf::from(file);
        let failed = |error| StoreError::File(file.clone(), error);
        let handle = File::create(&file).map_err(failed)?;
        match handle.try_lock() {
            Ok(()) => Ok(MatchLock { handle, file }),
            Err(TryLockError::WouldBlock) => Err(StoreError::Locked(id, self.file.clone())),
            Err(TryLockError::Error(error)) => Err(StoreError::File(file, error)),
        }
    }
}

fn stored_match(row: &Row<'_>) -> rusqlite::Result<StoredMatch> {
    let text: String = row.get(1)?;
    let info = serde_json::from_str(&text).map_err(|error| {
        rusqlite::Error::FromSqlConversionFailure(1, rusqlite::types::Type::Text, Box::new(error))
    })?;
    Ok(StoredMatch { id: row.get(0)?, info, created: row.get(2)?, games: row.get::<_, i64>(3)? as u64 })
}

fn game_row(row: &Row<'_>) -> rusqlite::Result<GameRow> {
    let winner: Option<String> = row.get(3)?;
    Ok(GameRow {
        number: row.get::<_, i64>(0)? as u64,
        black: row.get::<_, i64>(1)? as usize,
        white: row.get::<_, i64>(2)? as usize,
        winner: winner.as_deref().and_then(Color::parse),
        how: row.get(4)?,
        fault: row.get(5)?,
        plies: row.get(6)?,
        opening: row.get(7)?,
        moves: row.get(8)?,
        black_seconds: row.get(9)?,
        white_seconds: row.get(10)?,
    })
}

/// The right to play a match; the system takes it back when the program ends in any way.
#[derive(Debug)]
pub struct MatchLock {
    handle: File,
    file: PathBuf,
}

impl Drop for MatchLock {
    fn drop(&mut self) {
        // A leftover file locks nothing; at worst two programs play the same games, and the store
        // keeps one of each.
        drop(fs::remove_file(&self.file));
        drop(self.handle.unlock());
    }
}

/// What is wrong with a store.
#[derive(Debug)]
pub enum StoreError {
    /// A file or folder.
    File(PathBuf, std::io::Error),
    /// A file of something else.
    Foreign(PathBuf),
    /// A file of another version.
    Version(PathBuf, i32),
    /// There is no such match.
    NoMatch(i64),
    /// Another program plays this match.
    Locked(i64, PathBuf),
    /// The database.
    Database(rusqlite::Error),
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        Self::Database(error)
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(file, error) => write!(f, "{}: {error}", file.display()),
            Self::Foreign(file) => write!(f, "{} is no store of matches", file.display()),
            Self::Version(file, version) => {
                write!(
                    f,
                    "{} has version {version} of the store; this program knows {VERSION}",
                    file.display()
                )
            }
            Self::NoMatch(id) => write!(f, "there is no match {id}"),
            Self::Locked(id, file) => {
                write!(f, "match {id} in {} is being played by another program", file.display())
            }
            Self::Database(error) => write!(f, "the store: {error}"),
        }
    }
}

impl std::error::Error for StoreError {}
