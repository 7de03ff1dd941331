//! Files of a run. A kill at any moment loses no game and no finished generation.
//!
//! `run.json` is the one file that says how far the run is; it is replaced in one go after the
//! files that it names were written. Games are added to their files one write at a time.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use catena_arena::runner::RunnerError;
use catena_model::network::{LoadError, Network};
use serde::{Deserialize, Serialize};

use super::adam::Adam;
use super::options::TrainOptions;
use super::trainer::Trainer;
use catena_arena::job::replace_file;

/// The start of a file of an optimizer.
const MAGIC: &[u8; 8] = b"CATENAOP";

/// State of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunState {
    /// Its options.
    pub options: TrainOptions,
    /// The network that the run started from, if not from random weights.
    #[serde(default)]
    pub from: Option<StartNetwork>,
    /// The generation of the best network; 0 is the one that the run started with.
    pub best: u32,
    /// The generations that are finished, from 1 on.
    pub generations: Vec<Generation>,
}

/// A trained network that a run starts from, with what was spent on it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StartNetwork {
    /// The hash of its weights.
    pub hash: String,
    /// Games of self-play that it has learned from, as far as its file tells.
    pub games: u64,
    /// Hours of training, as far as its file tells.
    pub hours: f64,
}

impl StartNetwork {
    pub(super) fn of(network: &Network) -> Self {
        let training = &network.description.training;
        let number = |name: &str| training.get(name).and_then(serde_json::Value::as_f64).unwrap_or(0.0);
        Self { hash: network.hash().to_string(), games: number("games") as u64, hours: number("hours") }
    }
}

/// Results of a generation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Generation {
    /// Its number, from 1 on.
    pub number: u32,
    /// Games of self-play.
    pub games: u64,
    /// Positions of full searches in them.
    pub positions: u64,
    /// Steps of the optimizer so far.
    pub steps: u64,
    /// Cross-entropy of the policy on held-out games, in nats.
    pub policy_loss: f64,
    /// Entropy of the policy targets on them.
    pub policy_entropy: f64,
    /// Cross-entropy of the result on them, in nats.
    pub value_loss: f64,
    /// The share of them where the most probable move is the target's.
    pub top1: f64,
    /// Points of the candidate against the best before, as a share.
    pub gate_score: f64,
    /// True if it is the best since then.
    pub accepted: bool,
    /// Seconds that it took; those of interrupted attempts are not counted.
    pub seconds: f64,
}

/// The directory of a run, locked for one program.
#[derive(Debug)]
pub(super) struct RunDirectory {
    path: PathBuf,
    _lock: File,
}

impl RunDirectory {
    pub(super) fn open(path: &Path) -> Result<Self, TrainError> {
        for part in ["games", "networks"] {
            let part = path.join(part);
            fs::create_dir_all(&part).map_err(|error| TrainError::Io(part, error))?;
        }
        let lock_path = path.join("lock");
        let failed = |error| TrainError::Io(lock_path.clone(), error);
        let lock = File::create(&lock_path).map_err(failed)?;
        match lock.try_lock() {
            Ok(()) => Ok(Self { path: path.to_owned(), _lock: lock }),
            Err(TryLockError::WouldBlock) => Err(TrainError::InUse(path.to_owned())),
            Err(TryLockError::Error(error)) => Err(failed(error)),
        }
    }

    pub(super) fn games(&self, generation: u32, size: u16) -> PathBuf {
        self.path.join("games").join(format!("{generation:05}-size-{size:02}.selfplay"))
    }

    pub(super) fn network(&self, generation: u32) -> PathBuf {
        self.path.join("networks").join(format!("{generation:05}.safetensors"))
    }

    /// The network that is not yet the best: other machines read it in the gate.
    pub(super) fn candidate(&self) -> PathBuf {
        self.path.join("candidate.safetensors")
    }

    fn optimizer(&self, generation: u32) -> PathBuf {
        self.path.join(format!("optimizer-{generation:05}.bin"))
    }

    pub(super) fn chart(&self) -> PathBuf {
        self.path.join("curve.svg")
    }

    /// The state, if the run was begun before.
    pub(super) fn load(&self) -> Result<Option<RunState>, TrainError> {
        let path = self.path.join("run.json");
        match fs::read(&path) {
            Ok(bytes) => match serde_json::from_slice(&bytes) {
                Ok(state) => Ok(Some(state)),
                Err(error) => Err(TrainError::Damaged(path, error.to_string())),
            },
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(TrainError::Io(path, error)),
        }
    }

