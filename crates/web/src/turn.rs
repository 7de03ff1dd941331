//! Who may compute now. Searches take turns, so that all of them go on and the machine has no more busy
//! threads than it was given.
//!
//! Each search has a weight and a virtual time that runs the slower the larger the weight is; of those
//! who wait the one with the least virtual time is next (stride scheduling, Waldspurger 1995).

use std::collections::BTreeSet;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How long a search goes on before it lets others.
const SLICE: Duration = Duration::from_millis(25);

/// How often somebody who waits asks whether he still wants his turn.
const PATIENCE: Duration = Duration::from_millis(50);

/// How much of the time a search gets compared with others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Urgency {
    /// Somebody waits for a move.
    Move = 8,
    /// Somebody watches.
    Analysis = 4,
    /// In the background.
    Review = 1,
}

/// The places of searches that compute, and those who wait for one.
pub struct Turns {
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    free: usize,
    searches: usize,
    next_id: u64,
    /// The virtual time of the last turn; newcomers start here.
    now: u64,
    /// Virtual time and id.
    waiting: BTreeSet<(u64, u64)>,
}

impl Turns {
    /// So many searches compute at the same time.
    pub fn new(at_once: usize) -> Arc<Self> {
        let state = State { free: at_once.max(1), searches: 0, next_id: 0, now: 0, waiting: BTreeSet::new() };
        Arc::new(Self { state: Mutex::new(state), changed: Condvar::new() })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The searches under way, those that wait included.
    pub fn searches(&self) -> usize {
        self.state().searches
    }

    /// A place among the searches, not yet a turn.
    pub fn join(self: &Arc<Self>, urgency: Urgency) -> Turn {
        let mut state = self.state();
        state.next_id += 1;
        state.searches += 1;
        Turn { turns: Arc::clone(self), id: state.next_id, urgency, time: state.now, since: None }
    }
}

/// The place of one search.
pub struct Turn {
    turns: Arc<Turns>,
    id: u64,
    urgency: Urgency,
    time: u64,
    /// When the turn began, if it is ours.
    since: Option<Instant>,
}

impl Turn {
    /// Called often by a search: waits while it is the turn of others. Whoever does not want his turn
    /// any more, comes back without it.
    pub fn take(&mut self, is_over: &dyn Fn() -> bool) {
        if self.since.is_some_and(|since| since.elapsed() < SLICE) {
            return;
        }
        let turns = Arc::clone(&self.turns);
        let mut state = turns.state();
        // In one step, so that the others do not come in between who is next anyway.
        self.give_back(&mut state);
        let place = (self.time, self.id);
        state.waiting.insert(place);
        while !is_over() {
            if state.free > 0 && state.waiting.first() == Some(&place) {
                state.free -= 1;
                state.now = state.now.max(self.time);
                self.since = Some(Instant::now());
                break;
            }
            let waited = turns.changed.wait_timeout(state, PATIENCE);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        state.waiting.remove(&place);
        // Another thread may be free for who is next.
        turns.changed.notify_all();
    }

    fn give_back(&mut self, state: &mut State) {
        let Some(since) = self.since.take() else { return };
        let used = u64::try_from(since.elapsed().as_micros()).unwrap_or(u64::MAX / 16);
        self.time = self.time.saturating_add((used * Urgency::Move as u64) / self.urgency as u64);
        state.free += 1;
        self.turns.changed.notify_all();
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let turns = Arc::clone(&self.turns);
        let mut state = turns.state();
        self.give_back(&mut state);
        state.searches -= 1;
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

    use super::*;

    /// Turns that searches of these urgencies get on one thread within a second.
    fn shares(urgencies: &[Urgency]) -> Vec<u64> {
        let turns = Turns::new(1);
        let end = Instant::now() + Duration::from_millis(1200);
        let counts: Vec<AtomicU64> = urgencies.iter().map(|_| AtomicU64::new(0)).collect();
        std::thread::scope(|scope| {
            for (urgency, count) in urgencies.iter().zip(&counts) {
                let mut turn = turns.join(*urgency);
                scope.spawn(move || {
                    while Instant::now() < end {
                        turn.take(&|| Instant::now() >= end);
                        std::thread::sleep(Duration::from_millis(1));
                        count.fetch_add(1, Relaxed);
                    }
                });
            }
        });
        counts.into_iter().map(AtomicU64::into_inner).collect()
    }

    #[test]
    fn equals_share_evenly_and_nobody_starves() {
        let shares = shares(&[Urgency::Analysis; 5]);
        let (least, most) = (shares.iter().min().unwrap(), shares.iter().max().unwrap());
        assert!(*least > 0 && most / least.max(&1) <= 3, "{shares:?}");
    }

    #[test]
    fn reviews_get_less_than_moves_but_something() {
        let shares = shares(&[Urgency::Move, Urgency::Review]);
        assert!(shares[1] > 0 && shares[0] > 2 * shares[1], "{shares:?}");
    }

    #[test]
    fn who_has_enough_does_not_wait() {
        let turns = Turns::new(1);
        let mut first = turns.join(Urgency::Move);
        first.take(&|| false);
        let mut second = turns.join(Urgency::Move);
        second.take(&|| true);
        drop(first);
        let mut third = turns.join(Urgency::Review);
        third.take(&|| false);
        assert!(third.since.is_some());
    }
}
