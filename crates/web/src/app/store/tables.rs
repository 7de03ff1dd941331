//! The tables and the statements on them, within a transaction.

use catena_app::error::{AppError, AppResult};
use catena_app::store::{
    GameSummary, Listed, NoteColumn, NoteRow, ReviewJob, StoredGameRow, Tables, no_such_game,
};
use rusqlite::{Connection, ErrorCode, OptionalExtension, Params, Row, params};

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

const COLUMNS: &str = "id, title, black, white, time, record, ids, next_id, current, updated, game, size, \
    moves, result";

/// Deletes the oldest of the games that the page has made for a visit of an hour or more ago in which nothing happened:
/// one node, no stones set up, no comment.
const MAKE_ROOM: &str = "
    DELETE FROM session WHERE id = (
        SELECT id FROM session
        WHERE ids = '[0]' AND updated < strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-1 hour')
            AND instr(record, 'AB[') = 0 AND instr(record, 'AW[') = 0 AND instr(record, 'C[') = 0
        ORDER BY updated LIMIT 1)";

/// An answer of SQLite; its failures are told as those of the app.
pub fn told<T>(result: rusqlite::Result<T>) -> AppResult<T> {
    result.map_err(|error| {
        tracing::error!("the store of games: {error}");
        match error.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => AppError::DiskFull(Box::new(error)),
            _ => AppError::Internal(Box::new(error)),
        }
    })
}

/// The tables within a transaction.
pub struct SqliteTables<'a> {
    pub(super) connection: &'a Connection,
    pub(super) max_games: usize,
}

impl SqliteTables<'_> {
    fn count_games(&self) -> rusqlite::Result<usize> {
        self.connection.query_row("SELECT count(*) FROM session", [], |row| row.get(0))
    }

    fn now(&self) -> rusqlite::Result<String> {
        let now = "SELECT strftime('%Y-%m-%dT%H:%M:%fZ', 'now')";
        self.connection.prepare_cached(now)?.query_row([], |row| row.get(0))
    }

    /// A text of at most one row.
    fn text(&self, sql: &str, params: impl Params) -> rusqlite::Result<Option<String>> {
        Ok(self.connection.prepare_cached(sql)?.query_row(params, |row| row.get(0)).optional()?.flatten())
    }

    fn rows<T>(
        &self,
        sql: &str,
        params: impl Params,
        read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
    ) -> AppResult<Vec<T>> {
        let rows = || self.connection.prepare_cached(sql)?.query_map(params, read)?.collect();
        told(rows())
    }

    /// The number of rows that changed.
    fn execute(&self, sql: &str, params: impl Params) -> AppResult<usize> {
        let changed = || self.connection.prepare_cached(sql)?.execute(params);
        told(changed())
    }
}

