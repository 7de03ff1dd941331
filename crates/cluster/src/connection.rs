//! A connection to a NATS server, with the streams that we need.

use std::path::PathBuf;
use std::time::Duration;

use async_nats::jetstream::object_store::{self, ObjectStore};
use async_nats::jetstream::stream::{self, DiscardPolicy, RetentionPolicy, StorageType, Stream};
use async_nats::jetstream::{self, Context};
use async_nats::{ConnectOptions, Event};

use crate::error::ClusterError;
use crate::names::{BLOBS, JOB_SUBJECTS, JOBS, RESULT_SUBJECTS, RESULTS, WORKER_SUBJECTS, WORKERS};

/// Time for which the server remembers the ids of messages: a result that is published again in that time is
/// one result.
const DUPLICATES: Duration = Duration::from_secs(600);
/// Jobs, results and models that nobody asks for any more are forgotten after this time.
const FORGOTTEN: Duration = Duration::from_secs(30 * 24 * 3600);
/// A worker that has not told of itself for so long is gone.
pub(crate) const ABSENT: Duration = Duration::from_secs(15);

/// How often a stream that is missing is made or found at most, and the pause between.
const MAKING_ATTEMPTS: u32 = 10;
const MAKING_PAUSE: Duration = Duration::from_millis(100);

/// A server and how to get in.
#[derive(Clone)]
pub struct ServerOptions {
    /// Its address: `nats://HOST:4222`, or `tls://HOST:4222`; several with commas between.
    pub server: String,
    /// Credentials for the server.
    pub credentials: Credentials,
    /// Interval of pings; a cut connection is noticed after three times that.
    pub ping: Duration,
}

/// Credentials for a NATS server.
#[derive(Clone, Default)]
pub struct Credentials {
    /// A user with a password.
    pub user: Option<(String, String)>,
    /// A token.
    pub token: Option<String>,
    /// A file with the seed of an nkey.
    pub nkey: Option<PathBuf>,
    /// A file of credentials (JWT and seed).
    pub file: Option<PathBuf>,
    /// The certificate authority of the server.
    pub authority: Option<PathBuf>,
    /// Our certificate and its key.
    pub certificate: Option<(PathBuf, PathBuf)>,
    /// True if the connection has to be encrypted.
    pub tls: bool,
}

impl std::fmt::Debug for Credentials {
    /// Without secrets.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Credentials").field("tls", &self.tls).finish_non_exhaustive()
    }
}

impl std::fmt::Debug for ServerOptions {
    /// Without secrets, which may stand in the address too.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let server = without_secrets(&self.server);
        f.debug_struct("ServerOptions").field("server", &server).finish_non_exhaustive()
    }
}

impl ServerOptions {
    /// A server that lets everybody in.
    #[must_use]
    pub fn new(server: &str) -> Self {
        let ping = Duration::from_secs(10);
        Self { server: server.to_owned(), credentials: Credentials::default(), ping }
    }
}

/// A connection that comes back by itself.
#[derive(Clone, Debug)]
pub(crate) struct Connection {
    pub context: Context,
}

impl Connection {
    /// Connects, and makes the streams where they are missing.
    pub async fn open(options: &ServerOptions) -> Result<Self, ClusterError> {
        let failed = |why: String| ClusterError::Connect { server: without_secrets(&options.server), why };
        let servers = options.server.split(',').map(|server| server.trim().parse::<async_nats::ServerAddr>());
        let servers = servers.collect::<Result<Vec<_>, _>>().map_err(|error| failed(error.to_string()))?;
        let connect = connect_options(options).await?;
        let client = connect.connect(servers).await.map_err(|error| failed(error.to_string()))?;
        let connection = Self { context: jetstream::new(client) };
        connection.make_streams().await?;
        Ok(connection)
    }

    /// The streams, also after the server has lost them.
    pub async fn make_streams(&self) -> Result<(), ClusterError> {
        self.jobs().await?;
        self.results().await?;
        self.workers().await?;
        self.blobs().await.map(drop)
    }

    pub async fn jobs(&self) -> Result<Stream, ClusterError> {
        self.stream(stream::Config {
            max_messages_per_subject: 1,
            discard: DiscardPolicy::New,
            discard_new_per_subject: true,
            ..work_queue(JOBS, JOB_SUBJECTS)
        })
        .await
    }

    pub async fn results(&self) -> Result<Stream, ClusterError> {
        self.stream(work_queue(RESULTS, RESULT_SUBJECTS)).await
    }

    pub async fn workers(&self) -> Result<Stream, ClusterError> {
        self.stream(stream::Config {
            name: WORKERS.to_owned(),
            subjects: vec![WORKER_SUBJECTS.to_owned()],
            max_messages_per_subject: 1,
            max_age: ABSENT,
            duplicate_window: ABSENT,
            storage: StorageType::Memory,
            ..stream::Config::default()
        })
        .await
    }

