//! Where games are kept, as the app sees it: transactions over tables. Files and databases are for whoever
//! carries the app.

#[cfg(test)]
pub mod memory;

use crate::error::{AppError, AppResult};

/// A place for games, which outlives the app.
pub trait Storage: Send + Sync {
    /// Reads or changes the tables in one transaction: a change is kept when this returns `Ok`; after an error
    /// of `work`, or of the storage, nothing of it is.
    ///
    /// # Errors
    /// That of `work`, or of the storage.
    fn transaction(
        &self,
        access: Access,
        work: &mut dyn FnMut(&dyn Tables) -> AppResult<()>,
    ) -> AppResult<()>;
}

/// The statements of a transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// It sees one state of the tables, whatever others write meanwhile.
    Read,
    /// It is alone with them.
    Write,
}

/// The tables within a transaction.
pub trait Tables {
    /// An id that nobody can guess.
    fn new_id(&self) -> AppResult<String>;
    /// Stores a new game; the owner is the visitor whose browser has made it, if any. Where there are as many games
    /// as there may be, one makes room that nobody has touched: without moves, stones and comments, and old.
    fn insert_game(&self, game: &mut StoredGameRow, owner: Option<&str>) -> AppResult<()>;
    /// Whose browser has made a game; none where a program has, or where there is no such game.
    fn owner(&self, id: &str) -> AppResult<Option<String>>;
    /// Stores a game that is there already, and notes when.
    fn update_game(&self, game: &mut StoredGameRow) -> AppResult<()>;
    /// A game, if there is one.
    fn game(&self, id: &str) -> AppResult<Option<StoredGameRow>>;
    /// Games without their records, the last used first: all, or those of an owner.
    fn games(&self, listed: &Listed) -> AppResult<Vec<StoredGameRow>>;
    /// Deletes a game with all that is known about it.
    fn delete_game(&self, id: &str) -> AppResult<()>;
    /// Findings about the nodes of a game.
    fn notes(&self, game: &str) -> AppResult<Vec<(u32, NoteRow)>>;
    /// What is known about a node.
    fn note(&self, game: &str, node: u32) -> AppResult<Option<NoteRow>>;
    /// The stored report of a node.
    fn report(&self, game: &str, node: u32) -> AppResult<Option<String>>;
    /// Stores what is known about a node; nothing happens if the game is gone.
    fn put_note(&self, column: NoteColumn, game: &str, node: u32, text: &str) -> AppResult<()>;
    /// Forgets nodes that were cut.
    fn delete_notes(&self, game: &str, nodes: &[u32]) -> AppResult<()>;
    /// Stored answer to a question of a review.
    fn assessment(&self, game: &str, key: &str) -> AppResult<Option<String>>;
    /// Stores what a review has found; nothing happens if the game is gone.
    fn put_assessment(&self, game: &str, key: &str, found: &str) -> AppResult<()>;
    /// The reviews that were not finished.
    fn review_jobs(&self) -> AppResult<Vec<ReviewJob>>;
    /// Notes that a review was asked for.
    fn put_review_job(&self, job: &ReviewJob) -> AppResult<()>;
    /// Notes that a review is done or was stopped.
    fn delete_review_job(&self, game: &str) -> AppResult<()>;
}

/// A storage with transactions that return something.
pub struct GameStore(Box<dyn Storage>);

impl GameStore {
    /// The app's view of a storage.
    #[must_use]
    pub fn new(storage: Box<dyn Storage>) -> Self {
        Self(storage)
    }

    /// Reads one state of the tables.
    pub fn read<T>(&self, work: impl FnOnce(&dyn Tables) -> AppResult<T>) -> AppResult<T> {
        self.transaction(Access::Read, work)
    }

    /// Changes the tables: all that `work` does, or nothing of it.
    pub fn write<T>(&self, work: impl FnOnce(&dyn Tables) -> AppResult<T>) -> AppResult<T> {
        self.transaction(Access::Write, work)
    }

    fn transaction<T>(&self, access: Access, work: impl FnOnce(&dyn Tables) -> AppResult<T>) -> AppResult<T> {
        let (mut work, mut done) = (Some(work), None);
        self.0.transaction(access, &mut |tables| {
            let work = work.take().ok_or_else(|| AppError::internal("a transaction has run twice"))?;
            done = Some(work(tables)?);
            Ok(())
        })?;
        done.ok_or_else(|| AppError::internal("a transaction has not run"))
    }
}

/// A stored game.
#[derive(Clone)]
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
#[derive(Clone)]
pub struct GameSummary {
    pub game: String,
    pub size: u16,
    pub moves: usize,
    pub result: Option<String>,
}

/// Note on a node, as JSON.
#[derive(Clone, Default)]
pub struct NoteRow {
    pub report: Option<String>,
    pub review: Option<String>,
}

/// Which part of a [`NoteRow`].
#[derive(Clone, Copy)]
pub enum NoteColumn {
    /// Result of an analysis.
    Report,
    /// Judgement of a review.
    Review,
}

/// Which games a list has.
pub enum Listed {
    /// All of them.
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

/// The refusal where a game is asked for that is not there.
#[must_use]
pub fn no_such_game() -> AppError {
    AppError::NotFound("there is no such game".to_owned())
}
