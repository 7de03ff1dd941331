//! A match of a store that this program alone plays, whatever chooses its players' parameters.

use std::collections::BTreeSet;

use catena_core::Color;

use crate::contestant::ContestantKind;
use crate::external;
use crate::fingerprint::fingerprint;
use crate::run::ArenaError;
use crate::runner::JobResult;
use crate::spec::{MatchInfo, MatchSpec, slot};
use crate::store::{Batch, MatchLock, MatchStore, StoreError, StoredMatch};
use crate::tally::Tally;

/// A locked match with its results so far.
#[derive(Debug)]
pub struct MatchEntry {
    pub(crate) spec: MatchSpec,
    info: MatchInfo,
    id: i64,
    pub(crate) store: MatchStore,
    pub(crate) tally: Tally,
    changes: Option<(i64, Vec<String>)>,
    _lock: MatchLock,
}

impl MatchEntry {
    /// Finds or adds the match, and says which of its games are finished.
    ///
    /// # Errors
    /// If the store does not let it, or if a program cannot be started.
    pub(crate) fn open(
        store: MatchStore,
        spec: MatchSpec,
        info: MatchInfo,
    ) -> Result<(Self, BTreeSet<u64>), ArenaError> {
        try_out(&spec)?;
        let changes = changes(&store, &info)?;
        let id = store.find_or_add(&info)?;
        let lock = store.lock(id)?;
        let (tally, finished) = store.known(id)?;
        Ok((Self { spec, info, id, store, tally, changes, _lock: lock }, finished))
    }

    /// Its number in the store.
    #[must_use]
    pub const fn id(&self) -> i64 {
        self.id
    }

    /// If it is new: the last match of the store that was asked for in the same words, and what has changed since then.
    #[must_use]
    pub const fn changes(&self) -> Option<&(i64, Vec<String>)> {
        self.changes.as_ref()
    }

    /// Its description in the store.
    #[must_use]
    pub const fn info(&self) -> &MatchInfo {
        &self.info
    }

    /// Its specification.
    #[must_use]
    pub const fn spec(&self) -> &MatchSpec {
        &self.spec
    }

    /// The results so far.
    #[must_use]
    pub const fn tally(&self) -> &Tally {
        &self.tally
    }

    /// The file with the games.
    #[must_use]
    pub const fn store(&self) -> &MatchStore {
        &self.store
    }

    /// Results as games, and the jobs that were not done with the reason.
    pub(crate) fn read(&self, results: Vec<JobResult>) -> (Vec<Batch>, Vec<(u64, String)>) {
        let (mut batches, mut faults) = (Vec::new(), Vec::new());
        for JobResult { number, outcome } in results {
            let batch = outcome.and_then(|bytes| {
                let batch = Batch::from_bytes(bytes).filter(|batch| self.fits(number, batch));
                batch.ok_or_else(|| "the result is no game of this match".to_owned())
            });
            match batch {
                Ok(batch) => batches.push(batch),
                Err(reason) => faults.push((number, reason)),
            }
        }
        (batches, faults)
    }

    /// Returns true if the games are those of the job with this number.
    fn fits(&self, number: u64, batch: &Batch) -> bool {
        let pairings = self.spec.pairings();
        let mut first = None;
        let mut fits = true;
        batch.each(&mut |game| {
            first.get_or_insert(game.number);
            let slot = slot(&pairings, game.number);
            fits &= (game.black, game.white) == (slot.player(Color::Black), slot.player(Color::White));
        });
        fits && first == Some(number)
    }

    /// Stores games and faults in one transaction.
    pub(crate) fn store_all(
        &mut self,
        batches: &[Batch],
        faults: &[(u64, String)],
    ) -> Result<(), StoreError> {
        self.store.add_results(self.id, batches, faults)
    }

    /// Key that the seeds of its games come from.
    pub(crate) fn key(&self) -> u64 {
        fingerprint(self.info.key().as_bytes())
    }
}

/// See [`MatchEntry::changes`].
fn changes(store: &MatchStore, info: &MatchInfo) -> Result<Option<(i64, Vec<String>)>, ArenaError> {
    let matches = store.matches()?;
    if matches.iter().any(|known| known.info == *info) {
        return Ok(None);
    }
    let changed = |known: &StoredMatch| Some((known.id, info.changed_since(&known.info)?));
    Ok(matches.iter().find_map(changed))
}

/// Checks that all programs that take part can be started.
fn try_out(spec: &MatchSpec) -> Result<(), ArenaError> {
    for contestant in &spec.contestants {
        if let ContestantKind::External(engine) = &contestant.kind {
            external::try_out(engine, &spec.setup, spec.limit.times(contestant.share))
                .map_err(|forfeit| ArenaError::Start(contestant.name().to_owned(), forfeit))?;
        }
    }
    Ok(())
}
