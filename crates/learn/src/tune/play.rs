//! Tuning on the arena: every sample is a pair of games, stored before it counts.

use catena_arena::runner::Runner;
use catena_arena::{ArenaError, MatchEnd, MatchSpec, MatchStore, Stop, Tally, Trial, TrialChooser, Trials};

use super::findings::Findings;
use super::regression::Sample;
use super::space::Space;
use super::tuner::{Method, Tuner};

/// Watches tuning.
pub trait TuningObserver {
    /// N samples are known now. Where the best values seem to be takes a regression to say.
    fn sample(&mut self, known: usize, tally: &Tally, best: &dyn Fn() -> String);
}

/// A tuning in a store, taken by this program.
#[derive(Debug)]
pub struct Tuning {
    trials: Trials,
    space: Space,
    tuner: Tuner,
    /// Finished samples, in the order of their numbers.
    samples: Vec<(u64, Sample)>,
}

impl Tuning {
    /// Takes up the tuning of the first of two players against the second.
    ///
    /// # Errors
    /// If the store does not let it, or if what is in it cannot be understood.
    pub fn open(
        store: MatchStore,
        spec: MatchSpec,
        space: Space,
        method: Method,
    ) -> Result<Self, TuningError> {
        let tuner = Tuner::new(method, space.start(), spec.seed);
        let names: String = space.dimensions().iter().map(|d| format!(",{}=?", d.name)).collect();
        let player = spec.contestants[0].name();
        let (plain, share) = player.find('@').map_or((player, ""), |at| player.split_at(at));
        let name = format!("{plain}{names}{share}");
        let what = format!("tuned by {} over {space}", method.name());
        let trials = Trials::open(store, spec, name, &what).map_err(TuningError::Arena)?;
        let mut samples = Vec::new();
        for (&number, trial) in trials.all() {
            let point = space.point(&trial.changes);
            let point =
                point.ok_or_else(|| TuningError::Damaged(trials.entry().id(), trial.changes.clone()))?;
            if let Some(points) = trial.score() {
                samples.push((number, Sample { point, points, games: 2.0 }));
            }
        }
        Ok(Self { trials, space, tuner, samples })
    }

    /// The match in the store that has its games.
    #[must_use]
    pub const fn trials(&self) -> &Trials {
        &self.trials
    }

    /// The tuned parameters.
    #[must_use]
    pub const fn space(&self) -> &Space {
        &self.space
    }

    /// The tuner.
    #[must_use]
    pub const fn tuner(&self) -> &Tuner {
        &self.tuner
    }

    /// Finished pairs of games in the order of their numbers.
    #[must_use]
    pub fn samples(&self) -> &[(u64, Sample)] {
        &self.samples
    }

    /// Plays until this many samples are known.
    ///
    /// # Errors
    /// If something cannot be stored.
    pub fn play(
        &mut self,
        samples: u64,
        runner: &dyn Runner,
        stop: &Stop,
        observer: &mut dyn TuningObserver,
    ) -> Result<MatchEnd, ArenaError> {
        let mut chooser =
            Chooser { space: &self.space, tuner: &mut self.tuner, samples: &mut self.samples, observer };
        self.trials.play(samples, runner, stop, &mut chooser)
    }

    /// The player at a point, as one asks for it.
    ///
    /// # Panics
    /// If the point has another number of coordinates.
    #[must_use]
    pub fn player(&self, point: &[f64]) -> String {
        let changed = self.trials.player().changed(&self.space.changes(point));
        changed.expect("values of the range fit the player").name().to_owned()
    }

    /// Results so far.
    #[must_use]
    pub fn findings(&self) -> Findings {
        Findings::new(&self.space, &self.tuner, &self.samples)
    }
}

struct Chooser<'a> {
    space: &'a Space,
    tuner: &'a mut Tuner,
    samples: &'a mut Vec<(u64, Sample)>,
    observer: &'a mut dyn TuningObserver,
}

impl TrialChooser for Chooser<'_> {
    fn choose(&mut self, number: u64) -> String {
        self.space.changes(&self.tuner.next(number, self.samples))
    }

    fn finished(&mut self, number: u64, trial: &Trial, tally: &Tally) {
        let (Some(point), Some(points)) = (self.space.point(&trial.changes), trial.score()) else { return };
        let place = self.samples.partition_point(|(known, _)| *known < number);
        self.samples.insert(place, (number, Sample { point, points, games: 2.0 }));
        let best = || self.space.changes(&self.tuner.estimate(self.samples));
        self.observer.sample(self.samples.len(), tally, &best);
    }
}

/// Why a tuning cannot be taken up.
#[derive(Debug, thiserror::Error)]
pub enum TuningError {
    /// The arena.
    #[error(transparent)]
    Arena(#[from] ArenaError),
    /// A trial of a match in the store that has other parameters.
    #[error("a trial of match {0} in the store cannot be read: {1:?}")]
    Damaged(i64, String),
}
