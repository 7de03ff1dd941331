//! State of the server beside the app: its options, the file of games, and the lock on its folder.

mod executor;
mod instance;
mod options;
mod remote_reviews;
mod store;

use std::ops::Deref;
use std::sync::Arc;

use catena_app::Resources;
use catena_engine::{ModelFiles, ModelStore};
use executor::TokioExecutor;
use instance::{InstanceLock, LockError};
pub use options::{Audience, Options};
use remote_reviews::RemoteReviews;
use store::SqliteStorage;
pub use store::StorageError;

/// State shared by all requests.
pub struct WebApp {
    pub(crate) options: Options,
    app: Arc<catena_app::App>,
    instance: InstanceLock,
}

impl WebApp {
    /// Opens the games in the data folder of the options.
    ///
    /// # Errors
    /// If another server runs on the folder, or the file of games cannot be used.
    pub fn open(options: Options) -> Result<Arc<Self>, StorageError> {
        let instance = InstanceLock::acquire(&options.data).map_err(|error| match error {
            LockError::Held { address } => StorageError::InUse { address },
            LockError::Io(error) => StorageError::Lock(error),
        })?;
        let storage = SqliteStorage::open(&options.data.join("games.sqlite"), options.games)?;
        let models = ModelStore::new(ModelFiles::Only(options.model_files()));
        let resources = Resources { memory: options.memory, threads: options.threads };
        let helper = options.cluster.clone().map(|runner| Box::new(RemoteReviews::new(runner)) as _);
        let app = catena_app::App::new(Box::new(storage), Box::new(TokioExecutor), models, resources, helper);
        Ok(Arc::new(Self { app, instance, options }))
    }

    /// A token for [`Options::token`] that nobody can guess.
    ///
    /// # Errors
    /// If there are no random numbers.
    pub fn new_token() -> Result<String, StorageError> {
        SqliteStorage::random_secret()
    }

    /// Lets a second server on the same folder say where this one is.
    ///
    /// # Errors
    /// If the folder cannot be written.
    pub fn announce(&self, address: &str) -> std::io::Result<()> {
        self.instance.announce(address)
    }
}

impl Deref for WebApp {
    type Target = Arc<catena_app::App>;

    fn deref(&self) -> &Self::Target {
        &self.app
    }
}
