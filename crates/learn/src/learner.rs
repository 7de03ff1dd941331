//! From games to weights: count, drop the rare, fit, mark what is inferior, measure.

use std::fmt;
use std::io;
use std::path::Path;

use catena_arena::Stop;
use catena_core::{Game, Position};
use catena_playout::pattern::{
    Combination, Learned, PatternSymmetry, PatternTable, Prune, Reach, Surroundings, Weights,
};

use crate::checkpoint::{Checkpoint, FitState, fingerprint};
use crate::count::Counts;
use crate::example::{Example, example};
use crate::fit::{Fit, FitData, Teams};
use crate::predict::Prediction;
use crate::prune::{DEAD_GAMMA, DOMINATED_GAMMA, Pruner};

/// How to learn.
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
    /// Whether global and local weights are learned apart or as teams.
    pub combination: Combination,
    /// Wins and losses that every pattern gets in advance.
    pub prior: f64,
    /// Rounds at most.
    pub rounds: u32,
    /// A fit ends when a round gains less for each choice, in nats.
    pub least_gain: f64,
    /// Every so many-th game is held out to measure; 0 holds out none.
    pub hold_out: usize,
}

/// What is under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Counting the patterns of games.
    Count,
    /// Turning games into choices.
    Extract,
    /// Measuring on the games that were held out.
    Measure,
}

/// Is told how far it is.
pub trait LearnObserver {
    /// So many games of so many.
    fn games(&mut self, _phase: Phase, _done: usize, _of: usize) {}
    /// Patterns that were found and kept, global and local together.
    fn patterns(&mut self, _found: usize, _kept: usize) {}
    /// A fit goes on after so many rounds.
    fn resumed(&mut self, _teams: Teams, _rounds: u32) {}
    /// The log-likelihood of a choice before a round.
    fn round(&mut self, _teams: Teams, _round: u32, _of: u32, _likelihood: f64) {}
}

impl LearnObserver for () {}

/// What was learned.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// The weights.
    pub weights: Weights,
    /// Games learned from, and their choices.
    pub games: usize,
    /// Choices learned from.
    pub choices: usize,
    /// How the fits went.
    pub fits: Vec<FitSummary>,
    /// Games held out.
    pub held_out: usize,
    /// How well their moves are foretold.
    pub prediction: Prediction,
}

/// How a fit went.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FitSummary {
    /// What was learned.
    pub teams: Teams,
    /// Rounds done.
    pub rounds: u32,
    /// The log-likelihood of a choice with all weights 1 …
    pub first: f64,
    /// … and with those found.
    pub last: f64,
}

/// Why there is no lesson.
#[derive(Debug)]
pub enum LearnError {
    /// Patterns are not for this game.
    NoPatterns(Game),
    /// Networks are for flat boards.
    NotFlat(Game),
    /// No move to learn from.
    NoChoices,
    /// It was asked to stop; what was done is kept.
    Stopped,
    /// The numbers have become too large.
    Lost,
    /// The file that keeps it.
    Checkpoint(io::Error),
}

impl fmt::Display for LearnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoPatterns(game) => {
                write!(f, "patterns are not for {}: its middle is not planar", game.title())
            }
            Self::NotFlat(game) => write!(f, "networks are for flat boards, not for {}", game.title()),
            Self::NoChoices => {
                f.write_str("there is no game of this board with more than one move to learn from")
            }
            Self::Stopped => f.write_str("stopped; the same command goes on"),
            Self::Lost => f.write_str("the numbers have left all bounds; a smaller --rate may help"),
            Self::Checkpoint(error) => write!(f, "keeping what is done: {error}"),
        }
    }
}

impl std::error::Error for LearnError {}

/// Learns from games.
#[derive(Debug)]
pub struct Learner<'a> {
    /// How.
    pub options: &'a LearnOptions,
    /// Where an interrupted fit is kept.
    pub checkpoint: Option<&'a Path>,
    /// Asks to stop.
    pub stop: &'a Stop,
}

/// Games between two looks at a request to stop.
const LOOK: usize = 64;
/// Rounds between two savings.
const SAVE: u32 = 5;

