//! From games to weights: count, drop the rare, fit, mark what is inferior, measure.

use std::path::Path;

use catena_arena::Stop;
use catena_arena::job::{Checkpoint, JobIdentity};
use catena_core::{Game, Position};
use catena_model::pattern::{
    Combination, LastMove, Learned, Neighborhood, PatternSymmetry, PatternTable, PatternWeights, Prune, Reach,
};

use crate::checkpoint::{FitState, decode, encode, load, with_games};
use crate::count::Counts;
use crate::example::{Example, example};
use crate::fit::{FitData, Teams, WeightFit};
use crate::predict::Prediction;
use crate::prune::{DEAD_GAMMA, DOMINATED_GAMMA, Pruner};
use crate::supervised::{FitSummary, LearnError, LearnObserver, Phase, TrainingResult, split};

/// Options of learning.
#[derive(Clone, Debug, PartialEq)]
pub struct LearnOptions {
    /// The game.
    pub game: Game,
    /// The size of the largest patterns.
    pub reach: Reach,
    /// A global pattern that appeared more rarely is dropped.
    pub least_global: u32,
    /// A local pattern that appeared more rarely is dropped.
    pub least_local: u32,
    /// What local patterns tell of the last move.
    pub last_move: LastMove,
    /// Global and local weights, learned apart or as teams.
    pub combination: Combination,
    /// Wins and losses that every pattern gets in advance.
    pub prior: f64,
    /// Epochs at most.
    pub epochs: u32,
    /// A fit ends when an epoch gains less for each choice, in nats.
    pub least_gain: f64,
    /// Every N-th game is held out to measure; 0 holds out none.
    pub hold_out: usize,
}

impl LearnOptions {
    /// Identity of this training.
    fn job(&self, games: &[Position]) -> JobIdentity {
        let combination = match self.combination {
            Combination::Sum => "sum",
            Combination::Product => "product",
        };
        let last_move = match self.last_move {
            LastMove::Place => "place",
            LastMove::Anywhere => "anywhere",
        };
        let job = JobIdentity::new("learn patterns")
            .with("game", self.game)
            .with("cells", self.reach.cells())
            .with("least", self.least_global)
            .with("least-local", self.least_local)
            .with("last-move", last_move)
            .with("combine", combination)
            .with("prior", self.prior)
            .with("epochs", self.epochs)
            .with("least-gain", self.least_gain)
            .with("hold-out", self.hold_out);
        with_games(job, games)
    }
}

/// Learns weights of patterns from games.
#[derive(Debug)]
pub struct Learner<'a> {
    /// Options of learning.
    pub options: &'a LearnOptions,
    /// Where an interrupted training is kept.
    pub checkpoint: Option<&'a Path>,
    /// Asks to stop.
    pub stop: &'a Stop,
}

/// Games between two checks for a request to stop.
const CHECK_EVERY: usize = 64;
/// Epochs between two checkpoints.
const SAVE_EVERY: u32 = 5;

