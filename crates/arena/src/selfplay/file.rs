//! The file of self-play: a header, then a record per game; see `docs/arena.md`.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use catena_core::Setup;

use super::format::{Header, SelfplayGame, decode, encode};
use crate::job::path_beside;

const MAGIC: &[u8; 8] = b"CATENASP";
const VERSION: u16 = 1;
/// No header and no game is longer; a larger length is damage.
const LONGEST: u32 = 16 << 20;

/// A file that games are added to.
#[derive(Debug)]
pub struct SelfplayFile {
    file: File,
    path: PathBuf,
}

/// What a file had when it was opened.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kept {
    /// Numbers of its games.
    pub games: Vec<u64>,
    /// Bytes that are no whole records, which were cut out.
    pub cut: u64,
    /// Where the file with these bytes is, if there were games after them.
    pub backup: Option<PathBuf>,
}

impl SelfplayFile {
    /// Opens a file to add games, or makes it. An unfinished record at its end is cut off. If there are
    /// whole records after a damaged one, they stay, and the file is copied before it is mended.
    ///
    /// # Errors
    /// If it cannot be read or written, is in use, or is about other games.
    pub fn open_to_add(path: &Path, header: &Header) -> Result<(Self, Kept), FileError> {
        let failed = |error| FileError::Io(path.to_owned(), error);
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let mut file = file.map_err(failed)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(FileError::InUse(path.to_owned())),
            Err(TryLockError::Error(error)) => return Err(failed(error)),
        }
        if file.metadata().map_err(failed)?.len() == 0 {
            file.write_all(&header_bytes(header)).map_err(failed)?;
            return Ok((Self { file, path: path.to_owned() }, Kept::default()));
        }
        let mut reader = Reader::new(BufReader::new(&file), path)?;
        if reader.header != *header {
            return Err(FileError::OtherGames(path.to_owned()));
        }
        let mut kept = Kept::default();
        while let Some(game) = reader.next_game().map_err(failed)? {
            kept.games.push(game.number);
        }
        let (end, setup) = (reader.end, reader.setup);
        let mut tail = Vec::new();
        file.seek(SeekFrom::Start(end)).and_then(|_| file.read_to_end(&mut tail)).map_err(failed)?;
        let records = whole_records(&tail, &setup);
        if !records.is_empty() {
            let backup = path_beside(path, ".damaged");
            fs::copy(path, &backup).map_err(failed)?;
            kept.backup = Some(backup);
        }
        file.set_len(end).and_then(|()| file.seek(SeekFrom::Start(end))).map_err(failed)?;
        kept.cut = tail.len() as u64;
        for (record, number) in records {
            file.write_all(record).map_err(failed)?;
            kept.cut -= record.len() as u64;
            kept.games.push(number);
        }
        Ok((Self { file, path: path.to_owned() }, kept))
    }

    /// Adds a game in one write.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn add(&mut self, game: &SelfplayGame) -> Result<(), FileError> {
        let payload = encode(game);
        let mut record = Vec::with_capacity(payload.len() + 8);
        record.extend((payload.len() as u32).to_le_bytes());
        record.extend(crc32fast::hash(&payload).to_le_bytes());
        record.extend(payload);
        self.file.write_all(&record).map_err(|error| FileError::Io(self.path.clone(), error))
    }

    /// The header and all whole games of a file, one after another, and the byte after the last of them: what
    /// lies behind it is damaged.
    ///
    /// # Errors
    /// If it cannot be read or is no such file.
    pub fn read(
        path: &Path,
        on_game: &mut dyn FnMut(&Header, &Setup, SelfplayGame) -> io::Result<()>,
    ) -> Result<(Header, u64), FileError> {
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
    ) -> Result<(Header, u64), FileError> {
        let failed = |error| FileError::Io(path.to_owned(), error);
        let mut reader = Reader::new(input, path)?;
        while let Some(game) = reader.next_game().map_err(failed)? {
            on_game(&reader.header, &reader.setup, game).map_err(failed)?;
        }
        Ok((reader.header, reader.end))
    }
}

fn header_bytes(header: &Header) -> Vec<u8> {
    let text = serde_json::to_vec(header).expect("names and numbers are JSON");
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend((text.len() as u32).to_le_bytes());
    bytes.extend(crc32fast::hash(&text).to_le_bytes());
    bytes.extend(text);
    bytes
}

struct Reader<R> {
    input: R,
    header: Header,
    setup: Setup,
    /// Where the last whole record ends.
    end: u64,
}

impl<R: Read> Reader<R> {
    fn new(mut input: R, path: &Path) -> Result<Self, FileError> {
        let foreign = || FileError::Foreign(path.to_owned());
        let mut start = [0; 18];
        input.read_exact(&mut start).map_err(|_| foreign())?;
        if start[..8] != *MAGIC {
            return Err(foreign());
        }
        let version = u16::from_le_bytes([start[8], start[9]]);
        if version != VERSION {
            return Err(FileError::Version(path.to_owned(), version));
        }
        let word = |at: usize| u32::from_le_bytes([start[at], start[at + 1], start[at + 2], start[at + 3]]);
        let (length, sum) = (word(10), word(14));
        let text = bytes(&mut input, length).map_err(|_| foreign())?.ok_or_else(foreign)?;
        if crc32fast::hash(&text) != sum {
            return Err(foreign());
        }
        let header: Header = serde_json::from_slice(&text).map_err(|_| foreign())?;
        let setup = header.setup().ok_or_else(foreign)?;
        Ok(Self { input, header, setup, end: 18 + u64::from(length) })
    }

    /// The next whole record; nothing at the end and from the first damage on.
    fn next_game(&mut self) -> io::Result<Option<SelfplayGame>> {
        let mut input = Counted { input: &mut self.input, read: 0 };
        let game = record(&mut input, &self.setup)?;
        if game.is_some() {
            self.end += input.read;
        }
        Ok(game)
    }
}

/// Counts the bytes that are read.
struct Counted<R> {
    input: R,
    read: u64,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.input.read(buffer)?;
        self.read += read as u64;
        Ok(read)
    }
}

/// The whole records among bytes that begin with damage, and the numbers of their games.
fn whole_records<'a>(bytes: &'a [u8], setup: &Setup) -> Vec<(&'a [u8], u64)> {
    let mut records = Vec::new();
    let mut rest = bytes;
    while !rest.is_empty() {
        let mut input = rest;
        let skipped = match record(&mut input, setup) {
            Ok(Some(game)) => {
                let length = rest.len() - input.len();
                records.push((&rest[..length], game.number));
                length
            }
            _ => 1,
        };
        rest = &rest[skipped..];
    }
    records
}

/// A length, a checksum and a game; nothing at the end and where they do not fit.
fn record(input: &mut impl Read, setup: &Setup) -> io::Result<Option<SelfplayGame>> {
    let Some(start) = bytes(input, 8)? else { return Ok(None) };
    let word = |at: usize| u32::from_le_bytes([start[at], start[at + 1], start[at + 2], start[at + 3]]);
    let Some(payload) = bytes(input, word(0))? else { return Ok(None) };
    Ok((crc32fast::hash(&payload) == word(4)).then(|| decode(&payload, setup)).flatten())
}

/// N bytes, unless the input ends before or the length is damage.
fn bytes(input: &mut impl Read, length: u32) -> io::Result<Option<Vec<u8>>> {
    if length > LONGEST {
        return Ok(None);
    }
    let mut bytes = Vec::new();
    input.by_ref().take(u64::from(length)).read_to_end(&mut bytes)?;
    Ok((bytes.len() == length as usize).then_some(bytes))
}

/// What is wrong with a file.
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
