//! Where work is done: the app starts no threads and knows no clock but that of whoever carries it.

use std::future::poll_fn;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use tokio::sync::oneshot;

use crate::App;
use crate::error::{AppError, AppResult};

/// Work that goes on by itself.
pub type Background = Pin<Box<dyn Future<Output = ()> + Send>>;

/// Gives work its threads and its time.
pub trait Executor: Send + Sync {
    /// Does work that computes or waits for the disk where it holds up nobody. A panic there is lost with this
    /// work only.
    fn compute(&self, work: Box<dyn FnOnce() + Send>);
    /// Drives a future to its end.
    fn spawn(&self, future: Background);
    /// Comes after this time.
    fn sleep(&self, time: Duration) -> Background;
}

/// Does work that computes or waits for the disk on the executor. A panic there is an error of this work only.
///
/// # Errors
/// That of the work.
pub async fn blocking<T: Send + 'static>(
    app: &Arc<App>,
    work: impl FnOnce(&Arc<App>) -> AppResult<T> + Send + 'static,
) -> AppResult<T> {
    let (sender, receiver) = oneshot::channel();
    let of_work = Arc::clone(app);
    app.executor.compute(Box::new(move || {
        // Nobody waits any more if the client has gone.
        drop(sender.send(work(&of_work)));
    }));
    receiver.await.map_err(|_| AppError::internal("the work has panicked")).flatten()
}

/// Work on the store at the same time; more waits in line and holds no thread. The store does one thing at a time, so
/// more threads would only wait there, and not in the order in which they came.
pub const STORE_THREADS: usize = 8;

/// As [`blocking`], for work that reads or changes the store and takes a moment: first come, first served.
///
/// # Errors
/// That of the work.
pub async fn with_store<T: Send + 'static>(
    app: &Arc<App>,
    work: impl FnOnce(&Arc<App>) -> AppResult<T> + Send + 'static,
) -> AppResult<T> {
    let place = Arc::clone(&app.store_places).acquire_owned().await;
    let place = place.map_err(AppError::internal)?;
    blocking(app, move |app| {
        let done = work(app);
        // Kept to the end of the work, also where nobody waits for it any more.
        drop(place);
        done
    })
    .await
}

/// Waits for something; nothing if `is_over` before it comes, which is asked at every interval.
pub async fn unless<T>(
    app: &App,
    interval: Duration,
    is_over: impl Fn() -> bool,
    something: impl Future<Output = T>,
) -> Option<T> {
    let mut something = pin!(something);
    while !is_over() {
        let mut pause = app.executor.sleep(interval);
        let come = poll_fn(|context| match something.as_mut().poll(context) {
            Poll::Ready(come) => Poll::Ready(Some(come)),
            Poll::Pending => pause.as_mut().poll(context).map(|()| None),
        });
        if let Some(come) = come.await {
            return Some(come);
        }
    }
    None
}
