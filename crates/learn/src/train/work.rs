//! Self-play and gate of a generation as work for a runner: a job is a game or a pair of games on one of the boards.

use std::path::PathBuf;
use std::sync::Arc;

use catena_arena::Stop;
use catena_arena::runner::{Job, ModelFile, Performer, RunDescription, Site, Work, setup_of};
use catena_arena::selfplay::encode;
use catena_core::Setup;
use catena_model::ModelHash;
use catena_model::network::{Network, Quantized};
use catena_playout::Rng;
use serde::{Deserialize, Serialize};

use super::evaluate::Evaluator;
use super::gate;
use super::kernel::TILE_ROWS;
use super::options::{GateOptions, SelfplayOptions};
use super::selfplay;

/// The kind of work in descriptions.
pub const KIND: &str = "training";

/// Evaluations of a search that another machine may ask for: its tree has to fit into memory.
const MAX_EVALUATIONS: u32 = 1 << 20;

/// The kind of games.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Part {
    /// Games of the network against itself.
    SelfPlay(SelfplayOptions),
    /// The candidate, which is the first network, against the best.
    Gate(GateOptions),
}

/// All that jobs of a generation share.
pub(super) struct TrainWork {
    pub part: Part,
    pub setups: Vec<Setup>,
    /// One for self-play, two for the gate, with their files.
    pub networks: Vec<(PathBuf, Arc<Quantized>)>,
    /// Of the run.
    pub seed: u64,
    pub generation: u32,
}

/// The work as data.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct TrainBody {
    part: Part,
    game: String,
    sizes: Vec<u16>,
    networks: Vec<String>,
    seed: u64,
    generation: u32,
}

/// A job on a board, as its number.
pub(super) const fn number(board: usize, game: u64) -> u64 {
    (board as u64) << 32 | game
}

/// The board and the game of a job.
pub(super) const fn board_and_game(number: u64) -> (usize, u64) {
    ((number >> 32) as usize, number & 0xffff_ffff)
}

/// A job, which its number says all about.
pub(super) const fn job(number: u64) -> Job {
    Job { number, body: Vec::new(), programs: Vec::new() }
}

/// A seed for a part of a run.
pub(super) fn part_seed(seed: u64, part: [u64; 3]) -> u64 {
    part.iter().fold(seed, |seed, part| Rng::new(seed ^ part).next_u64())
}

/// The work that another machine describes.
///
/// # Errors
/// If there is no such work, or if its networks are none.
pub fn open(description: &RunDescription, site: &Site) -> Result<Arc<dyn Work>, String> {
    let body: TrainBody = description.read()?;
    let setups: Vec<Setup> =
        body.sizes.iter().map(|&size| setup_of(&body.game, size, false)).collect::<Result<_, _>>()?;
    if setups.iter().any(|setup| setup.topology().places().count() < TILE_ROWS) {
        return Err("a board is too small for a network".to_owned());
    }
    let (needed, evaluations) = match &body.part {
        Part::SelfPlay(options) => (1, options.evaluations.max(options.quick_evaluations)),
        Part::Gate(options) => (2, options.evaluations),
    };
    if body.networks.len() != needed || !(1..=MAX_EVALUATIONS).contains(&evaluations) {
        return Err("the networks or the evaluations of a training are none".to_owned());
    }
    let mut networks = Vec::new();
    for name in &body.networks {
        let path = site.models.get(name).ok_or_else(|| format!("the network {name:?} was not sent"))?;
        let network = Network::load(path).map_err(|error| format!("{name}: {error}"))?;
        if setups.iter().any(|setup| setup.game() != network.architecture().game) {
            return Err(format!("{name} is no network for {}", body.game));
        }
        networks.push((PathBuf::from(name), Arc::new(Quantized::new(&Arc::new(network)))));
    }
    let TrainBody { part, seed, generation, .. } = body;
    Ok(Arc::new(TrainWork { part, setups, networks, seed, generation }))
}

impl Work for TrainWork {
    fn description(&self) -> RunDescription {
        let names = self.networks.iter().map(|(path, _)| path.display().to_string());
        let body = TrainBody {
            part: self.part.clone(),
            game: self.setups[0].game().name().to_owned(),
            sizes: self.setups.iter().map(Setup::size).collect(),
            networks: names.collect(),
            seed: self.seed,
            generation: self.generation,
        };
        let mut description = RunDescription::new(KIND, &body);
        for (path, _) in &self.networks {
            // A file that cannot be read has no hash; the runner says so when it reads it.
            let hash = std::fs::read(path).map(|content| ModelHash::of(&content).to_string());
            let (path, hash) = (path.display().to_string(), hash.unwrap_or_default());
            description.models.push(ModelFile { path, hash });
        }
        description
    }

