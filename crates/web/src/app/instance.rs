//! One server for each data folder.
//!
//! Two servers on one folder would each believe that they alone run its reviews and searches. The first
//! one holds a lock on a file, which ends with its process in any way; beside it lies its address, so
//! that a second one can say where the first is.

use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

/// Held while the server runs.
pub struct InstanceLock {
    /// None where the file system has no locks.
    _file: Option<File>,
    address: PathBuf,
}

/// Why a folder cannot be served.
pub enum LockError {
    /// Another server does; its address, if it has one yet.
    Held {
        address: Option<String>,
    },
    Io(io::Error),
}

impl InstanceLock {
    pub fn acquire(folder: &Path) -> Result<Self, LockError> {
        let address = folder.join("serve.address");
        let file = File::options().create(true).append(true).open(folder.join("serve.lock"));
        let file = file.map_err(LockError::Io)?;
        let locked = match file.try_lock() {
            Ok(()) => Some(file),
            Err(TryLockError::WouldBlock) => {
                let known = std::fs::read_to_string(&address).ok();
                let known = known.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty());
                return Err(LockError::Held { address: known });
            }
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {
                tracing::warn!("{}: no locks here: {error}", folder.display());
                None
            }
            Err(TryLockError::Error(error)) => return Err(LockError::Io(error)),
        };
        // Left by a server that was killed.
        drop(std::fs::remove_file(&address));
        Ok(Self { _file: locked, address })
    }

    /// Tells others where this server is.
    pub fn announce(&self, address: &str) -> io::Result<()> {
        std::fs::write(&self.address, format!("{address}\n"))
    }
}

impl Drop for InstanceLock {
    fn drop(&mut self) {
        // A stale address does no harm: it counts only while the lock is held.
        drop(std::fs::remove_file(&self.address));
    }
}
