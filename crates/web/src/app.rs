//! The app's functions, whatever carries the requests.
//!
//! Games live in one SQLite file; searches take turns on a few threads and end with those who asked.

pub mod engine_pool;
pub mod error;
pub mod game_requests;
mod instance;
pub mod json;
pub mod observer;
mod options;
pub mod quota;
pub mod review;
pub mod scheduler;
pub mod store;
pub mod stored_game;
pub mod thumbnail;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use catena_engine::{ModelFiles, ModelStore};
use engine_pool::EnginePool;
use error::{AppError, AppResult};
use instance::{InstanceLock, LockError};
pub use options::{Audience, Options};
use quota::{Quota, QuotaLimits};
use review::Reviews;
use scheduler::Scheduler;
use store::Store;
pub use store::StoreError;

/// State shared by all requests.
pub struct App {
    pub(crate) options: Options,
    pub(crate) store: Store,
    /// Models for players: visitors name only files that the command line has named.
    pub(crate) models: ModelStore,
    pub(crate) engines: Arc<EnginePool>,
    pub(crate) scheduler: Arc<Scheduler>,
    /// Searches and other computing that somebody waits for.
    pub(crate) search_quota: Arc<Quota>,
    pub(crate) reviews: Reviews,
    pub(crate) review_quota: Arc<Quota>,
    is_closing: AtomicBool,
    instance: InstanceLock,
}

/// Does work that computes or waits for the disk on a thread of its own. A panic there is an error of
/// this work only.
pub async fn blocking<T: Send + 'static>(
    app: &Arc<App>,
    work: impl FnOnce(&Arc<App>) -> AppResult<T> + Send + 'static,
) -> AppResult<T> {
    let app = Arc::clone(app);
    let done = tokio::task::spawn_blocking(move || work(&app)).await;
    done.map_err(AppError::internal).flatten()
}

/// The most threads of one search: many threads on one tree get into each other's way.
const MAX_SEARCH_THREADS: usize = 8;

impl App {
    /// Opens the games in the data folder of the options.
    ///
    /// # Errors
    /// If another server runs on the folder, or the file of games cannot be used.
    pub fn open(options: Options) -> Result<Arc<Self>, StoreError> {
        let instance = InstanceLock::acquire(&options.data).map_err(|error| match error {
            LockError::Held { address } => StoreError::InUse { address },
            LockError::Io(error) => StoreError::Lock(error),
        })?;
        let store = Store::open(&options.data.join("games.sqlite"), options.games)?;
        let threads = options.threads.clamp(1, MAX_SEARCH_THREADS);
        Ok(Arc::new(Self {
            store,
            models: ModelStore::new(ModelFiles::Only(options.model_files())),
            engines: EnginePool::new(options.memory, threads),
            scheduler: Scheduler::new(options.threads / threads),
            search_quota: Quota::new("searches", QuotaLimits::SEARCHES),
            reviews: Reviews::default(),
            review_quota: Quota::new("reviews", QuotaLimits::REVIEWS),
            is_closing: AtomicBool::new(false),
            instance,
            options,
        }))
    }

    /// A token for [`Options::token`] that nobody can guess.
    ///
    /// # Errors
    /// If there are no random numbers.
    pub fn new_token() -> Result<String, StoreError> {
        Store::random_secret()
    }

    /// Lets a second server on the same folder say where this one is.
    ///
    /// # Errors
    /// If the folder cannot be written.
    pub fn announce(&self, address: &str) -> std::io::Result<()> {
        self.instance.announce(address)
    }

    /// Returns true if searches should end because the server does.
    pub(crate) fn is_closing(&self) -> bool {
        self.is_closing.load(Relaxed)
    }

    /// Ends all searches.
    pub(crate) fn close(&self) {
        self.is_closing.store(true, Relaxed);
    }
}