    /// Makes the state the one that is resumed.
    pub(super) fn save(&self, state: &RunState) -> Result<(), TrainError> {
        let path = self.path.join("run.json");
        let bytes = serde_json::to_vec_pretty(state).expect("a state is plain data");
        replace_file(&path, &bytes).map_err(|error| TrainError::Io(path, error))
    }

    pub(super) fn load_network(&self, generation: u32) -> Result<Network, TrainError> {
        let path = self.network(generation);
        Network::load(&path).map_err(|error| TrainError::Network(path, error))
    }

    pub(super) fn save_network(&self, generation: u32, network: &Network) -> Result<(), TrainError> {
        let path = self.network(generation);
        network.save(&path).map_err(|error| TrainError::Io(path, error))
    }

    pub(super) fn load_trainer(&self, generation: u32) -> Result<Trainer, TrainError> {
        let path = self.optimizer(generation);
        let bytes = fs::read(&path).map_err(|error| TrainError::Io(path.clone(), error))?;
        decode(&bytes).ok_or_else(|| TrainError::Damaged(path, "the checksum is wrong".to_owned()))
    }

    pub(super) fn save_trainer(&self, generation: u32, trainer: &Trainer) -> Result<(), TrainError> {
        let path = self.optimizer(generation);
        replace_file(&path, &encode(trainer)).map_err(|error| TrainError::Io(path, error))
    }

    /// Removes the optimizer of a generation that nothing depends on any more.
    pub(super) fn forget_trainer(&self, generation: u32) {
        // A file that stays costs room and nothing else.
        let _ = fs::remove_file(self.optimizer(generation));
    }
}

fn encode(trainer: &Trainer) -> Vec<u8> {
    let Trainer { weights, adam } = trainer;
    let mut bytes = MAGIC.to_vec();
    bytes.extend(adam.step.to_le_bytes());
    for part in [weights, &adam.mean, &adam.square, &adam.average] {
        bytes.extend(part.iter().flat_map(|value| value.to_le_bytes()));
    }
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes
}

fn decode(bytes: &[u8]) -> Option<Trainer> {
    let (bytes, sum) = bytes.split_last_chunk::<4>()?;
    if crc32fast::hash(bytes) != u32::from_le_bytes(*sum) {
        return None;
    }
    let (step, bytes) = bytes.strip_prefix(MAGIC)?.split_first_chunk::<8>()?;
    let values: Vec<f32> = bytes.as_chunks().0.iter().map(|value| f32::from_le_bytes(*value)).collect();
    let parts: Vec<&[f32]> = values.chunks_exact(values.len() / 4).collect();
    let [weights, mean, square, average] = parts[..] else { return None };
    let adam = Adam {
        step: u64::from_le_bytes(*step),
        mean: mean.to_vec(),
        square: square.to_vec(),
        average: average.to_vec(),
    };
    Some(Trainer { weights: weights.to_vec(), adam })
}

/// Why training cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum TrainError {
    /// Reading or writing.
    #[error("{}: {_1}", _0.display())]
    Io(PathBuf, #[source] io::Error),
    /// Another program trains there.
    #[error("another program trains in {}", _0.display())]
    InUse(PathBuf),
    /// The directory holds a run of another network.
    #[error("{} holds a run of another network; --dir names another directory", _0.display())]
    OtherRun(PathBuf),
    /// A file that was changed or cut.
    #[error("{} is damaged: {_1}", _0.display())]
    Damaged(PathBuf, String),
    /// A network that cannot be read.
    #[error("{}: {_1}", _0.display())]
    Network(PathBuf, #[source] LoadError),
    /// The file of self-play.
    #[error(transparent)]
    Games(#[from] catena_arena::selfplay::FileError),
    /// The options do not fit together.
    #[error("{0}")]
    Options(String),
    /// Nobody can play.
    #[error(transparent)]
    Runner(#[from] RunnerError),
    /// Games that nobody could play.
    #[error("{count} jobs of generation {generation} could not be done; the first: {reason}")]
    Faults {
        /// The generation.
        generation: u32,
        /// Number of jobs.
        count: usize,
        /// Why the first was not done.
        reason: String,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_optimizer_comes_back_and_damage_is_seen() {
        let mut adam = Adam::new(&[1.0, 2.0, 3.0]);
        adam.step = 77;
        adam.mean[1] = -0.5;
        adam.square[2] = 0.25;
        let trainer = Trainer { weights: vec![4.0, 5.0, 6.0], adam };
        let bytes = encode(&trainer);
        assert_eq!(decode(&bytes), Some(trainer));
        assert_eq!(decode(&bytes[..bytes.len() - 1]), None);
        let mut damaged = bytes;
        damaged[30] ^= 1;
        assert_eq!(decode(&damaged), None);
    }
}
