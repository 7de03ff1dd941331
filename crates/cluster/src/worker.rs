//! A worker: takes one job for each free slot, does it, and tells the result.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use async_nats::jetstream::consumer::{AckPolicy, PullConsumer, pull};
use catena_arena::Stop;
use catena_arena::runner::{RunDescription, Site, Work};
use tokio::task::JoinSet;

use crate::connection::{Connection, ServerOptions};
use crate::error::ClusterError;
use crate::names::{queue, queue_subjects};
use crate::slot::WorkerSlot;
use crate::status::WorkerStatus;
use crate::{machine, remote};

/// Interval of a worker's status reports.
const TELL: Duration = Duration::from_secs(3);
/// Time for which a worker that ends tries to say so.
const SHUTDOWN_GRACE: Duration = Duration::from_secs(2);

/// Makes the work of a description.
pub type OpenWork = dyn Fn(&RunDescription, &Site) -> Result<Arc<dyn Work>, String> + Send + Sync;

/// Options of a worker.
#[derive(Clone, Debug)]
pub struct WorkerOptions {
    /// The server.
    pub server: ServerOptions,
    /// This program: it takes no jobs of another build.
    pub build: String,
    /// Jobs at once, one thread each.
    pub concurrency: usize,
    /// A job whose worker has not been heard of for so long is given to another.
    pub ack_wait: Duration,
    /// The folder where models are kept.
    pub cache: PathBuf,
    /// Command lines of programs of others that jobs may run.
    pub programs: Vec<String>,
    /// Playouts a second of this machine, as [`speed`](crate::speed) measures them; measured if not given.
    pub speed: Option<f64>,
}

/// Totals of a worker.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WorkerTotals {
    /// Jobs whose results were told.
    pub done: u64,
    /// Jobs that were given back as they failed.
    pub failed: u64,
    /// Messages that were no jobs.
    pub refused: u64,
}

/// Counters of a worker.
#[derive(Debug, Default)]
pub(crate) struct Counts {
    pub busy: AtomicUsize,
    pub done: AtomicU64,
    pub games: AtomicU64,
    pub failed: AtomicU64,
    pub refused: AtomicU64,
}

/// State shared by all slots of a worker.
pub(crate) struct Shared {
    pub connection: Connection,
    pub options: WorkerOptions,
    pub open: Box<OpenWork>,
    pub stop: Arc<Stop>,
    pub counts: Counts,
    pub speed: f64,
}

/// Does jobs until it is asked to stop.
pub struct JobWorker {
    shared: Arc<Shared>,
    runtime: tokio::runtime::Runtime,
}

impl JobWorker {
    /// Connects to the server and measures this machine.
    ///
    /// # Errors
    /// If there is no server or it does not let us in.
    pub fn connect(
        options: WorkerOptions,
        open: Box<OpenWork>,
        stop: Arc<Stop>,
    ) -> Result<Self, ClusterError> {
        let runtime = remote::runtime()?;
        let connection = runtime.block_on(Connection::open(&options.server))?;
        let speed = options.speed.unwrap_or_else(machine::speed);
        let counts = Counts::default();
        Ok(Self { shared: Arc::new(Shared { connection, options, open, stop, counts, speed }), runtime })
    }

    /// Works until it is asked to stop: games under way are finished, or given back if it is asked twice.
    #[must_use]
    pub fn work(&self) -> WorkerTotals {
        self.runtime.block_on(async {
            let telling = tokio::spawn(tell(Arc::clone(&self.shared)));
            let mut slots = JoinSet::new();
            for _ in 0..self.shared.options.concurrency.max(1) {
                slots.spawn(WorkerSlot::new(Arc::clone(&self.shared)).run());
            }
            while slots.join_next().await.is_some() {}
            telling.abort();
            self.leave().await;
        });
        let counts = &self.shared.counts;
        let count = |number: &AtomicU64| number.load(Ordering::Relaxed);
        WorkerTotals {
            done: count(&counts.done),
            failed: count(&counts.failed),
            refused: count(&counts.refused),
        }
    }

    /// Is not shown any more, and sends what is still to be sent.
    async fn leave(&self) {
        let good_bye = async {
            if let Ok(stream) = self.shared.connection.workers().await {
                drop(stream.purge().filter(subject(&worker_id())).await);
            }
            drop(self.shared.connection.context.client().flush().await);
        };
        // A server that is down must not keep the worker: its entry expires by itself.
        drop(tokio::time::timeout(SHUTDOWN_GRACE, good_bye).await);
    }
}

impl Shared {
    /// The queues whose jobs can be done here: what they need is a set of our programs, and our processor perhaps.
    pub fn queues(&self) -> Vec<String> {
        let programs = &self.options.programs;
        let mut needs: Vec<Vec<String>> = vec![Vec::new()];
        for (index, program) in programs.iter().enumerate() {
            needs.push(vec![program.clone()]);
            // A game has two players.
            for other in &programs[index + 1..] {
                let mut both = vec![program.clone(), other.clone()];
                both.sort();
                needs.push(both);
            }
        }
        let processor = machine::processor();
        let same: Vec<Vec<String>> =
            needs.iter().map(|needs| [&needs[..], std::slice::from_ref(&processor)].concat()).collect();
        needs.into_iter().chain(same).map(|needs| queue(&self.options.build, &needs)).collect()
    }

    pub async fn consumer(&self, queue: &str) -> Result<PullConsumer, ClusterError> {
        let config = pull::Config {
            durable_name: Some(queue.to_owned()),
            filter_subject: queue_subjects(queue),
            ack_policy: AckPolicy::Explicit,
            ack_wait: self.options.ack_wait,
            max_ack_pending: 1_000_000,
            max_waiting: 100_000,
            inactive_threshold: Duration::from_secs(24 * 3600),
            ..pull::Config::default()
        };
        let jobs = self.connection.jobs().await?;
        let consumer = jobs.get_or_create_consumer(queue, config).await;
        consumer.map_err(|error| ClusterError::server("a consumer of jobs")(error.into()))
    }
}

/// Tells apart the workers of a machine.
fn worker_id() -> String {
    let host: String =
        machine::host().chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
    format!("{host}-{}", std::process::id())
}

fn subject(id: &str) -> String {
    format!("catena.workers.{id}")
}

/// Tells of this worker every few seconds.
async fn tell(shared: Arc<Shared>) {
    let id = worker_id();
    let (mut before, mut told) = (0, Instant::now());
    loop {
        let counts = &shared.counts;
        let games = counts.games.load(Ordering::Relaxed);
        let seconds = told.elapsed().as_secs_f64();
        let status = WorkerStatus {
            id: id.clone(),
            host: machine::host(),
            build: shared.options.build.clone(),
            processor: machine::processor(),
            speed: shared.speed.round(),
            slots: shared.options.concurrency,
            busy: counts.busy.load(Ordering::Relaxed),
            done: counts.done.load(Ordering::Relaxed),
            games,
            games_per_second: if seconds > 0.1 { (games - before) as f64 / seconds } else { 0.0 },
            failed: counts.failed.load(Ordering::Relaxed),
            refused: counts.refused.load(Ordering::Relaxed),
            programs: shared.options.programs.clone(),
        };
        (before, told) = (games, Instant::now());
        let payload = serde_json::to_vec(&status).expect("names and numbers are JSON");
        if let Err(error) = shared.connection.context.publish(subject(&id), payload.into()).await {
            tracing::debug!("this worker was not told of: {error}");
        }
        tokio::time::sleep(TELL).await;
    }
}
