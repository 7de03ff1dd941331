//! The file that a job resumes from.
//!
//! It holds a magic word, a version, the job's description, the state and a CRC-32 of all of it, and
//! is replaced as a whole: at any time it is the state before or the state after.

use std::fs::{self, File};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

use super::JobIdentity;

const MAGIC: &[u8; 8] = b"CATENAJB";
const VERSION: u16 = 1;
/// Magic word, version and the length of the description.
const HEAD: usize = 14;

/// The state of one job in a file.
#[derive(Clone, Debug)]
pub struct Checkpoint {
    path: PathBuf,
    job: JobIdentity,
}

/// Contents of a checkpoint's file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// There is no file.
    Nothing,
    /// The state of this job.
    State(Vec<u8>),
    /// A damaged file, which now has this name; the job starts again.
    Damaged(PathBuf),
}

impl Checkpoint {
    /// The state of a job is, or will be, in this file.
    #[must_use]
    pub fn new(path: &Path, job: JobIdentity) -> Self {
        Self { path: path.to_owned(), job }
    }

    /// Its file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Reads the state. A damaged file is renamed, so that a kill or a full disk needs no help by hand.
    ///
    /// # Errors
    /// If the file cannot be read, is no checkpoint, or is that of another job.
    pub fn load(&self) -> Result<Found, CheckpointError> {
        match fs::metadata(&self.path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Found::Nothing),
            Ok(metadata) if !metadata.is_file() => return Err(CheckpointError::Foreign(self.path.clone())),
            _ => {}
        }
        let bytes = fs::read(&self.path).map_err(|source| self.failed(source))?;
        if !bytes.starts_with(MAGIC) {
            return Err(CheckpointError::Foreign(self.path.clone()));
        }
        let Some((job, state)) = parts(&bytes) else {
            let damaged = path_beside(&self.path, ".damaged");
            fs::rename(&self.path, &damaged).map_err(|source| self.failed(source))?;
            return Ok(Found::Damaged(damaged));
        };
        let version = u16::from_le_bytes([bytes[8], bytes[9]]);
        if version != VERSION {
            return Err(CheckpointError::Version(self.path.clone(), version));
        }
        if job != self.job.description {
            let (ours, theirs) = self.job.difference(job);
            return Err(CheckpointError::OtherJob {
                path: self.path.clone(),
                theirs: theirs.to_owned(),
                ours: ours.to_owned(),
            });
        }
        Ok(Found::State(state.to_owned()))
    }

    /// Replaces the state.
    ///
    /// # Errors
    /// If it cannot be written; the state before stays.
    pub fn save(&self, state: &[u8]) -> Result<(), CheckpointError> {
        let description = self.job.description.as_bytes();
        let mut bytes = Vec::with_capacity(HEAD + description.len() + state.len() + 4);
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend((description.len() as u32).to_le_bytes());
        bytes.extend(description);
        bytes.extend(state);
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        replace_file(&self.path, &bytes).map_err(|source| self.failed(source))
    }

    /// Removes the file: the job is done.
    ///
    /// # Errors
    /// If there is one that cannot be removed.
    pub fn remove(&self) -> Result<(), CheckpointError> {
        match fs::remove_file(&self.path) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(self.failed(error)),
            _ => Ok(()),
        }
    }

    fn failed(&self, source: io::Error) -> CheckpointError {
        CheckpointError::Io { path: self.path.clone(), source }
    }
}

/// Description and state of a file that is whole.
fn parts(bytes: &[u8]) -> Option<(&str, &[u8])> {
    let (content, sum) = bytes.split_last_chunk::<4>()?;
    if *sum != crc32fast::hash(content).to_le_bytes() {
        return None;
    }
    let length = u32::from_le_bytes(*content.get(10..)?.first_chunk()?) as usize;
    let (job, state) = content.get(HEAD..)?.split_at_checked(length)?;
    Some((std::str::from_utf8(job).ok()?, state))
}

