//! The reviews under way, and those who follow them.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::Serialize;
use tokio::sync::{Semaphore, broadcast};

use super::Reviewed;

/// Reviews that compute at the same time; more wait in line.
const AT_ONCE: usize = 4;

/// What followers may miss before they are told that they have.
const QUEUE: usize = 1024;

/// All reviews under way.
pub struct Reviews {
    running: Mutex<HashMap<String, Arc<Running>>>,
    pub at_once: Arc<Semaphore>,
}

/// A review under way.
pub struct Running {
    is_stopped: AtomicBool,
    progress: Mutex<Progress>,
    told: broadcast::Sender<Told>,
}

/// Positions that are assessed, of all.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Progress {
    pub done: usize,
    pub total: usize,
}

/// What followers hear.
#[derive(Clone, Debug)]
pub enum Told {
    Progress(Progress),
    Move(Reviewed),
    Failed(String),
}

impl Default for Reviews {
    fn default() -> Self {
        Self { running: Mutex::default(), at_once: Arc::new(Semaphore::new(AT_ONCE)) }
    }
}

impl Reviews {
    fn running(&self) -> MutexGuard<'_, HashMap<String, Arc<Running>>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Enters a review; one of the same session that is under way is stopped.
    pub fn begin(&self, session: &str) -> Arc<Running> {
        let running = Arc::new(Running {
            is_stopped: AtomicBool::new(false),
            progress: Mutex::default(),
            told: broadcast::channel(QUEUE).0,
        });
        if let Some(before) = self.running().insert(session.to_owned(), Arc::clone(&running)) {
            before.is_stopped.store(true, Relaxed);
        }
        running
    }

    /// Takes out a review that has ended, unless another has taken its place; whether it was ours.
    pub fn end(&self, session: &str, ended: &Arc<Running>) -> bool {
        let mut running = self.running();
        let is_ours = running.get(session).is_some_and(|running| Arc::ptr_eq(running, ended));
        if is_ours {
            running.remove(session);
        }
        is_ours
    }

    /// Stops the review of a session, if there is one.
    pub fn stop(&self, session: &str) {
        if let Some(running) = self.running().remove(session) {
            running.is_stopped.store(true, Relaxed);
        }
    }

    pub fn is_under_way(&self, session: &str) -> bool {
        self.running().contains_key(session)
    }

    /// How far the review of a session is, and what comes.
    pub fn listen(&self, session: &str) -> Option<(Progress, broadcast::Receiver<Told>)> {
        let running = self.running();
        let running = running.get(session)?;
        let told = running.told.subscribe();
        Some((running.progress(), told))
    }
}

impl Running {
    pub fn is_stopped(&self) -> bool {
        self.is_stopped.load(Relaxed)
    }

    fn progress(&self) -> Progress {
        *self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn set_progress(&self, progress: Progress) {
        *self.progress.lock().unwrap_or_else(PoisonError::into_inner) = progress;
        self.tell(Told::Progress(progress));
    }

    /// Tells whoever follows; that may be nobody.
    pub fn tell(&self, told: Told) {
        drop(self.told.send(told));
    }
}