impl Learner<'_> {
    /// Learns; the same games and options give the same weights, interrupted or not.
    ///
    /// # Errors
    /// If there is nothing to learn from, or if it was stopped.
    pub fn learn(&self, games: &[Position], observer: &mut dyn LearnObserver) -> Result<Lesson, LearnError> {
        let options = self.options;
        let symmetry = PatternSymmetry::of(options.game).ok_or(LearnError::NoPatterns(options.game))?;
        let (training, held_out) = split(games, options.hold_out);

        let mut counts = Counts::new(symmetry, options.reach);
        self.each(&training, Phase::Count, observer, |example| counts.add(example))?;
        let kept = counts.kept(options.least_global, options.least_local);
        let (global, local) = counts.different();
        observer.patterns(global + local, kept.len());
        drop(counts);

        let unknown = |pattern| Learned { pattern, gamma: 1.0, prune: Prune::Keep, played: 0, appeared: 0 };
        let blank = Weights::new(options.game, options.combination, kept.into_iter().map(unknown).collect());
        let table = PatternTable::new(&blank).ok_or(LearnError::NoPatterns(options.game))?;
        let mut data = FitData::new(&table);
        self.each(&training, Phase::Extract, observer, |example| data.add(&table, example))?;
        if data.choices() == 0 {
            return Err(LearnError::NoChoices);
        }
        let (gammas, fits) = self.fit(&data, fingerprint(options, games), observer)?;
        let weights = finished(&blank, &gammas, &data);

        let table = PatternTable::new(&weights).ok_or(LearnError::NoPatterns(options.game))?;
        let mut prediction = Prediction::default();
        self.each(&held_out, Phase::Measure, observer, |example| prediction.add(&table, example))?;
        let (games, choices, held_out) = (training.len(), data.choices(), held_out.len());
        Ok(Lesson { weights, games, choices, fits, held_out, prediction })
    }

    /// Turns games into examples one after another.
    fn each(
        &self,
        games: &[&Position],
        phase: Phase,
        observer: &mut dyn LearnObserver,
        mut visit: impl FnMut(&Example),
    ) -> Result<(), LearnError> {
        let mut surroundings: Vec<(u16, Surroundings)> = Vec::new();
        for (number, game) in games.iter().enumerate() {
            if number % LOOK == 0 {
                if self.stop.is_asked() {
                    return Err(LearnError::Stopped);
                }
                observer.games(phase, number, games.len());
            }
            let size = game.setup().size();
            if !surroundings.iter().any(|(known, _)| *known == size) {
                let new = Surroundings::new(self.options.game, game.topology(), self.options.reach);
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
        fingerprint: u64,
        observer: &mut dyn LearnObserver,
    ) -> Result<(Vec<f64>, Vec<FitSummary>), LearnError> {
        let plan: &[Teams] = match self.options.combination {
            Combination::Sum => &[Teams::Global, Teams::Local],
            Combination::Product => &[Teams::Both],
        };
        let kept = self.checkpoint.and_then(|path| Checkpoint::load(path, fingerprint));
        // Another build may find other patterns in the same games.
        let fits = |kept: &Checkpoint| {
            kept.fits.len() <= plan.len() && kept.fits.iter().all(|fit| fit.gammas.len() == data.patterns())
        };
        let mut checkpoint = kept.filter(fits).unwrap_or(Checkpoint { fingerprint, fits: Vec::new() });
        let choices = data.choices() as f64;
        let mut summaries = Vec::new();
        for (number, &teams) in plan.iter().enumerate() {
            let mut fit = Fit::new(data, teams, self.options.prior);
            let first = fit.log_likelihood() / choices;
            if let Some(state) = checkpoint.fits.get(number) {
                observer.resumed(teams, state.rounds);
            } else {
                let gammas = fit.gammas().to_vec();
                checkpoint.fits.push(FitState { rounds: 0, likelihood: f64::NEG_INFINITY, gammas });
            }
            fit.set_gammas(&checkpoint.fits[number].gammas);
            // A fit that another one has followed is whole.
            if number + 1 == checkpoint.fits.len() {
                self.converge(&mut fit, choices, &mut checkpoint, observer)?;
            }
            let state = &checkpoint.fits[number];
            let last = fit.log_likelihood() / choices;
            summaries.push(FitSummary { teams, rounds: state.rounds, first, last });
        }
        // A pattern is either global or local, and the fit it is not in has left it at 1.
        let product = |index: usize| checkpoint.fits.iter().map(|fit| fit.gammas[index]).product();
        Ok(((0..checkpoint.fits[0].gammas.len()).map(product).collect(), summaries))
    }

    /// Rounds until they gain no more; the last fit of the checkpoint is the one.
    fn converge(
        &self,
        fit: &mut Fit<'_>,
        choices: f64,
        checkpoint: &mut Checkpoint,
        observer: &mut dyn LearnObserver,
    ) -> Result<(), LearnError> {
        let save = |checkpoint: &Checkpoint| {
            self.checkpoint.map_or(Ok(()), |path| checkpoint.save(path)).map_err(LearnError::Checkpoint)
        };
        loop {
            let state = checkpoint.fits.last_mut().expect("a fit is under way");
            state.gammas = fit.gammas().to_vec();
            if state.rounds >= self.options.rounds {
                return Ok(());
            }
            let stopped = self.stop.is_asked();
            if stopped || (state.rounds > 0 && state.rounds.is_multiple_of(SAVE)) {
                save(checkpoint)?;
            }
            if stopped {
                return Err(LearnError::Stopped);
            }
            let state = checkpoint.fits.last_mut().expect("a fit is under way");
            let likelihood = fit.iterate() / choices;
            observer.round(fit.teams(), state.rounds, self.options.rounds, likelihood);
            state.rounds += 1;
            let gain = likelihood - std::mem::replace(&mut state.likelihood, likelihood);
            if gain < self.options.least_gain {
                state.gammas = fit.gammas().to_vec();
                return Ok(());
            }
        }
    }
}

/// The games to learn from and those that are held out: every so many-th, none for 0.
#[must_use]
pub fn split(games: &[Position], hold_out: usize) -> (Vec<&Position>, Vec<&Position>) {
    let held = |number: usize| hold_out > 0 && number % hold_out == hold_out - 1;
    let numbered = games.iter().enumerate();
    let (held_out, training): (Vec<_>, Vec<_>) = numbered.partition(|(number, _)| held(*number));
    let games = |numbered: Vec<(usize, _)>| numbered.into_iter().map(|(_, game)| game).collect();
    (games(training), games(held_out))
}

/// How well weights foretell the moves of games, which must be of their game.
#[must_use]
pub fn measure(table: &PatternTable, games: &[&Position]) -> Prediction {
    let mut prediction = Prediction::default();
    for game in games {
        // A table of \*Star does not exist, so the surroundings do.
        if let Some(around) = Surroundings::new(game.setup().game(), game.topology(), table.reach()) {
            prediction.add(table, &example(&around, game));
        }
    }
    prediction
}

/// The weights with their counts, inferior patterns marked and reset.
fn finished(blank: &Weights, gammas: &[f64], data: &FitData) -> Weights {
    let pruner = (blank.game() == Game::Hex).then(Pruner::new);
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
    Weights::new(blank.game(), blank.combination(), patterns.collect())
}
