//! The frame of a file of patterns: a header with magic, version and game, and a checksum at the end.

use catena_core::Game;
use thiserror::Error;

/// First bytes of a file.
const MAGIC: &[u8; 8] = b"CATENAPT";
/// The version that is written and read.
const VERSION: u16 = 1;

/// Reason why a file cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ModelFileError {
    /// A file of something else.
    #[error("this is no pattern file")]
    Foreign,
    /// A file of another version.
    #[error("this is a pattern file of version {0}; this program knows version {VERSION}")]
    Version(u16),
    /// Torn or damaged.
    #[error("this pattern file is damaged: its checksum is wrong")]
    Damaged,
}

/// Magic, version, game and a byte of flags.
const HEADER: usize = 12;
const CHECKSUM: usize = 4;

/// A file without header and checksum.
pub(crate) struct Content<'a> {
    pub game: Game,
    pub flags: u8,
    pub body: &'a [u8],
}

/// The whole file.
pub(crate) fn write(content: &Content) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend([content.game.facts().file_code, content.flags]);
    bytes.extend(content.body);
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes
}

/// Checks the header and the checksum of a file and returns its contents.
pub(crate) fn read(bytes: &[u8]) -> Result<Content<'_>, ModelFileError> {
    if bytes.len() < HEADER + CHECKSUM || !bytes.starts_with(MAGIC) {
        return Err(ModelFileError::Foreign);
    }
    let version = u16::from_le_bytes([bytes[8], bytes[9]]);
    if version != VERSION {
        return Err(ModelFileError::Version(version));
    }
    let (content, sum) = bytes.split_at(bytes.len() - CHECKSUM);
    let is_whole = sum == crc32fast::hash(content).to_le_bytes();
    let game = Game::ALL.into_iter().find(|game| is_whole && game.facts().file_code == content[10]);
    let game = game.ok_or(ModelFileError::Damaged)?;
    Ok(Content { game, flags: content[11], body: &content[HEADER..] })
}
