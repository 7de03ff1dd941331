//! A match is played by one program at a time.

use std::fs::{self, File, TryLockError};
use std::path::PathBuf;

use super::{MatchStore, StoreError};

impl MatchStore {
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
