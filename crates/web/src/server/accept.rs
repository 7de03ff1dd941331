//! TCP connections: how many there are, how long they may dawdle, and how they end with the server.
//!
//! Where there are as many as there may be, one that waits makes room for the next, and half-sent requests before
//! connections that have had an answer: neither keeps anybody out.

use std::convert::Infallible;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use hyper::body::{Body as HttpBody, Frame, Incoming, SizeHint};
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;

use super::idle::{Busy, ConnectionState, IdleConnections};
use super::per_address::PerAddress;

/// Maximum time for the head of a request, and so for an idle connection.
const HEAD_TIMEOUT: Duration = Duration::from_secs(15);

/// Time for requests under way to end when the server does.
pub const SHUTDOWN_GRACE: Duration = Duration::from_secs(2);

/// After a failure to accept, as when all file descriptors are in use.
const RETRY_DELAY: Duration = Duration::from_millis(50);

/// The address that a request comes from.
#[derive(Clone, Copy, Debug)]
pub struct PeerAddress(pub IpAddr);

/// Accepts connections until `shutdown` completes, and lets those under way end.
pub async fn accept(
    listener: &TcpListener,
    router: &Router,
    max_connections: usize,
    shutdown: impl Future<Output = ()>,
) {
    let mut shutdown = std::pin::pin!(shutdown);
    let (closing, is_closing) = watch::channel(());
    let mut connections = JoinSet::new();
    let idle = IdleConnections::new(max_connections / 4);
    // One address may have a quarter of them.
    let addresses = PerAddress::new(max_connections.div_ceil(4));
    loop {
        tokio::select! {
            () = &mut shutdown => break,
            Some(_) = connections.join_next() => {}
            // One more than there may be: it takes the place of one that is idle.
            accepted = listener.accept(), if connections.len() <= max_connections => match accepted {
                Ok((stream, peer)) => {
                    let Some(place) = addresses.enter(peer.ip()) else { continue };
                    let state = idle.enter();
                    let serving =
                        connection(stream, peer, router.clone(), Arc::clone(&state), is_closing.clone());
                    connections.spawn(async move {
                        let _place = place;
                        serving.await;
                        // Nothing of the connection is left that could wait again.
                        state.leave();
                    });
                    if connections.len() > max_connections {
                        idle.end_one();
                    }
                }
                Err(error) => {
                    tracing::warn!("accepting a connection: {error}");
                    idle.end_one();
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

async fn connection(
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
    state: Arc<ConnectionState>,
    mut is_closing: watch::Receiver<()>,
) {
    // Answers are small and should not wait to be joined; without the option they are only slower.
    drop(stream.set_nodelay(true));
    let router = TowerToHyperService::new(router);
    let of_connection = Arc::clone(&state);
    let service = service_fn(move |mut request: hyper::Request<Incoming>| {
        let busy = of_connection.begin();
        request.extensions_mut().insert(PeerAddress(peer.ip()));
        let answer = router.call(request.map(Body::new));
        async move { Ok::<_, Infallible>(answer.await?.map(|body| BusyBody { body, _busy: busy })) }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIMEOUT)
        .serve_connection(TokioIo::new(stream), service);
    let mut connection = std::pin::pin!(connection);
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        () = state.told_to_end() => Ok(()),
        _ = is_closing.changed() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!("a connection has ended: {error}");
    }
}

/// An answer; its connection is busy until all of it is sent.
struct BusyBody {
    body: Body,
    _busy: Busy,
}

impl HttpBody for BusyBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
