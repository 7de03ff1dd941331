//! The file of patterns: after the header their number, then the patterns in their order, each by its distance from the
//! one before. About nine bytes a pattern.

use super::key::{Pattern, Slot};
use super::weights::{Combination, Learned, PatternWeights, Prune};
use crate::file::{self, Content, ModelFileError};

/// γ is kept as its logarithm in this many parts: 0.05 % from one to the next.
const PARTS: f32 = 2048.0;

/// Bits of the prune flag of a pattern: 0 keep, 1 dead, from 2 on the better slot.
const FLAG_BITS: u32 = 5;
const FIRST_DOMINATED: u64 = 2;

impl PatternWeights {
    /// The file as bytes.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = (self.patterns().len() as u32).to_le_bytes().to_vec();
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
        let flags = match self.combination() {
            Combination::Sum => 0,
            Combination::Product => 1,
        };
        file::write(&Content { game: self.game(), flags, body: &bytes })
    }

    /// Reads a file.
    ///
    /// # Errors
    /// If it is something else, of another version, or damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ModelFileError> {
        // Only a file that was made wrong on purpose has a right checksum and fails.
        read(file::read(bytes)?).ok_or(ModelFileError::Damaged)
    }
}

fn read(Content { game, flags, body }: Content) -> Option<PatternWeights> {
    let combination = match flags {
        0 => Combination::Sum,
        1 => Combination::Product,
        _ => return None,
    };
    let (count, mut rest) = body.split_first_chunk::<4>()?;
    let count = u32::from_le_bytes(*count);
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
    rest.is_empty().then(|| PatternWeights::new(game, combination, patterns))
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
