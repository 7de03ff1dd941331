//! Errors of a store.

use std::path::{Path, PathBuf};

use super::VERSION;

/// Error of a store.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// A file or folder cannot be used.
    #[error("{}", .0.display())]
    File(PathBuf, #[source] std::io::Error),
    /// A file of something else.
    #[error("{} is no store of matches", .0.display())]
    Foreign(PathBuf),
    /// A file of another version.
    #[error("{} has version {} of the store; this program knows {VERSION}", .0.display(), .1)]
    Version(PathBuf, i32),
    /// There is no such match.
    #[error("there is no match {0}")]
    NoMatch(i64),
    /// A match with games that cannot be read.
    #[error("a block of games of match {0} in the store cannot be read")]
    Damaged(i64),
    /// Another program plays this match.
    #[error("match {} in {} is being played by another program", .0, .1.display())]
    Locked(i64, PathBuf),
    /// A file that SQLite finds an error in.
    #[error("{} is damaged: {}", .0.display(), .1)]
    Corrupt(PathBuf, String),
    /// The database reports an error.
    #[error("the store {}", file.display())]
    Database {
        /// Where the results are.
        file: PathBuf,
        /// The report.
        source: rusqlite::Error,
    },
}

impl StoreError {
    /// The same error of this file, where it does not name one.
    pub(super) fn of(self, file: &Path) -> Self {
        match self {
            Self::Database { source, .. } => Self::Database { file: file.to_owned(), source },
            other => other,
        }
    }
}

/// Inside of the store, which names the file at its border (`StoreError::of`).
impl From<rusqlite::Error> for StoreError {
    fn from(source: rusqlite::Error) -> Self {
        Self::Database { file: PathBuf::new(), source }
    }
}
