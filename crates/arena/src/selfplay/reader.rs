//! Reading a file of self-play, past damaged records to the whole ones after them.

use std::fmt;
use std::io::{self, Read};
use std::path::Path;

use catena_core::Setup;

use super::file::{FileError, MAGIC, VERSION};
use super::format::{Header, SelfplayGame, decode, encode};

/// Before the header: magic word, version, length and checksum.
const HEADER_START: usize = 18;

/// Before each game: length and checksum.
const RECORD_START: usize = 8;

/// No header and no game is longer; a larger length is damage.
const LONGEST: u32 = 16 << 20;

/// Bytes between whole records that are none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Damage {
    /// The first of them.
    pub offset: u64,
    /// Their number.
    pub length: u64,
    /// Why they are no record.
    pub cause: DamageCause,
}

/// Why bytes are no record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DamageCause {
    /// The file ends before its last record does, as after a kill.
    Unfinished,
    /// They were a record, but have changed.
    Changed,
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "damaged from byte {} to byte {}", self.offset, self.offset + self.length)
    }
}

/// A file of self-play, one game after another.
pub(super) struct Reader<R> {
    input: R,
    pub header: Header,
    pub setup: Setup,
    /// Where the next record begins.
    pub offset: u64,
    /// Damaged parts skipped so far.
    pub damage: Vec<Damage>,
    /// All bytes from the first damage on, and how many of them are done.
    rest: Option<(Vec<u8>, usize)>,
}

/// A game and its bytes in the file.
pub(super) struct RecordedGame {
    pub game: SelfplayGame,
    pub bytes: Vec<u8>,
}

impl<R: Read> Reader<R> {
    pub fn new(mut input: R, path: &Path) -> Result<Self, FileError> {
        let foreign = || FileError::Foreign(path.to_owned());
        let start = up_to(&mut input, HEADER_START as u32).map_err(|_| foreign())?;
        if start.len() < HEADER_START || start[..8] != *MAGIC {
            return Err(foreign());
        }
        let version = u16::from_le_bytes([start[8], start[9]]);
        if version != VERSION {
            return Err(FileError::Version(path.to_owned(), version));
        }
        let length = word(&start, 10).filter(|&length| length <= LONGEST).ok_or_else(foreign)?;
        let text = up_to(&mut input, length).map_err(|_| foreign())?;
        if text.len() < length as usize || Some(crc32fast::hash(&text)) != word(&start, 14) {
            return Err(foreign());
        }
        let header: Header = serde_json::from_slice(&text).map_err(|_| foreign())?;
        let setup = header.setup().ok_or_else(foreign)?;
        let offset = (HEADER_START + text.len()) as u64;
        Ok(Self { input, header, setup, offset, damage: Vec::new(), rest: None })
    }

    /// The next whole record.
    pub fn next_record(&mut self) -> io::Result<Option<RecordedGame>> {
        if self.rest.is_none() {
            let mut bytes = up_to(&mut self.input, RECORD_START as u32)?;
            if let Some(length) = word(&bytes, 0).filter(|&length| length <= LONGEST) {
                bytes.extend(up_to(&mut self.input, length)?);
            }
            if let Some((game, _)) = record(&bytes, &self.setup) {
                self.offset += bytes.len() as u64;
                return Ok(Some(RecordedGame { game, bytes }));
            }
            self.input.read_to_end(&mut bytes)?;
            self.rest = Some((bytes, 0));
        }
        Ok(self.next_in_rest())
    }

    /// The next whole record at whatever byte it begins.
    fn next_in_rest(&mut self) -> Option<RecordedGame> {
        let (bytes, done) = self.rest.as_mut()?;
        let rest = &bytes[*done..];
        let found = (0..rest.len()).find_map(|at| Some((at, record(&rest[at..], &self.setup)?)));
        let skipped = found.as_ref().map_or(rest.len(), |(at, _)| *at);
        if skipped > 0 {
            let is_unfinished = found.is_none()
                && word(rest, 0).is_none_or(|length| {
                    length <= LONGEST && length as usize > rest.len().saturating_sub(RECORD_START)
                });
            let cause = if is_unfinished { DamageCause::Unfinished } else { DamageCause::Changed };
            self.damage.push(Damage { offset: self.offset, length: skipped as u64, cause });
        }
        let (game, length) = found.map_or((None, 0), |(_, (game, length))| (Some(game), length));
        let bytes = rest[skipped..skipped + length].to_vec();
        *done += skipped + length;
        self.offset += (skipped + length) as u64;
        Some(RecordedGame { game: game?, bytes })
    }
}

/// The header as it stands in the file.
pub(super) fn header_bytes(header: &Header) -> Vec<u8> {
    let text = serde_json::to_vec(header).expect("names and numbers are JSON");
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend((text.len() as u32).to_le_bytes());
    bytes.extend(crc32fast::hash(&text).to_le_bytes());
    bytes.extend(text);
    bytes
}

/// A game as it stands in the file.
pub(super) fn record_bytes(game: &SelfplayGame) -> Vec<u8> {
    let payload = encode(game);
    let mut bytes = Vec::with_capacity(payload.len() + RECORD_START);
    bytes.extend((payload.len() as u32).to_le_bytes());
    bytes.extend(crc32fast::hash(&payload).to_le_bytes());
    bytes.extend(payload);
    bytes
}

/// The game whose record these bytes begin with, and the length of the record.
fn record(bytes: &[u8], setup: &Setup) -> Option<(SelfplayGame, usize)> {
    let (length, sum) = (word(bytes, 0)?, word(bytes, 4)?);
    let payload = bytes[RECORD_START..].get(..length as usize)?;
    let game = (crc32fast::hash(payload) == sum).then(|| decode(payload, setup))??;
    Some((game, RECORD_START + payload.len()))
}

fn word(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..)?.first_chunk().map(|word| u32::from_le_bytes(*word))
}

/// As many bytes, or fewer if the input ends before.
fn up_to(input: &mut impl Read, length: u32) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.by_ref().take(u64::from(length)).read_to_end(&mut bytes)?;
    Ok(bytes)
}
