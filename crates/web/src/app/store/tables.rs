//! The tables and the statements on them, within a transaction.

use rusqlite::{Connection, OptionalExtension, Row, params};

use crate::app::error::{AppError, AppResult};

pub const SCHEMA: &str = "
    CREATE TABLE IF NOT EXISTS session (
        id TEXT PRIMARY KEY, title TEXT NOT NULL, black TEXT NOT NULL, white TEXT NOT NULL,
        time TEXT NOT NULL, record TEXT NOT NULL, ids TEXT NOT NULL, next_id INTEGER NOT NULL,
        current INTEGER NOT NULL, updated TEXT NOT NULL, game TEXT NOT NULL, size INTEGER NOT NULL,
        moves INTEGER NOT NULL, result TEXT, owner TEXT
    ) STRICT;
    CREATE INDEX IF NOT EXISTS session_updated ON session (updated);
    CREATE TABLE IF NOT EXISTS note (
        session TEXT NOT NULL REFERENCES session ON DELETE CASCADE, node INTEGER NOT NULL,
        report TEXT, review TEXT, PRIMARY KEY (session, node)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS assessment (
        session TEXT NOT NULL REFERENCES session ON DELETE CASCADE, key TEXT NOT NULL,
        found TEXT NOT NULL, PRIMARY KEY (session, key)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS review (
        session TEXT PRIMARY KEY REFERENCES session ON DELETE CASCADE, player TEXT NOT NULL,
        visits INTEGER NOT NULL, node INTEGER
    ) STRICT, WITHOUT ROWID;
";

/// A stored game.
pub struct StoredGameRow {
    pub id: String,
    pub title: String,
    pub black: String,
    pub white: String,
    pub time: String,
    /// The game as SGF.
    pub record: String,
    /// The ids of the nodes, in the order of the record.
    pub ids: Vec<u32>,
    pub next_id: u32,
    pub current: u32,
    /// Set when it is stored.
    pub updated: String,
    pub summary: GameSummary,
}

/// A row in the list of games.
pub struct GameSummary {
    pub game: String,
    pub size: u16,
    pub moves: usize,
    pub result: Option<String>,
}

/// Note on a node, as JSON.
#[derive(Default)]
pub struct NoteRow {
    pub report: Option<String>,
    pub review: Option<String>,
}

/// Which part of a [`NoteRow`].
#[derive(Clone, Copy)]
pub enum NoteColumn {
    Report,
    Review,
}

/// Which games a list has.
pub enum Listed {
    All,
    /// Those that a visitor's browser has made.
    Of(String),
}

/// A review that was asked for and not stopped; it resumes after a restart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReviewJob {
    pub game: String,
    pub player: String,
    pub visits: u64,
    /// The end of the reviewed line; none for the main line.
    pub node: Option<u32>,
}

const COLUMNS: &str = "id, title, black, white, time, record, ids, next_id, current, updated, game, size, \
    moves, result";

/// The tables within a transaction.
pub struct Tables<'a> {
    pub(super) connection: &'a Connection,
    pub(super) max_games: usize,
}