/// A name beside a file: its own with more at the end, so that no other file has it by chance.
#[must_use]
pub fn path_beside(path: &Path, more: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(more);
    name.into()
}

/// Replaces a file at once: a kill leaves the one before.
///
/// # Errors
/// If it cannot be written.
pub fn replace_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write_atomically(path, |file| file.write_all(bytes))
}

/// Writes a file beside and renames it when it is whole and on the disk.
///
/// # Errors
/// If it cannot be written.
pub fn write_atomically(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> io::Result<()> {
    let next = path_beside(path, ".new");
    let written = || {
        let mut file = BufWriter::new(File::create(&next)?);
        write(&mut file)?;
        file.flush()?;
        file.get_ref().sync_all()?;
        fs::rename(&next, path)
    };
    written().inspect_err(|_| drop(fs::remove_file(&next)))
}

/// Why a job cannot resume, or its state cannot be kept.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// Reading or writing.
    #[error("{}", path.display())]
    Io {
        /// Which file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// A file of something else.
    #[error("{} is no checkpoint of a job, so it is left alone", .0.display())]
    Foreign(PathBuf),
    /// A file of another version.
    #[error("{} has version {} of checkpoints; this program knows {VERSION}", .0.display(), .1)]
    Version(PathBuf, u16),
    /// The checkpoint of another job.
    #[error("{} belongs to another job ({theirs}; here {ours}): finish that one or remove the file", path.display())]
    OtherJob {
        /// Which file.
        path: PathBuf,
        /// The first line of its description that differs.
        theirs: String,
        /// The same line of the job at hand.
        ours: String,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(name: &str) -> PathBuf {
        let file = std::env::temp_dir().join(format!("catena-{name}-{}.part", std::process::id()));
        drop(fs::remove_file(&file));
        file
    }

    fn job(epochs: u32) -> JobIdentity {
        JobIdentity::new("learn network").with("epochs", epochs).with_input("games", b"a1 b2")
    }

    #[test]
    fn a_job_finds_its_own_state_again() {
        let file = file("own");
        let checkpoint = Checkpoint::new(&file, job(5));
        assert_eq!(checkpoint.load().unwrap(), Found::Nothing);
        for state in [&b"one"[..], b"", b"three"] {
            checkpoint.save(state).unwrap();
            assert_eq!(checkpoint.load().unwrap(), Found::State(state.to_vec()));
        }
        let error = Checkpoint::new(&file, job(6)).load().unwrap_err().to_string();
        assert!(error.contains("another job (epochs=5; here epochs=6)"), "{error}");
        checkpoint.remove().unwrap();
        checkpoint.remove().unwrap();
        assert_eq!(checkpoint.load().unwrap(), Found::Nothing);
    }

    #[test]
    fn every_flipped_bit_and_every_cut_is_noticed() {
        let file = file("damage");
        let checkpoint = Checkpoint::new(&file, job(5));
        checkpoint.save(b"the state of a job").unwrap();
        let whole = fs::read(&file).unwrap();
        let damaged = path_beside(&file, ".damaged");
        for at in MAGIC.len()..whole.len() {
            let mut bytes = whole.clone();
            bytes[at] ^= 4;
            for bytes in [&bytes, &whole[..at]] {
                fs::write(&file, bytes).unwrap();
                assert_eq!(checkpoint.load().unwrap(), Found::Damaged(damaged.clone()), "byte {at}");
                assert!(!file.exists() && fs::read(&damaged).unwrap() == *bytes);
            }
        }
        fs::remove_file(&damaged).unwrap();
        fs::write(&file, "precious").unwrap();
        assert!(matches!(checkpoint.load(), Err(CheckpointError::Foreign(_))));
        assert_eq!(fs::read(&file).unwrap(), b"precious");
        fs::remove_file(&file).unwrap();
    }
}
