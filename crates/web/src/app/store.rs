//! Where games are kept: one SQLite file.
//!
//! Every request reads and changes the file in a transaction. A change is on the disk before the answer
//! is sent; one that cannot be committed is an error, and then the file is as it was before.

mod tables;

use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use catena_app::error::AppResult;
use catena_app::store::{Access, Storage, Tables};
use rusqlite::{Connection, TransactionBehavior};
use tables::{SqliteTables, told};

/// The file of games.
pub struct SqliteStorage {
    connection: Mutex<Connection>,
    /// The most games that are stored.
    max_games: usize,
}

/// Marks the file as ours (`PRAGMA application_id`): "Cate" in ASCII.
const APPLICATION_ID: i64 = 0x4361_7465;

/// The form of the tables; another number is a file of another version.
const SCHEMA_VERSION: i64 = 1;

/// Maximum wait of a change for another process that writes.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

impl SqliteStorage {
    /// Opens the file, or makes it.
    pub fn open(file: &Path, max_games: usize) -> Result<Self, StorageError> {
        Self::prepare(Connection::open(file)?, max_games)
    }

    #[cfg(test)]
    fn in_memory() -> Self {
        Self::prepare(Connection::open_in_memory().expect("it needs no file"), 100).expect("it is new")
    }

    /// 128 random bits in hexadecimal.
    pub fn random_secret() -> Result<String, StorageError> {
        Ok(tables::secret(&Connection::open_in_memory()?)?)
    }

    fn prepare(connection: Connection, max_games: usize) -> Result<Self, StorageError> {
        connection.busy_timeout(BUSY_TIMEOUT)?;
        check(&connection)?;
        // With a write-ahead log a committed change survives the end of the process in any way; full
        // synchronization makes it survive a loss of power too.
        connection.pragma_update(None, "journal_mode", "WAL")?;
        connection.pragma_update(None, "synchronous", "FULL")?;
        connection.pragma_update(None, "foreign_keys", true)?;
        connection.execute_batch(tables::SCHEMA)?;
        // Files from before games had owners.
        let has_owner = "SELECT count(*) FROM pragma_table_info('session') WHERE name = 'owner'";
        if connection.query_row(has_owner, [], |row| row.get::<_, i64>(0))? == 0 {
            connection.execute_batch("ALTER TABLE session ADD COLUMN owner TEXT")?;
        }
        connection.pragma_update(None, "application_id", APPLICATION_ID)?;
        connection.pragma_update(None, "user_version", SCHEMA_VERSION)?;
        Ok(Self { connection: Mutex::new(connection), max_games })
    }

