//! One slot of a worker: a thread that does one job after another, and the messages around it.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc;
use std::time::Duration;

use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::context::PublishErrorKind;
use async_nats::jetstream::message::PublishMessage;
use async_nats::jetstream::{AckKind, Message};
use catena_arena::runner::{Job, JobResult, Performer, Site, Work, performed};
use tokio::sync::oneshot;

use crate::error::ClusterError;
use crate::machine::time_factor;
use crate::names::{RunId, SPEED, parse_job};
use crate::offer::OfferedRun;
use crate::pull::{self, Wait};
use crate::worker::Shared;
use crate::{blobs, outcome};

/// A job is given to workers so often.
const DELIVERIES: i64 = 5;
/// Time for which the server keeps a request for a job.
const ASK: Duration = Duration::from_secs(2);
/// After a failure, how long is waited before the next attempt.
const RETRY: Duration = Duration::from_millis(300);

/// A request to a thread.
struct Order {
    work: Arc<dyn Work>,
    job: Job,
    answer: oneshot::Sender<Option<JobResult>>,
}

/// A run that this slot works for.
struct OpenRun {
    run: RunId,
    factor: f64,
    work: Arc<dyn Work>,
}

pub(crate) struct WorkerSlot {
    shared: Arc<Shared>,
    orders: mpsc::Sender<Order>,
    current: Option<OpenRun>,
    /// Games of the job that was begun last.
    games: u64,
}

impl WorkerSlot {
    pub fn new(shared: Arc<Shared>) -> Self {
        let (orders, received) = mpsc::channel();
        let stop = Arc::clone(&shared.stop);
        std::thread::spawn(move || {
            // The players of the run before are kept as long as the run goes on.
            let mut last: Option<(Arc<dyn Work>, Box<dyn Performer>)> = None;
            while let Ok(Order { work, job, answer }) = received.recv() {
                if !last.as_ref().is_some_and(|(known, _)| Arc::ptr_eq(known, &work)) {
                    last = Some((Arc::clone(&work), work.performer()));
                }
                let Some((_, performer)) = &mut last else { continue };
                let result = performed(performer.as_mut(), &job, &stop);
                if result.as_ref().is_some_and(|result| result.outcome.is_err()) {
                    // A failed job may have left its players in any state.
                    last = None;
                }
                drop(answer.send(result));
            }
        });
        Self { shared, orders, current: None, games: 0 }
    }

    /// One job after another until it is asked to stop.
    pub async fn run(mut self) {
        let mut consumers: Vec<PullConsumer> = Vec::new();
        while !self.shared.stop.is_asked() {
            if let Err(error) = self.turn(&mut consumers).await {
                tracing::warn!("{error}; trying again");
                consumers.clear();
                tokio::time::sleep(RETRY).await;
            }
        }
    }

    async fn turn(&mut self, consumers: &mut Vec<PullConsumer>) -> Result<(), ClusterError> {
        if consumers.is_empty() {
            for queue in self.shared.queues() {
                consumers.push(self.shared.consumer(&queue).await?);
            }
        }
        if let Some(message) = next_message(consumers).await? {
            self.shared.counts.busy.fetch_add(1, Ordering::Relaxed);
            let done = self.handle(&message).await;
            self.shared.counts.busy.fetch_sub(1, Ordering::Relaxed);
            done?;
        }
        Ok(())
    }

    /// Does a job, tells its result, and only then says that it is done.
    async fn handle(&mut self, message: &Message) -> Result<(), ClusterError> {
        let info = message.info().ok().map(|info| (info.delivered, info.stream_sequence));
        let (Some((run, number)), Some((delivered, sequence))) = (parse_job(&message.subject), info) else {
            self.shared.counts.refused.fetch_add(1, Ordering::Relaxed);
            tracing::warn!("{} is no job; it is refused", message.subject);
            return acknowledge(message, AckKind::Term).await;
        };
        let key = JobKey { run, number, sequence };
        if delivered > DELIVERIES {
            let reason = format!("{DELIVERIES} workers have begun it and not been heard of again");
            return self.tell(message, &key, &Err(reason)).await;
        }
        let result = self.perform(message, &key).await;
        match result {
            // It was asked to stop at once.
            None => acknowledge(message, AckKind::Nak(None)).await,
            Some(Err(reason)) => {
                self.shared.counts.failed.fetch_add(1, Ordering::Relaxed);
                tracing::warn!("job {number} has failed for the {delivered}. time: {reason}");
                if delivered < DELIVERIES {
                    return acknowledge(message, AckKind::Nak(Some(RETRY))).await;
                }
                self.tell(message, &key, &Err(reason)).await
            }
            Some(done) => {
                self.tell(message, &key, &done).await?;
                self.shared.counts.done.fetch_add(1, Ordering::Relaxed);
                self.shared.counts.games.fetch_add(self.games, Ordering::Relaxed);
                Ok(())
            }
        }
    }

