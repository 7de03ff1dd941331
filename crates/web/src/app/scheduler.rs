//! Who may compute now. Searches take turns, so that all of them go on and the machine has no more busy
//! threads than it was given.
//!
//! Each search has a weight and a virtual time that runs the slower the larger the weight is; of those
//! that wait, the one with the least virtual time is next (stride scheduling, Waldspurger 1995).

use std::collections::BTreeSet;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How long a search computes before it lets others.
const TIME_SLICE: Duration = Duration::from_millis(25);

/// How often a waiting search checks whether it was canceled.
const CANCEL_CHECK: Duration = Duration::from_millis(50);

/// What a search is for; the number is its weight, the share of time that it gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Priority {
    /// Somebody waits for a move.
    Move = 8,
    /// Somebody watches.
    Analysis = 4,
    /// In the background.
    Review = 1,
}

impl Priority {
    /// Virtual microseconds that a turn costs.
    fn cost(self, used: Duration) -> u64 {
        let used = u64::try_from(used.as_micros()).unwrap_or(u64::MAX / 16);
        used * Self::Move as u64 / self as u64
    }
}

/// The places of searches that compute, and those that wait for one.
pub struct Scheduler {
    queue: Mutex<RunQueue>,
    changed: Condvar,
}

impl Scheduler {
    /// At most `at_once` searches compute at the same time.
    pub fn new(at_once: usize) -> Arc<Self> {
        Arc::new(Self { queue: Mutex::new(RunQueue::new(at_once)), changed: Condvar::new() })
    }

    fn queue(&self) -> MutexGuard<'_, RunQueue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The searches under way, those that wait included.
    pub fn searches(&self) -> usize {
        self.queue().searches
    }

    /// A place among the searches, not yet a turn.
    pub fn join(self: &Arc<Self>, priority: Priority) -> Ticket {
        let place = self.queue().join();
        Ticket { scheduler: Arc::clone(self), place, priority, turn_began: None }
    }
}

/// The place of one search.
pub struct Ticket {
    scheduler: Arc<Scheduler>,
    place: Place,
    priority: Priority,
    /// None while it is the turn of others.
    turn_began: Option<Instant>,
}

impl Ticket {
    /// Called often by a search: waits while it is the turn of others. A search that is over comes back
    /// without a turn.
    pub fn wait_turn(&mut self, is_over: &dyn Fn() -> bool) {
        if self.turn_began.is_some_and(|began| began.elapsed() < TIME_SLICE) {
            return;
        }
        let scheduler = Arc::clone(&self.scheduler);
        let mut queue = scheduler.queue();
        // In one step, so that no other search comes in between if this one is next anyway.
        self.give_back(&mut queue);
        queue.waiting.insert(self.place);
        while !is_over() {
            if queue.start_if_next(self.place) {
                self.turn_began = Some(Instant::now());
                break;
            }
            let waited = scheduler.changed.wait_timeout(queue, CANCEL_CHECK);
            queue = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        queue.waiting.remove(&self.place);
        // Another thread may be free for who is next.
        scheduler.changed.notify_all();
    }

    fn give_back(&mut self, queue: &mut RunQueue) {
        let Some(began) = self.turn_began.take() else { return };
        queue.stop(&mut self.place, self.priority.cost(began.elapsed()));
        self.scheduler.changed.notify_all();
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        let scheduler = Arc::clone(&self.scheduler);
        let mut queue = scheduler.queue();
        self.give_back(&mut queue);
        queue.searches -= 1;
    }
}

/// The policy, without threads and clocks.
struct RunQueue {
    free: usize,
    searches: usize,
    next_id: u64,
    /// The virtual time of the last turn; newcomers start here.
    now: u64,
    waiting: BTreeSet<Place>,
}

/// Ordered by virtual time; the id tells equals apart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    time: u64,
    id: u64,
}

impl RunQueue {
    fn new(at_once: usize) -> Self {
        Self { free: at_once.max(1), searches: 0, next_id: 0, now: 0, waiting: BTreeSet::new() }
    }

    fn join(&mut self) -> Place {
        self.next_id += 1;
        self.searches += 1;
        Place { time: self.now, id: self.next_id }
    }

    fn start_if_next(&mut self, place: Place) -> bool {
        if self.free == 0 || self.waiting.first() != Some(&place) {
            return false;
        }
        self.waiting.remove(&place);
        self.free -= 1;
        self.now = self.now.max(place.time);
        true
    }

    fn stop(&mut self, place: &mut Place, cost: u64) {
        place.time = place.time.saturating_add(cost);
        self.free += 1;
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

    use super::*;

    /// How many of `turns` equally long turns on one thread each search gets.
    fn shares(priorities: &[Priority], turns: usize) -> Vec<usize> {
        let mut queue = RunQueue::new(1);
        let mut places: Vec<Place> = priorities.iter().map(|_| queue.join()).collect();
        queue.waiting.extend(&places);
        let mut counts = vec![0; priorities.len()];
        for _ in 0..turns {
            let next = places.iter().position(|&place| queue.start_if_next(place)).unwrap();
            queue.stop(&mut places[next], priorities[next].cost(TIME_SLICE));
            queue.waiting.insert(places[next]);
            counts[next] += 1;
        }
        counts
    }

    #[test]
    fn equals_share_evenly() {
        assert_eq!(shares(&[Priority::Analysis; 5], 1000), [200; 5]);
    }

    #[test]
    fn a_move_gets_twice_the_time_of_an_analysis_and_that_four_times_of_a_review() {
        let shares = shares(&[Priority::Move, Priority::Analysis, Priority::Review], 1300);
        assert_eq!(shares, [800, 400, 100]);
    }

    #[test]
    fn a_newcomer_does_not_make_up_for_time_before_it_came() {
        let mut queue = RunQueue::new(1);
        let mut old = queue.join();
        for _ in 0..100 {
            queue.waiting.insert(old);
            assert!(queue.start_if_next(old));
            queue.stop(&mut old, 1000);
        }
        let new = queue.join();
        queue.waiting.extend([old, new]);
        assert!(queue.start_if_next(new));
        let mut new = new;
        queue.stop(&mut new, 2000);
        queue.waiting.insert(new);
        assert!(queue.start_if_next(old), "one turn each");
    }

    #[test]
    fn nobody_starves() {
        const SEARCHES: usize = 5;
        let scheduler = Scheduler::new(1);
        let served = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for _ in 0..SEARCHES {
                let mut ticket = scheduler.join(Priority::Analysis);
                let served = &served;
                scope.spawn(move || {
                    let mut turns = 0;
                    // Goes on until all others have had their turns too.
                    while served.load(Relaxed) < SEARCHES {
                        let before = ticket.turn_began;
                        ticket.wait_turn(&|| served.load(Relaxed) == SEARCHES);
                        turns += usize::from(ticket.turn_began != before);
                        if turns == 2 {
                            served.fetch_add(1, Relaxed);
                            turns += 1;
                        }
                    }
                });
            }
        });
        assert_eq!(scheduler.searches(), 0);
    }

    #[test]
    fn a_search_that_is_over_does_not_wait() {
        let scheduler = Scheduler::new(1);
        let mut first = scheduler.join(Priority::Move);
        first.wait_turn(&|| false);
        let mut second = scheduler.join(Priority::Move);
        second.wait_turn(&|| true);
        assert!(second.turn_began.is_none());
        drop(first);
        let mut third = scheduler.join(Priority::Review);
        third.wait_turn(&|| false);
        assert!(third.turn_began.is_some());
    }
}
