//! Results of an analysis so far, in a checkpoint that an interrupted one resumes from.
//!
//! Its entries are keyed by question, player, limits and seed: an analysis with other settings does
//! not take them for its own, and leaves them there.

use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use catena_arena::assessment::AssessmentText;
use catena_arena::fingerprint;
use catena_arena::job::{Checkpoint, Found, JobIdentity, path_beside};
use catena_core::Game;
use catena_engine::{Assessment, Assessor, Task};

use crate::progress::damaged_line;

/// Saving takes at most one part in this number of the time, however long the file is.
const SAVING_PART: u32 = 10;

pub struct AnalysisCheckpoint {
    checkpoint: Checkpoint,
    /// Player, limits and seed for each game.
    settings: Vec<(Game, String)>,
    entries: BTreeMap<String, AssessmentText>,
    saved_at: Option<Instant>,
    save_took: Duration,
}

impl AnalysisCheckpoint {
    /// Opens the file that is asked for; else one beside the record, or in the folder for temporary
    /// files, by its content, if the record is no file or nothing can be written there.
    pub fn open(
        asked: Option<&Path>,
        record: &Path,
        content: &str,
        assessors: &[(Game, Assessor)],
    ) -> anyhow::Result<Self> {
        let file = match asked {
            Some(file) => file.to_owned(),
            None => beside(record).unwrap_or_else(|| temporary(content.as_bytes())),
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
        let settings = assessors.iter().map(|(game, assessor)| (*game, settings(assessor))).collect();
        Ok(Self { checkpoint, settings, entries, saved_at: None, save_took: Duration::ZERO })
    }

    pub fn file(&self) -> &Path {
        self.checkpoint.path()
    }

    /// The answers that an analysis with these settings has left.
    pub fn answers(&self) -> usize {
        self.entries.keys().filter(|key| self.is_ours(key)).count()
    }

    /// Returns true if an entry was made with these settings.
    fn is_ours(&self, key: &str) -> bool {
        self.settings.iter().any(|(_, settings)| key.ends_with(&format!("| {settings}")))
    }

    fn key(&self, task: &Task) -> String {
        let game = task.position.setup().game();
        let settings = self.settings.iter().find(|(of, _)| *of == game);
        format!("{} | {}", task.key(), settings.map_or("", |(_, settings)| settings))
    }

    /// Stored answer to a question.
    pub fn get(&self, task: &Task) -> Option<Assessment> {
        self.entries.get(&self.key(task))?.assessment(&task.position)
    }

    /// Keeps the answer to a question; saves it unless the last saving took long and is recent.
    pub fn put(&mut self, task: &Task, found: &Assessment) -> anyhow::Result<()> {
        self.entries.insert(self.key(task), AssessmentText::of(found, task.position.topology()));
        let is_due = self.saved_at.is_none_or(|at| at.elapsed() >= self.save_took * SAVING_PART);
        if is_due { self.save() } else { Ok(()) }
    }

    /// Writes all answers to the file.
    pub fn save(&mut self) -> anyhow::Result<()> {
        let began = Instant::now();
        self.checkpoint.save(&serde_json::to_vec(&self.entries)?)?;
        (self.save_took, self.saved_at) = (began.elapsed(), Some(Instant::now()));
        Ok(())
    }

    /// The analysis is done: what is left of others stays.
    pub fn remove(mut self) {
        let mut entries = std::mem::take(&mut self.entries);
        entries.retain(|key, _| !self.is_ours(key));
        self.entries = entries;
        let tidied =
            if self.entries.is_empty() { self.checkpoint.remove().map_err(Into::into) } else { self.save() };
        // A leftover does no harm, and the analysis itself went well.
        drop(tidied);
    }
}

/// Settings that answers depend on.
fn settings(assessor: &Assessor) -> String {
    let limits = assessor.limits;
    let time = limits.time.map_or("off".to_owned(), |time| format!("{}s", time.as_secs_f64()));
    let playouts = limits.playouts.map_or("off".to_owned(), |playouts| playouts.to_string());
    let (player, seed) = (assessor.player.identity(), assessor.seed);
    let visits = limits.visits.map_or_else(String::new, |visits| format!(" visits={visits}"));
    let solver = assessor.solver_time.as_secs_f64();
    format!("{player} time={time} playouts={playouts}{visits} solver={solver}s seed={seed}")
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
