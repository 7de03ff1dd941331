//! TCP connections: how many there are, how long they may dawdle, and how they end with the server.

use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;

/// More wait until one ends.
const MAX_CONNECTIONS: usize = 2_000;

/// How long the head of a request may take, and so how long a connection may be idle.
const HEAD_TIMEOUT: Duration = Duration::from_secs(60);

/// How long requests under way may take to end when the server does.
pub const SHUTDOWN_GRACE: Duration = Duration::from_secs(2);

/// After a failure to accept, as when all file descriptors are in use.
const RETRY_DELAY: Duration = Duration::from_millis(50);

/// Accepts connections until `shutdown` completes, and lets those under way end.
pub async fn accept(listener: &TcpListener, router: &Router, shutdown: impl Future<Output = ()>) {
    let mut shutdown = std::pin::pin!(shutdown);
    let (closing, is_closing) = watch::channel(());
    let mut connections = JoinSet::new();
    loop {
        tokio::select! {
            () = &mut shutdown => break,
            Some(_) = connections.join_next() => {}
            accepted = listener.accept(), if connections.len() < MAX_CONNECTIONS => match accepted {
                Ok((stream, _)) => {
                    connections.spawn(connection(stream, router.clone(), is_closing.clone()));
                }
                Err(error) => {
                    tracing::warn!("accepting a connection: {error}");
                    tokio::time::sleep(RETRY_DELAY).await;
                }
            },
        }
    }
    drop(closing);
    let all_end = async { while connections.join_next().await.is_some() {} };
    // Connections that have not ended by then are cut off.
    drop(tokio::time::timeout(SHUTDOWN_GRACE, all_end).await);
}

async fn connection(stream: TcpStream, router: Router, mut is_closing: watch::Receiver<()>) {
    // Answers are small and should not wait to be joined; without the option they are only slower.
    drop(stream.set_nodelay(true));
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIMEOUT)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(router));
    let mut connection = std::pin::pin!(connection);
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        _ = is_closing.changed() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!("a connection has ended: {error}");
    }
}
