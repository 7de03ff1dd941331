//! The runner that works in threads of this program.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex};
use std::thread;

use super::{Collector, Job, JobResult, Need, Performer, Runner, RunnerError, Work};
use crate::stop::Stop;

/// Does several jobs at once, one thread each.
#[derive(Clone, Copy, Debug)]
pub struct LocalRunner {
    at_once: usize,
}

impl LocalRunner {
    /// This many threads, at least one.
    #[must_use]
    pub fn new(at_once: usize) -> Self {
        Self { at_once: at_once.max(1) }
    }
}

impl Runner for LocalRunner {
    fn run(
        &self,
        work: Arc<dyn Work>,
        collector: &mut dyn Collector,
        stop: &Stop,
    ) -> Result<(), RunnerError> {
        // Threads that wait for the store would be idle; but a choice is best made late.
        let most = if collector.is_adaptive() { self.at_once } else { 2 * self.at_once };
        let enough = Stop::new();
        let (send_job, jobs) = mpsc::channel();
        let (jobs, send_job) = (Mutex::new(jobs), send_job);
        thread::scope(|scope| {
            let (send_result, results) = mpsc::channel();
            for _ in 0..self.at_once {
                let (work, jobs, send_result, enough) =
                    (Arc::clone(&work), &jobs, send_result.clone(), &enough);
                scope.spawn(move || thread_of(work, jobs, &send_result, [stop, enough]));
            }
            drop(send_result);
            // The threads end when there is nobody to send jobs.
            let send_job = send_job;
            direct(collector, most, &send_job, &results, [stop, &enough]);
        });
        Ok(())
    }
}

/// Hands out jobs and takes in results.
fn direct(
    collector: &mut dyn Collector,
    most: usize,
    jobs: &Sender<Job>,
    results: &Receiver<Option<JobResult>>,
    [stop, enough]: [&Stop; 2],
) {
    let mut under_way = 0;
    loop {
        while under_way < most && !stop.is_asked() && !enough.is_asked() {
            let Some(job) = collector.next() else { break };
            if jobs.send(job).is_err() {
                return;
            }
            under_way += 1;
        }
        if under_way == 0 {
            return;
        }
        let Ok(first) = results.recv() else { return };
        let came: Vec<Option<JobResult>> = [first].into_iter().chain(results.try_iter()).collect();
        under_way -= came.len();
        let done: Vec<JobResult> = came.into_iter().flatten().collect();
        if !done.is_empty() && collector.store(done) == Need::Enough {
            enough.finish_games();
        }
    }
}

/// One job after another; nothing comes back from those that are not done.
fn thread_of(
    work: Arc<dyn Work>,
    jobs: &Mutex<Receiver<Job>>,
    results: &Sender<Option<JobResult>>,
    [stop, enough]: [&Stop; 2],
) {
    let mut performer = work.performer();
    loop {
        let job = jobs.lock().map(|jobs| jobs.recv());
        let Ok(Ok(job)) = job else { return };
        let is_over = stop.is_asked() || enough.is_asked();
        let result = if is_over { None } else { performed(performer.as_mut(), &job, stop) };
        if results.send(result).is_err() {
            return;
        }
    }
}

/// Does a job whatever comes of it: a panic is a reason as any other.
pub fn performed(performer: &mut dyn Performer, job: &Job, stop: &Stop) -> Option<JobResult> {
    let outcome = catch_unwind(AssertUnwindSafe(|| performer.perform(job, stop))).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no reason given");
        Err(format!("the program failed: {text}"))
    });
    Some(JobResult { number: job.number, outcome: outcome.transpose()? })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runner::RunDescription;

    /// Doubles numbers; fails at 3, panics at 5.
    struct Doubling;

    impl Work for Doubling {
        fn description(&self) -> RunDescription {
            RunDescription::new("doubling", &())
        }

        fn performer(self: Arc<Self>) -> Box<dyn Performer> {
            Box::new(Self)
        }
    }

    impl Performer for Doubling {
        fn perform(&mut self, job: &Job, _: &Stop) -> Result<Option<Vec<u8>>, String> {
            match job.number {
                3 => Err("three".to_owned()),
                5 => panic!("five"),
                _ => Ok(Some(vec![2 * job.body[0]])),
            }
        }
    }

    struct Numbers {
        next: u8,
        enough_at: usize,
        results: Vec<JobResult>,
    }

    impl Collector for Numbers {
        fn next(&mut self) -> Option<Job> {
            self.next += 1;
            let number = self.next;
            (number <= 9).then(|| Job { number: number.into(), body: vec![number], programs: Vec::new() })
        }

        fn store(&mut self, results: Vec<JobResult>) -> Need {
            self.results.extend(results);
            if self.results.len() >= self.enough_at { Need::Enough } else { Need::More }
        }
    }

    #[test]
    fn every_job_has_one_result_also_if_it_fails() {
        let mut numbers = Numbers { next: 0, enough_at: 100, results: Vec::new() };
        LocalRunner::new(3).run(Arc::new(Doubling), &mut numbers, &Stop::new()).unwrap();
        numbers.results.sort_by_key(|result| result.number);
        let expected = (1..=9).map(|number: u8| match number {
            3 => Err("three".to_owned()),
            5 => Err("the program failed: five".to_owned()),
            _ => Ok(vec![2 * number]),
        });
        assert_eq!(
            numbers.results,
            expected.zip(1..).map(|(outcome, number)| JobResult { number, outcome }).collect::<Vec<_>>()
        );
    }

    #[test]
    fn enough_is_enough() {
        let mut numbers = Numbers { next: 0, enough_at: 1, results: Vec::new() };
        LocalRunner::new(1).run(Arc::new(Doubling), &mut numbers, &Stop::new()).unwrap();
        // One was waiting when the first was stored; the thread may have taken it already.
        assert!((1..=2).contains(&numbers.results.len()), "{:?}", numbers.results);
    }
}
