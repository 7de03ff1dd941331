//! Where games are kept: one SQLite file. What a request has changed is in it before the answer is
//! sent.

use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rusqlite::{Connection, OptionalExtension, Row, params};

use crate::error::{Answer, ApiError};

/// The file of games.
pub struct Store {
    connection: Mutex<Connection>,
    /// The most sessions that are kept.
    limit: usize,
}

/// A session as it is stored.
pub struct Stored {
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
    pub updated: String,
    /// For the list only.
    pub summary: Summary,
}

/// What the list of sessions tells.
pub struct Summary {
    pub game: String,
    pub size: u16,
    pub moves: usize,
    pub result: Option<String>,
}

/// What is known about a node, as JSON.
#[derive(Default)]
pub struct Note {
    pub report: Option<String>,
    pub review: Option<String>,
}

/// A review that was asked for and not stopped; it goes on after a restart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReviewJob {
    pub session: String,
    pub player: String,
    pub visits: u64,
    /// The end of the reviewed line; none for the main line.
    pub node: Option<u32>,
}

const SCHEMA: &str = "
    CREATE TABLE IF NOT EXISTS session (
        id TEXT PRIMARY KEY, title TEXT NOT NULL, black TEXT NOT NULL, white TEXT NOT NULL,
        time TEXT NOT NULL, record TEXT NOT NULL, ids TEXT NOT NULL, next_id INTEGER NOT NULL,
        current INTEGER NOT NULL, updated TEXT NOT NULL, game TEXT NOT NULL, size INTEGER NOT NULL,
        moves INTEGER NOT NULL, result TEXT
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

/// The form of the tables; another number is a file of another version.
const VERSION: i64 = 1;

const NOW: &str = "strftime('%Y-%m-%dT%H:%M:%fZ', 'now')";

const COLUMNS: &str = "id, title, black, white, time, record, ids, next_id, current, updated, game, size, \
    moves, result";

impl Store {
    /// Opens the file, or makes it.
    pub fn open(file: &Path, limit: usize) -> Result<Self, StoreError> {
        Self::prepare(Connection::open(file)?, limit)
    }

    fn prepare(connection: Connection, limit: usize) -> Result<Self, StoreError> {
        connection.busy_timeout(Duration::from_secs(5))?;
        // With a write-ahead log a committed change survives the end of the process in any way; the
        // full synchronisation makes it survive a loss of power too.
        connection.pragma_update(None, "journal_mode", "WAL")?;
        connection.pragma_update(None, "synchronous", "FULL")?;
        connection.pragma_update(None, "foreign_keys", true)?;
        match connection.pragma_query_value(None, "user_version", |row| row.get::<_, i64>(0))? {
            0 => {
                connection.execute_batch(SCHEMA)?;
                connection.pragma_update(None, "user_version", VERSION)?;
            }
            VERSION => {}
            other => return Err(StoreError::Version(other)),
        }
        Ok(Self { connection: Mutex::new(connection), limit })
    }

    /// A connection is in order between two statements, also after a panic elsewhere.
    fn connection(&self) -> MutexGuard<'_, Connection> {
        self.connection.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A new id that nobody can guess.
    pub fn new_id(&self) -> Answer<String> {
        Ok(self.connection().query_row("SELECT lower(hex(randomblob(8)))", [], |row| row.get(0))?)
    }

    /// Keeps a new session.
    pub fn insert(&self, session: &mut Stored) -> Answer<()> {
        let connection = self.connection();
        let kept: usize = connection.query_row("SELECT count(*) FROM session", [], |row| row.get(0))?;
        if kept >= self.limit {
            let limit = self.limit;
            return Err(ApiError::too_many(format!("{limit} games are kept already: delete some first")));
        }
        save(&connection, session)
    }

    /// Keeps what has changed about a session.
    pub fn update(&self, session: &mut Stored) -> Answer<()> {
        save(&self.connection(), session)
    }

    pub fn get(&self, id: &str) -> Answer<Option<Stored>> {
        let sql = format!("SELECT {COLUMNS} FROM session WHERE id = ?1");
        Ok(self.connection().prepare_cached(&sql)?.query_row([id], stored).optional()?)
    }

    /// All sessions without their records, the last used first.
    pub fn list(&self) -> Answer<Vec<Stored>> {
        let connection = self.connection();
        let sql = "SELECT id, title, black, white, time, '', '[]', next_id, current, updated, game, size, \
            moves, result FROM session ORDER BY updated DESC, id";
        let mut statement = connection.prepare_cached(sql)?;
        let rows = statement.query_map([], stored)?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Forgets a session; whether there was one.
    pub fn delete(&self, id: &str) -> Answer<bool> {
        Ok(self.connection().execute("DELETE FROM session WHERE id = ?1", [id])? > 0)
    }

    /// What is known about the nodes of a session.
    pub fn notes(&self, session: &str) -> Answer<Vec<(u32, Note)>> {
        let connection = self.connection();
        let mut statement =
            connection.prepare_cached("SELECT node, report, review FROM note WHERE session = ?1")?;
        let rows = statement.query_map([session], |row| {
            Ok((row.get(0)?, Note { report: row.get(1)?, review: row.get(2)? }))
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// The kept report of a node.
    pub fn report(&self, session: &str, node: u32) -> Answer<Option<String>> {
        let connection = self.connection();
        let mut statement =
            connection.prepare_cached("SELECT report FROM note WHERE session = ?1 AND node = ?2")?;
        Ok(statement.query_row(params![session, node], |row| row.get(0)).optional()?.flatten())
    }

    /// Keeps the report of a node; nothing happens if the session is gone.
    pub fn put_report(&self, session: &str, node: u32, report: &str) -> Answer<()> {
        self.put_note("report", session, node, report)
    }

    /// Keeps the review of a node; nothing happens if the session is gone.
    pub fn put_review(&self, session: &str, node: u32, review: &str) -> Answer<()> {
        self.put_note("review", session, node, review)
    }

    fn put_note(&self, column: &str, session: &str, node: u32, text: &str) -> Answer<()> {
        let sql = format!(
            "INSERT INTO note (session, node, {column})
             SELECT id, ?2, ?3 FROM session WHERE id = ?1
             ON CONFLICT (session, node) DO UPDATE SET {column} = excluded.{column}"
        );
        self.connection().prepare_cached(&sql)?.execute(params![session, node, text])?;
        Ok(())
    }

    /// Forgets what is known about nodes that are cut.
    pub fn forget_notes(&self, session: &str, nodes: &[u32]) -> Answer<()> {
        let connection = self.connection();
        let mut statement = connection.prepare_cached("DELETE FROM note WHERE session = ?1 AND node = ?2")?;
        for node in nodes {
            statement.execute(params![session, node])?;
        }
        Ok(())
    }

    /// What a review has found about a position.
    pub fn assessment(&self, session: &str, key: &str) -> Answer<Option<String>> {
        let connection = self.connection();
        let mut statement =
            connection.prepare_cached("SELECT found FROM assessment WHERE session = ?1 AND key = ?2")?;
        Ok(statement.query_row([session, key], |row| row.get(0)).optional()?)
    }

    /// Keeps what a review has found; nothing happens if the session is gone.
    pub fn put_assessment(&self, session: &str, key: &str, found: &str) -> Answer<()> {
        let sql = "INSERT OR REPLACE INTO assessment (session, key, found)
            SELECT id, ?2, ?3 FROM session WHERE id = ?1";
        self.connection().prepare_cached(sql)?.execute([session, key, found])?;
        Ok(())
    }

    /// The reviews that were not finished.
    pub fn reviews(&self) -> Answer<Vec<ReviewJob>> {
        let connection = self.connection();
        let mut statement = connection.prepare_cached("SELECT session, player, visits, node FROM review")?;
        let rows = statement.query_map([], |row| {
            Ok(ReviewJob {
                session: row.get(0)?,
                player: row.get(1)?,
                visits: row.get(2)?,
                node: row.get(3)?,
            })
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Notes that a review has to be done.
    pub fn put_review_job(&self, job: &ReviewJob) -> Answer<()> {
        let sql = "INSERT OR REPLACE INTO review (session, player, visits, node) VALUES (?1, ?2, ?3, ?4)";
        self.connection().execute(sql, params![job.session, job.player, job.visits, job.node])?;
        Ok(())
    }

    /// Notes that a review is done or was stopped.
    pub fn delete_review_job(&self, session: &str) -> Answer<()> {
        self.connection().execute("DELETE FROM review WHERE session = ?1", [session])?;
        Ok(())
    }
}

fn save(connection: &Connection, session: &mut Stored) -> Answer<()> {
    let ids = serde_json::to_string(&session.ids)?;
    let sql = format!(
        "INSERT INTO session ({COLUMNS})
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, {NOW}, ?10, ?11, ?12, ?13)
         ON CONFLICT (id) DO UPDATE SET title = excluded.title, black = excluded.black,
            white = excluded.white, time = excluded.time, record = excluded.record, ids = excluded.ids,
            next_id = excluded.next_id, current = excluded.current, updated = excluded.updated,
            game = excluded.game, size = excluded.size, moves = excluded.moves, result = excluded.result
         RETURNING updated"
    );
    let values = params![
        session.id,
        session.title,
        session.black,
        session.white,
        session.time,
        session.record,
        ids,
        session.next_id,
        session.current,
        session.summary.game,
        session.summary.size,
        session.summary.moves,
        session.summary.result
    ];
    session.updated = connection.prepare_cached(&sql)?.query_row(values, |row| row.get(0))?;
    Ok(())
}

fn stored(row: &Row<'_>) -> rusqlite::Result<Stored> {
    let ids: String = row.get(6)?;
    let ids = serde_json::from_str(&ids).map_err(|error| {
        rusqlite::Error::FromSqlConversionFailure(6, rusqlite::types::Type::Text, Box::new(error))
    })?;
    Ok(Stored {
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
        summary: Summary {
            game: row.get(10)?,
            size: row.get(11)?,
            moves: row.get(12)?,
            result: row.get(13)?,
        },
    })
}

/// Why the file of games cannot be used.
#[derive(Debug)]
pub enum StoreError {
    /// SQLite says so.
    Sqlite(rusqlite::Error),
    /// It was written by another version.
    Version(i64),
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        Self::Sqlite(error)
    }
}

impl std::fmt::Display for StoreError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Sqlite(error) => error.fmt(f),
            Self::Version(version) => {
                write!(f, "the file has form {version}; this version of catena knows form {VERSION}")
            }
        }
    }
}

impl std::error::Error for StoreError {}
