//! From games to a network: rounds over all choices in random order, in small portions.

use std::fs;
use std::io;
use std::path::Path;

use catena_arena::Stop;
use catena_core::{Board, Cell, Game, Position};
use catena_playout::network::{Judge, Network, Params};
use catena_playout::{Rng, crc32};

use super::course::{Choice, Courses, Grounds};
use super::descent::Descent;
use super::slope::Slope;
use crate::checkpoint::{fingerprint, replace};
use crate::predict::Prediction;
use crate::{LearnError, split};

/// How to learn.
#[derive(Clone, Debug, PartialEq)]
pub struct NetworkOptions {
    /// The game.
    pub game: Game,
    /// How often each choice is learned from.
    pub rounds: u32,
    /// Choices in a portion.
    pub portion: usize,
    /// The size of the first steps; they become smaller.
    pub rate: f32,
    /// Every so many-th game is held out to measure; 0 holds out none.
    pub hold_out: usize,
    /// Where random numbers start.
    pub seed: u64,
}

/// Is told how far it is.
pub trait NetworkObserver {
    /// It goes on after so many rounds.
    fn resumed(&mut self, _rounds: u32) {}
    /// So many choices of so many in a round, and the log-likelihood of one so far.
    fn choices(&mut self, _round: u32, _done: usize, _of: usize, _likelihood: f64) {}
    /// The end of a round, and the log-likelihood of its choices when they were learned from.
    fn round(&mut self, _round: u32, _of: u32, _likelihood: f64) {}
}

impl NetworkObserver for () {}

/// What was learned.
#[derive(Clone, Debug)]
pub struct NetworkLesson {
    /// The network.
    pub network: Network,
    /// Games learned from.
    pub games: usize,
    /// Choices learned from.
    pub choices: usize,
    /// Games held out.
    pub held_out: usize,
    /// How well their moves are foretold.
    pub prediction: Prediction,
}

/// Learns a network from games.
#[derive(Debug)]
pub struct NetworkLearner<'a> {
    /// How.
    pub options: &'a NetworkOptions,
    /// Where rounds that are done are kept.
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
        observer: &mut dyn NetworkObserver,
    ) -> Result<NetworkLesson, LearnError> {
        let options = self.options;
        let (training, held_out) = split(games, options.hold_out);
        let mut courses = Courses::default();
        if !training.iter().all(|game| courses.add(game)) {
            return Err(LearnError::NotFlat(options.game));
        }
        let choices = courses.choices();
        if choices.is_empty() {
            return Err(LearnError::NoChoices);
        }
        let fingerprint = fingerprint(options, games);
        let kept = self.checkpoint.and_then(|path| load(path, fingerprint));
        let (mut done, mut descent) = kept.unwrap_or_else(|| (0, Descent::new(start(options.seed))));
        if done > 0 {
            observer.resumed(done);
        }
        while done < options.rounds {
            let likelihood = self.round(done, &courses, &choices, &mut descent, observer)?;
            done += 1;
            observer.round(done, options.rounds, likelihood);
            if !descent.params.all().iter().all(|number| number.is_finite()) {
                return Err(LearnError::Lost);
            }
            if let Some(path) = self.checkpoint {
                save(path, fingerprint, done, &descent).map_err(LearnError::Checkpoint)?;
            }
        }
        let network = Network { game: options.game, params: descent.params };
        let prediction = measure(&network, &held_out).ok_or(LearnError::NotFlat(options.game))?;
        Ok(NetworkLesson {
            network,
            games: training.len(),
            choices: choices.len(),
            held_out: held_out.len(),
            prediction,
        })
    }

    fn round(
        &self,
        round: u32,
        courses: &Courses,
        choices: &[Choice],
        descent: &mut Descent,
        observer: &mut dyn NetworkObserver,
    ) -> Result<f64, LearnError> {
        let options = self.options;
        let mut rng = Rng::new(options.seed ^ u64::from(round + 1) << 32);
        let mut order = choices.to_vec();
        for last in (1..order.len()).rev() {
            order.swap(last, rng.below(last as u32 + 1) as usize);
        }
        let views = courses.views();
        let (mut done, mut sum) = (0, 0.0);
        for portion in order.chunks(options.portion) {
            if self.stop.is_asked() {
                return Err(LearnError::Stopped);
            }
            let view = rng.below(views as u32) as usize;
            let slope = Slope::of(&descent.params, courses, portion, view);
            let passed = (f64::from(round) + done as f64 / order.len() as f64) / f64::from(options.rounds);
            let rate = options.rate * (1.0 - passed as f32).max(0.0);
            descent.step(&slope.gradient, portion.len(), rate);
            done += portion.len();
            sum += slope.log_likelihood;
            observer.choices(round + 1, done, order.len(), sum / done as f64);
        }
        Ok(sum / done as f64)
    }
}

