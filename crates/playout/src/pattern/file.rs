//! The file of weights: a header, then the patterns in their order, each by its distance from the
//! one before, and a checksum. About nine bytes a pattern.

use std::fmt;

use catena_core::Game;

use super::key::{Pattern, Slot};
use super::weights::{Combination, Learned, Prune, Weights};
use crate::crc32;

const MAGIC: &[u8; 8] = b"CATENAPT";
const VERSION: u16 = 1;
/// Magic, version, game, combination and the number of patterns.
const HEADER: usize = 16;

/// γ is kept as its logarithm in so many parts: 0.05 % from one to the next.
const PARTS: f32 = 2048.0;

/// Whether a pattern can be left out takes so many bits: 0 no, 1 dead, from 2 on the better slot.
const FLAG_BITS: u32 = 5;
const FIRST_DOMINATED: u64 = 2;

/// What is wrong with a file of weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WeightsError {
    /// A file of something else.
    Foreign,
    /// A file of another version.
    Version(u16),
    /// Torn or damaged.
    Damaged,
}

impl fmt::Display for WeightsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Foreign => f.write_str("no file of pattern weights"),
            Self::Version(version) => {
                write!(f, "pattern weights of version {version}; this program knows {VERSION}")
            }
            Self::Damaged => f.write_str("the pattern weights are damaged: their checksum is wrong"),
        }
    }
}

impl std::error::Error for WeightsError {}

impl Weights {
    /// The file as bytes.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.push(game_code(self.game()));
        bytes.push(match self.combination() {
            Combination::Sum => 0,
            Combination::Product => 1,
        });
        bytes.extend((self.patterns().len() as u32).to_le_bytes());
        let mut before = 0;
        for learned in self.patterns() {
            let bits = learned.pattern.bits();
            put(&mut bytes, bits - before);
            before = bits;
            bytes.extend(logarithm(learned.gamma).to_le_bytes());
            let prune = match learned.prune {
                Prune::Keep => 0,
                Prune::Dead => 1,
                Prune::Dominated { by } => FIRST_DOMINATED + by.index() as u64,
            };
            put(&mut bytes, u64::from(learned.played) << FLAG_BITS | prune);
            put(&mut bytes, u64::from(learned.appeared));
        }
        bytes.extend(crc32(&bytes).to_le_bytes());
        bytes
    }

    /// Reads a file.
    ///
    /// # Errors
    /// If it is something else, of another version, or damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, WeightsError> {
        if bytes.len() < HEADER + 4 || bytes[..8] != *MAGIC {
            return Err(WeightsError::Foreign);
        }
        let version = u16::from_le_bytes([bytes[8], bytes[9]]);
        if version != VERSION {
            return Err(WeightsError::Version(version));
        }
        let (content, sum) = bytes.split_at(bytes.len() - 4);
        if sum != crc32(content).to_le_bytes() {
            return Err(WeightsError::Damaged);
        }
        // Only a file that was made wrong on purpose gets further and fails.
        read(content).ok_or(WeightsError::Damaged)
    }
}

fn read(content: &[u8]) -> Option<Weights> {
    let game = game_of_code(content[10])?;
    let combination = match content[11] {
        0 => Combination::Sum,
        1 => Combination::Product,
        _ => return None,
    };
    let count = u32::from_le_bytes(content[12..HEADER].try_into().ok()?);
    let mut rest = &content[HEADER..];
    let mut bits: u64 = 0;
    let mut patterns = Vec::with_capacity((count as usize).min(rest.len()));
    for number in 0..count {
        let step = take(&mut rest)?;
        if step == 0 && number > 0 {
            return None;
        }
        bits = bits.checked_add(step)?;
        let pattern = Pattern::from_bits(bits)?;
        let (gamma, after) = rest.split_first_chunk::<2>()?;
        rest = after;
        let gamma = (f32::from(i16::from_le_bytes(*gamma)) / PARTS).exp();
        let flags = take(&mut rest)?;
        let prune = match flags & ((1 << FLAG_BITS) - 1) {
            0 => Prune::Keep,
            1 => Prune::Dead,
            other => {
                let by = (other - FIRST_DOMINATED) as usize;
                let within = by < pattern.reach().cells();
                within.then(|| Prune::Dominated { by: Slot::new(by) })?
            }
        };
        let played = u32::try_from(flags >> FLAG_BITS).ok()?;
        let appeared = u32::try_from(take(&mut rest)?).ok()?;
        patterns.push(Learned { pattern, gamma, prune, played, appeared });
    }
    rest.is_empty().then(|| Weights::new(game, combination, patterns))
}

/// What stands for a game in files.
pub(crate) const fn game_code(game: Game) -> u8 {
    match game {
        Game::Havannah => 0,
        Game::Hex => 1,
        Game::Y => 2,
        Game::Star => 3,
        Game::Renkula => 4,
    }
}

/// The game that this stands for.
pub(crate) fn game_of_code(code: u8) -> Option<Game> {
    Game::ALL.into_iter().find(|&game| game_code(game) == code)
}

fn logarithm(gamma: f32) -> i16 {
    // The cast keeps within the bounds of the type.
    (gamma.ln() * PARTS).round() as i16
}

/// Seven bits a byte, the lowest first; the highest bit says that more follow.
fn put(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn take(rest: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..63).step_by(7) {
        let (&byte, after) = rest.split_first()?;
        *rest = after;
        number |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}
