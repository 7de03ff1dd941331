//! The file of a network: a header, the numbers, and a checksum.

use std::fmt;

use super::params::{Network, Params};
use crate::crc32;
use crate::pattern::{game_code, game_of_code};

const MAGIC: &[u8; 8] = b"CATENANN";
const VERSION: u16 = 1;
/// Magic, version and game, padded.
const HEADER: usize = 12;

/// What is wrong with a file of a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NetworkError {
    /// A file of something else.
    Foreign,
    /// A file of another version.
    Version(u16),
    /// Torn or damaged.
    Damaged,
}

impl fmt::Display for NetworkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Foreign => f.write_str("no file of a network"),
            Self::Version(version) => {
                write!(f, "a network of version {version}; this program knows {VERSION}")
            }
            Self::Damaged => f.write_str("the network is damaged: its checksum is wrong"),
        }
    }
}

impl std::error::Error for NetworkError {}

impl Network {
    /// Whether bytes start as a file of a network does, sound or not.
    #[must_use]
    pub fn is_one(bytes: &[u8]) -> bool {
        bytes.starts_with(MAGIC)
    }

    /// The file as bytes.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend([game_code(self.game), 0]);
        self.params.all().iter().for_each(|number| bytes.extend(number.to_le_bytes()));
        bytes.extend(crc32(&bytes).to_le_bytes());
        bytes
    }

    /// Reads a file.
    ///
    /// # Errors
    /// If it is something else, of another version, or damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NetworkError> {
        if bytes.len() < HEADER + 4 || !Self::is_one(bytes) {
            return Err(NetworkError::Foreign);
        }
        let version = u16::from_le_bytes([bytes[8], bytes[9]]);
        if version != VERSION {
            return Err(NetworkError::Version(version));
        }
        let (content, sum) = bytes.split_at(bytes.len() - 4);
        if sum != crc32(content).to_le_bytes() {
            return Err(NetworkError::Damaged);
        }
        let (numbers, rest) = content[HEADER..].as_chunks::<4>();
        let numbers: Vec<f32> = numbers.iter().map(|&number| f32::from_le_bytes(number)).collect();
        // Only a file that was made wrong on purpose gets further and fails.
        let sound = rest.is_empty() && numbers.iter().all(|number| number.is_finite());
        let params = Params::new(numbers).filter(|_| sound);
        let network = game_of_code(content[10]).zip(params);
        network.map(|(game, params)| Self { game, params }).ok_or(NetworkError::Damaged)
    }
}