    /// A connection is in order between two transactions, also after a panic elsewhere.
    fn connection(&self) -> MutexGuard<'_, Connection> {
        self.connection.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Storage for SqliteStorage {
    fn transaction(
        &self,
        access: Access,
        work: &mut dyn FnMut(&dyn Tables) -> AppResult<()>,
    ) -> AppResult<()> {
        let behavior = match access {
            Access::Read => TransactionBehavior::Deferred,
            Access::Write => TransactionBehavior::Immediate,
        };
        let mut connection = self.connection();
        let transaction = told(connection.transaction_with_behavior(behavior))?;
        work(&SqliteTables { connection: &transaction, max_games: self.max_games })?;
        told(transaction.commit())
    }
}

/// Refuses files that are damaged, of another program, or of another version.
fn check(connection: &Connection) -> Result<(), StorageError> {
    let pragma = |name: &str| connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
    let tables = |condition: &str| {
        let sql = format!("SELECT count(*) FROM sqlite_master WHERE {condition}");
        connection.query_row(&sql, [], |row| row.get::<_, i64>(0))
    };
    let (application, version) = (pragma("application_id")?, pragma("user_version")?);
    let is_new = tables("true")? == 0;
    // Files from before the mark was set have our tables and no mark.
    let is_unmarked = application == 0 && tables("type = 'table' AND name IN ('session', 'note')")? == 2;
    if !is_new && !is_unmarked && application != APPLICATION_ID {
        return Err(StorageError::Foreign);
    }
    if !is_new && version != SCHEMA_VERSION {
        return Err(StorageError::Version { found: version, known: SCHEMA_VERSION });
    }
    let found: String = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    if found == "ok" { Ok(()) } else { Err(StorageError::Damaged(found)) }
}

/// Why the file of games cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum StorageError {
    /// SQLite says so.
    #[error("games.sqlite")]
    Sqlite(#[from] rusqlite::Error),
    /// It was written by another version.
    #[error("games.sqlite has version {found}; this program knows version {known}")]
    Version {
        /// The version of the file.
        found: i64,
        /// The version that this program writes.
        known: i64,
    },
    /// It has tables of another program.
    #[error("games.sqlite is a database of another program")]
    Foreign,
    /// Another server runs on the folder.
    #[error("another catena serve uses this folder{}", address.as_deref().map(|at| format!(": {at}")).unwrap_or_default())]
    InUse {
        /// Where it is, once it listens.
        address: Option<String>,
    },
    /// The lock of the folder cannot be taken.
    #[error("locking serve.lock")]
    Lock(#[source] std::io::Error),
    /// SQLite finds an error in it.
    #[error("games.sqlite is damaged: {0}")]
    Damaged(String),
}

#[cfg(test)]
mod tests {
    use catena_app::error::AppError;
    use catena_app::store::{GameStore, GameSummary, NoteColumn, ReviewJob, StoredGameRow};
    use catena_app::stored_game::{StoredGame, setup};
    use catena_core::record::Record;
    use catena_core::{Move, SwapRule};

    use super::*;

    /// A storage as the app sees it, and the connection under it.
    fn opened() -> (GameStore, std::sync::Arc<SqliteStorage>) {
        let storage = std::sync::Arc::new(SqliteStorage::in_memory());
        (GameStore::new(Box::new(Shared(std::sync::Arc::clone(&storage)))), storage)
    }

    struct Shared(std::sync::Arc<SqliteStorage>);

    impl Storage for Shared {
        fn transaction(
            &self,
            access: Access,
            work: &mut dyn FnMut(&dyn Tables) -> AppResult<()>,
        ) -> AppResult<()> {
            self.0.transaction(access, work)
        }
    }

    fn game(id: &str) -> StoredGameRow {
        StoredGameRow {
            id: id.to_owned(),
            title: String::new(),
            black: "human".to_owned(),
            white: "human".to_owned(),
            time: "1s".to_owned(),
            record: "(;GM[11]SZ[3])".to_owned(),
            ids: vec![0],
            next_id: 1,
            current: 0,
            updated: String::new(),
            summary: GameSummary { game: "hex".to_owned(), size: 3, moves: 0, result: None },
        }
    }

    /// A file of its own, where `cargo clean` finds it.
    fn file(name: &str) -> std::path::PathBuf {
        let folder = std::env::temp_dir().join(format!("catena-store-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let file = folder.join(name);
        drop(std::fs::remove_file(&file));
        file
    }

    #[test]
    fn a_change_that_cannot_be_committed_is_an_error_and_changes_nothing() {
        let (store, storage) = opened();
        store.write(|tables| tables.insert_game(&mut game("a"), None)).unwrap();
        // Checked at the end of the transaction: the statements succeed, the commit does not.
        let trigger =
            "CREATE TABLE strict_note (session TEXT REFERENCES session DEFERRABLE INITIALLY DEFERRED);
            CREATE TRIGGER orphan AFTER UPDATE ON session
            BEGIN INSERT INTO strict_note (session) VALUES ('nobody'); END;";
        storage.connection().execute_batch(trigger).unwrap();
        let failed = store
            .write(|tables| tables.update_game(&mut StoredGameRow { title: "new".to_owned(), ..game("a") }));
        assert!(matches!(failed, Err(AppError::Internal(_))), "{failed:?}");
        let title = store.read(|tables| Ok(tables.game("a")?.unwrap().title)).unwrap();
        assert_eq!(title, "");
    }

    #[test]
    fn a_full_disk_is_told_and_changes_nothing() {
        let (store, storage) = opened();
        store.write(|tables| tables.insert_game(&mut game("a"), None)).unwrap();
        let pages: i64 =
            storage.connection().pragma_query_value(None, "page_count", |row| row.get(0)).unwrap();
        storage.connection().pragma_update(None, "max_page_count", pages).unwrap();
        let long = StoredGameRow { record: "x".repeat(100_000), ..game("a") };
        let failed = store.write(|tables| tables.update_game(&mut StoredGameRow { ..long }));
        assert!(matches!(failed, Err(AppError::DiskFull(_))), "{failed:?}");
        assert_eq!(store.read(|tables| Ok(tables.game("a")?.unwrap().record.len())).unwrap(), 14);
        store.write(|tables| tables.delete_game("a")).unwrap();
    }

    #[test]
    fn a_deleted_game_takes_all_that_is_known_about_it_along() {
        let (store, storage) = opened();
        let count = |table: &str| -> i64 {
            let sql = format!("SELECT count(*) FROM {table}");
            storage.connection().query_row(&sql, [], |row| row.get(0)).unwrap()
        };
        store
            .write(|tables| {
                tables.insert_game(&mut game("a"), None)?;
                tables.put_note(NoteColumn::Report, "a", 0, "{}")?;
                tables.put_assessment("a", "key", "{}")?;
                let job = ReviewJob { game: "a".into(), player: "x".into(), visits: 1, node: None };
                tables.put_review_job(&job)
            })
            .unwrap();
        assert_eq!(["note", "assessment", "review"].map(count), [1; 3]);
        let jobs = store.read(|tables| tables.review_jobs()).unwrap();
        assert_eq!(jobs.iter().map(|job| job.game.as_str()).collect::<Vec<_>>(), ["a"]);
        store.write(|tables| tables.delete_game("a")).unwrap();
        assert_eq!(["session", "note", "assessment", "review"].map(count), [0; 4]);
        // And nothing is stored about a game that is not there.
        store.write(|tables| tables.put_note(NoteColumn::Report, "a", 0, "{}")).unwrap();
        assert_eq!(count("note"), 0);
    }

    #[test]
    fn notes_are_kept_by_node_until_their_nodes_are_deleted() {
        let (store, _) = opened();
        store.write(|tables| tables.insert_game(&mut game("a"), None)).unwrap();
        for (node, report) in [(0, "{\"visits\":1}"), (3, "{\"visits\":2}"), (4, "{\"visits\":3}")] {
            store.write(|tables| tables.put_note(NoteColumn::Report, "a", node, report)).unwrap();
        }
        let report = |node: u32| store.read(|tables| tables.report("a", node)).unwrap();
        assert_eq!([0, 3, 5].map(report).map(|report| report.is_some()), [true, true, false]);
        assert_eq!(report(3).as_deref(), Some("{\"visits\":2}"));
        store.write(|tables| tables.delete_notes("a", &[3, 4])).unwrap();
        assert_eq!([0, 3, 4].map(report).map(|report| report.is_some()), [true, false, false]);
    }

    #[test]
    fn games_that_nobody_has_touched_make_room() {
        let storage =
            std::sync::Arc::new(SqliteStorage::prepare(Connection::open_in_memory().unwrap(), 4).unwrap());
        let store = GameStore::new(Box::new(Shared(std::sync::Arc::clone(&storage))));
        let insert = |row: StoredGameRow| store.write(|tables| tables.insert_game(&mut row.clone(), None));
        insert(StoredGameRow {
            record: "(;GM[11]SZ[3];B[a1])".to_owned(),
            ids: vec![0, 1],
            ..game("played")
        })
        .unwrap();
        insert(StoredGameRow { record: "(;GM[11]SZ[3]C[mine])".to_owned(), ..game("commented") }).unwrap();
        insert(StoredGameRow { record: "(;GM[11]SZ[3]AB[a1])".to_owned(), ..game("set-up") }).unwrap();
        insert(game("visit")).unwrap();
        assert!(matches!(insert(game("new")), Err(AppError::LimitReached { .. })), "the visit goes on");
        let age = "UPDATE session SET updated = '2020-01-01T00:00:00.000Z'";
        storage.connection().execute_batch(age).unwrap();
        insert(game("new")).unwrap();
        let listed = store.read(|tables| tables.games(&catena_app::store::Listed::All)).unwrap();
        let mut ids: Vec<String> = listed.into_iter().map(|game| game.id).collect();
        ids.sort();
        assert_eq!(ids, ["commented", "new", "played", "set-up"]);
        assert!(matches!(insert(game("more")), Err(AppError::LimitReached { .. })));
    }

    #[test]
    fn a_committed_change_survives_a_loss_of_power() {
        let store = SqliteStorage::open(&file("durable.sqlite"), 1).unwrap();
        let pragma = |name: &str| -> String {
            let text = |row: &rusqlite::Row<'_>| Ok(row.get_ref(0)?.as_str().map(str::to_owned));
            let connection = store.connection();
            match connection.pragma_query_value(None, name, text).unwrap() {
                Ok(text) => text,
                Err(_) => {
                    connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0)).unwrap().to_string()
                }
            }
        };
        // 2 is FULL: the log is synchronized at every commit.
        assert_eq!((pragma("journal_mode").as_str(), pragma("synchronous").as_str()), ("wal", "2"));
    }

    #[test]
    fn only_our_own_files_are_opened() {
        let foreign = file("foreign.sqlite");
        Connection::open(&foreign).unwrap().execute_batch("CREATE TABLE mail (id)").unwrap();
        assert!(matches!(SqliteStorage::open(&foreign, 1), Err(StorageError::Foreign)));
        let tables: i64 = Connection::open(&foreign)
            .unwrap()
            .query_row("SELECT count(*) FROM sqlite_master", [], |row| row.get(0))
            .unwrap();
        assert_eq!(tables, 1, "it is left as it was");

        let later = file("later.sqlite");
        drop(SqliteStorage::open(&later, 1).unwrap());
        Connection::open(&later).unwrap().pragma_update(None, "user_version", 9).unwrap();
        assert!(matches!(SqliteStorage::open(&later, 1), Err(StorageError::Version { found: 9, known: 1 })));

        let unmarked = file("unmarked.sqlite");
        drop(SqliteStorage::open(&unmarked, 1).unwrap());
        Connection::open(&unmarked).unwrap().execute_batch("ALTER TABLE session DROP COLUMN owner").unwrap();
        Connection::open(&unmarked).unwrap().pragma_update(None, "application_id", 0).unwrap();
        let storage =
            SqliteStorage::open(&unmarked, 1).expect("of a version before the mark, and before owners");
        let store = GameStore::new(Box::new(storage));
        store.write(|tables| tables.insert_game(&mut game("a"), Some("me"))).unwrap();
        assert_eq!(store.read(|tables| tables.owner("a")).unwrap().as_deref(), Some("me"));

        let text = file("text.sqlite");
        std::fs::write(&text, "no database at all, ".repeat(100)).unwrap();
        assert!(matches!(SqliteStorage::open(&text, 1), Err(StorageError::Sqlite(_))));
    }

    #[test]
    fn two_processes_lose_no_move_and_give_no_id_twice() {
        let file = std::env::temp_dir().join(format!("catena-two-{}.sqlite", std::process::id()));
        drop(std::fs::remove_file(&file));
        // A connection of its own, as a process has.
        let open = || GameStore::new(Box::new(SqliteStorage::open(&file, 10).unwrap()));
        let setup = setup("hex", Some(7), SwapRule::Off).unwrap();
        let mut game = StoredGame::new("g".to_owned(), Record::new(setup.clone())).unwrap();
        open().write(|tables| game.insert(tables, None)).unwrap();
        let cells: Vec<Move> = setup.topology().cells().take(40).map(Move::Place).collect();
        let mut given: Vec<u32> = std::thread::scope(|scope| {
            let halves = cells.chunks(20).map(|half| {
                scope.spawn(move || {
                    let store = open();
                    let play = |&mv| StoredGame::change_node(&store, "g", |game| game.play(0, mv)).unwrap().1;
                    half.iter().map(play).collect::<Vec<u32>>()
                })
            });
            let halves: Vec<_> = halves.collect();
            halves.into_iter().flat_map(|half| half.join().unwrap()).collect()
        });
        given.sort_unstable();
        assert_eq!(given, (1..=40).collect::<Vec<u32>>());
        assert_eq!(StoredGame::load(&open(), "g").unwrap().record.len(), 41);
    }
}