/// How well a network foretells the moves of games; `None` if a board is not flat.
#[must_use]
pub fn measure(network: &Network, games: &[&Position]) -> Option<Prediction> {
    let mut courses = Courses::default();
    if !games.iter().all(|game| courses.add(game)) {
        return None;
    }
    let judge = |board: &Grounds| Judge::new(&network.params, network.game, &board.topology);
    let judges: Vec<Judge> = courses.boards.iter().map(judge).collect::<Option<_>>()?;
    let mut prediction = Prediction::default();
    let mut chances = Vec::new();
    for choice in courses.choices() {
        let scene = courses.scene(choice);
        let topology = &courses.boards[scene.board].topology;
        let mut board = Board::new(topology);
        scene.stones.iter().for_each(|&(cell, color)| board.place(topology, cell, color));
        let open: Vec<Cell> = topology.cells().filter(|&cell| board.stone(cell).is_none()).collect();
        chances.clear();
        judges[scene.board].judge(&network.params, (&board, scene.mover), scene.lasts, &open, &mut chances);
        let strengths: Vec<f32> = chances.iter().map(|(_, chance)| *chance).collect();
        let played =
            chances.iter().find(|(cell, _)| *cell == scene.played).map_or(0.0, |(_, chance)| *chance);
        prediction.count(&strengths, played);
    }
    Some(prediction)
}

/// Small random numbers, so that the hidden units differ.
fn start(seed: u64) -> Params {
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

const MAGIC: &[u8; 8] = b"CATENANF";

fn save(path: &Path, fingerprint: u64, rounds: u32, descent: &Descent) -> io::Result<()> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(fingerprint.to_le_bytes());
    bytes.extend(u64::from(rounds).to_le_bytes());
    bytes.extend(descent.steps.to_le_bytes());
    let numbers = descent.params.all().iter().chain(&descent.means).chain(&descent.squares);
    numbers.for_each(|number| bytes.extend(number.to_le_bytes()));
    bytes.extend(crc32(&bytes).to_le_bytes());
    replace(path, &bytes)
}

/// What was kept; nothing if there is none, or if it is damaged or of another lesson.
fn load(path: &Path, fingerprint: u64) -> Option<(u32, Descent)> {
    let bytes = fs::read(path).ok()?;
    let (content, sum) = bytes.split_last_chunk::<4>()?;
    if !content.starts_with(MAGIC) || *sum != crc32(content).to_le_bytes() {
        return None;
    }
    let (head, numbers) = content[MAGIC.len()..].split_first_chunk::<24>()?;
    let word = |at: usize| head[8 * at..].first_chunk().map(|bytes| u64::from_le_bytes(*bytes));
    if word(0)? != fingerprint {
        return None;
    }
    let numbers: Vec<f32> =
        numbers.as_chunks::<4>().0.iter().map(|&number| f32::from_le_bytes(number)).collect();
    let (params, rest) = numbers.split_at_checked(Params::COUNT)?;
    let (means, squares) = rest.split_at_checked(Params::COUNT)?;
    let params = Params::new(params.to_vec())?;
    let descent = Descent { params, means: means.to_vec(), squares: squares.to_vec(), steps: word(2)? };
    (squares.len() == Params::COUNT).then_some((u32::try_from(word(1)?).ok()?, descent))
}
