//! The runner whose work is done on other machines.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};

use async_nats::jetstream::consumer::pull::Config;
use async_nats::jetstream::consumer::{AckPolicy, PullConsumer};
use async_nats::jetstream::{self};
use catena_arena::Stop;
use catena_arena::runner::{Collector, JobResult, Need, Runner, RunnerError, Work};
use tokio::runtime::{Handle, Runtime};

use crate::connection::{Connection, ServerOptions};
use crate::error::ClusterError;
use crate::machine;
use crate::names::parse_result;
use crate::offer::Offer;
use crate::outcome;
use crate::pull::{self, Wait};
use crate::roster::{Needs, Roster};
use crate::status::{ClusterStatus, workers};

/// Results that are stored together at most.
const BATCH: usize = 500;
/// Maximum wait for results before other tasks.
const WAIT: Duration = Duration::from_millis(500);
/// Without results for so long, jobs are offered again: a server that lost its files has lost them too.
const OFFER_AGAIN: Duration = Duration::from_secs(10);
/// Interval at which the workers are counted.
const COUNT: Duration = Duration::from_secs(3);
/// Jobs that are offered ahead for each slot of a worker, and for all at least.
const AHEAD: usize = 4;
const LEAST: usize = 64;

/// Which machines may do work whose result depends on their speed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Hardware {
    /// All; times are scaled by the speed of each.
    #[default]
    Scaled,
    /// Those with the processor of this one.
    Same,
}

/// Options for offering work.
pub struct RemoteOptions {
    /// The server.
    pub server: ServerOptions,
    /// This program: workers of another build do not take its jobs.
    pub build: String,
    /// Where results are kept: two commands that keep them in one place share their jobs.
    pub home: String,
    /// Which machines may do timed work.
    pub hardware: Hardware,
    /// Playouts a second of this machine, as [`speed`](crate::speed) measures them; measured if not given.
    pub speed: Option<f64>,
    /// Is told what a person should know.
    pub notice: Box<dyn Fn(&str) + Send + Sync>,
}

/// Offers jobs to workers and collects their results.
pub struct RemoteRunner {
    options: RemoteOptions,
    /// There until the runner is dropped.
    runtime: Option<Runtime>,
    handle: Handle,
    connection: Connection,
    told: Mutex<String>,
    speed: OnceLock<f64>,
}

/// Threads for connections.
pub(crate) fn runtime() -> Result<Runtime, ClusterError> {
    let built = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    built.map_err(|error| ClusterError::Content(format!("no threads for a connection: {error}")))
}

impl RemoteRunner {
    /// Connects to the server.
    ///
    /// # Errors
    /// If there is none or it does not let us in.
    pub fn connect(options: RemoteOptions) -> Result<Self, ClusterError> {
        let runtime = runtime()?;
        let connection = runtime.block_on(Connection::open(&options.server))?;
        let handle = runtime.handle().clone();
        Ok(Self {
            options,
            runtime: Some(runtime),
            handle,
            connection,
            told: Mutex::default(),
            speed: OnceLock::new(),
        })
    }

    /// The workers and the waiting jobs.
    ///
    /// # Errors
    /// If the server does not answer.
    pub fn status(&self) -> Result<ClusterStatus, ClusterError> {
        self.handle.block_on(ClusterStatus::read(&self.connection))
    }

    /// Jobs that workers of this build do at once.
    ///
    /// # Errors
    /// If the server does not answer.
    pub fn slots(&self) -> Result<usize, ClusterError> {
        let all = self.handle.block_on(workers(&self.connection))?;
        Ok(all.iter().filter(|worker| worker.build == self.options.build).map(|worker| worker.slots).sum())
    }

    /// Playouts a second of this machine; measured once.
    fn speed(&self) -> f64 {
        *self.speed.get_or_init(|| self.options.speed.unwrap_or_else(machine::speed))
    }

    /// Tells something, once in a row.
    fn tell(&self, text: String) {
        let Ok(mut told) = self.told.lock() else { return };
        if *told != text {
            if !text.is_empty() {
                (self.options.notice)(&text);
            }
            *told = text;
        }
    }

