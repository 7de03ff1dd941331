//! The app: stored games with variations, play, analysis, reviews and overlays, whatever carries the requests.
//!
//! It knows no transport and no database, and starts no threads: a [`Storage`] keeps the games,
//! and an [`Executor`] gives work its threads and its time. Searches take turns and end with those who asked.
//!
//! The types that go out and come in as JSON are those of docs/http.md.
//!
//! ```
//! use catena_app::game_requests::NewGame;
//! use catena_engine::ModelStore;
//!
//! let new: NewGame = serde_json::from_str(r#"{"game": "hex", "size": 5, "title": "My game"}"#)?;
//! let game = new.build("1".to_owned(), &ModelStore::default()).expect("Hex 5 is a board");
//! assert_eq!(game.record.setup().size(), 5);
//! # Ok::<(), serde_json::Error>(())
//! ```

#![allow(missing_docs, reason = "docs/http.md tells what the fields of the JSON mean")]

pub mod adaptive;
pub mod analysis;
pub mod board;
pub mod engine_pool;
pub mod error;
mod executor;
pub mod export;
pub mod game_requests;
pub mod games;
pub mod json;
pub mod judge;
pub mod moves;
pub mod observer;
pub mod overlay;
pub mod play;
pub mod quota;
pub mod review;
pub mod scheduler;
pub mod store;
pub mod stored_game;
pub mod thumbnail;
pub mod tutorial;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use catena_engine::ModelStore;
use engine_pool::EnginePool;
pub use executor::{Background, Executor, blocking, with_store};
use quota::{Quota, QuotaLimits};
use review::{ReviewHelper, Reviews};
use scheduler::Scheduler;
use store::{GameStore, Storage};
use tokio::sync::Semaphore;

/// State shared by all requests.
pub struct App {
    pub store: GameStore,
    /// Models for players: visitors name only files that the command line has named.
    pub models: ModelStore,
    pub engines: Arc<EnginePool>,
    pub scheduler: Arc<Scheduler>,
    /// Searches and other computing that somebody waits for.
    pub search_quota: Arc<Quota>,
    pub reviews: Reviews,
    pub review_quota: Arc<Quota>,
    review_helper: Option<Box<dyn ReviewHelper>>,
    executor: Box<dyn Executor>,
    store_places: Arc<Semaphore>,
    is_closing: AtomicBool,
}

/// Limits on the use of the machine.
#[derive(Clone, Copy, Debug)]
pub struct Resources {
    /// Memory of all searches in MiB.
    pub memory: u64,
    /// Threads that search at the same time. A search has up to eight; others wait for their turn.
    pub threads: usize,
}

/// The most threads of one search: many threads on one tree get into each other's way.
const MAX_SEARCH_THREADS: usize = 8;

impl App {
    /// An app on these games; reviews ask the helper first, if there is one.
    #[must_use]
    pub fn new(
        storage: Box<dyn Storage>,
        executor: Box<dyn Executor>,
        models: ModelStore,
        resources: Resources,
        review_helper: Option<Box<dyn ReviewHelper>>,
    ) -> Arc<Self> {
        let threads = resources.threads.clamp(1, MAX_SEARCH_THREADS);
        Arc::new(Self {
            store: GameStore::new(storage),
            models,
            engines: EnginePool::new(resources.memory, threads),
            scheduler: Scheduler::new(resources.threads / threads),
            search_quota: Quota::new("searches", QuotaLimits::SEARCHES),
            reviews: Reviews::default(),
            review_quota: Quota::new("reviews", QuotaLimits::REVIEWS),
            review_helper,
            executor,
            store_places: Arc::new(Semaphore::new(executor::STORE_THREADS)),
            is_closing: AtomicBool::new(false),
        })
    }

    /// Returns true if searches should end because the app does.
    #[must_use]
    pub fn is_closing(&self) -> bool {
        self.is_closing.load(Relaxed)
    }

    /// Drives a future to its end.
    fn spawn(&self, future: impl Future<Output = ()> + Send + 'static) {
        self.executor.spawn(Box::pin(future));
    }

    /// Ends all searches.
    pub fn close(&self) {
        self.is_closing.store(true, Relaxed);
    }
}
