//! The loop: self-play by the best network, training on the window, gate.

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use catena_arena::Stop;
use catena_arena::runner::Runner;
use catena_arena::selfplay::{Header, SelfplayFile, SelfplayGame};
use catena_core::Setup;
use catena_model::network::{Network, Parameters, Quantized};
use serde_json::json;

use super::adam::Adam;
use super::chart;
use super::games::GamesCollector;
use super::gate::GateCollector;
use super::kernel::TILE_ROWS;
use super::loss::Loss;
use super::options::TrainOptions;
use super::state::{Generation, RunDirectory, RunState, StartNetwork, TrainError};
use super::trainer::{Trainer, Training};
use super::window::Window;
use super::work::{Part, TrainWork, part_seed};
use catena_arena::job::replace_file;

/// Held-out positions that a generation is measured with.
const MEASURED: usize = 4000;

/// Is told how far it is.
pub trait TrainObserver: Sync {
    /// Games of a generation's self-play: those done, and all.
    fn games(&self, _generation: u32, _done: u64, _of: u64) {}
    /// Steps: those done, and all; the mean losses of policy and value in the last.
    fn steps(&self, _generation: u32, _done: u64, _of: u64, _policy: f64, _value: f64) {}
    /// Pairs of games between candidate and best: those done, and all.
    fn gate(&self, _generation: u32, _done: u64, _of: u64) {}
    /// A generation is finished.
    fn generation(&self, _generation: &Generation) {}
}

impl TrainObserver for () {}

/// A run of training in a directory.
#[derive(Debug)]
pub struct Run {
    directory: RunDirectory,
    state: RunState,
    setups: Vec<Setup>,
    threads: usize,
    build: String,
}

impl Run {
    /// Begins a run in a directory, from a trained network or from random weights, or resumes the run
    /// that is there.
    ///
    /// # Errors
    /// If the options do not fit together, or the directory holds a run of another network or cannot
    /// be used.
    pub fn open(
        path: &Path,
        options: TrainOptions,
        from: Option<Network>,
        threads: usize,
        build: &str,
    ) -> Result<Self, TrainError> {
        let setups = options.setups().map_err(|error| TrainError::Options(error.to_string()))?;
        if let Some(small) = setups.iter().find(|setup| setup.topology().places().count() < TILE_ROWS) {
            let why = format!("{} {} is too small to train on", options.game(), small.size());
            return Err(TrainError::Options(why));
        }
        if from.as_ref().is_some_and(|from| *from.architecture() != options.architecture) {
            return Err(TrainError::Options("the run and the network it starts from differ".to_owned()));
        }
        let start = from.as_ref().map(StartNetwork::of);
        let network = match from {
            Some(network) => network,
            None => Network::random(options.architecture.clone(), options.seed)
                .map_err(|error| TrainError::Options(error.to_string()))?,
        };
        let directory = RunDirectory::open(path)?;
        let state = match directory.load()? {
            Some(state) if state.options.architecture == options.architecture => {
                RunState { options, ..state }
            }
            Some(_) => return Err(TrainError::OtherRun(path.to_owned())),
            None => {
                let weights = network.parameters().values().to_vec();
                directory.save_trainer(0, &Trainer { adam: Adam::new(&weights), weights })?;
                directory.save_network(0, &network)?;
                let state = RunState { options, from: start, best: 0, generations: Vec::new() };
                directory.save(&state)?;
                state
            }
        };
        Ok(Self { directory, state, setups, threads: threads.max(1), build: build.to_owned() })
    }

    /// Its state.
    #[must_use]
    pub const fn state(&self) -> &RunState {
        &self.state
    }

    /// Makes generations until there are this many, or a stop is asked for. The runner plays, this machine learns.
    ///
    /// # Errors
    /// If a file cannot be read or written, or if games cannot be played.
    pub fn train(
        &mut self,
        generations: u32,
        runner: &dyn Runner,
        stop: &Stop,
        observer: &dyn TrainObserver,
    ) -> Result<(), TrainError> {
        // A run that was killed after it had saved a generation has an older picture.
        if self.finished() > 0 {
            self.draw_curve()?;
        }
        while self.finished() < generations && !stop.is_asked() {
            self.generation(runner, stop, observer)?;
        }
        Ok(())
    }

    fn finished(&self) -> u32 {
        self.state.generations.len() as u32
    }

