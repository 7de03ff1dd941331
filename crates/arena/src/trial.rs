//! A match in which the first player has other parameters in each pair of games, chosen by the
//! results of the pairs before.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use catena_core::Color;

use crate::contestant::Contestant;
use crate::entry::MatchEntry;
use crate::match_work::{MatchTask, MatchWork};
use crate::run::{ArenaError, MatchEnd};
use crate::runner::{Collector, Job, JobResult, Need, Runner};
use crate::spec::{GameSlot, MatchSpec};
use crate::stop::Stop;
use crate::store::{Batch, GameRow, MatchStore};
use crate::tally::Tally;

/// A pair of games with colors swapped, and the changes to the first player in them.
#[derive(Clone, Debug, PartialEq)]
pub struct Trial {
    /// Parameters and values: `explore=0.2,expansion_threshold=4`.
    pub changes: String,
    /// Points of the first player as Black and as White, where the game is finished.
    pub points: [Option<f64>; 2],
}

impl Trial {
    /// Points of both games, if they are finished.
    #[must_use]
    pub fn score(&self) -> Option<f64> {
        Some(self.points[0]? + self.points[1]?)
    }
}

/// Chooses changes by their results.
pub trait TrialChooser {
    /// The changes of a trial. They are stored before its games are played.
    fn choose(&mut self, number: u64) -> String;

    /// Both games of a trial are finished and stored.
    fn finished(&mut self, number: u64, trial: &Trial, tally: &Tally);
}

/// Trials in a store, taken by this program.
#[derive(Debug)]
pub struct Trials {
    entry: MatchEntry,
    trials: BTreeMap<u64, Trial>,
}

impl Trials {
    /// Takes up the trials of the first of two players against the second. What is tried, and how it
    /// is chosen, is part of what they are known by; `name` is the first player's in tables.
    ///
    /// # Errors
    /// If the store does not let it, or if a player does not play the game or cannot be started.
    pub fn open(store: MatchStore, spec: MatchSpec, name: String, what: &str) -> Result<Self, ArenaError> {
        let mut info = spec.info();
        info.players[0] = name;
        info.identities[0] = format!("{what}: {}", info.identities[0]);
        let (entry, _) = MatchEntry::open(store, spec, info)?;
        let mut trials: BTreeMap<u64, Trial> = (entry.store.trials(entry.id())?.into_iter())
            .map(|(number, changes)| (number, Trial { changes, points: [None; 2] }))
            .collect();
        for game in entry.store.games(entry.id())? {
            note(&mut trials, &game);
        }
        Ok(Self { entry, trials })
    }

    /// The match, and its results so far.
    #[must_use]
    pub const fn entry(&self) -> &MatchEntry {
        &self.entry
    }

    /// The first player as the spec has it.
    #[must_use]
    pub fn player(&self) -> &Contestant {
        &self.entry.spec.contestants[0]
    }

    /// All trials by their numbers, with those under way.
    #[must_use]
    pub const fn all(&self) -> &BTreeMap<u64, Trial> {
        &self.trials
    }

    /// Plays until there are this many trials, first what is missing of earlier ones.
    ///
    /// # Errors
    /// If something cannot be stored, a change does not fit or nobody can play; what was stored before stays.
    pub fn play(
        &mut self,
        trials: u64,
        runner: &dyn Runner,
        stop: &Stop,
        chooser: &mut dyn TrialChooser,
    ) -> Result<MatchEnd, ArenaError> {
        let spec = Arc::new(self.entry.spec.clone());
        let work = MatchWork { spec, key: self.entry.key(), allowed: None };
        let missing = self.missing(trials);
        let mut collector = TrialCollector { all: self, missing, trials, chooser, faults: 0, failed: None };
        runner.run(Arc::new(work), &mut collector, stop)?;
        match collector {
            TrialCollector { failed: Some(error), .. } => Err(error),
            TrialCollector { .. } if stop.is_asked() => Ok(MatchEnd::Stopped),
            TrialCollector { faults: 0, .. } => Ok(MatchEnd::Complete),
            TrialCollector { faults, .. } => Ok(MatchEnd::Faults(faults)),
        }
    }

