//! A match of a store that this program alone plays, whatever chooses its players' parameters.

use std::collections::BTreeSet;

use crate::contestant::ContestantKind;
use crate::external;
use crate::fingerprint::fingerprint;
use crate::run::ArenaError;
use crate::spec::{MatchInfo, MatchSpec};
use crate::store::{MatchLock, Store};
use crate::tally::Tally;

/// A locked match with its results so far.
#[derive(Debug)]
pub struct MatchEntry {
    pub(crate) spec: MatchSpec,
    info: MatchInfo,
    id: i64,
    pub(crate) store: Store,
    pub(crate) tally: Tally,
    _lock: MatchLock,
}

impl MatchEntry {
    /// Finds or adds the match, and says which of its games are finished.
    ///
    /// # Errors
    /// If the store does not let it, or if a program cannot be started.
    pub(crate) fn open(
        store: Store,
        spec: MatchSpec,
        info: MatchInfo,
    ) -> Result<(Self, BTreeSet<u64>), ArenaError> {
        try_out(&spec)?;
        let id = store.find_or_add(&info)?;
        let lock = store.lock(id)?;
        let (tally, finished) = store.known(id)?;
        Ok((Self { spec, info, id, store, tally, _lock: lock }, finished))
    }

    /// Its number in the store.
    #[must_use]
    pub const fn id(&self) -> i64 {
        self.id
    }

    /// What the store says about it.
    #[must_use]
    pub const fn info(&self) -> &MatchInfo {
        &self.info
    }

    /// What was asked for.
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
    pub const fn store(&self) -> &Store {
        &self.store
    }

    /// What the seeds of its games come from.
    pub(crate) fn key(&self) -> u64 {
        fingerprint(self.info.key().as_bytes())
    }
}

/// Whether all programs that take part can be started.
fn try_out(spec: &MatchSpec) -> Result<(), ArenaError> {
    for contestant in &spec.contestants {
        if let ContestantKind::External(engine) = &contestant.kind {
            external::try_out(engine, &spec.setup)
                .map_err(|forfeit| ArenaError::Start(contestant.name().to_owned(), forfeit))?;
        }
    }
    Ok(())
}
