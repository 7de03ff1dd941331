//! The app's work on the threads of the server.

use std::time::Duration;

use catena_app::{Background, Executor};

/// Work of requests and reviews, within the runtime of the server.
pub struct TokioExecutor;

impl Executor for TokioExecutor {
    fn compute(&self, work: Box<dyn FnOnce() + Send>) {
        drop(tokio::task::spawn_blocking(work));
    }

    fn spawn(&self, future: Background) {
        drop(tokio::spawn(future));
    }

    fn sleep(&self, time: Duration) -> Background {
        Box::pin(tokio::time::sleep(time))
    }
}
