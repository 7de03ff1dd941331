//! From games to a network: epochs over all choices in random order, in batches.

use std::path::Path;

use catena_arena::Stop;
use catena_arena::job::{Checkpoint, Job};
use catena_core::{Board, Cell, Game, Position};
use catena_model::policy_net::{Inference, Params, PolicyNet};
use catena_playout::Rng;

use super::adam::Adam;
use super::game_record::{BoardContext, Choice, GameRecords};
use super::gradient::Gradient;
use crate::checkpoint::{load, with_games};
use crate::predict::Prediction;
use crate::supervised::{LearnError, LearnObserver, Model, TrainingResult, split};

/// How to learn.
#[derive(Clone, Debug, PartialEq)]
pub struct NetworkOptions {
    /// The game.
    pub game: Game,
    /// Passes over all choices.
    pub epochs: u32,
    /// Choices in a batch.
    pub batch_size: usize,
    /// The learning rate of the first step; it falls linearly to 0.
    pub learning_rate: f32,
    /// Every N-th game is held out to measure; 0 holds out none.
    pub hold_out: usize,
    /// Where random numbers start.
    pub seed: u64,
}

impl NetworkOptions {
    /// What tells this training from others.
    fn job(&self, games: &[Position]) -> Job {
        let job = Job::new("learn network")
            .with("game", self.game)
            .with("epochs", self.epochs)
            .with("batch-size", self.batch_size)
            .with("learning-rate", self.learning_rate)
            .with("hold-out", self.hold_out)
            .with("seed", self.seed);
        with_games(job, games)
    }
}

/// Learns a network from games.
#[derive(Debug)]
pub struct NetworkLearner<'a> {
    /// What to learn and how.
    pub options: &'a NetworkOptions,
    /// Where an interrupted training is kept.
    pub checkpoint: Option<&'a Path>,
    /// Asks to stop.
    pub stop: &'a Stop,
}

impl NetworkLearner<'_> {
    /// Learns; the same games and options give the same network, interrupted or not.
    ///
    /// # Errors
    /// If there is nothing to learn from, or if it was stopped.
    pub fn learn(
        &self,
        games: &[Position],
        observer: &mut dyn LearnObserver,
    ) -> Result<TrainingResult<PolicyNet>, LearnError> {
        let options = self.options;
        let (training, held_out) = split(games, options.hold_out);
        let mut records = GameRecords::default();
        if !training.iter().all(|game| records.add(game)) {
            return Err(LearnError::NotFlat(options.game));
        }
        let choices = records.choices();
        if choices.is_empty() {
            return Err(LearnError::NoChoices);
        }
        let checkpoint = self.checkpoint.map(|path| Checkpoint::new(path, options.job(games)));
        let state = load(checkpoint.as_ref(), observer)?.and_then(|state| decode(&state));
        if let Some((epochs, _)) = &state {
            observer.resumed(Model::Network, *epochs);
        }
        let (mut done, mut adam) = state.unwrap_or_else(|| (0, Adam::new(initial(options.seed))));
        while done < options.epochs {
            let likelihood = self.epoch(done, &records, &choices, &mut adam, observer)?;
            done += 1;
            observer.epoch(Model::Network, done, options.epochs, likelihood);
            if !adam.params.all().iter().all(|number| number.is_finite()) {
                return Err(LearnError::Diverged);
            }
            checkpoint.as_ref().map_or(Ok(()), |checkpoint| checkpoint.save(&encode(done, &adam)))?;
        }
        let network = PolicyNet { game: options.game, params: adam.params };
        let prediction = measure(&network, &held_out).ok_or(LearnError::NotFlat(options.game))?;
        Ok(TrainingResult {
            model: network,
            games: training.len(),
            choices: choices.len(),
            fits: Vec::new(),
            held_out: held_out.len(),
            prediction,
        })
    }

    fn epoch(
        &self,
        epoch: u32,
        records: &GameRecords,
        choices: &[Choice],
        adam: &mut Adam,
        observer: &mut dyn LearnObserver,
    ) -> Result<f64, LearnError> {
        let options = self.options;
        let mut rng = Rng::new(options.seed ^ u64::from(epoch + 1) << 32);
        let mut order = choices.to_vec();
        for last in (1..order.len()).rev() {
            order.swap(last, rng.below(last as u32 + 1) as usize);
        }
        let orientations = records.orientations();
        let (mut done, mut sum) = (0, 0.0);
        for batch in order.chunks(options.batch_size) {
            if self.stop.is_asked() {
                return Err(LearnError::Stopped);
            }
            let orientation = rng.below(orientations as u32) as usize;
            let gradient = Gradient::of(&adam.params, records, batch, orientation);
            let passed = (f64::from(epoch) + done as f64 / order.len() as f64) / f64::from(options.epochs);
            let learning_rate = options.learning_rate * (1.0 - passed as f32).max(0.0);
            adam.step(&gradient.sum, batch.len(), learning_rate);
            done += batch.len();
            sum += gradient.log_likelihood;
            observer.choices(epoch + 1, done, order.len(), sum / done as f64);
        }
        Ok(sum / done as f64)
    }
}

/// How well a network predicts the moves of games; `None` if a board is not flat.
#[must_use]
pub fn measure(network: &PolicyNet, games: &[&Position]) -> Option<Prediction> {
    let mut records = GameRecords::default();
    if !games.iter().all(|game| records.add(game)) {
        return None;
    }
    let judge = |board: &BoardContext| Inference::new(&network.params, network.game, &board.topology);
    let judges: Vec<Inference> = records.boards.iter().map(judge).collect::<Option<_>>()?;
    let mut prediction = Prediction::default();
    let mut chances = Vec::new();
    for choice in records.choices() {
        let sample = records.sample(choice);
        let topology = &records.boards[sample.board].topology;
        let mut board = Board::new(topology);
        sample.stones.iter().for_each(|&(cell, color)| board.place(topology, cell, color));
        let open: Vec<Cell> = topology.cells().filter(|&cell| board.stone(cell).is_none()).collect();
        chances.clear();
        judges[sample.board].probabilities(
            &network.params,
            (&board, sample.mover),
            sample.last_moves,
            &open,
            &mut chances,
        );
        let strengths: Vec<f32> = chances.iter().map(|(_, chance)| *chance).collect();
        let played =
            chances.iter().find(|(cell, _)| *cell == sample.played).map_or(0.0, |(_, chance)| *chance);
        prediction.count(&strengths, played);
    }
    Some(prediction)
}

/// Small random numbers, so that the hidden units differ.
fn initial(seed: u64) -> Params {
    /// Of the rows; about forty of them are added.
    const ROWS: f32 = 0.2;
    const OUT: f32 = 0.3;
    let mut rng = Rng::new(seed);
    let mut draw = |scale: f32| (rng.below(1 << 16) as f32 / (1 << 15) as f32 - 1.0) * scale;
    let mut params = Params::zero();
    params.rows_mut().iter_mut().for_each(|number| *number = draw(ROWS));
    params.out_mut().iter_mut().for_each(|number| *number = draw(OUT));
    params
}

fn encode(epochs: u32, adam: &Adam) -> Vec<u8> {
    epochs.to_le_bytes().into_iter().chain(adam.to_bytes()).collect()
}

fn decode(state: &[u8]) -> Option<(u32, Adam)> {
    let (epochs, adam) = state.split_first_chunk::<4>()?;
    Some((u32::from_le_bytes(*epochs), Adam::from_bytes(adam)?))
}