    /// Games of known trials that are not finished.
    fn missing(&self, trials: u64) -> VecDeque<u64> {
        let games = |(number, trial): (&u64, &Trial)| {
            let (number, points) = (*number, trial.points);
            [0, 1].into_iter().filter(move |&i| points[i].is_none()).map(move |i| 2 * number + i as u64)
        };
        self.trials.range(..trials).flat_map(games).collect()
    }

    /// The next game: a missing one, then one of a new trial, which is stored first.
    fn next_game(
        &mut self,
        trials: u64,
        missing: &mut VecDeque<u64>,
        chooser: &mut dyn TrialChooser,
    ) -> Result<Option<u64>, ArenaError> {
        if missing.is_empty() {
            let number = self.trials.last_key_value().map_or(0, |(last, _)| last + 1);
            if number >= trials {
                return Ok(None);
            }
            let changes = chooser.choose(number);
            self.entry.store.add_trial(self.entry.id(), number, &changes)?;
            self.trials.insert(number, Trial { changes, points: [None; 2] });
            missing.extend([2 * number, 2 * number + 1]);
        }
        Ok(missing.pop_front())
    }
}

/// Hands out games, stores results and lets the chooser learn from them.
struct TrialCollector<'a> {
    all: &'a mut Trials,
    missing: VecDeque<u64>,
    trials: u64,
    chooser: &'a mut dyn TrialChooser,
    faults: u64,
    failed: Option<ArenaError>,
}

impl TrialCollector<'_> {
    fn next_task(&mut self) -> Result<Option<Job>, ArenaError> {
        let Some(number) = self.all.next_game(self.trials, &mut self.missing, self.chooser)? else {
            return Ok(None);
        };
        let (spec, changes) = (&self.all.entry.spec, self.all.trials[&(number / 2)].changes.clone());
        // Better known here than from every worker.
        spec.contestants[0].changed(&changes).map_err(ArenaError::Contestant)?;
        let slot = GameSlot { number, first: 0, second: 1, opening: number / 2 };
        Ok(Some(MatchTask::new(&[slot], Some(changes)).job(spec)))
    }
}

impl Collector for TrialCollector<'_> {
    fn next(&mut self) -> Option<Job> {
        self.next_task().unwrap_or_else(|error| {
            self.failed = Some(error);
            None
        })
    }

    fn is_adaptive(&self) -> bool {
        true
    }

    fn store(&mut self, results: Vec<JobResult>) -> Need {
        let (batches, faults) = self.all.entry.read(results);
        self.faults += faults.len() as u64;
        if let Err(error) = self.all.entry.store_all(&batches, &faults) {
            self.failed = Some(error.into());
        }
        if self.failed.is_some() {
            return Need::Enough;
        }
        for batch in batches {
            let Batch::Game(game) = batch else { continue };
            if !note(&mut self.all.trials, &game) {
                continue;
            }
            self.all.entry.tally.add(&game);
            let number = game.number / 2;
            if let Some(trial) = self.all.trials.get(&number).filter(|trial| trial.score().is_some()) {
                self.chooser.finished(number, trial, &self.all.entry.tally);
            }
        }
        Need::More
    }
}

/// Enters the result of a game in its trial; whether it is news.
fn note(trials: &mut BTreeMap<u64, Trial>, game: &GameRow) -> bool {
    let as_black = game.black == 0;
    let points = match game.winner {
        None => 0.5,
        Some(winner) => f64::from(u8::from((winner == Color::Black) == as_black)),
    };
    let Some(trial) = trials.get_mut(&(game.number / 2)) else { return false };
    trial.points[usize::from(!as_black)].replace(points).is_none()
}