    fn offer(&self, work: &dyn Work) -> Result<Offer, ClusterError> {
        let description = work.description();
        let same = description.timed && self.options.hardware == Hardware::Same;
        let processor = same.then(machine::processor);
        let speed = (description.timed && !same).then(|| self.speed());
        Offer::new(description, &self.options.home, &self.options.build, processor, speed)
    }
}

impl Drop for RemoteRunner {
    fn drop(&mut self) {
        // Whoever drops it may be a task of another runtime, which must not wait.
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

impl std::fmt::Debug for RemoteRunner {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RemoteRunner").field("server", &self.options.server).finish_non_exhaustive()
    }
}

impl Runner for RemoteRunner {
    fn run(
        &self,
        work: Arc<dyn Work>,
        collector: &mut dyn Collector,
        stop: &Stop,
    ) -> Result<(), RunnerError> {
        let offer = self.offer(work.as_ref())?;
        let mut collection = Collection {
            runner: self,
            offer,
            collector,
            stop,
            stored: HashSet::new(),
            slots: 0,
            counted: None,
            heard: Instant::now(),
        };
        self.handle.block_on(collection.run()).map_err(Into::into)
    }
}

/// A run under way.
struct Collection<'a> {
    runner: &'a RemoteRunner,
    offer: Offer,
    collector: &'a mut dyn Collector,
    stop: &'a Stop,
    /// Jobs whose results were stored in this run.
    stored: HashSet<u64>,
    /// Jobs that all workers together do at once.
    slots: usize,
    counted: Option<Instant>,
    /// When the last result came.
    heard: Instant,
}

/// Result of one round with the server.
enum Step {
    GoOn,
    /// Nothing is missing.
    Complete,
    /// No more is wanted.
    Left,
    /// Nobody can do it.
    Refused(String),
}

