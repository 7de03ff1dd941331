//! Which connections wait for their client to send a request.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

/// The connections that wait, those first that wait longest.
pub struct IdleConnections {
    /// The most that have sent no request yet, before these make room for others.
    most_fresh: usize,
    queue: Mutex<Queue>,
}

#[derive(Default)]
struct Queue {
    next: u64,
    /// Those that have never sent a whole request.
    fresh: BTreeMap<u64, Arc<Notify>>,
    /// Those between two requests.
    served: BTreeMap<u64, Arc<Notify>>,
}

impl Queue {
    /// The connection that makes room. Where more than `most_fresh` have sent no request yet, the oldest of these:
    /// half-open connections end each other, not those of people. Else the one that waits longest.
    fn pop(&mut self, most_fresh: usize) -> Option<Arc<Notify>> {
        let first = |queue: &BTreeMap<u64, _>| queue.keys().next().copied().unwrap_or(u64::MAX);
        let is_fresh = self.fresh.len() > most_fresh || first(&self.fresh) < first(&self.served);
        let queue = if is_fresh { &mut self.fresh } else { &mut self.served };
        Some(queue.pop_first()?.1)
    }
}

impl IdleConnections {
    pub fn new(most_fresh: usize) -> Arc<Self> {
        Arc::new(Self { most_fresh, queue: Mutex::default() })
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A new connection, which waits for its first request.
    pub fn enter(self: &Arc<Self>) -> Arc<ConnectionState> {
        let end = Arc::new(Notify::new());
        let state = ConnectionState {
            all: Arc::clone(self),
            end,
            at: Mutex::default(),
            is_served: AtomicBool::new(false),
        };
        state.wait();
        Arc::new(state)
    }

    /// Ends a connection that waits; whether there is one.
    pub fn end_one(&self) -> bool {
        let oldest = self.queue().pop(self.most_fresh);
        oldest.inspect(|end| end.notify_one()).is_some()
    }
}

/// One connection.
pub struct ConnectionState {
    all: Arc<IdleConnections>,
    end: Arc<Notify>,
    /// Its place among those that wait; none while a request is under way.
    at: Mutex<Option<u64>>,
    /// It has sent a request.
    is_served: AtomicBool,
}

impl ConnectionState {
    fn at(&self) -> MutexGuard<'_, Option<u64>> {
        self.at.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait(&self) {
        let number = {
            let mut queue = self.all.queue();
            queue.next += 1;
            let number = queue.next;
            let waiting = if self.is_served.load(Relaxed) { &mut queue.served } else { &mut queue.fresh };
            waiting.insert(number, Arc::clone(&self.end));
            number
        };
        *self.at() = Some(number);
    }

    /// Waits no longer.
    pub fn leave(&self) {
        let number = self.at().take();
        if let Some(number) = number {
            let mut queue = self.all.queue();
            queue.fresh.remove(&number);
            queue.served.remove(&number);
        }
    }

    /// A request has arrived; the connection is busy until its answer is sent.
    pub fn begin(self: &Arc<Self>) -> Busy {
        self.leave();
        self.is_served.store(true, Relaxed);
        Busy(Arc::clone(self))
    }

    /// Completes when the connection has to make room for another.
    pub async fn told_to_end(&self) {
        self.end.notified().await;
    }
}

/// A request under way.
pub struct Busy(Arc<ConnectionState>);

impl Drop for Busy {
    fn drop(&mut self) {
        self.0.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_told(state: &ConnectionState) -> bool {
        let mut told = std::pin::pin!(state.told_to_end());
        told.as_mut().poll(&mut std::task::Context::from_waker(std::task::Waker::noop())).is_ready()
    }

    #[test]
    fn who_waits_longest_ends_first_and_who_is_busy_does_not() {
        let all = IdleConnections::new(9);
        let [first, second, third] = [(); 3].map(|()| all.enter());
        let busy = first.begin();
        assert!(all.end_one());
        assert!(!is_told(&first) && is_told(&second) && !is_told(&third));
        drop(busy);
        assert!(all.end_one() && is_told(&third), "the first waits again, but not for as long");
        assert!(all.end_one() && is_told(&first));
        assert!(!all.end_one());
    }

    #[test]
    fn half_open_connections_end_each_other() {
        let all = IdleConnections::new(2);
        let person = all.enter();
        drop(person.begin());
        let half_open: Vec<_> = (0..4).map(|_| all.enter()).collect();
        assert!(all.end_one() && all.end_one());
        assert!(is_told(&half_open[0]) && is_told(&half_open[1]));
        assert!(!is_told(&person), "it has sent a request");
        // Few half-open ones are no attack: who waits longest makes room.
        assert!(all.end_one() && is_told(&person));
        assert!(all.end_one() && is_told(&half_open[2]) && !is_told(&half_open[3]));
    }

    #[test]
    fn a_connection_that_has_ended_is_forgotten() {
        let all = IdleConnections::new(9);
        all.enter().leave();
        assert!(!all.end_one());
    }
}
