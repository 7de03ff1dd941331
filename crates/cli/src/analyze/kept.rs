//! What an analysis has found so far, in a file that an interrupted one goes on from.
//!
//! The file is replaced as a whole after each position, by renaming, so that it is never half
//! written. Its entries are keyed by position, player, limits and seed: an analysis with other
//! settings does not take them for its own, and leaves them there.

use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use catena_core::Position;
use catena_engine::{Assessment, Assessor, Proof, position_key};
use serde::{Deserialize, Serialize};

/// Stands in the file, and changes with its form.
const FORMAT: &str = "catena-analysis 1";

/// The longest file that is read: far more than any game needs.
const MAX_FILE: u64 = 64 << 20;

pub struct Kept {
    file: PathBuf,
    settings: String,
    content: Content,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Content {
    format: String,
    positions: BTreeMap<String, Entry>,
}

#[derive(Serialize, Deserialize)]
struct Entry {
    value: f64,
    line: Vec<String>,
    proof: Option<String>,
    visits: u32,
    playouts: u64,
}

impl Kept {
    /// Opens the file that is asked for; else one beside the record, or in the folder for temporary
    /// files if the record is no file or nothing can be written there.
    pub fn open(
        asked: Option<&Path>,
        record: &Path,
        bytes: &[u8],
        assessor: &Assessor,
    ) -> anyhow::Result<Self> {
        let file = match asked {
            Some(file) => file.to_owned(),
            None => beside(record).unwrap_or_else(|| temporary(bytes)),
        };
        let content = load(&file)?;
        let limits = assessor.limits;
        let time = limits.time.map_or("off".to_owned(), |time| format!("{}s", time.as_secs_f64()));
        let playouts = limits.playouts.map_or("off".to_owned(), |playouts| playouts.to_string());
        let (player, seed) = (&assessor.player, assessor.seed);
        let settings = format!("{player} time={time} playouts={playouts} seed={seed}");
        Ok(Self { file, settings, content })
    }

    pub fn file(&self) -> &Path {
        &self.file
    }

    fn key(&self, position: &Position) -> String {
        format!("{} | {}", position_key(position), self.settings)
    }

    /// What is known about a position.
    pub fn get(&self, position: &Position) -> Option<Assessment> {
        let entry = self.content.positions.get(&self.key(position))?;
        let topology = position.topology();
        let line: Result<Vec<_>, _> = entry.line.iter().map(|name| topology.parse_move(name)).collect();
        let line = line.ok()?;
        let fits = (0.0..=1.0).contains(&entry.value)
            && line.first().is_some_and(|&first| position.check(first).is_ok());
        fits.then(|| Assessment {
            value: entry.value,
            line,
            proof: entry.proof.as_deref().and_then(proof),
            visits: entry.visits,
            playouts: entry.playouts,
        })
    }

    /// Keeps what was found about a position; the end of a game needs no search and is not kept.
    pub fn put(&mut self, position: &Position, found: &Assessment) -> anyhow::Result<()> {
        if position.outcome().is_some() {
            return Ok(());
        }
        let topology = position.topology();
        let entry = Entry {
            value: found.value,
            line: found.line.iter().map(|&mv| topology.move_name(mv).to_owned()).collect(),
            proof: found.proof.map(|proof| proof_name(proof).to_owned()),
            visits: found.visits,
            playouts: found.playouts,
        };
        self.content.positions.insert(self.key(position), entry);
        self.save().with_context(|| format!("writing {}", self.file.display()))
    }

    fn save(&self) -> anyhow::Result<()> {
        let next = unfinished(&self.file);
        // Of a process that had our number and was ended here.
        drop(fs::remove_file(&next));
        let mut output = OpenOptions::new().write(true).create_new(true).open(&next)?;
        let written = serde_json::to_writer_pretty(&mut output, &self.content)
            .map_err(std::io::Error::from)
            .and_then(|()| output.write_all(b"\n"))
            .and_then(|()| fs::rename(&next, &self.file));
        if written.is_err() {
            // What could not be finished is of no use.
            drop(fs::remove_file(&next));
        }
        Ok(written?)
    }

    /// The analysis is done: what is left of others stays.
    pub fn remove(mut self) {
        let settings = format!("| {}", self.settings);
        self.content.positions.retain(|key, _| !key.ends_with(&settings));
        let tidied = if self.content.positions.is_empty() {
            fs::remove_file(&self.file).map_err(Into::into)
        } else {
            self.save()
        };
        // A leftover does no harm, and the analysis itself went well.
        drop(tidied);
    }
}

fn load(file: &Path) -> anyhow::Result<Content> {
    let named = || crate::args::reading(file);
    match fs::metadata(file) {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            return Ok(Content { format: FORMAT.to_owned(), positions: BTreeMap::new() });
        }
        Err(error) => return Err(error).with_context(named),
        Ok(metadata) if !metadata.is_file() || metadata.len() > MAX_FILE => {
            anyhow::bail!("{} is no file of an analysis; --resume names another", file.display())
        }
        Ok(_) => {}
    }
    let text = fs::read(file).with_context(named)?;
    let content = serde_json::from_slice::<Content>(&text).ok().filter(|content| content.format == FORMAT);
    content.with_context(|| {
        format!("{} is no file of an analysis, so it is left alone; --resume names another", file.display())
    })
}

/// The file beside a record, if it is there or can be made.
fn beside(record: &Path) -> Option<PathBuf> {
    if record == Path::new("-") {
        return None;
    }
    let file = with_ending(record, "catena-analysis.json");
    let probe = unfinished(&file);
    let made = OpenOptions::new().write(true).create_new(true).open(&probe).is_ok();
    // Only the attempt counts.
    drop(fs::remove_file(&probe));
    made.then_some(file)
}

/// Where a file is written before it takes its name.
fn unfinished(file: &Path) -> PathBuf {
    with_ending(file, &format!("{}.tmp", std::process::id()))
}

fn with_ending(file: &Path, ending: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".");
    name.push(ending);
    name.into()
}

fn temporary(bytes: &[u8]) -> PathBuf {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    std::env::temp_dir().join(format!("catena-{:016x}.catena-analysis.json", hasher.finish()))
}

pub const fn proof_name(proof: Proof) -> &'static str {
    match proof {
        Proof::Win => "win",
        Proof::Draw => "draw",
        Proof::Loss => "loss",
    }
}

fn proof(name: &str) -> Option<Proof> {
    [Proof::Win, Proof::Draw, Proof::Loss].into_iter().find(|&proof| proof_name(proof) == name)
}
