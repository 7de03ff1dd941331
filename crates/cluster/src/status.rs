//! The workers: each reports its status every few seconds, and the server forgets old reports.

use std::collections::BTreeMap;

use async_nats::jetstream::consumer;
use async_nats::jetstream::consumer::pull::Config;
use serde::{Deserialize, Serialize};
use tokio_stream::StreamExt;

use crate::connection::{Connection, ServerOptions};
use crate::error::ClusterError;
use crate::names::WORKER_SUBJECTS;
use crate::pull::{self, Wait};

/// More are not asked for at once.
const MOST_WORKERS: usize = 20_000;

/// Status report of a worker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WorkerStatus {
    /// Tells workers apart.
    pub id: String,
    /// The machine.
    pub host: String,
    /// The program and its fingerprint.
    pub build: String,
    /// The processor.
    pub processor: String,
    /// Playouts a second, as `catena bench` counts them.
    pub speed: f64,
    /// Jobs at once.
    pub slots: usize,
    /// Jobs under way.
    pub busy: usize,
    /// Jobs that were done.
    pub done: u64,
    /// Games in them, or positions.
    pub games: u64,
    /// Games a second since it told last.
    pub games_per_second: f64,
    /// Jobs that were given back as they failed.
    pub failed: u64,
    /// Messages that were no jobs.
    pub refused: u64,
    /// Programs of others that it may run.
    pub programs: Vec<String>,
}

/// A queue of jobs for one build and what they need.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct QueueStatus {
    /// Its name.
    pub queue: String,
    /// Jobs that wait.
    pub waiting: u64,
    /// Jobs under way.
    pub under_way: u64,
}

/// Workers and queues of a server.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ClusterStatus {
    /// The workers, by machine.
    pub workers: Vec<WorkerStatus>,
    /// The queues that any worker has asked for jobs of.
    pub queues: Vec<QueueStatus>,
    /// Jobs of all builds that are not done, also those that no worker can do.
    pub jobs: u64,
    /// Results that nobody has collected.
    pub results: u64,
}

impl ClusterStatus {
    /// Asks a server.
    ///
    /// # Errors
    /// If there is none or it does not let us in.
    pub fn ask(options: &ServerOptions) -> Result<Self, ClusterError> {
        crate::remote::runtime()?.block_on(async {
            let connection = Connection::open(options).await?;
            Self::read(&connection).await
        })
    }

    pub(crate) async fn read(connection: &Connection) -> Result<Self, ClusterError> {
        let failed = |error| ClusterError::server("its state")(error);
        let mut jobs = connection.jobs().await?;
        let mut queues = Vec::new();
        let mut consumers = jobs.consumers();
        while let Some(info) = consumers.next().await {
            let info: consumer::Info = info.map_err(|error| failed(error.into()))?;
            let under_way = info.num_ack_pending as u64;
            queues.push(QueueStatus { queue: info.name, waiting: info.num_pending, under_way });
        }
        let waiting = jobs.info().await.map_err(|error| failed(error.into()))?.state.messages;
        let mut results = connection.results().await?;
        let results = results.info().await.map_err(|error| failed(error.into()))?.state.messages;
        Ok(Self { workers: workers(connection).await?, queues, jobs: waiting, results })
    }
}

/// The workers that have told of themselves lately.
pub(crate) async fn workers(connection: &Connection) -> Result<Vec<WorkerStatus>, ClusterError> {
    let failed = |error| ClusterError::server("the list of workers")(error);
    let stream = connection.workers().await?;
    // One message per worker: all of them at once.
    let config = Config {
        ack_policy: consumer::AckPolicy::None,
        filter_subject: WORKER_SUBJECTS.to_owned(),
        memory_storage: true,
        ..Config::default()
    };
    let consumer = stream.create_consumer(config).await.map_err(|error| failed(error.into()))?;
    let mut found = BTreeMap::new();
    for message in pull::take(&consumer, MOST_WORKERS, Wait::No).await? {
        if let Ok(worker) = serde_json::from_slice::<WorkerStatus>(&message.payload) {
            found.insert((worker.host.clone(), worker.id.clone()), worker);
        }
    }
    let name = consumer.cached_info().name.clone();
    // The server removes it by itself otherwise.
    drop(stream.delete_consumer(&name).await);
    Ok(found.into_values().collect())
}
