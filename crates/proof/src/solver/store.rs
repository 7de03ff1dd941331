//! The solver's results as a file: a header with version and setup, answers, table, carriers, and a checksum
//! over all of it.

use std::io::{self, Read, Write};

use catena_core::{Color, Setup, SwapRule};

use super::key::mix;
use super::shared::SharedTables;
use super::table::Numbers;
use super::{Answers, Verdict};
use crate::set::Carrier;

/// The first bytes of every version.
const MAGIC: &[u8; 8] = b"catproof";
/// Counts up when the format, the keys or the meaning of numbers change.
const VERSION: u64 = 1;
/// Words of a carrier.
const WORDS: usize = size_of::<Carrier>() / 8;

/// Why a file cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ProofStoreError {
    /// It was not written by a solver.
    #[error("not a file of proofs")]
    NotAStore,
    /// It was written by another version.
    #[error("written in version {0} of the format, and this program reads {VERSION}")]
    Version(u64),
    /// It belongs to another game, size or swap rule.
    #[error("proofs of another game, size or swap rule")]
    OtherSetup,
    /// It is cut off or was changed.
    #[error("damaged: it is cut off or was changed")]
    Damaged,
    /// It cannot be read.
    #[error("{0}")]
    Read(#[source] io::Error),
}

impl From<io::Error> for ProofStoreError {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => Self::Damaged,
            _ => Self::Read(error),
        }
    }
}

/// Names the setup in the header.
fn setup_words(setup: &Setup) -> [u64; 3] {
    let swap = u64::from(setup.swap() == SwapRule::On);
    [setup.game() as u64, u64::from(setup.size()), swap]
}

fn verdict_word(verdict: Verdict) -> u64 {
    match verdict {
        Verdict::Won(Color::Black) => 0,
        Verdict::Won(Color::White) => 1,
        Verdict::Drawn => 2,
        Verdict::Unknown => 3,
    }
}

fn verdict(word: u64) -> Option<Verdict> {
    match word {
        0 => Some(Verdict::Won(Color::Black)),
        1 => Some(Verdict::Won(Color::White)),
        2 => Some(Verdict::Drawn),
        _ => None,
    }
}

/// Writes words and keeps their checksum.
struct WordWriter<'a> {
    writer: &'a mut dyn Write,
    sum: u64,
}

impl WordWriter<'_> {
    fn word(&mut self, word: u64) -> io::Result<()> {
        self.sum = mix(self.sum ^ word);
        self.writer.write_all(&word.to_le_bytes())
    }
}

pub(crate) fn save(
    setup: &Setup,
    shared: &SharedTables,
    answers: &Answers,
    writer: &mut dyn Write,
) -> io::Result<()> {
    writer.write_all(MAGIC)?;
    let mut out = WordWriter { writer, sum: 0 };
    out.word(VERSION)?;
    setup_words(setup).into_iter().try_for_each(|word| out.word(word))?;
    out.word(answers.len() as u64)?;
    for (&key, &answer) in answers {
        out.word(key)?;
        out.word(verdict_word(answer))?;
    }
    out.word(shared.fill().0 as u64)?;
    shared.each_entry(|entry| {
        out.word(entry.key)?;
        out.word(u64::from(entry.numbers.proof) | u64::from(entry.numbers.disproof) << 32)?;
        out.word(u64::from(entry.work))
    })?;
    out.word(shared.carriers() as u64)?;
    shared.each_carrier(|key, carrier| {
        out.word(key)?;
        carrier.words().into_iter().try_for_each(|word| out.word(word))
    })?;
    let sum = out.sum;
    writer.write_all(&sum.to_le_bytes())
}

/// Reads words and keeps their checksum.
struct WordReader<'a> {
    reader: &'a mut dyn Read,
    sum: u64,
}

impl WordReader<'_> {
    fn next(&mut self) -> io::Result<u64> {
        let mut bytes = [0; 8];
        self.reader.read_exact(&mut bytes)?;
        let word = u64::from_le_bytes(bytes);
        self.sum = mix(self.sum ^ word);
        Ok(word)
    }
}

/// Reads as it goes, so that a file takes no memory beside the table; if it turns out to be
/// damaged, the caller has to forget all of it.
pub(crate) fn load(
    setup: &Setup,
    shared: &SharedTables,
    answers: &mut Answers,
    reader: &mut dyn Read,
) -> Result<(), ProofStoreError> {
    let mut magic = [0; MAGIC.len()];
    reader.read_exact(&mut magic).map_err(|_| ProofStoreError::NotAStore)?;
    if magic != *MAGIC {
        return Err(ProofStoreError::NotAStore);
    }
    let mut words = WordReader { reader, sum: 0 };
    match words.next()? {
        VERSION => {}
        version => return Err(ProofStoreError::Version(version)),
    }
    for expected in setup_words(setup) {
        if words.next()? != expected {
            return Err(ProofStoreError::OtherSetup);
        }
    }
    for _ in 0..words.next()? {
        let (key, word) = (words.next()?, words.next()?);
        answers.insert(key, verdict(word).ok_or(ProofStoreError::Damaged)?);
    }
    for _ in 0..words.next()? {
        let (key, numbers, work) = (words.next()?, words.next()?, words.next()?);
        shared.put(key, Numbers { proof: numbers as u32, disproof: (numbers >> 32) as u32 }, work);
    }
    for _ in 0..words.next()? {
        let key = words.next()?;
        let mut carrier = [0; WORDS];
        for word in &mut carrier {
            *word = words.next()?;
        }
        shared.put_carrier(key, Carrier::from_words(carrier));
    }
    let sum = words.sum;
    if words.next()? == sum { Ok(()) } else { Err(ProofStoreError::Damaged) }
}
