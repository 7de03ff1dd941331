//! Workers and runners of the cluster in this process, with work whose behavior a test chooses.

#![allow(dead_code, reason = "each test uses a part of it")]

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use catena_arena::Stop;
use catena_arena::runner::{
    Collector, Job, JobResult, Need, Performer, RunDescription, Runner, RunnerError, Site, Work,
};
use catena_cluster::{
    Hardware, JobWorker, RemoteOptions, RemoteRunner, ServerOptions, WorkerOptions, WorkerTotals,
};

use crate::nats::Server;

/// The speed that machines in tests say they have.
pub const SPEED: f64 = 1e5;

pub type Results = BTreeMap<u64, Result<Vec<u8>, String>>;

/// A worker for a build, with a folder of its own for models.
pub fn worker_options(folder: &Path, server: &Server, build: &str) -> WorkerOptions {
    WorkerOptions {
        server: ServerOptions::new(&server.address()),
        build: build.to_owned(),
        concurrency: 1,
        ack_wait: Duration::from_secs(5),
        cache: folder.join("models"),
        programs: Vec::new(),
        speed: Some(SPEED),
    }
}

/// A worker in a thread.
pub struct InProcess {
    stop: Arc<Stop>,
    thread: JoinHandle<WorkerTotals>,
}

impl InProcess {
    pub fn start(
        options: WorkerOptions,
        open: impl Fn(&RunDescription, &Site) -> Result<Arc<dyn Work>, String> + Send + Sync + 'static,
    ) -> Self {
        let stop = Arc::new(Stop::new());
        let worker = JobWorker::connect(options, Box::new(open), Arc::clone(&stop)).unwrap();
        Self { stop, thread: std::thread::spawn(move || worker.work()) }
    }

    /// Its work until now.
    pub fn stop(self) -> WorkerTotals {
        self.stop.finish_games();
        self.thread.join().unwrap()
    }
}

/// Work with any description, whose jobs all have the same result.
pub struct Echo {
    description: RunDescription,
    answer: Vec<u8>,
}

impl Echo {
    pub fn described(description: RunDescription) -> Arc<dyn Work> {
        Arc::new(Self { description, answer: Vec::new() })
    }

    pub fn answering(answer: Vec<u8>) -> Arc<dyn Work> {
        Arc::new(Self { description: RunDescription::new("test", &()), answer })
    }
}

impl Work for Echo {
    fn description(&self) -> RunDescription {
        self.description.clone()
    }

    fn performer(self: Arc<Self>) -> Box<dyn Performer> {
        struct Answer(Vec<u8>);
        impl Performer for Answer {
            fn perform(&mut self, _: &Job, _: &Stop) -> Result<Option<Vec<u8>>, String> {
                Ok(Some(self.0.clone()))
            }
        }
        Box::new(Answer(self.answer.clone()))
    }
}

/// Work some of whose jobs fail with a reason, or panic if the reason is `panic`.
pub struct Sabotage {
    inner: Arc<dyn Work>,
    fail: BTreeMap<u64, &'static str>,
}

impl Sabotage {
    pub fn of(inner: Arc<dyn Work>, fail: &[(u64, &'static str)]) -> Arc<dyn Work> {
        Arc::new(Self { inner, fail: fail.iter().copied().collect() })
    }
}

impl Work for Sabotage {
    fn description(&self) -> RunDescription {
        self.inner.description()
    }

    fn performer(self: Arc<Self>) -> Box<dyn Performer> {
        struct Saboteur(Box<dyn Performer>, BTreeMap<u64, &'static str>);
        impl Performer for Saboteur {
            fn perform(&mut self, job: &Job, stop: &Stop) -> Result<Option<Vec<u8>>, String> {
                match self.1.get(&job.number) {
                    None => self.0.perform(job, stop),
                    Some(&"panic") => panic!("it panics"),
                    Some(reason) => Err((*reason).to_owned()),
                }
            }
        }
        Box::new(Saboteur(Arc::clone(&self.inner).performer(), self.fail.clone()))
    }
}

/// Hands out these numbers with a body that is no job, and keeps all results.
struct Gather {
    numbers: Vec<u64>,
    results: Results,
}

impl Collector for Gather {
    fn next(&mut self) -> Option<Job> {
        let number = self.numbers.pop()?;
        Some(Job { number, body: b"\xff{nonsense".to_vec(), programs: Vec::new() })
    }

    fn store(&mut self, results: Vec<JobResult>) -> Need {
        self.results.extend(results.into_iter().map(|result| (result.number, result.outcome)));
        Need::More
    }
}

/// Lets the workers of a server do jobs.
pub fn try_offer(
    server: &Server,
    build: &str,
    hardware: Hardware,
    work: Arc<dyn Work>,
    numbers: &[u64],
) -> Result<Results, RunnerError> {
    let options = RemoteOptions {
        server: ServerOptions::new(&server.address()),
        build: build.to_owned(),
        home: "test".to_owned(),
        hardware,
        speed: Some(SPEED),
        notice: Box::new(|_| {}),
    };
    let mut gather = Gather { numbers: numbers.to_vec(), results: Results::new() };
    RemoteRunner::connect(options).unwrap().run(work, &mut gather, &Stop::new())?;
    Ok(gather.results)
}

/// See [`try_offer`].
pub fn offer(server: &Server, build: &str, work: Arc<dyn Work>, numbers: &[u64]) -> Results {
    try_offer(server, build, Hardware::Scaled, work, numbers).unwrap()
}
