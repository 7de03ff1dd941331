//! Results of an analysis so far, in a checkpoint that an interrupted one resumes from.
//!
//! Its entries are keyed by position, player, limits and seed: an analysis with other settings does
//! not take them for its own, and leaves them there.

use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::path::{Path, PathBuf};

use catena_arena::fingerprint;
use catena_arena::job::{Checkpoint, Found, Job, path_beside};
use catena_core::Position;
use catena_engine::{Assessment, Assessor, Proof, position_key};
use serde::{Deserialize, Serialize};

use crate::progress::damaged_line;

pub struct AnalysisCheckpoint {
    checkpoint: Checkpoint,
    settings: String,
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

impl AnalysisCheckpoint {
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
        let checkpoint = Checkpoint::new(&file, Job::new("analyze"));
        let positions = match checkpoint.load()? {
            Found::Nothing => BTreeMap::new(),
            Found::State(state) => serde_json::from_slice(&state)?,
            Found::Damaged(moved_to) => {
                eprintln!("{}", damaged_line(&moved_to));
                BTreeMap::new()
            }
        };
        let limits = assessor.limits;
        let time = limits.time.map_or("off".to_owned(), |time| format!("{}s", time.as_secs_f64()));
        let playouts = limits.playouts.map_or("off".to_owned(), |playouts| playouts.to_string());
        let (player, seed) = (assessor.player.identity(), assessor.seed);
        let settings = format!("{player} time={time} playouts={playouts} seed={seed}");
        Ok(Self { checkpoint, settings, positions })
    }

    pub fn file(&self) -> &Path {
        self.checkpoint.path()
    }

    fn key(&self, position: &Position) -> String {
        format!("{} | {}", position_key(position), self.settings)
    }

    /// Stored assessment of a position.
    pub fn get(&self, position: &Position) -> Option<Assessment> {
        let entry = self.positions.get(&self.key(position))?;
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
        self.positions.insert(self.key(position), entry);
        self.save()
    }

    fn save(&self) -> anyhow::Result<()> {
        Ok(self.checkpoint.save(&serde_json::to_vec(&self.positions)?)?)
    }

    /// The analysis is done: what is left of others stays.
    pub fn remove(mut self) {
        let settings = format!("| {}", self.settings);
        self.positions.retain(|key, _| !key.ends_with(&settings));
        let tidied = if self.positions.is_empty() {
            self.checkpoint.remove().map_err(Into::into)
        } else {
            self.save()
        };
        // A leftover does no harm, and the analysis itself went well.
        drop(tidied);
    }
}

/// The file beside a record, if it is there or can be made.
fn beside(record: &Path) -> Option<PathBuf> {
    if record == Path::new("-") {
        return None;
    }
    let file = path_beside(record, ".part");
    let probe = path_beside(record, &format!(".{}.tmp", std::process::id()));
    let made = OpenOptions::new().write(true).create_new(true).open(&probe).is_ok();
    // Only the attempt counts.
    drop(fs::remove_file(&probe));
    made.then_some(file)
}

fn temporary(bytes: &[u8]) -> PathBuf {
    std::env::temp_dir().join(format!("catena-{:016x}.part", fingerprint(bytes)))
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
