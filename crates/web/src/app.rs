//! What all requests share.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::Options;
use crate::engine::Engines;
use crate::error::{Answer, ApiError};
use crate::review::Reviews;
use crate::store::{Store, StoreError};
use crate::turn::Turns;

/// The state of the server.
pub struct App {
    pub(crate) options: Options,
    pub(crate) store: Store,
    pub(crate) engines: Arc<Engines>,
    pub(crate) turns: Arc<Turns>,
    pub(crate) reviews: Reviews,
    locks: [Mutex<()>; LOCKS],
    is_closing: AtomicBool,
}

/// Sessions share so many locks.
const LOCKS: usize = 64;

/// The most threads of one search: many threads on one tree get into each other's way.
const THREADS: usize = 8;

/// How often idle engines are looked for.
const SWEEP: Duration = Duration::from_secs(1);

impl App {
    /// Opens the games of the folder of the options.
    ///
    /// # Errors
    /// If the file of games cannot be used.
    pub fn open(options: Options) -> Result<Arc<Self>, StoreError> {
        let store = Store::open(&options.data.join("games.sqlite"), options.sessions)?;
        let threads = options.threads.clamp(1, THREADS);
        Ok(Arc::new(Self {
            store,
            engines: Engines::new(options.memory, threads),
            turns: Turns::new(options.threads / threads),
            reviews: Reviews::default(),
            locks: std::array::from_fn(|_| Mutex::new(())),
            is_closing: AtomicBool::new(false),
            options,
        }))
    }

    /// Held while a session is read, changed and stored.
    pub fn lock(&self, session: &str) -> MutexGuard<'_, ()> {
        let mut hasher = DefaultHasher::new();
        session.hash(&mut hasher);
        let index = (hasher.finish() % LOCKS as u64) as usize;
        self.locks[index].lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether searches should end because the server does.
    pub fn is_closing(&self) -> bool {
        self.is_closing.load(Relaxed)
    }

    /// Ends all searches.
    pub fn close(&self) {
        self.is_closing.store(true, Relaxed);
    }

    /// Ends engines that nobody has used for a while, as long as the server runs.
    pub async fn sweep(self: Arc<Self>) {
        let mut interval = tokio::time::interval(SWEEP);
        while !self.is_closing() {
            interval.tick().await;
            self.engines.end_idle(self.options.idle);
        }
    }
}

/// Does work that computes or waits for the disk on a thread of its own. A panic there is an error of
/// this request only.
pub async fn blocking<T: Send + 'static>(
    app: &Arc<App>,
    work: impl FnOnce(&Arc<App>) -> Answer<T> + Send + 'static,
) -> Answer<T> {
    let app = Arc::clone(app);
    tokio::task::spawn_blocking(move || work(&app)).await.map_err(ApiError::internal)?
}
