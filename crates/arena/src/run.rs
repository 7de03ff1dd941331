//! Playing a match: several games at once, each finished one into the store before it is counted.

use std::collections::BTreeSet;
use std::sync::mpsc::{self, Receiver};
use std::thread;

use crate::contestant::ContestantError;
use crate::entry::MatchEntry;
use crate::match_player::Forfeit;
use crate::random::{SLICE, SLICE_OF_A_TEST};
use crate::spec::MatchSpec;
use crate::stats::{Sprt, SprtVerdict};
use crate::stop::Stop;
use crate::store::{Batch, Store, StoreError};
use crate::tally::Tally;
use crate::worker::{Queue, Worker};

/// When a match ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Goal {
    /// Games of each pairing.
    pub games: u64,
    /// A test that may end it before.
    pub sprt: Option<Sprt>,
}

/// Why playing ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// All games are played.
    Complete,
    /// The test has decided.
    Decided(SprtVerdict),
    /// It was asked to stop.
    Stopped,
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
    pub fn open(store: Store, spec: MatchSpec) -> Result<Self, ArenaError> {
        let info = spec.info();
        let (entry, finished) = MatchEntry::open(store, spec, info)?;
        Ok(Self { entry, finished })
    }

    /// What is played, and the results so far.
    #[must_use]
    pub const fn entry(&self) -> &MatchEntry {
        &self.entry
    }

    /// Plays what is missing, several games at once.
    ///
    /// # Errors
    /// If a game cannot be stored; what was stored before stays.
    pub fn play(
        &mut self,
        goal: Goal,
        at_once: usize,
        stop: &Stop,
        observer: &mut dyn MatchObserver,
    ) -> Result<End, ArenaError> {
        if let Some(verdict) = self.verdict(goal) {
            return Ok(End::Decided(verdict));
        }
        let finished = self.finished.clone();
        let missing = self.entry.spec.slots(goal.games).filter(move |slot| !finished.contains(&slot.number));
        let slice = if goal.sprt.is_some() { SLICE_OF_A_TEST } else { SLICE };
        let queue = Queue::new(&self.entry.spec, missing, slice);
        // Ends the workers without telling the caller's own stop apart from ours.
        let enough = Stop::new();
        let spec = self.entry.spec.clone();
        let key = self.entry.key();
        let collected = thread::scope(|scope| {
            // Bounded: if storing is slower than playing, playing waits.
            let (sender, receiver) = mpsc::sync_channel(at_once.max(1));
            for _ in 0..at_once.max(1) {
                let worker = Worker { spec: &spec, key, queue: &queue, stop, enough: &enough };
                let sender = sender.clone();
                scope.spawn(move || worker.run(&sender));
            }
            drop(sender);
            let collected = self.collect(goal, &receiver, &enough, observer);
            enough.finish_games();
            collected
        });
        collected?;
        Ok(match self.verdict(goal) {
            Some(verdict) => End::Decided(verdict),
            None if stop.is_asked() => End::Stopped,
            None => End::Complete,
        })
    }

    /// Stores what comes in, all that is there in one transaction, then counts it.
    fn collect(
        &mut self,
        goal: Goal,
        receiver: &Receiver<Batch>,
        enough: &Stop,
        observer: &mut dyn MatchObserver,
    ) -> Result<(), StoreError> {
        while let Ok(first) = receiver.recv() {
            let batches: Vec<Batch> = [first].into_iter().chain(receiver.try_iter()).collect();
            self.entry.store.add_batches(self.entry.id(), &batches)?;
            let before = self.entry.tally.games();
            for batch in &batches {
                batch.each(&mut |game| {
                    self.entry.tally.count(game);
                    self.finished.insert(game.number);
                });
            }
            observer.games(self.entry.tally.games() - before, &self.entry.tally);
            if self.verdict(goal).is_some() {
                enough.finish_games();
            }
        }
        Ok(())
    }

    fn verdict(&self, goal: Goal) -> Option<SprtVerdict> {
        let state = goal.sprt?.state(&self.entry.tally.results(0, 1));
        (state.verdict != SprtVerdict::Open).then_some(state.verdict)
    }
}

/// Why a match cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum ArenaError {
    /// The store.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A player that does not play this game.
    #[error(transparent)]
    Contestant(ContestantError),
    /// A program that does not start.
    #[error("{0} does not start: {1}")]
    Start(String, Forfeit),
}