    async fn stream(&self, config: stream::Config) -> Result<Stream, ClusterError> {
        let stream = found_or_made(|| self.context.get_or_create_stream(config.clone())).await;
        stream.map_err(|error| ClusterError::server("a stream")(error.into()))
    }

    pub async fn blobs(&self) -> Result<ObjectStore, ClusterError> {
        let config =
            object_store::Config { bucket: BLOBS.to_owned(), max_age: FORGOTTEN, ..Default::default() };
        let store = found_or_made(|| async {
            match self.context.get_object_store(BLOBS).await {
                Ok(store) => Ok(store),
                Err(_) => self.context.create_object_store(config.clone()).await,
            }
        });
        store.await.map_err(|error| ClusterError::server("an object store")(error.into()))
    }
}

/// Of several machines that make something on a new server at the same time, the server may refuse all but one. The
/// others look again.
async fn found_or_made<T, E, F: Future<Output = Result<T, E>>>(make: impl Fn() -> F) -> Result<T, E> {
    for _ in 1..MAKING_ATTEMPTS {
        if let Ok(made) = make().await {
            return Ok(made);
        }
        tokio::time::sleep(MAKING_PAUSE).await;
    }
    make().await
}

fn work_queue(name: &str, subjects: &str) -> stream::Config {
    stream::Config {
        name: name.to_owned(),
        subjects: vec![subjects.to_owned()],
        retention: RetentionPolicy::WorkQueue,
        max_age: FORGOTTEN,
        duplicate_window: DUPLICATES,
        storage: StorageType::File,
        ..stream::Config::default()
    }
}

async fn connect_options(options: &ServerOptions) -> Result<ConnectOptions, ClusterError> {
    let Credentials { user, token, nkey, file, authority, certificate, tls } = options.credentials.clone();
    let mut connect = ConnectOptions::new()
        .name("catena")
        .ping_interval(options.ping)
        .request_timeout(Some(Duration::from_secs(5)))
        .connection_timeout(Duration::from_secs(5))
        .require_tls(tls)
        .event_callback(|event| async move {
            match event {
                Event::Connected => tracing::info!("connected to the NATS server"),
                Event::Disconnected => tracing::warn!("the NATS server is gone; trying again"),
                other => tracing::debug!("NATS: {other}"),
            }
        });
    if let Some((user, password)) = user {
        connect = connect.user_and_password(user, password);
    }
    if let Some(token) = token {
        connect = connect.token(token);
    }
    if let Some(path) = nkey {
        let seed = std::fs::read_to_string(&path).map_err(|error| ClusterError::File(path, error))?;
        connect = connect.nkey(seed.trim().to_owned());
    }
    if let Some(path) = file {
        connect = connect.credentials_file(&path).await.map_err(|error| ClusterError::File(path, error))?;
    }
    if let Some(path) = authority {
        connect = connect.add_root_certificates(path);
    }
    if let Some((certificate, key)) = certificate {
        connect = connect.add_client_certificate(certificate, key);
    }
    Ok(connect)
}

/// An address without the password or token in it.
fn without_secrets(server: &str) -> String {
    let plain = |address: &str| match (address.split_once("://"), address.rsplit_once('@')) {
        (Some((scheme, _)), Some((_, host))) => format!("{scheme}://{host}"),
        (None, Some((_, host))) => host.to_owned(),
        _ => address.to_owned(),
    };
    server.split(',').map(plain).collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Makes something that works at an attempt: the answer, and the attempts.
    fn made(works_at: u32) -> (Result<u32, u32>, u32) {
        let attempts = std::cell::Cell::new(0);
        let make = || {
            attempts.set(attempts.get() + 1);
            std::future::ready(if attempts.get() >= works_at {
                Ok(attempts.get())
            } else {
                Err(attempts.get())
            })
        };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build();
        (runtime.expect("a runtime").block_on(found_or_made(make)), attempts.get())
    }

    #[test]
    fn what_another_machine_is_making_is_looked_for_again_but_not_for_ever() {
        assert_eq!(made(1), (Ok(1), 1));
        assert_eq!(made(3), (Ok(3), 3));
        assert_eq!(made(u32::MAX), (Err(MAKING_ATTEMPTS), MAKING_ATTEMPTS));
    }

    #[test]
    fn secrets_are_not_told() {
        assert_eq!(without_secrets("nats://me:secret@host:4222,tls://other"), "nats://host:4222,tls://other");
        let user = Some(("me".to_owned(), "secret".to_owned()));
        assert!(!format!("{:?}", Credentials { user, ..Credentials::default() }).contains("secret"));
        assert!(!format!("{:?}", ServerOptions::new("nats://me:secret@host")).contains("secret"));
    }
}
