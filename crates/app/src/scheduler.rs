//! Scheduling of searches. They take turns, so that all of them progress and the machine has no more busy
//! threads than it was given.
//!
//! A search that waits for its first turn holds no thread. A search that has begun waits in its own thread;
//! there are no more of these than there is memory for.

mod run_queue;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Poll, Wake, Waker};
use std::thread::Thread;
use std::time::{Duration, Instant};

pub use run_queue::Priority;
use run_queue::{QueuePlace, RunQueue};

/// Time a search computes before it lets others.
const TIME_SLICE: Duration = Duration::from_millis(25);

/// Interval at which a waiting search checks for cancellation.
const CANCEL_CHECK: Duration = Duration::from_millis(50);

/// The places of searches that compute, and those that wait for one.
pub struct Scheduler {
    queue: Mutex<RunQueue>,
}

impl Scheduler {
    /// At most `at_once` searches compute at the same time.
    pub fn new(at_once: usize) -> Arc<Self> {
        Arc::new(Self { queue: Mutex::new(RunQueue::new(at_once)) })
    }

    fn queue(&self) -> MutexGuard<'_, RunQueue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The searches under way, those that wait included.
    pub fn searches(&self) -> usize {
        self.queue().searches()
    }

    /// A place among the searches, not yet a turn.
    pub fn join(self: &Arc<Self>, priority: Priority) -> Ticket {
        let place = self.queue().join(priority);
        Ticket { scheduler: Arc::clone(self), place, turn_began: None }
    }
}

/// The place of one search.
pub struct Ticket {
    scheduler: Arc<Scheduler>,
    place: QueuePlace,
    /// None while it is the turn of others.
    turn_began: Option<Instant>,
}

impl Ticket {
    /// Waits for the first turn. The place is lost if the future is dropped before.
    pub async fn first_turn(mut self) -> Self {
        std::future::poll_fn(|context| self.poll_turn(context.waker())).await;
        self
    }

    /// Called often by a search: waits while it is the turn of others. A search that is over comes back
    /// without a turn.
    pub fn wait_turn(&mut self, is_over: &dyn Fn() -> bool) {
        if self.turn_began.is_some_and(|began| began.elapsed() < TIME_SLICE) {
            return;
        }
        let waker = Waker::from(Arc::new(Unpark(std::thread::current())));
        while !is_over() {
            if self.poll_turn(&waker).is_ready() {
                return;
            }
            std::thread::park_timeout(CANCEL_CHECK);
        }
        self.leave();
    }

    /// Ends the turn, if there is one, and asks for the next in the same step: no other search comes in
    /// between if this one is next anyway.
    fn poll_turn(&mut self, waker: &Waker) -> Poll<()> {
        let scheduler = Arc::clone(&self.scheduler);
        let mut queue = scheduler.queue();
        if let Some(began) = self.turn_began.take() {
            queue.stop(&mut self.place, began.elapsed());
        }
        if !queue.take_turn(self.place) {
            queue.wait(self.place, waker.clone());
            queue.hand_out();
            if !queue.take_turn(self.place) {
                return Poll::Pending;
            }
        }
        self.turn_began = Some(Instant::now());
        Poll::Ready(())
    }

    /// Neither computes nor waits any more.
    fn leave(&mut self) {
        let scheduler = Arc::clone(&self.scheduler);
        let mut queue = scheduler.queue();
        if let Some(began) = self.turn_began.take() {
            queue.stop(&mut self.place, began.elapsed());
        }
        queue.leave(self.place);
        queue.hand_out();
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.leave();
        self.scheduler.queue().end();
    }
}

/// Wakes a thread that waits for its turn.
struct Unpark(Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

    use super::*;

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

    #[test]
    fn thousands_wait_without_a_thread_and_those_who_go_away_make_room() {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let scheduler = Scheduler::new(1);
        let mut first = scheduler.join(Priority::Move);
        first.wait_turn(&|| false);
        runtime.block_on(async {
            let waiting: Vec<_> =
                (0..2_000).map(|_| tokio::spawn(scheduler.join(Priority::Analysis).first_turn())).collect();
            tokio::task::yield_now().await;
            assert_eq!(scheduler.searches(), 2_001);
            for (number, task) in waiting.iter().enumerate() {
                if number % 2 == 0 {
                    task.abort();
                }
            }
            drop(first);
            let mut turns = 0;
            for task in waiting {
                turns += usize::from(task.await.is_ok());
            }
            assert_eq!(turns, 1_000);
        });
        assert_eq!(scheduler.searches(), 0);
    }
}
