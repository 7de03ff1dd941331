//! What an interrupted fit goes on from: the rounds done and the weights in full precision.

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use catena_core::Position;
use catena_playout::crc32;

const MAGIC: &[u8; 8] = b"CATENAFT";

/// A name beside a file: its own with more at the end, so that no other file has it by chance.
#[must_use]
pub fn beside(path: &Path, more: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(more);
    name.into()
}

/// Writes a file beside and renames it: a kill leaves the one before.
///
/// # Errors
/// If it cannot be written.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let next = beside(path, ".new");
    fs::write(&next, bytes)?;
    fs::rename(&next, path)
}

/// What tells a lesson from others: its options and its games.
pub(crate) fn fingerprint(options: &impl fmt::Debug, games: &[Position]) -> u64 {
    let mut bytes = format!("{options:?}").into_bytes();
    for game in games {
        bytes.extend(format!("{} {:?}", game.setup().size(), game.plies()).into_bytes());
    }
    catena_arena::fingerprint(&bytes)
}

/// Fits that are done and, as the last, the one under way.
#[derive(Clone, Debug, PartialEq)]
pub struct Checkpoint {
    /// Of games and options: others start anew.
    pub fingerprint: u64,
    /// The fits.
    pub fits: Vec<FitState>,
}

/// How far a fit has come.
#[derive(Clone, Debug, PartialEq)]
pub struct FitState {
    /// Rounds done.
    pub rounds: u32,
    /// The log-likelihood of a choice before the last of them.
    pub likelihood: f64,
    /// The weights.
    pub gammas: Vec<f64>,
}

impl Checkpoint {
    /// Writes it.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn save(&self, path: &Path) -> io::Result<()> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(self.fingerprint.to_le_bytes());
        for fit in &self.fits {
            bytes.extend(u64::from(fit.rounds).to_le_bytes());
            bytes.extend(fit.likelihood.to_le_bytes());
            bytes.extend((fit.gammas.len() as u64).to_le_bytes());
            fit.gammas.iter().for_each(|gamma| bytes.extend(gamma.to_le_bytes()));
        }
        bytes.extend(crc32(&bytes).to_le_bytes());
        replace(path, &bytes)
    }

    /// Reads it; nothing if there is none, or if it is damaged or of another lesson.
    #[must_use]
    pub fn load(path: &Path, fingerprint: u64) -> Option<Self> {
        let bytes = fs::read(path).ok()?;
        let (content, sum) = bytes.split_last_chunk::<4>()?;
        if !content.starts_with(MAGIC) || *sum != crc32(content).to_le_bytes() {
            return None;
        }
        let mut words = content[MAGIC.len()..].chunks_exact(8).map(|c| <[u8; 8]>::try_from(c).ok());
        let mut word = || words.next().flatten();
        if u64::from_le_bytes(word()?) != fingerprint {
            return None;
        }
        let mut fits = Vec::new();
        while let Some(rounds) = word() {
            let rounds = u32::try_from(u64::from_le_bytes(rounds)).ok()?;
            let likelihood = f64::from_le_bytes(word()?);
            let length = u64::from_le_bytes(word()?);
            let gammas = (0..length).map(|_| word().map(f64::from_le_bytes)).collect::<Option<_>>()?;
            fits.push(FitState { rounds, likelihood, gammas });
        }
        Some(Self { fingerprint, fits })
    }
}