impl Collection<'_> {
    /// Until all is done or no more is wanted; a server that is away is waited for.
    async fn run(&mut self) -> Result<(), ClusterError> {
        // A description that the server refuses at the beginning, it refuses later too.
        self.offer.describe(&self.runner.connection).await?;
        let mut is_drained = false;
        loop {
            match self.step(&mut is_drained).await {
                Ok(Step::GoOn) => {}
                Ok(Step::Complete) => {
                    self.finish().await;
                    return Ok(());
                }
                Ok(Step::Left) => {
                    self.withdraw().await;
                    return Ok(());
                }
                Ok(Step::Refused(why)) => {
                    self.withdraw().await;
                    return Err(ClusterError::Content(why));
                }
                Err(error) => {
                    tracing::warn!("{error}; trying again");
                    if self.stop.is_asked() {
                        return Ok(());
                    }
                    tokio::time::sleep(WAIT).await;
                    self.restore().await;
                }
            }
        }
    }

    async fn withdraw(&self) {
        if let Err(error) = self.offer.withdraw(&self.runner.connection).await {
            tracing::warn!("{error}");
        }
    }

    async fn step(&mut self, is_drained: &mut bool) -> Result<Step, ClusterError> {
        let consumer = self.consumer().await?;
        // Results of an earlier run come first: they need not be computed again.
        while !*is_drained && !self.stop.is_asked() {
            match self.collect(&consumer, Wait::No).await? {
                (0, Need::More) => *is_drained = true,
                (_, Need::More) => {}
                (_, Need::Enough) => return Ok(Step::Left),
            }
        }
        loop {
            if let Some(refusal) = self.count().await? {
                return Ok(Step::Refused(refusal));
            }
            if self.stop.is_asked() {
                return Ok(Step::Left);
            }
            self.fill().await?;
            if self.offer.open.is_empty() {
                return Ok(Step::Complete);
            }
            let (count, need) = self.collect(&consumer, Wait::For(WAIT)).await?;
            if need == Need::Enough {
                return Ok(Step::Left);
            }
            if count > 0 {
                self.heard = Instant::now();
            } else if self.heard.elapsed() > OFFER_AGAIN {
                self.heard = Instant::now();
                self.restore().await;
                return Ok(Step::GoOn);
            }
        }
    }

    async fn consumer(&self) -> Result<PullConsumer, ClusterError> {
        let (run, results) = (&self.offer.run, self.runner.connection.results().await?);
        let config = Config {
            durable_name: Some(run.collector()),
            filter_subject: run.all_results(),
            ack_policy: AckPolicy::Explicit,
            ack_wait: Duration::from_secs(30),
            max_ack_pending: 10 * BATCH as i64,
            inactive_threshold: Duration::from_secs(3600),
            ..Config::default()
        };
        let consumer = results.get_or_create_consumer(&run.collector(), config).await;
        consumer.map_err(|error| ClusterError::server("a consumer of results")(error.into()))
    }

    /// Offers as many jobs as workers need.
    async fn fill(&mut self) -> Result<(), ClusterError> {
        let most = match self.collector.is_adaptive() {
            true => self.slots.max(1),
            false => (AHEAD * self.slots).max(LEAST),
        };
        let mut new = Vec::new();
        while self.offer.open.len() < most {
            let Some(job) = self.collector.next() else { break };
            if !self.stored.contains(&job.number) {
                new.push(job.number);
                self.offer.open.insert(job.number, job);
            }
        }
        if new.is_empty() {
            return Ok(());
        }
        self.offer.publish(&self.runner.connection, &new).await
    }

    /// Stores results, then tells the server that they are.
    async fn collect(&mut self, consumer: &PullConsumer, wait: Wait) -> Result<(usize, Need), ClusterError> {
        let mut messages = pull::take(consumer, BATCH, Wait::No).await?;
        if messages.is_empty() && wait != Wait::No {
            messages = pull::take(consumer, 1, wait).await?;
        }
        let read = |message: &jetstream::Message| -> Option<JobResult> {
            Some(outcome::decode(parse_result(&message.subject)?, &message.payload))
        };
        let results: Vec<JobResult> = messages.iter().filter_map(read).collect();
        if results.is_empty() {
            return Ok((0, Need::More));
        }
        let numbers: Vec<u64> = results.iter().map(|result| result.number).collect();
        let count = results.len();
        if self.collector.store(results) == Need::Enough {
            return Ok((count, Need::Enough));
        }
        for number in numbers {
            self.stored.insert(number);
            self.offer.open.remove(&number);
        }
        for message in &messages {
            // An acknowledgement that is lost brings the result again, and it is passed over.
            if let Err(error) = message.ack().await {
                tracing::debug!("an acknowledgement was not sent: {error}");
            }
        }
        Ok((count, Need::More))
    }

    /// After an outage: streams that are gone, descriptions, and all jobs that are open.
    async fn restore(&mut self) {
        let connection = self.runner.connection.clone();
        let numbers: Vec<u64> = self.offer.open.keys().copied().collect();
        let restored = async {
            connection.make_streams().await?;
            self.offer.describe(&connection).await?;
            self.offer.publish(&connection, &numbers).await
        };
        if let Err(error) = restored.await {
            tracing::debug!("{error}");
        }
    }

    /// Counts the workers now and then, and tells what a person should know; returns why waiting is of no use, if it is not.
    async fn count(&mut self) -> Result<Option<String>, ClusterError> {
        if self.counted.is_some_and(|counted| counted.elapsed() < COUNT) {
            return Ok(None);
        }
        let all = workers(&self.runner.connection).await?;
        self.counted = Some(Instant::now());
        let programs = self.offer.open.values().flat_map(|job| job.programs.iter().cloned()).collect();
        let (build, processor) = (self.runner.options.build.clone(), self.offer.processor.clone());
        let roster = Roster::new(&Needs { build, processor, programs }, &all);
        self.slots = roster.slots;
        self.runner.tell(roster.notice);
        Ok(roster.refusal)
    }

    /// Nothing is left of a run that is complete, not even jobs that were offered again after an outage.
    async fn finish(&self) {
        self.withdraw().await;
        let Ok(results) = self.runner.connection.results().await else { return };
        // The server forgets the remaining ones in time.
        drop(results.delete_consumer(&self.offer.run.collector()).await);
        drop(results.purge().filter(self.offer.run.all_results()).await);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn batches_wait_no_longer_than_asked() {
        assert!(WAIT < OFFER_AGAIN && COUNT < OFFER_AGAIN);
    }
}
