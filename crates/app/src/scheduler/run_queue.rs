//! The policy of the scheduler, without threads and clocks: stride scheduling (Waldspurger 1995) twice.
//!
//! Searches for the same purpose share the time of their class evenly; classes share the machine by
//! weight. So a move gets its part however many analyses there are.

use std::collections::{BTreeMap, HashSet};
use std::task::Waker;
use std::time::Duration;

/// Purpose of a search; the number is the weight of all searches of this kind together.
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
    const fn index(self) -> usize {
        match self {
            Self::Move => 0,
            Self::Analysis => 1,
            Self::Review => 2,
        }
    }

    /// Virtual microseconds that a turn costs the class.
    const fn cost(self, used: u64) -> u64 {
        used * Self::Move as u64 / self as u64
    }
}

/// The place of one search in its class, ordered by the time it has used; the id tells equals apart.
#[derive(Clone, Copy, Debug)]
pub struct QueuePlace {
    priority: Priority,
    rank: Rank,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Rank {
    used: u64,
    id: u64,
}

/// The searches for one purpose.
#[derive(Default)]
struct Class {
    /// Its virtual time.
    time: u64,
    /// Use of the search of the last turn; newcomers start here.
    now: u64,
    waiting: BTreeMap<Rank, Waker>,
    /// Those that have a turn or were given one.
    computing: usize,
}

/// The searches that have a turn and those that wait for one.
pub struct RunQueue {
    free: usize,
    searches: usize,
    next_id: u64,
    /// The virtual time of the class of the last turn; classes that were idle start here.
    now: u64,
    classes: [Class; 3],
    /// Turns that were given and not yet taken, by id.
    given: HashSet<u64>,
}

impl RunQueue {
    pub fn new(at_once: usize) -> Self {
        Self {
            free: at_once.max(1),
            searches: 0,
            next_id: 0,
            now: 0,
            classes: Default::default(),
            given: HashSet::new(),
        }
    }

    pub fn searches(&self) -> usize {
        self.searches
    }

    pub fn join(&mut self, priority: Priority) -> QueuePlace {
        self.next_id += 1;
        self.searches += 1;
        QueuePlace { priority, rank: Rank { used: self.classes[priority.index()].now, id: self.next_id } }
    }

    /// Counts a search that has left for the last time.
    pub fn end(&mut self) {
        self.searches -= 1;
    }

    /// Asks for a turn; the waker is told when there is one to take.
    pub fn wait(&mut self, place: QueuePlace, waker: Waker) {
        let class = &mut self.classes[place.priority.index()];
        if class.waiting.is_empty() && class.computing == 0 {
            class.time = class.time.max(self.now);
        }
        class.waiting.insert(place.rank, waker);
    }

    /// Gives free turns to those who are next.
    pub fn hand_out(&mut self) {
        while self.free > 0 {
            let waiting = self.classes.iter_mut().filter(|class| !class.waiting.is_empty());
            // Of equals the first, which weighs more.
            let Some(class) = waiting.min_by_key(|class| class.time) else { return };
            let Some((rank, waker)) = class.waiting.pop_first() else { return };
            class.computing += 1;
            class.now = class.now.max(rank.used);
            self.now = self.now.max(class.time);
            self.free -= 1;
            self.given.insert(rank.id);
            waker.wake();
        }
    }

    /// Takes a turn that was given.
    pub fn take_turn(&mut self, place: QueuePlace) -> bool {
        self.given.remove(&place.rank.id)
    }

    /// Ends a turn that took so long.
    pub fn stop(&mut self, place: &mut QueuePlace, used: Duration) {
        let used = u64::try_from(used.as_micros()).unwrap_or(u64::MAX / 16);
        place.rank.used = place.rank.used.saturating_add(used);
        let class = &mut self.classes[place.priority.index()];
        class.time = class.time.saturating_add(place.priority.cost(used));
        class.computing -= 1;
        self.free += 1;
    }

    /// Gives up waiting, or a turn that was given and not taken.
    pub fn leave(&mut self, place: QueuePlace) {
        let class = &mut self.classes[place.priority.index()];
        class.waiting.remove(&place.rank);
        if self.given.remove(&place.rank.id) {
            class.computing -= 1;
            self.free += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TURN: Duration = Duration::from_millis(25);

    fn wait(queue: &mut RunQueue, place: QueuePlace) {
        queue.wait(place, Waker::noop().clone());
    }

    /// Number of `turns` equally long turns on one thread that each search gets.
    fn shares(priorities: &[Priority], turns: usize) -> Vec<usize> {
        let mut queue = RunQueue::new(1);
        let mut places: Vec<QueuePlace> = priorities.iter().map(|&priority| queue.join(priority)).collect();
        places.iter().for_each(|&place| wait(&mut queue, place));
        queue.hand_out();
        let mut counts = vec![0; priorities.len()];
        for _ in 0..turns {
            let next = places.iter().position(|&place| queue.take_turn(place)).unwrap();
            queue.stop(&mut places[next], TURN);
            wait(&mut queue, places[next]);
            queue.hand_out();
            counts[next] += 1;
        }
        counts
    }

    #[test]
    fn equals_share_evenly() {
        for priority in [Priority::Move, Priority::Analysis, Priority::Review] {
            assert_eq!(shares(&[priority; 5], 1000), [200; 5]);
        }
    }

    #[test]
    fn a_move_gets_twice_the_time_of_an_analysis_and_that_four_times_of_a_review() {
        let shares = shares(&[Priority::Move, Priority::Analysis, Priority::Review], 1300);
        assert_eq!(shares, [800, 400, 100]);
    }

    #[test]
    fn moves_keep_their_share_beside_a_hundred_analyses() {
        let mut priorities = vec![Priority::Analysis; 100];
        priorities.push(Priority::Move);
        let shares = shares(&priorities, 1200);
        assert_eq!(shares[100], 800);
        assert!(shares[..100].iter().all(|&turns| turns == 4), "{shares:?}");
    }

    #[test]
    fn a_newcomer_does_not_make_up_for_time_before_it_came() {
        for newcomer in [Priority::Analysis, Priority::Move] {
            let mut queue = RunQueue::new(1);
            let mut old = queue.join(Priority::Analysis);
            wait(&mut queue, old);
            queue.hand_out();
            for _ in 0..100 {
                assert!(queue.take_turn(old));
                queue.stop(&mut old, TURN);
                wait(&mut queue, old);
                queue.hand_out();
            }
            let mut new = queue.join(newcomer);
            wait(&mut queue, new);
            assert!(queue.take_turn(old));
            queue.stop(&mut old, TURN);
            wait(&mut queue, old);
            queue.hand_out();
            let mut turns = 0;
            while queue.take_turn(new) {
                turns += 1;
                queue.stop(&mut new, TURN);
                wait(&mut queue, new);
                queue.hand_out();
            }
            assert!(turns <= 4, "{newcomer:?}: {turns} turns in a row");
        }
    }

    #[test]
    fn a_turn_that_was_given_to_somebody_who_left_goes_to_the_next() {
        let mut queue = RunQueue::new(1);
        let [first, second] = [(); 2].map(|()| queue.join(Priority::Move));
        wait(&mut queue, first);
        wait(&mut queue, second);
        queue.hand_out();
        queue.leave(first);
        queue.hand_out();
        assert!(!queue.take_turn(first) && queue.take_turn(second));
    }
}