impl Tables for SqliteTables<'_> {
    fn new_id(&self) -> AppResult<String> {
        told(self.connection.query_row("SELECT lower(hex(randomblob(8)))", [], |row| row.get(0)))
    }

    fn insert_game(&self, game: &mut StoredGameRow, owner: Option<&str>) -> AppResult<()> {
        if told(self.count_games())? >= self.max_games && self.execute(MAKE_ROOM, [])? == 0 {
            let message = format!("{} games are kept already: delete some first", self.max_games);
            return Err(AppError::LimitReached { message, retry_after: None });
        }
        self.update_game(game)?;
        self.execute("UPDATE session SET owner = ?2 WHERE id = ?1", params![game.id, owner])?;
        Ok(())
    }

    fn owner(&self, id: &str) -> AppResult<Option<String>> {
        told(self.text("SELECT owner FROM session WHERE id = ?1", [id]))
    }

    fn update_game(&self, game: &mut StoredGameRow) -> AppResult<()> {
        game.updated = told(self.now())?;
        let sql = format!(
            "INSERT INTO session ({COLUMNS})
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)
             ON CONFLICT (id) DO UPDATE SET title = excluded.title, black = excluded.black,
                white = excluded.white, time = excluded.time, record = excluded.record,
                ids = excluded.ids, next_id = excluded.next_id, current = excluded.current,
                updated = excluded.updated, game = excluded.game, size = excluded.size,
                moves = excluded.moves, result = excluded.result"
        );
        let values = params![
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
        ];
        self.execute(&sql, values)?;
        Ok(())
    }

    fn game(&self, id: &str) -> AppResult<Option<StoredGameRow>> {
        let sql = format!("SELECT {COLUMNS} FROM session WHERE id = ?1");
        Ok(self.rows(&sql, [id], stored_game_row)?.pop())
    }

    fn games(&self, listed: &Listed) -> AppResult<Vec<StoredGameRow>> {
        let (all, owner) = match listed {
            Listed::All => (true, ""),
            Listed::Of(owner) => (false, owner.as_str()),
        };
        let sql = "SELECT id, title, black, white, time, '', '[]', next_id, current, updated, game, size, \
            moves, result FROM session WHERE ?1 OR owner = ?2 ORDER BY updated DESC, id";
        self.rows(sql, params![all, owner], stored_game_row)
    }

    fn delete_game(&self, id: &str) -> AppResult<()> {
        match self.execute("DELETE FROM session WHERE id = ?1", [id])? {
            0 => Err(no_such_game()),
            _ => Ok(()),
        }
    }

    fn notes(&self, game: &str) -> AppResult<Vec<(u32, NoteRow)>> {
        let sql = "SELECT node, report, review FROM note WHERE session = ?1";
        self.rows(sql, [game], |row| Ok((row.get(0)?, NoteRow { report: row.get(1)?, review: row.get(2)? })))
    }

    fn note(&self, game: &str, node: u32) -> AppResult<Option<NoteRow>> {
        let sql = "SELECT report, review FROM note WHERE session = ?1 AND node = ?2";
        let note = |row: &Row<'_>| Ok(NoteRow { report: row.get(0)?, review: row.get(1)? });
        Ok(self.rows(sql, params![game, node], note)?.pop())
    }

    fn report(&self, game: &str, node: u32) -> AppResult<Option<String>> {
        told(self.text("SELECT report FROM note WHERE session = ?1 AND node = ?2", params![game, node]))
    }

    fn put_note(&self, column: NoteColumn, game: &str, node: u32, text: &str) -> AppResult<()> {
        let column = match column {
            NoteColumn::Report => "report",
            NoteColumn::Review => "review",
        };
        let sql = format!(
            "INSERT INTO note (session, node, {column})
             SELECT id, ?2, ?3 FROM session WHERE id = ?1
             ON CONFLICT (session, node) DO UPDATE SET {column} = excluded.{column}"
        );
        self.execute(&sql, params![game, node, text])?;
        Ok(())
    }

    fn delete_notes(&self, game: &str, nodes: &[u32]) -> AppResult<()> {
        for node in nodes {
            self.execute("DELETE FROM note WHERE session = ?1 AND node = ?2", params![game, node])?;
        }
        Ok(())
    }

    fn assessment(&self, game: &str, key: &str) -> AppResult<Option<String>> {
        told(self.text("SELECT found FROM assessment WHERE session = ?1 AND key = ?2", [game, key]))
    }

    fn put_assessment(&self, game: &str, key: &str, found: &str) -> AppResult<()> {
        let sql = "INSERT OR REPLACE INTO assessment (session, key, found)
            SELECT id, ?2, ?3 FROM session WHERE id = ?1";
        self.execute(sql, [game, key, found])?;
        Ok(())
    }

    fn review_jobs(&self) -> AppResult<Vec<ReviewJob>> {
        self.rows("SELECT session, player, visits, node FROM review", [], |row| {
            Ok(ReviewJob { game: row.get(0)?, player: row.get(1)?, visits: row.get(2)?, node: row.get(3)? })
        })
    }

    fn put_review_job(&self, job: &ReviewJob) -> AppResult<()> {
        let sql = "INSERT OR REPLACE INTO review (session, player, visits, node) VALUES (?1, ?2, ?3, ?4)";
        self.execute(sql, params![job.game, job.player, job.visits, job.node])?;
        Ok(())
    }

    fn delete_review_job(&self, game: &str) -> AppResult<()> {
        self.execute("DELETE FROM review WHERE session = ?1", [game])?;
        Ok(())
    }
}

/// 128 random bits in hexadecimal.
pub fn secret(connection: &Connection) -> rusqlite::Result<String> {
    connection.query_row("SELECT lower(hex(randomblob(16)))", [], |row| row.get(0))
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