    fn performer(self: Arc<Self>) -> Box<dyn Performer> {
        Box::new(TrainPerformer { evaluators: self.setups.iter().map(|_| Vec::new()).collect(), work: self })
    }
}

/// Plays on one board after another in its thread.
struct TrainPerformer {
    work: Arc<TrainWork>,
    /// The networks on each board, once it is played on.
    evaluators: Vec<Vec<Evaluator>>,
}

impl Performer for TrainPerformer {
    fn perform(&mut self, job: &Job, stop: &Stop) -> Result<Option<Vec<u8>>, String> {
        let Self { work, evaluators } = self;
        let (board, game) = board_and_game(job.number);
        let setup = work.setups.get(board).ok_or_else(|| format!("there is no board {board}"))?;
        let evaluators = &mut evaluators[board];
        if evaluators.is_empty() {
            evaluators.extend(work.networks.iter().map(|(_, network)| Evaluator::new(network, setup)));
        }
        let seed = |part| part_seed(work.seed, part);
        let generation = u64::from(work.generation);
        Ok(match (&work.part, &mut evaluators[..]) {
            (Part::SelfPlay(options), [network]) => {
                let seed = seed([generation, u64::from(setup.size()), game]);
                selfplay::play(setup, options, network, game, seed, stop).map(|game| encode(&game))
            }
            (Part::Gate(options), [candidate, best]) => {
                let seed = seed([generation, 1 << 41, 0]) ^ (game << 8) ^ board as u64;
                gate::pair(setup, options, [candidate, best], seed, stop).map(|points| vec![points])
            }
            _ => return Err("the networks are too many or too few".to_owned()),
        })
    }
}

#[cfg(test)]
mod tests {
    use catena_core::Game;
    use catena_model::network::Architecture;

    use super::*;
    use crate::train::TrainOptions;

    #[test]
    fn what_was_described_plays_as_the_original_does() {
        let options = TrainOptions::new(Architecture::new(Game::Hex, 2, 16), vec![3, 4]);
        let folder = std::env::temp_dir().join(format!("catena-train-work-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let networks: Vec<_> = (1..3)
            .map(|seed| {
                let network = Network::random(options.architecture.clone(), seed).unwrap().calibrated();
                let path = folder.join(format!("{seed}.safetensors"));
                network.save(&path).unwrap();
                (path, Arc::new(Quantized::new(&Arc::new(network))))
            })
            .collect();
        let moved = |path: &PathBuf| (path.display().to_string(), path.clone());
        let site = Site {
            models: networks.iter().map(|(path, _)| moved(path)).collect(),
            time_factor: 3.0,
            programs: Vec::new(),
        };
        for (part, networks) in [
            (Part::SelfPlay(options.selfplay.clone()), &networks[..1]),
            (Part::Gate(options.gate.clone()), &networks),
        ] {
            let (setups, networks) = (options.setups().unwrap(), networks.to_vec());
            let here = Arc::new(TrainWork { part, setups, networks, seed: 7, generation: 3 });
            let description = here.description();
            let there = open(&description, &site).unwrap();
            let (mut ours, mut theirs) = (here.performer(), there.performer());
            for number in [number(0, 0), number(1, 5), number(0, 1)] {
                let result = ours.perform(&job(number), &Stop::new());
                assert_eq!(result, theirs.perform(&job(number), &Stop::new()));
                assert!(result.unwrap().is_some());
            }
            let now = Stop::new();
            now.now();
            assert_eq!(theirs.perform(&job(0), &now), Ok(None));
            assert!(theirs.perform(&job(number(2, 0)), &Stop::new()).is_err(), "there are two boards");
            let mut hostile = description.clone();
            hostile.body["sizes"] = serde_json::json!([99]);
            assert!(open(&hostile, &site).is_err());
            assert!(open(&description, &Site::default()).err().unwrap().contains("was not sent"));
        }
        std::fs::remove_dir_all(folder).unwrap();
    }
}