impl Tables<'_> {
    /// An id that nobody can guess.
    pub fn new_id(&self) -> AppResult<String> {
        Ok(self.connection.query_row("SELECT lower(hex(randomblob(8)))", [], |row| row.get(0))?)
    }

    /// 128 random bits in hexadecimal.
    pub fn secret(&self) -> AppResult<String> {
        Ok(secret(self.connection)?)
    }

    /// Stores a new game; the owner is the visitor whose browser has made it, if any.
    pub fn insert_game(&self, game: &mut StoredGameRow, owner: Option<&str>) -> AppResult<()> {
        let stored: usize =
            self.connection.query_row("SELECT count(*) FROM session", [], |row| row.get(0))?;
        if stored >= self.max_games {
            let message = format!("{} games are kept already: delete some first", self.max_games);
            return Err(AppError::LimitReached { message, retry_after: None });
        }
        self.update_game(game)?;
        self.connection.execute("UPDATE session SET owner = ?2 WHERE id = ?1", params![game.id, owner])?;
        Ok(())
    }

    /// Whose browser has made a game; none where a program has, or where there is no such game.
    pub fn owner(&self, id: &str) -> AppResult<Option<String>> {
        let mut statement = self.connection.prepare_cached("SELECT owner FROM session WHERE id = ?1")?;
        Ok(statement.query_row([id], |row| row.get(0)).optional()?.flatten())
    }

    pub fn update_game(&self, game: &mut StoredGameRow) -> AppResult<()> {
        let now = "SELECT strftime('%Y-%m-%dT%H:%M:%fZ', 'now')";
        game.updated = self.connection.prepare_cached(now)?.query_row([], |row| row.get(0))?;
        let sql = format!(
            "INSERT INTO session ({COLUMNS})
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)
             ON CONFLICT (id) DO UPDATE SET title = excluded.title, black = excluded.black,
                white = excluded.white, time = excluded.time, record = excluded.record,
                ids = excluded.ids, next_id = excluded.next_id, current = excluded.current,
                updated = excluded.updated, game = excluded.game, size = excluded.size,
                moves = excluded.moves, result = excluded.result"
        );
        self.connection.prepare_cached(&sql)?.execute(params![
            game.id,
            game.title,
            game.black,
            game.white,
            game.time,
            game.record,
            serde_json::to_string(&game.ids)?,
            game.next_id,
            game.current,
            game.updated,
            game.summary.game,
            game.summary.size,
            game.summary.moves,
            game.summary.result
        ])?;
        Ok(())
    }

    pub fn game(&self, id: &str) -> AppResult<Option<StoredGameRow>> {
        let sql = format!("SELECT {COLUMNS} FROM session WHERE id = ?1");
        Ok(self.connection.prepare_cached(&sql)?.query_row([id], stored_game_row).optional()?)
    }

    /// Games without their records, the last used first: all, or those of an owner.
    pub fn games(&self, listed: &Listed) -> AppResult<Vec<StoredGameRow>> {
        let (all, owner) = match listed {
            Listed::All => (true, ""),
            Listed::Of(owner) => (false, owner.as_str()),
        };
        let sql = "SELECT id, title, black, white, time, '', '[]', next_id, current, updated, game, size, \
            moves, result FROM session WHERE ?1 OR owner = ?2 ORDER BY updated DESC, id";
        let mut statement = self.connection.prepare_cached(sql)?;
        let rows = statement.query_map(params![all, owner], stored_game_row)?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Deletes a game with all that is known about it.
    pub fn delete_game(&self, id: &str) -> AppResult<()> {
        match self.connection.execute("DELETE FROM session WHERE id = ?1", [id])? {
            0 => Err(no_such_game()),
            _ => Ok(()),
        }
    }

    pub fn notes(&self, game: &str) -> AppResult<Vec<(u32, NoteRow)>> {
        let mut statement =
            self.connection.prepare_cached("SELECT node, report, review FROM note WHERE session = ?1")?;
        let rows = statement.query_map([game], |row| {
            Ok((row.get(0)?, NoteRow { report: row.get(1)?, review: row.get(2)? }))
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// The stored report of a node.
    pub fn report(&self, game: &str, node: u32) -> AppResult<Option<String>> {
        let mut statement =
            self.connection.prepare_cached("SELECT report FROM note WHERE session = ?1 AND node = ?2")?;
        Ok(statement.query_row(params![game, node], |row| row.get(0)).optional()?.flatten())
    }

    /// Stores what is known about a node; nothing happens if the game is gone.
    pub fn put_note(&self, column: NoteColumn, game: &str, node: u32, text: &str) -> AppResult<()> {
        let column = match column {
            NoteColumn::Report => "report",
            NoteColumn::Review => "review",
        };
        let sql = format!(
            "INSERT INTO note (session, node, {column})
             SELECT id, ?2, ?3 FROM session WHERE id = ?1
             ON CONFLICT (session, node) DO UPDATE SET {column} = excluded.{column}"
        );
        self.connection.prepare_cached(&sql)?.execute(params![game, node, text])?;
        Ok(())
    }

    pub fn delete_notes(&self, game: &str, nodes: &[u32]) -> AppResult<()> {
        let mut statement =
            self.connection.prepare_cached("DELETE FROM note WHERE session = ?1 AND node = ?2")?;
        for node in nodes {
            statement.execute(params![game, node])?;
        }
        Ok(())
    }

    /// Stored assessment of a position by a review.
    pub fn assessment(&self, game: &str, key: &str) -> AppResult<Option<String>> {
        let mut statement =
            self.connection.prepare_cached("SELECT found FROM assessment WHERE session = ?1 AND key = ?2")?;
        Ok(statement.query_row([game, key], |row| row.get(0)).optional()?)
    }

    /// Stores what a review has found; nothing happens if the game is gone.
    pub fn put_assessment(&self, game: &str, key: &str, found: &str) -> AppResult<()> {
        let sql = "INSERT OR REPLACE INTO assessment (session, key, found)
            SELECT id, ?2, ?3 FROM session WHERE id = ?1";
        self.connection.prepare_cached(sql)?.execute([game, key, found])?;
        Ok(())
    }

    /// The reviews that were not finished.
    pub fn review_jobs(&self) -> AppResult<Vec<ReviewJob>> {
        let mut statement =
            self.connection.prepare_cached("SELECT session, player, visits, node FROM review")?;
        let rows = statement.query_map([], |row| {
            Ok(ReviewJob { game: row.get(0)?, player: row.get(1)?, visits: row.get(2)?, node: row.get(3)? })
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    pub fn put_review_job(&self, job: &ReviewJob) -> AppResult<()> {
        let sql = "INSERT OR REPLACE INTO review (session, player, visits, node) VALUES (?1, ?2, ?3, ?4)";
        self.connection.execute(sql, params![job.game, job.player, job.visits, job.node])?;
        Ok(())
    }

    /// Notes that a review is done or was stopped.
    pub fn delete_review_job(&self, game: &str) -> AppResult<()> {
        self.connection.execute("DELETE FROM review WHERE session = ?1", [game])?;
        Ok(())
    }
}

/// 128 random bits in hexadecimal.
pub fn secret(connection: &Connection) -> rusqlite::Result<String> {
    connection.query_row("SELECT lower(hex(randomblob(16)))", [], |row| row.get(0))
}

pub fn no_such_game() -> AppError {
    AppError::NotFound("there is no such game".to_owned())
}

fn stored_game_row(row: &Row<'_>) -> rusqlite::Result<StoredGameRow> {
    let ids: String = row.get(6)?;
    let ids = serde_json::from_str(&ids).map_err(|error| {
        rusqlite::Error::FromSqlConversionFailure(6, rusqlite::types::Type::Text, Box::new(error))
    })?;
    Ok(StoredGameRow {
        id: row.get(0)?,
        title: row.get(1)?,
        black: row.get(2)?,
        white: row.get(3)?,
        time: row.get(4)?,
        record: row.get(5)?,
        ids,
        next_id: row.get(7)?,
        current: row.get(8)?,
        updated: row.get(9)?,
        summary: GameSummary {
            game: row.get(10)?,
            size: row.get(11)?,
            moves: row.get(12)?,
            result: row.get(13)?,
        },
    })
}
