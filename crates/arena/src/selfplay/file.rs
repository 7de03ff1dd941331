//! The file of self-play: a header, then a record per game; see `docs/arena.md`.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use catena_core::Setup;

use super::format::{Header, SelfplayGame};
use super::reader::{Damage, DamageCause, Reader, header_bytes, record_bytes};
use crate::job::path_beside;

pub(super) const MAGIC: &[u8; 8] = b"CATENASP";
pub(super) const VERSION: u16 = 1;

/// A file that games are added to.
#[derive(Debug)]
pub struct SelfplayFile {
    file: File,
    path: PathBuf,
}

/// Contents of a file when it was opened.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExistingGames {
    /// Numbers of its games.
    pub games: Vec<u64>,
    /// Damaged records that were removed from the file.
    pub damage: Vec<Damage>,
    /// Where the file as it was is, if more than an unfinished record was damaged.
    pub backup: Option<PathBuf>,
}

impl SelfplayFile {
    /// Opens a file to add games, or makes it. An unfinished record at its end is cut off. If other records
    /// are damaged, the whole ones stay, and the file as it was is kept beside.
    ///
    /// # Errors
    /// If it cannot be read or written, is in use, or is about other games.
    pub fn open_to_add(path: &Path, header: &Header) -> Result<(Self, ExistingGames), FileError> {
        let failed = |error| FileError::Io(path.to_owned(), error);
        let mut file = open_locked(path)?;
        if is_unstarted(&mut file, header).map_err(failed)? {
            file.set_len(0).and_then(|()| file.write_all(&header_bytes(header))).map_err(failed)?;
            return Ok((Self { file, path: path.to_owned() }, ExistingGames::default()));
        }
        let mut reader = Reader::new(BufReader::new(&file), path)?;
        if reader.header != *header {
            return Err(FileError::OtherGames(path.to_owned()));
        }
        let mut games = Vec::new();
        while let Some(record) = reader.next_record().map_err(failed)? {
            games.push(record.game.number);
        }
        let mut kept = ExistingGames { games, damage: reader.damage, backup: None };
        match *kept.damage {
            [] => {}
            [Damage { offset, cause: DamageCause::Unfinished, .. }] => {
                file.set_len(offset).map_err(failed)?
            }
            _ => {
                let (mended, backup) = mend(&mut file, path)?;
                (file, kept.backup) = (mended, Some(backup));
            }
        }
        file.seek(SeekFrom::End(0)).map_err(failed)?;
        Ok((Self { file, path: path.to_owned() }, kept))
    }

    /// Adds a game in one write.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn add(&mut self, game: &SelfplayGame) -> Result<(), FileError> {
        self.file.write_all(&record_bytes(game)).map_err(|error| FileError::Io(self.path.clone(), error))
    }

    /// The header and all whole games of a file, one after another, and what lies between them.
    ///
    /// # Errors
    /// If it cannot be read or is no such file.
    pub fn read(
        path: &Path,
        on_game: &mut dyn FnMut(&Header, &Setup, SelfplayGame) -> io::Result<()>,
    ) -> Result<(Header, Vec<Damage>), FileError> {
        let file = File::open(path).map_err(|error| FileError::Io(path.to_owned(), error))?;
        Self::read_from(BufReader::new(file), path, on_game)
    }

    /// The same from what was opened or read already.
    ///
    /// # Errors
    /// If it cannot be read or is no such file.
    pub fn read_from(
        input: impl Read,
        path: &Path,
        on_game: &mut dyn FnMut(&Header, &Setup, SelfplayGame) -> io::Result<()>,
    ) -> Result<(Header, Vec<Damage>), FileError> {
        let failed = |error| FileError::Io(path.to_owned(), error);
        let mut reader = Reader::new(input, path)?;
        while let Some(record) = reader.next_record().map_err(failed)? {
            on_game(&reader.header, &reader.setup, record.game).map_err(failed)?;
        }
        Ok((reader.header, reader.damage))
    }
}

/// The file, made if there is none, which nobody else writes to.
fn open_locked(path: &Path) -> Result<File, FileError> {
    let failed = |error| FileError::Io(path.to_owned(), error);
    let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
    let file = file.map_err(failed)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(FileError::InUse(path.to_owned())),
        Err(TryLockError::Error(error)) => Err(failed(error)),
    }
}

/// Returns true if a file is empty, or has only the beginning of this header, as after a kill or on a full
/// disk.
fn is_unstarted(file: &mut File, header: &Header) -> io::Result<bool> {
    let header = header_bytes(header);
    let length = file.metadata()?.len();
    if length >= header.len() as u64 {
        return Ok(false);
    }
    let mut found = Vec::new();
    file.read_to_end(&mut found)?;
    file.seek(SeekFrom::Start(0))?;
    Ok(header.starts_with(&found))
}

/// Replaces a damaged file by its whole records and gives it another name, at once: a kill leaves the one
/// or the other.
fn mend(file: &mut File, path: &Path) -> Result<(File, PathBuf), FileError> {
    let failed = |error| FileError::Io(path.to_owned(), error);
    file.seek(SeekFrom::Start(0)).map_err(failed)?;
    let mut reader = Reader::new(BufReader::new(&*file), path)?;
    let next = path_beside(path, ".new");
    let mut mended = BufWriter::new(open_locked(&next)?);
    let backup = unused_name(path);
    let mut replace = || -> io::Result<()> {
        mended.get_ref().set_len(0)?;
        mended.write_all(&header_bytes(&reader.header))?;
        while let Some(record) = reader.next_record()? {
            mended.write_all(&record.bytes)?;
        }
        mended.flush()?;
        mended.get_ref().sync_all()?;
        // Not all file systems have links.
        fs::hard_link(path, &backup).or_else(|_| fs::copy(path, &backup).map(drop))?;
        fs::rename(&next, path)
    };
    replace().map_err(failed)?;
    let mended = mended.into_inner().map_err(|error| failed(error.into_error()))?;
    Ok((mended, backup))
}

/// A name beside a file that no earlier backup has.
fn unused_name(path: &Path) -> PathBuf {
    let mut name = path_beside(path, ".damaged");
    let mut number = 1;
    while name.exists() {
        number += 1;
        name = path_beside(path, &format!(".damaged-{number}"));
    }
    name
}

/// Reason why a file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// Reading or writing.
    #[error("{}", .0.display())]
    Io(PathBuf, #[source] io::Error),
    /// A file of something else.
    #[error("{} is no file of self-play", .0.display())]
    Foreign(PathBuf),
    /// A file of another version.
    #[error("{} has version {}; this program knows {VERSION}", .0.display(), .1)]
    Version(PathBuf, u16),
    /// A file of other games: player, board, limit, openings, seed or program differ.
    #[error(
        "{} has games of another player, board, limit, seed or program; --output names another file",
        .0.display()
    )]
    OtherGames(PathBuf),
    /// Another program adds to it.
    #[error("another program adds games to {}", .0.display())]
    InUse(PathBuf),
}