impl Learner<'_> {
    /// Learns; the same games and options give the same weights, interrupted or not.
    ///
    /// # Errors
    /// If there is nothing to learn from, or if it was stopped.
    pub fn learn(
        &self,
        games: &[Position],
        observer: &mut dyn LearnObserver,
    ) -> Result<TrainingResult<PatternWeights>, LearnError> {
        let options = self.options;
        let symmetry = PatternSymmetry::of(options.game).ok_or(LearnError::NoPatterns(options.game))?;
        let (training, held_out) = split(games, options.hold_out);

        let mut counts = Counts::new(symmetry, options.reach, options.last_move);
        self.each(&training, Phase::Count, observer, |example| counts.add(example))?;
        let kept = counts.kept(options.least_global, options.least_local);
        let (global, local) = counts.different();
        observer.patterns(global + local, kept.len());
        drop(counts);

        let unknown = |pattern| Learned { pattern, gamma: 1.0, prune: Prune::Keep, played: 0, appeared: 0 };
        let blank =
            PatternWeights::new(options.game, options.combination, kept.into_iter().map(unknown).collect());
        let table = PatternTable::new(&blank).ok_or(LearnError::NoPatterns(options.game))?;
        let mut data = FitData::new(&table);
        self.each(&training, Phase::Extract, observer, |example| data.add(&table, example))?;
        if data.choices() == 0 {
            return Err(LearnError::NoChoices);
        }
        let checkpoint = self.checkpoint.map(|path| Checkpoint::new(path, options.job(games)));
        let (gammas, fits) = self.fit(&data, checkpoint.as_ref(), observer)?;
        let weights = finished(&blank, &gammas, &data);

        let table = PatternTable::new(&weights).ok_or(LearnError::NoPatterns(options.game))?;
        let mut prediction = Prediction::default();
        self.each(&held_out, Phase::Measure, observer, |example| prediction.add(&table, example))?;
        let (games, choices, held_out) = (training.len(), data.choices(), held_out.len());
        Ok(TrainingResult { model: weights, games, choices, fits, held_out, prediction })
    }

    /// Turns games into examples one after another.
    fn each(
        &self,
        games: &[&Position],
        phase: Phase,
        observer: &mut dyn LearnObserver,
        mut visit: impl FnMut(&Example),
    ) -> Result<(), LearnError> {
        let mut surroundings: Vec<(u16, Neighborhood)> = Vec::new();
        for (number, game) in games.iter().enumerate() {
            if number % CHECK_EVERY == 0 {
                if self.stop.is_asked() {
                    return Err(LearnError::Stopped);
                }
                observer.games(phase, number, games.len());
            }
            let size = game.setup().size();
            if !surroundings.iter().any(|(known, _)| *known == size) {
                let new = Neighborhood::new(self.options.game, game.topology(), self.options.reach);
                surroundings.push((size, new.ok_or(LearnError::NoPatterns(self.options.game))?));
            }
            let known = surroundings.iter().find(|(known, _)| *known == size);
            if let Some((_, around)) = known {
                visit(&example(around, game));
            }
        }
        observer.games(phase, games.len(), games.len());
        Ok(())
    }

    /// All fits that the combination asks for; weights by pattern.
    fn fit(
        &self,
        data: &FitData,
        checkpoint: Option<&Checkpoint>,
        observer: &mut dyn LearnObserver,
    ) -> Result<(Vec<f64>, Vec<FitSummary>), LearnError> {
        let plan: &[Teams] = match self.options.combination {
            Combination::Sum => &[Teams::Global, Teams::Local],
            Combination::Product => &[Teams::Both],
        };
        let state = load(checkpoint, observer)?.and_then(|state| decode(&state));
        // Another build may find other patterns in the same games.
        let usable = |states: &Vec<FitState>| {
            states.len() <= plan.len() && states.iter().all(|fit| fit.gammas.len() == data.patterns())
        };
        let mut states = state.filter(usable).unwrap_or_default();
        let choices = data.choices() as f64;
        let mut summaries = Vec::new();
        for (number, &teams) in plan.iter().enumerate() {
            let mut fit = WeightFit::new(data, teams, self.options.prior);
            let first = fit.log_likelihood() / choices;
            if let Some(state) = states.get(number) {
                observer.resumed(teams, state.epochs);
            } else {
                let gammas = fit.gammas().to_vec();
                states.push(FitState { epochs: 0, likelihood: f64::NEG_INFINITY, gammas });
            }
            fit.set_gammas(&states[number].gammas);
            // A fit that another one has followed is complete.
            if number + 1 == states.len() {
                self.converge(&mut fit, choices, &mut states, checkpoint, observer)?;
            }
            let last = fit.log_likelihood() / choices;
            summaries.push(FitSummary { teams, epochs: states[number].epochs, first, last });
        }
        // A pattern is either global or local, and the fit it is not in has left it at 1.
        let product = |index: usize| states.iter().map(|fit| fit.gammas[index]).product();
        Ok(((0..data.patterns()).map(product).collect(), summaries))
    }

    /// Epochs of the last fit until they gain no more.
    fn converge(
        &self,
        fit: &mut WeightFit<'_>,
        choices: f64,
        states: &mut [FitState],
        checkpoint: Option<&Checkpoint>,
        observer: &mut dyn LearnObserver,
    ) -> Result<(), LearnError> {
        loop {
            let state = states.last_mut().expect("a fit is under way");
            state.gammas = fit.gammas().to_vec();
            if state.epochs >= self.options.epochs {
                return Ok(());
            }
            let stopped = self.stop.is_asked();
            if stopped || (state.epochs > 0 && state.epochs.is_multiple_of(SAVE_EVERY)) {
                checkpoint.map_or(Ok(()), |checkpoint| checkpoint.save(&encode(states)))?;
            }
            if stopped {
                return Err(LearnError::Stopped);
            }
            let state = states.last_mut().expect("a fit is under way");
            let likelihood = fit.iterate() / choices;
            state.epochs += 1;
            observer.epoch(fit.teams(), state.epochs, self.options.epochs, likelihood);
            let gain = likelihood - std::mem::replace(&mut state.likelihood, likelihood);
            if gain < self.options.least_gain {
                state.gammas = fit.gammas().to_vec();
                return Ok(());
            }
        }
    }
}

/// Measures the accuracy with which weights predict the moves of games, which must be of their game.
#[must_use]
pub fn measure(table: &PatternTable, games: &[&Position]) -> Prediction {
    let mut prediction = Prediction::default();
    for game in games {
        // A table of \*Star does not exist, so the surroundings do.
        if let Some(around) = Neighborhood::new(game.setup().game(), game.topology(), table.reach()) {
            prediction.add(table, &example(&around, game));
        }
    }
    prediction
}

/// The weights with their counts, inferior patterns marked and reset.
fn finished(blank: &PatternWeights, gammas: &[f64], data: &FitData) -> PatternWeights {
    let pruner = blank.game().facts().has_owned_sides().then(Pruner::new);
    let counts = data.counts();
    let learned = blank.patterns().iter().zip(gammas[1..].iter().zip(&counts[1..]));
    let patterns = learned.map(|(blank, (&gamma, &(played, appeared)))| {
        let prune = pruner.as_ref().map_or(Prune::Keep, |pruner| pruner.prune(blank.pattern));
        let gamma = match prune {
            Prune::Keep => gamma as f32,
            Prune::Dead => DEAD_GAMMA,
            Prune::Dominated { .. } => DOMINATED_GAMMA,
        };
        Learned { gamma, prune, played, appeared, ..*blank }
    });
    PatternWeights::new(blank.game(), blank.combination(), patterns.collect())
}