    /// Performs a job, while the server hears that we are alive.
    async fn perform(&mut self, message: &Message, key: &JobKey) -> Option<Result<Vec<u8>, String>> {
        let work = match self.work(message, &key.run).await {
            Ok(work) => work,
            Err(reason) => return Some(Err(reason)),
        };
        let body = message.payload.to_vec();
        let job = Job { number: key.number, body, programs: Vec::new() };
        self.games = work.games(&job);
        let (answer, mut answered) = oneshot::channel();
        if self.orders.send(Order { work, job, answer }).is_err() {
            return Some(Err("a thread of the worker has ended".to_owned()));
        }
        let mut alive = tokio::time::interval(self.shared.options.ack_wait / 3);
        alive.tick().await;
        loop {
            tokio::select! {
                answer = &mut answered => {
                    let ended = || Err("a thread of the worker has ended".to_owned());
                    return answer.map_or_else(|_| Some(ended()), |result| Some(result?.outcome));
                }
                _ = alive.tick() => {
                    if let Err(error) = message.ack_with(AckKind::Progress).await {
                        tracing::debug!("the server did not hear that we are alive: {error}");
                    }
                }
            }
        }
    }

    /// The work of a run, with its models here.
    async fn work(&mut self, message: &Message, run: &RunId) -> Result<Arc<dyn Work>, String> {
        let speed = message.headers.as_ref().and_then(|headers| headers.get(SPEED));
        let speed = speed.map(|speed| speed.as_str().parse::<f64>().ok().filter(|speed| speed.is_normal()));
        let factor = match speed {
            None => 1.0,
            Some(Some(speed)) if speed > 0.0 => time_factor(speed, self.shared.speed),
            Some(_) => return Err("the speed of the machine that asks cannot be read".to_owned()),
        };
        if let Some(current) = self.current.as_ref().filter(|open| open.run == *run && open.factor == factor)
        {
            return Ok(Arc::clone(&current.work));
        }
        let work = self.open(run, factor).await?;
        self.current = Some(OpenRun { run: run.clone(), factor, work: Arc::clone(&work) });
        Ok(work)
    }

    async fn open(&self, run: &RunId, time_factor: f64) -> Result<Arc<dyn Work>, String> {
        let Shared { connection, options, open, .. } = &*self.shared;
        let told = |error: ClusterError| error.to_string();
        let content = blobs::get(connection, run.as_str()).await.map_err(told)?;
        let OfferedRun { description, .. } = serde_json::from_slice(&content)
            .map_err(|error| format!("the description of a run cannot be read: {error}"))?;
        let mut models = BTreeMap::new();
        for model in &description.models {
            let is_hash = model.hash.len() == 64 && model.hash.bytes().all(|byte| byte.is_ascii_hexdigit());
            if !is_hash {
                return Err(format!("{:?} is no hash of a model", model.hash));
            }
            let path = blobs::fetch(connection, &options.cache, &model.hash).await.map_err(told)?;
            models.insert(model.path.clone(), path);
        }
        let site = Site { models, time_factor, programs: options.programs.clone() };
        let opened = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| open(&description, &site)));
        opened.unwrap_or_else(|_| Err("the description of a run makes the program fail".to_owned()))
    }

    /// Publishes a result until the server has it, then acknowledges the job.
    async fn tell(
        &self,
        message: &Message,
        key: &JobKey,
        result: &Result<Vec<u8>, String>,
    ) -> Result<(), ClusterError> {
        let mut payload = outcome::encode(result);
        let context = &self.shared.connection.context;
        loop {
            let publish = PublishMessage::build().payload(payload.clone().into()).message_id(key.id());
            let sent = context.send_publish(key.run.result(key.number), publish).await;
            let sent = match sent {
                Ok(acknowledged) => acknowledged.await,
                Err(error) => Err(error),
            };
            match sent {
                Ok(_) => break,
                Err(error) if error.kind() == PublishErrorKind::MaxPayloadExceeded => {
                    let bytes = payload.len();
                    let reason = format!("its result of {bytes} bytes is longer than the server takes");
                    payload = outcome::encode(&Err(reason));
                }
                Err(error) => {
                    tracing::warn!("the result of job {} waits: {error}", key.number);
                    // Whoever asks twice does not want to wait for a server that is away.
                    if self.shared.stop.is_now() {
                        return Ok(());
                    }
                    tokio::time::sleep(RETRY).await;
                    drop(self.shared.connection.make_streams().await);
                }
            }
        }
        acknowledge(message, AckKind::Ack).await
    }
}

/// Identity of a job.
struct JobKey {
    run: RunId,
    number: u64,
    /// Of its message: a job that is offered again is another message.
    sequence: u64,
}

impl JobKey {
    /// A result that is published twice is one message.
    fn id(&self) -> String {
        format!("{}.{}.{}", self.run.as_str(), self.number, self.sequence)
    }
}

/// Tells the server what became of a job. If that is lost, the job comes again, and its result is known.
async fn acknowledge(message: &Message, kind: AckKind) -> Result<(), ClusterError> {
    let acknowledged = message.double_ack_with(kind).await;
    if let Err(error) = acknowledged {
        tracing::debug!("an acknowledgement was lost: {error}");
    }
    Ok(())
}

/// A job of any queue; nothing if there is none for a while.
async fn next_message(consumers: &[PullConsumer]) -> Result<Option<Message>, ClusterError> {
    let Some((usual, special)) = consumers.split_first() else { return Ok(None) };
    for consumer in special {
        if let Some(message) = pull::take(consumer, 1, Wait::No).await?.pop() {
            return Ok(Some(message));
        }
    }
    Ok(pull::take(usual, 1, Wait::For(ASK)).await?.pop())
}
