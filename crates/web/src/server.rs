//! The life of the server, and what is HTTP about it.

mod accept;
mod access;
pub mod compress;
pub mod error;
pub mod extract;
pub mod guard;
mod idle;
pub mod page;
mod per_address;

use std::net::TcpListener;
use std::sync::Arc;
use std::time::Duration;

use crate::WebApp;
use crate::routes::router;
use catena_app::review;

/// Interval at which idle engines are looked for.
const IDLE_CHECK: Duration = Duration::from_secs(1);

/// Answers requests until the process is told to end (Ctrl-C, or SIGTERM).
///
/// # Errors
/// If the listener cannot be used.
pub fn serve(listener: TcpListener, app: Arc<WebApp>) -> std::io::Result<()> {
    listener.set_nonblocking(true)?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
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

async fn end_idle_engines(app: Arc<WebApp>) {
    let mut interval = tokio::time::interval(IDLE_CHECK);
    while !app.is_closing() {
        interval.tick().await;
        app.engines.end_idle(app.options.idle);
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
