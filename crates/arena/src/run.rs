//! Playing a match: several games at once, each finished one into the store before it is counted.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::contestant::ContestantError;
use crate::entry::MatchEntry;
use crate::match_player::Forfeit;
use crate::match_work::{MatchWork, Queue};
use crate::random;
use crate::runner::{Collector, Job, JobResult, Need, Runner, RunnerError};
use crate::spec::MatchSpec;
use crate::stats::{Sprt, SprtVerdict};
use crate::stop::Stop;
use crate::store::{MatchStore, StoreError};
use crate::tally::Tally;

/// When a match ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MatchGoal {
    /// Games of each pairing.
    pub games: u64,
    /// A test that may end it before.
    pub sprt: Option<Sprt>,
}

/// Why playing ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchEnd {
    /// All games are played.
    Complete,
    /// The test has decided.
    Decided(SprtVerdict),
    /// It was asked to stop.
    Stopped,
    /// All games are played but for this many jobs that nobody could do; the store says why.
    Faults(u64),
}

/// Watches a match.
pub trait MatchObserver {
    /// More games were finished, stored and counted.
    fn games(&mut self, _more: u64, _tally: &Tally) {}
}

impl MatchObserver for () {}

/// A match in a store, taken by this program.
#[derive(Debug)]
pub struct Match {
    entry: MatchEntry,
    finished: BTreeSet<u64>,
}

impl Match {
    /// Takes up the match that the spec describes, with the games that it has already.
    ///
    /// # Errors
    /// If the store does not let it, or if a player cannot be started.
    pub fn open(store: MatchStore, spec: MatchSpec) -> Result<Self, ArenaError> {
        let info = spec.info();
        let (entry, finished) = MatchEntry::open(store, spec, info)?;
        Ok(Self { entry, finished })
    }

    /// The match, and its results so far.
    #[must_use]
    pub const fn entry(&self) -> &MatchEntry {
        &self.entry
    }

    /// Plays what is missing.
    ///
    /// # Errors
    /// If a game cannot be stored, or if nobody can play; what was stored before stays.
    pub fn play(
        &mut self,
        goal: MatchGoal,
        runner: &dyn Runner,
        stop: &Stop,
        observer: &mut dyn MatchObserver,
    ) -> Result<MatchEnd, ArenaError> {
        if let Some(sprt) = &goal.sprt {
            self.entry.store.set_sprt(self.entry.id(), sprt)?;
        }
        if let Some(verdict) = self.verdict(goal) {
            return Ok(MatchEnd::Decided(verdict));
        }
        let spec = Arc::new(self.entry.spec.clone());
        let finished = self.finished.clone();
        let missing = spec.slots(goal.games).filter(move |slot| !finished.contains(&slot.number));
        let queue = Queue::new(&spec, missing, random::slice(&spec.setup, goal.sprt));
        let work = MatchWork { spec, key: self.entry.key(), allowed: None };
        let mut collector = MatchCollector { contest: self, goal, queue, observer, faults: 0, failed: None };
        runner.run(Arc::new(work), &mut collector, stop)?;
        let MatchCollector { faults, failed, .. } = collector;
        if let Some(error) = failed {
            return Err(error.into());
        }
        Ok(match self.verdict(goal) {
            Some(verdict) => MatchEnd::Decided(verdict),
            None if stop.is_asked() => MatchEnd::Stopped,
            None if faults > 0 => MatchEnd::Faults(faults),
            None => MatchEnd::Complete,
        })
    }

    fn verdict(&self, goal: MatchGoal) -> Option<SprtVerdict> {
        let state = goal.sprt?.state(&self.entry.tally.results(0, 1));
        (state.verdict != SprtVerdict::Open).then_some(state.verdict)
    }
}

/// Hands out the games of a match, stores what comes back, then counts it.
struct MatchCollector<'a> {
    contest: &'a mut Match,
    goal: MatchGoal,
    queue: Queue,
    observer: &'a mut dyn MatchObserver,
    faults: u64,
    failed: Option<StoreError>,
}

impl Collector for MatchCollector<'_> {
    fn next(&mut self) -> Option<Job> {
        Some(self.queue.next()?.job(&self.contest.entry.spec))
    }

    fn store(&mut self, results: Vec<JobResult>) -> Need {
        let (batches, faults) = self.contest.entry.read(results);
        self.faults += faults.len() as u64;
        if let Err(error) = self.contest.entry.store_all(&batches, &faults) {
            self.failed = Some(error);
            return Need::Enough;
        }
        let Match { entry, finished } = &mut *self.contest;
        let before = entry.tally.games();
        for batch in &batches {
            batch.each(&mut |game| {
                // The same result may come twice from other machines.
                if finished.insert(game.number) {
                    entry.tally.count(game);
                }
            });
        }
        self.observer.games(entry.tally.games() - before, &entry.tally);
        if self.contest.verdict(self.goal).is_some() { Need::Enough } else { Need::More }
    }
}

/// Why a match cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum ArenaError {
    /// The store.
    #[error(transparent)]
    MatchStore(#[from] StoreError),
    /// A player that does not play this game.
    #[error(transparent)]
    Contestant(ContestantError),
    /// Nobody can play.
    #[error(transparent)]
    Runner(#[from] RunnerError),
    /// A program that does not start.
    #[error("{0} does not start: {1}")]
    Start(String, Forfeit),
}
