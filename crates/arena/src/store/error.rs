//! What can be wrong with a store.

use std::fmt;
use std::path::PathBuf;

use super::VERSION;

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
    /// A match with games that cannot be read.
    Damaged(i64),
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
            Self::Damaged(id) => write!(f, "a block of games of match {id} in the store cannot be read"),
            Self::Locked(id, file) => {
                write!(f, "match {id} in {} is being played by another program", file.display())
            }
            Self::Database(error) => write!(f, "the store: {error}"),
        }
    }
}

impl std::error::Error for StoreError {}
