//! What the files of patterns and policy networks share: a header with magic, version and game, and a checksum at
//! the end.

use std::fmt;

use catena_core::Game;
use thiserror::Error;

/// What a file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FileKind {
    /// Patterns with their weights.
    Patterns,
    /// A policy network.
    PolicyNet,
}

impl FileKind {
    const ALL: [Self; 2] = [Self::Patterns, Self::PolicyNet];

    /// What the bytes start as, sound or not.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| bytes.starts_with(kind.magic()))
    }

    const fn magic(self) -> &'static [u8; 8] {
        match self {
            Self::Patterns => b"CATENAPT",
            Self::PolicyNet => b"CATENANN",
        }
    }

    /// The version that is written and read.
    const fn version(self) -> u16 {
        match self {
            Self::Patterns | Self::PolicyNet => 1,
        }
    }
}

impl fmt::Display for FileKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Patterns => "pattern file",
            Self::PolicyNet => "network file",
        })
    }
}

/// What is wrong with a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ModelFileError {
    /// A file of something else.
    #[error("this is no {0}")]
    Foreign(FileKind),
    /// A file of another version.
    #[error("this is a {kind} of version {version}; this program knows version {}", .kind.version())]
    Version {
        /// What it holds.
        kind: FileKind,
        /// Its version.
        version: u16,
    },
    /// Torn or damaged.
    #[error("this {0} is damaged: its checksum is wrong")]
    Damaged(FileKind),
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
pub(crate) fn write(kind: FileKind, content: &Content) -> Vec<u8> {
    let mut bytes = kind.magic().to_vec();
    bytes.extend(kind.version().to_le_bytes());
    bytes.extend([content.game.facts().file_code, content.flags]);
    bytes.extend(content.body);
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes
}

/// What a file of a kind holds, if its header and its checksum are right.
pub(crate) fn read(kind: FileKind, bytes: &[u8]) -> Result<Content<'_>, ModelFileError> {
    if bytes.len() < HEADER + CHECKSUM || !bytes.starts_with(kind.magic()) {
        return Err(ModelFileError::Foreign(kind));
    }
    let version = u16::from_le_bytes([bytes[8], bytes[9]]);
    if version != kind.version() {
        return Err(ModelFileError::Version { kind, version });
    }
    let (content, sum) = bytes.split_at(bytes.len() - CHECKSUM);
    let is_whole = sum == crc32fast::hash(content).to_le_bytes();
    let game = Game::ALL.into_iter().find(|game| is_whole && game.facts().file_code == content[10]);
    let game = game.ok_or(ModelFileError::Damaged(kind))?;
    Ok(Content { game, flags: content[11], body: &content[HEADER..] })
}