    /// One generation. If it is stopped, nothing but its games is kept.
    fn generation(
        &mut self,
        runner: &dyn Runner,
        stop: &Stop,
        observer: &dyn TrainObserver,
    ) -> Result<(), TrainError> {
        let began = Instant::now();
        let number = self.finished() + 1;
        let best = Arc::new(self.directory.load_network(self.state.best)?);
        let games = self.selfplay(number, &best, runner, stop, observer)?;
        if stop.is_asked() {
            return Ok(());
        }
        let (window, positions) = self.window(number)?;
        let trained = self.train_on(&window, positions, number, stop, observer)?;
        let Some((trainer, loss)) = trained else { return Ok(()) };
        let candidate = Arc::new(self.candidate(&trainer));
        let gate_score = self.gate(&best, &candidate, number, runner, stop, observer)?;
        if stop.is_asked() {
            return Ok(());
        }
        let generation = Generation {
            number,
            games,
            positions,
            steps: trainer.adam.step,
            policy_loss: loss.policy,
            policy_entropy: loss.entropy,
            value_loss: loss.value,
            top1: loss.top1,
            gate_score,
            accepted: gate_score >= self.state.options.gate.threshold,
            seconds: began.elapsed().as_secs_f64(),
        };
        self.commit(Arc::unwrap_or_clone(candidate), &trainer, generation, observer)
    }

    /// Writes what a generation brought, and last the file that makes it count.
    fn commit(
        &mut self,
        mut network: Network,
        trainer: &Trainer,
        generation: Generation,
        observer: &dyn TrainObserver,
    ) -> Result<(), TrainError> {
        let number = generation.number;
        self.describe(&mut network, &generation);
        self.directory.save_network(number, &network.calibrated())?;
        self.directory.save_trainer(number, trainer)?;
        if generation.accepted {
            self.state.best = number;
        }
        self.state.generations.push(generation.clone());
        self.directory.save(&self.state)?;
        self.directory.forget_trainer(number - 1);
        self.draw_curve()?;
        observer.generation(&generation);
        Ok(())
    }

    fn draw_curve(&self) -> Result<(), TrainError> {
        let path = self.directory.chart();
        let picture = chart::curve(&self.state);
        replace_file(&path, picture.as_bytes()).map_err(|error| TrainError::Io(path, error))
    }

    /// The averaged weights as a network.
    fn candidate(&self, trainer: &Trainer) -> Network {
        let architecture = &self.state.options.architecture;
        let mut parameters = Parameters::zero(architecture);
        parameters.values_mut().copy_from_slice(&trainer.adam.average);
        let network = Network::new(architecture.clone(), parameters);
        network.expect("the architecture was checked when the run began").calibrated()
    }

    fn describe(&self, network: &mut Network, generation: &Generation) {
        let options = &self.state.options;
        let before = &self.state.generations;
        let from = self.state.from.as_ref();
        let games: u64 = before.iter().map(|before| before.games).sum::<u64>()
            + generation.games
            + from.map_or(0, |from| from.games);
        let seconds: f64 = before.iter().map(|before| before.seconds).sum::<f64>()
            + generation.seconds
            + from.map_or(0.0, |from| 3600.0 * from.hours);
        network.description.summary =
            format!("{} from self-play, generation {}, {games} games", options.game(), generation.number);
        let training = json!({
            "generation": generation, "games": games, "hours": (seconds / 36.0).round() / 100.0,
            "threads": self.threads, "options": options, "from": from, "build": self.build,
        });
        if let serde_json::Value::Object(training) = training {
            network.description.training = training;
        }
    }

    /// Plays the games of a generation that its files do not have; returns how many it has then.
    fn selfplay(
        &self,
        generation: u32,
        best: &Arc<Network>,
        runner: &dyn Runner,
        stop: &Stop,
        observer: &dyn TrainObserver,
    ) -> Result<u64, TrainError> {
        let options = &self.state.options;
        let mut files = Vec::new();
        for (board, games) in options.games_by_board(generation - 1).into_iter().enumerate() {
            let path = self.directory.games(generation, options.sizes[board]);
            let (file, kept) = SelfplayFile::open_to_add(&path, &self.header(board, best))?;
            files.push((file, kept.games.into_iter().collect(), games));
        }
        let work = TrainWork {
            part: Part::SelfPlay(options.selfplay.clone()),
            setups: self.setups.clone(),
            networks: vec![(self.directory.network(self.state.best), Arc::new(Quantized::new(best)))],
            seed: options.seed,
            generation,
        };
        let mut on_games = |done| observer.games(generation, done, options.games);
        let mut collector = GamesCollector::new(files, &self.setups, &mut on_games);
        runner.run(Arc::new(work), &mut collector, stop)?;
        if let Some(error) = collector.failed.take() {
            return Err(error.into());
        }
        check(generation, &collector.faults)?;
        Ok(collector.count())
    }

