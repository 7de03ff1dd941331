//! The life of the server, and what is HTTP about it.

mod accept;
mod access;
pub mod compress;
pub mod error;
pub mod extract;
pub mod guard;
mod heap;
mod idle;
pub mod page;
mod per_address;

use std::net::TcpListener;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::WebApp;
use crate::routes::router;
use catena_app::quota::QuotaLimits;
use catena_app::review;

/// Interval at which idle engines are looked for.
const IDLE_CHECK: Duration = Duration::from_secs(1);

/// Connections that wait to be accepted; the system may allow fewer.
const BACKLOG: i32 = 4096;

/// A search that has begun keeps its thread between its turns. However many there are, threads are left for
/// requests that want the disk for a moment.
const MAX_BLOCKING_THREADS: usize = QuotaLimits::SEARCHES.in_all + 512;

/// Answers requests until the process is told to end (Ctrl-C, or SIGTERM).
///
/// # Errors
/// If the listener cannot be used.
pub fn serve(listener: TcpListener, app: Arc<WebApp>) -> std::io::Result<()> {
    listener.set_nonblocking(true)?;
    lengthen_backlog(&listener);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .max_blocking_threads(MAX_BLOCKING_THREADS)
        .build()?;
    let served = runtime.block_on(async {
        let listener = tokio::net::TcpListener::from_std(listener)?;
        tokio::spawn(end_idle_engines(Arc::clone(&app)));
        review::resume(&app);
        let closing = Arc::clone(&app);
        let shutdown = async move {
            told_to_end().await;
            closing.close();
        };
        let max_connections = app.options.connections;
        accept::accept(&listener, &router(app), max_connections, shutdown).await;
        Ok(())
    });
    runtime.shutdown_timeout(accept::SHUTDOWN_GRACE);
    served
}

/// The standard library asks for a queue of 128; where it is full, a client tries again after a second or more.
fn lengthen_backlog(listener: &TcpListener) {
    #[cfg(not(unix))]
    let _ = listener;
    #[cfg(unix)]
    if let Err(error) = rustix::net::listen(listener, BACKLOG) {
        tracing::warn!("the queue of new connections stays short: {error}");
    }
}

/// Ends engines that nobody uses, and gives the memory of ended ones back.
async fn end_idle_engines(app: Arc<WebApp>) {
    let mut interval = tokio::time::interval(IDLE_CHECK);
    let (mut granted, mut has_ended) = (0, false);
    let mut given_back = Instant::now();
    while !app.is_closing() {
        interval.tick().await;
        app.engines.end_idle(app.options.idle);
        let now = app.engines.usage().mebibytes;
        has_ended |= now < granted;
        granted = now;
        if has_ended && given_back.elapsed() >= heap::INTERVAL {
            has_ended = false;
            given_back = Instant::now();
            tokio::task::spawn_blocking(heap::give_back);
        }
    }
}

async fn told_to_end() {
    let interrupt = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        let terminate = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate());
        let Ok(mut terminate) = terminate else { return drop(interrupt.await) };
        tokio::select! {
            _ = interrupt => {}
            _ = terminate.recv() => {}
        }
    }
    #[cfg(not(unix))]
    drop(interrupt.await);
}
