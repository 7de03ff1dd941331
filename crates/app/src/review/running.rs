//! The reviews under way, and those who follow them.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::Serialize;
use tokio::sync::{Semaphore, broadcast};

use super::ReviewedNode;

/// Positions that are assessed at the same time, with few visits and with many; more wait in line. A review
/// goes to the end of the line after each position, and giant ones have a line of their own.
const SHORT_AT_ONCE: usize = 3;
const LONG_AT_ONCE: usize = 1;

/// Positions that are assessed elsewhere at the same time.
const ELSEWHERE_AT_ONCE: usize = 64;

/// The most visits of a position that count as few.
const SHORT: u64 = 20_000;

/// Events that a slow follower may fall behind before it misses some.
const MAX_LAG: usize = 1024;

/// All reviews under way.
pub struct Reviews {
    running: Mutex<HashMap<String, Arc<RunningReview>>>,
    short: Semaphore,
    long: Semaphore,
    elsewhere: Semaphore,
}

/// A review under way.
pub struct RunningReview {
    is_stopped: AtomicBool,
    progress: Mutex<AssessedCount>,
    events: broadcast::Sender<ReviewEvent>,
}

/// Positions that are assessed, of all.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct AssessedCount {
    pub done: usize,
    pub total: usize,
}

/// Event for the followers of a review.
#[derive(Clone, Debug)]
pub enum ReviewEvent {
    Progress(AssessedCount),
    Move(ReviewedNode),
    Failed(String),
}

impl Default for Reviews {
    fn default() -> Self {
        Self {
            running: Mutex::default(),
            short: Semaphore::new(SHORT_AT_ONCE),
            long: Semaphore::new(LONG_AT_ONCE),
            elsewhere: Semaphore::new(ELSEWHERE_AT_ONCE),
        }
    }
}

impl Reviews {
    fn running(&self) -> MutexGuard<'_, HashMap<String, Arc<RunningReview>>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The queue in which positions with this number of visits wait.
    pub const fn line(&self, visits: u64) -> &Semaphore {
        if visits <= SHORT { &self.short } else { &self.long }
    }

    /// The queue in which positions wait that are assessed elsewhere.
    pub const fn line_elsewhere(&self) -> &Semaphore {
        &self.elsewhere
    }

    /// Enters a review; one of the same game that is under way is stopped.
    pub fn begin(&self, game: &str) -> Arc<RunningReview> {
        let running = Arc::new(RunningReview {
            is_stopped: AtomicBool::new(false),
            progress: Mutex::default(),
            events: broadcast::channel(MAX_LAG).0,
        });
        if let Some(before) = self.running().insert(game.to_owned(), Arc::clone(&running)) {
            before.is_stopped.store(true, Relaxed);
        }
        running
    }

    /// Takes out a review that has ended, unless another has taken its place; whether it was ours.
    pub fn end(&self, game: &str, ended: &Arc<RunningReview>) -> bool {
        let mut running = self.running();
        let is_ours = running.get(game).is_some_and(|running| Arc::ptr_eq(running, ended));
        if is_ours {
            running.remove(game);
        }
        is_ours
    }

    /// Stops the review of a game, if there is one.
    pub fn stop(&self, game: &str) {
        if let Some(running) = self.running().remove(game) {
            running.is_stopped.store(true, Relaxed);
        }
    }

    pub fn is_under_way(&self, game: &str) -> bool {
        self.running().contains_key(game)
    }

    /// Progress of the review of a game, and the events to come.
    pub fn listen(&self, game: &str) -> Option<(AssessedCount, broadcast::Receiver<ReviewEvent>)> {
        let running = self.running();
        let running = running.get(game)?;
        Some((running.progress(), running.events.subscribe()))
    }
}

impl RunningReview {
    pub fn is_stopped(&self) -> bool {
        self.is_stopped.load(Relaxed)
    }

    fn progress(&self) -> AssessedCount {
        *self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn set_progress(&self, progress: AssessedCount) {
        *self.progress.lock().unwrap_or_else(PoisonError::into_inner) = progress;
        self.send(ReviewEvent::Progress(progress));
    }

    /// To whoever follows; that may be nobody.
    pub fn send(&self, event: ReviewEvent) {
        drop(self.events.send(event));
    }
}