    fn header(&self, board: usize, best: &Network) -> Header {
        let options = &self.state.options;
        Header {
            game: options.game().name().to_owned(),
            size: options.sizes[board],
            swap: false,
            player: format!("network {}", best.hash()),
            identity: String::new(),
            // Options may change between two parts of a run, and so may the program: games of a
            // generation that was interrupted are kept all the same.
            limit: String::new(),
            openings: String::new(),
            seed: options.seed,
            build: String::new(),
        }
    }

    /// The newest games up to the size of the window, and the new positions among them.
    ///
    /// Generations of the older half are left out: what a beginner played teaches nothing later.
    fn window(&self, newest: u32) -> Result<(Window, u64), TrainError> {
        let options = &self.state.options;
        let mut chosen = Vec::new();
        let (mut positions, mut new) = (0, 0);
        for generation in (newest / 2 + 1..=newest).rev() {
            if positions >= options.steps.window {
                break;
            }
            for (board, &size) in options.sizes.iter().enumerate().rev() {
                let path = self.directory.games(generation, size);
                if !path.exists() {
                    continue;
                }
                let mut games = Vec::new();
                SelfplayFile::read(&path, &mut |_, _, game| {
                    positions += game.moves.iter().filter(|searched| !searched.visits.is_empty()).count();
                    games.push(game);
                    Ok(())
                })?;
                // In which order threads ended is chance, and what is sampled must not depend on it.
                games.sort_unstable_by_key(|game: &SelfplayGame| game.number);
                chosen.push((board, games));
            }
            if generation == newest {
                new = positions as u64;
            }
        }
        // Oldest first, so that the newest held-out positions are the last.
        let mut window = Window::new(self.setups.clone());
        for (board, games) in chosen.into_iter().rev() {
            games.into_iter().for_each(|game| window.add(board, game));
        }
        Ok((window, new))
    }

    fn train_on(
        &self,
        window: &Window,
        new_positions: u64,
        number: u32,
        stop: &Stop,
        observer: &dyn TrainObserver,
    ) -> Result<Option<(Trainer, Loss)>, TrainError> {
        let options = &self.state.options;
        let mut trainer = self.directory.load_trainer(number - 1)?;
        let weights = trainer.weights.len();
        let mut training =
            Training::new(&options.architecture, &options.steps, window, weights, self.threads);
        let steps = new_positions as f64 * options.steps.epochs / options.steps.batch as f64;
        let steps = if window.len() == 0 { 0 } else { steps.ceil() as u64 };
        for step in 0..steps {
            if stop.is_asked() {
                return Ok(None);
            }
            let loss = training.step(&mut trainer, self.seed([u64::from(number), 1 << 40, 0]));
            observer.steps(number, step + 1, steps, loss.policy, loss.value);
        }
        let loss = training.measure(&trainer.adam.average, MEASURED, stop);
        Ok((!stop.is_asked()).then_some((trainer, loss)))
    }

    /// The candidate's share of the points against the best.
    fn gate(
        &self,
        best: &Arc<Network>,
        candidate: &Arc<Network>,
        number: u32,
        runner: &dyn Runner,
        stop: &Stop,
        observer: &dyn TrainObserver,
    ) -> Result<f64, TrainError> {
        let options = &self.state.options;
        let path = self.directory.candidate();
        candidate.save(&path).map_err(|error| TrainError::Io(path.clone(), error))?;
        let best_path = self.directory.network(self.state.best);
        let work = TrainWork {
            part: Part::Gate(options.gate.clone()),
            setups: self.setups[..options.boards(number - 1)].to_vec(),
            networks: vec![
                (path, Arc::new(Quantized::new(candidate))),
                (best_path, Arc::new(Quantized::new(best))),
            ],
            seed: options.seed,
            generation: number,
        };
        let pairs = options.gate.games.div_ceil(2);
        let mut on_pair = |done| observer.gate(number, done, pairs);
        let mut collector = GateCollector::new(&options.gate, work.setups.len(), &mut on_pair);
        runner.run(Arc::new(work), &mut collector, stop)?;
        check(number, &collector.faults)?;
        Ok(collector.score())
    }

    /// A seed for a part of the run.
    fn seed(&self, part: [u64; 3]) -> u64 {
        part_seed(self.state.options.seed, part)
    }
}

/// Games that nobody could play are told; the same command tries them again.
fn check(generation: u32, faults: &[(u64, String)]) -> Result<(), TrainError> {
    let Some((_, reason)) = faults.first() else { return Ok(()) };
    Err(TrainError::Faults { generation, count: faults.len(), reason: reason.clone() })
}
