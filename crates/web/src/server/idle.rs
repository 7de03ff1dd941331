//! Which connections wait for their client to send a request.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

/// The connections that wait, those first that wait longest.
pub struct IdleConnections {
    queue: Mutex<Queue>,
}

#[derive(Default)]
struct Queue {
    next: u64,
    waiting: BTreeMap<u64, Arc<Notify>>,
}

impl IdleConnections {
    pub fn new() -> Arc<Self> {
        Arc::new(Self { queue: Mutex::default() })
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A new connection, which waits for its first request.
    pub fn enter(self: &Arc<Self>) -> Arc<ConnectionState> {
        let state =
            ConnectionState { all: Arc::clone(self), end: Arc::new(Notify::new()), at: Mutex::default() };
        state.wait();
        Arc::new(state)
    }

    /// Ends the connection that has waited longest; whether there is one.
    pub fn end_oldest(&self) -> bool {
        let oldest = self.queue().waiting.pop_first();
        oldest.inspect(|(_, end)| end.notify_one()).is_some()
    }
}

/// One connection.
pub struct ConnectionState {
    all: Arc<IdleConnections>,
    end: Arc<Notify>,
    /// Its place among those that wait; none while a request is under way.
    at: Mutex<Option<u64>>,
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
            queue.waiting.insert(number, Arc::clone(&self.end));
            number
        };
        *self.at() = Some(number);
    }

    /// Waits no longer.
    pub fn leave(&self) {
        let number = self.at().take();
        if let Some(number) = number {
            self.all.queue().waiting.remove(&number);
        }
    }

    /// A request has arrived; the connection is busy until its answer is sent.
    pub fn begin(self: &Arc<Self>) -> Busy {
        self.leave();
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
        let all = IdleConnections::new();
        let [first, second, third] = [(); 3].map(|()| all.enter());
        let busy = first.begin();
        assert!(all.end_oldest());
        assert!(!is_told(&first) && is_told(&second) && !is_told(&third));
        drop(busy);
        assert!(all.end_oldest() && is_told(&third), "the first waits again, but not for as long");
        assert!(all.end_oldest() && is_told(&first));
        assert!(!all.end_oldest());
    }

    #[test]
    fn a_connection_that_has_ended_is_forgotten() {
        let all = IdleConnections::new();
        all.enter().leave();
        assert!(!all.end_oldest());
    }
}
