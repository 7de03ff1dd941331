//! Questions of reviews for the workers of a server.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use catena_app::review::{HelperAnswer, ReviewHelper};
use catena_arena::Stop;
use catena_arena::assessment::AssessmentWork;
use catena_arena::runner::{Collector, Job, JobResult, Need, Runner};
use catena_cluster::RemoteRunner;
use catena_engine::{Assessor, Task};

/// Interval at which the workers are counted again.
const COUNT_INTERVAL: Duration = Duration::from_secs(3);

/// Interval at which a question checks whether anybody needs it and anybody works.
const WATCH_INTERVAL: Duration = Duration::from_millis(100);

/// The workers of a server, as long as there are some of this build.
pub(super) struct RemoteReviews {
    runner: Arc<RemoteRunner>,
    /// Jobs that the workers do at once, and when they were counted.
    slots: Mutex<Option<(Instant, usize)>>,
}

impl RemoteReviews {
    pub fn new(runner: Arc<RemoteRunner>) -> Self {
        Self { runner, slots: Mutex::default() }
    }

    fn has_workers(&self) -> bool {
        let mut slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((at, known)) = *slots
            && at.elapsed() < COUNT_INTERVAL
        {
            return known > 0;
        }
        let counted = self.runner.slots().unwrap_or_else(|error| {
            tracing::debug!("the workers cannot be counted: {error}");
            0
        });
        *slots = Some((Instant::now(), counted));
        counted > 0
    }

    /// Asks the run to stop when nobody needs it any more, or nobody works.
    fn watch(&self, stop: &Stop, has_ended: &AtomicBool, is_over: &(dyn Fn() -> bool + Sync)) {
        while !has_ended.load(Ordering::Relaxed) {
            if is_over() || !self.has_workers() {
                stop.now();
                return;
            }
            thread::park_timeout(WATCH_INTERVAL);
        }
    }
}

impl ReviewHelper for RemoteReviews {
    fn answer(
        &self,
        review: &str,
        assessor: &Assessor,
        task: &Task,
        is_over: &(dyn Fn() -> bool + Sync),
    ) -> HelperAnswer {
        if !self.has_workers() {
            return HelperAnswer::Nobody;
        }
        let game = task.position.setup().game();
        let work = Arc::new(AssessmentWork::new(vec![(game, assessor.clone())], review));
        let number = AssessmentWork::number(task);
        let mut question = Question { number, job: Some(AssessmentWork::job(task)), result: None };
        let (stop, has_ended) = (Stop::new(), AtomicBool::new(false));
        let ran = thread::scope(|scope| {
            let watcher = scope.spawn(|| self.watch(&stop, &has_ended, is_over));
            let ran = self.runner.run(work, &mut question, &stop);
            has_ended.store(true, Ordering::Relaxed);
            watcher.thread().unpark();
            ran
        });
        let answer = question
            .result
            .map(|result| result.and_then(|result| AssessmentWork::answer(&result, &task.position)));
        match (ran, answer) {
            (_, Some(Ok(answer))) => HelperAnswer::Known(answer),
            (Ok(()), None) if is_over() => HelperAnswer::Over,
            (ran, answer) => {
                let why = answer.and_then(Result::err).or_else(|| ran.err().map(|error| error.to_string()));
                tracing::warn!(
                    "a question is answered here: {}",
                    why.as_deref().unwrap_or("no worker is there")
                );
                HelperAnswer::Nobody
            }
        }
    }
}

/// One question and its result.
struct Question {
    number: u64,
    job: Option<Job>,
    result: Option<Result<Vec<u8>, String>>,
}

impl Collector for Question {
    fn next(&mut self) -> Option<Job> {
        self.job.take()
    }

    fn store(&mut self, results: Vec<JobResult>) -> Need {
        // Others are answers to questions that this review has asked before the app was started again.
        let ours = results.into_iter().find(|result| result.number == self.number);
        self.result = self.result.take().or(ours.map(|result| result.outcome));
        Need::More
    }
}
