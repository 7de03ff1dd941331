//! Results of an analysis so far, in a checkpoint that an interrupted one resumes from.
//!
//! Its entries are keyed by question, player, limits and seed: an analysis with other settings does
//! not take them for its own, and leaves them there.

use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::path::{Path, PathBuf};

use catena_arena::fingerprint;
use catena_arena::job::{Checkpoint, Found, JobIdentity, path_beside};
use catena_core::{Move, Position, Record};
use catena_engine::{Assessment, Assessor, Proof, Task};
use serde::{Deserialize, Serialize};

use crate::progress::damaged_line;

pub struct AnalysisCheckpoint {
    checkpoint: Checkpoint,
    settings: String,
    entries: BTreeMap<String, Entry>,
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
        game: &Record,
        assessor: &Assessor,
    ) -> anyhow::Result<Self> {
        let file = match asked {
            Some(file) => file.to_owned(),
            None => beside(record).unwrap_or_else(|| temporary(game.to_sgf().as_bytes())),
        };
        let checkpoint = Checkpoint::new(&file, JobIdentity::new("analyze"));
        let entries = match checkpoint.load()? {
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
        let visits = limits.visits.map_or_else(String::new, |visits| format!(" visits={visits}"));
        let solver = assessor.solver_time.as_secs_f64();
        let settings =
            format!("{player} time={time} playouts={playouts}{visits} solver={solver}s seed={seed}");
        Ok(Self { checkpoint, settings, entries })
    }

    pub fn file(&self) -> &Path {
        self.checkpoint.path()
    }

    /// The answers that an analysis with these settings has left.
    pub fn answers(&self) -> usize {
        let settings = self.ending();
        self.entries.keys().filter(|key| key.ends_with(&settings)).count()
    }

    /// End of the keys of these settings.
    fn ending(&self) -> String {
        format!("| {}", self.settings)
    }

    fn key(&self, task: &Task) -> String {
        format!("{} | {}", task.key(), self.settings)
    }

    /// Stored answer to a question.
    pub fn get(&self, task: &Task) -> Option<Assessment> {
        let entry = self.entries.get(&self.key(task))?;
        let topology = task.position.topology();
        let line: Result<Vec<_>, _> = entry.line.iter().map(|name| topology.parse_move(name)).collect();
        let line = line.ok()?;
        let fits = (0.0..=1.0).contains(&entry.value) && is_line_of(&task.position, &line);
        fits.then(|| Assessment {
            value: entry.value,
            line,
            proof: entry.proof.as_deref().and_then(proof),
            visits: entry.visits,
            playouts: entry.playouts,
        })
    }

    /// Keeps the answer to a question.
    pub fn put(&mut self, task: &Task, found: &Assessment) -> anyhow::Result<()> {
        let topology = task.position.topology();
        let entry = Entry {
            value: found.value,
            line: found.line.iter().map(|&mv| topology.move_name(mv).to_owned()).collect(),
            proof: found.proof.map(|proof| proof_name(proof).to_owned()),
            visits: found.visits,
            playouts: found.playouts,
        };
        self.entries.insert(self.key(task), entry);
        self.save()
    }

    fn save(&self) -> anyhow::Result<()> {
        Ok(self.checkpoint.save(&serde_json::to_vec(&self.entries)?)?)
    }

    /// The analysis is done: what is left of others stays.
    pub fn remove(mut self) {
        let settings = self.ending();
        self.entries.retain(|key, _| !key.ends_with(&settings));
        let tidied =
            if self.entries.is_empty() { self.checkpoint.remove().map_err(Into::into) } else { self.save() };
        // A leftover does no harm, and the analysis itself went well.
        drop(tidied);
    }
}

/// Returns true if the first of these moves can be made; a proof that a position is lost has none.
fn is_line_of(position: &Position, line: &[Move]) -> bool {
    line.first().is_none_or(|&first| position.check(first).is_ok())
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
