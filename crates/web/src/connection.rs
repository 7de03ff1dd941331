//! Connections: how many there are, how long they may dawdle, and how they end with the server.

use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;

/// The most connections; more wait until one ends.
const MOST: usize = 2_000;

/// How long the head of a request may take, and so how long a connection may be idle.
const HEAD: Duration = Duration::from_secs(60);

/// How long requests under way may take to end when the server does.
pub const FAREWELL: Duration = Duration::from_secs(2);

/// After a failure to accept, as when all file descriptors are in use.
const PAUSE: Duration = Duration::from_millis(50);

/// Accepts connections until `told` is over, and lets those under way end.
pub async fn accept(listener: &TcpListener, router: &Router, told: impl Future<Output = ()>) {
    let mut told = std::pin::pin!(told);
    let (closing, is_closing) = watch::channel(());
    let mut connections = JoinSet::new();
    loop {
        tokio::select! {
            () = &mut told => break,
            Some(_) = connections.join_next() => {}
            accepted = listener.accept(), if connections.len() < MOST => match accepted {
                Ok((stream, _)) => {
                    connections.spawn(connection(stream, router.clone(), is_closing.clone()));
                }
                Err(error) => {
                    tracing::warn!("accepting a connection: {error}");
                    tokio::time::sleep(PAUSE).await;
                }
            },
        }
    }
    drop(closing);
    let all_end = async { while connections.join_next().await.is_some() {} };
    // Who has not ended by then is cut off.
    drop(tokio::time::timeout(FAREWELL, all_end).await);
}

async fn connection(stream: TcpStream, router: Router, mut is_closing: watch::Receiver<()>) {
    // Answers are small and should not wait to be joined; without the option they are only slower.
    drop(stream.set_nodelay(true));
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD)
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
