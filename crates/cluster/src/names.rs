//! Names of streams and subjects.
//!
//! A job's subject is its key, and a stream takes one message per subject: a job that waits or is under way cannot be
//! offered twice.

use catena_arena::fingerprint;
use catena_model::ModelHash;

pub(crate) const JOBS: &str = "catena-jobs";
pub(crate) const RESULTS: &str = "catena-results";
pub(crate) const WORKERS: &str = "catena-workers";
pub(crate) const BLOBS: &str = "catena-blobs";

pub(crate) const JOB_SUBJECTS: &str = "catena.jobs.>";
pub(crate) const RESULT_SUBJECTS: &str = "catena.results.>";
pub(crate) const WORKER_SUBJECTS: &str = "catena.workers.>";

/// The header of a job with the speed of the machine that asks.
pub(crate) const SPEED: &str = "Catena-Speed";

/// A run: the hash of its description and of where its results are kept.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct RunId(String);

impl RunId {
    pub fn new(description: &[u8]) -> Self {
        Self(ModelHash::of(description).to_string())
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    pub fn job(&self, queue: &str, number: u64) -> String {
        format!("catena.jobs.{queue}.{}.{number}", self.0)
    }

    pub fn all_jobs(&self) -> String {
        format!("catena.jobs.*.{}.>", self.0)
    }

    pub fn result(&self, number: u64) -> String {
        format!("catena.results.{}.{number}", self.0)
    }

    pub fn all_results(&self) -> String {
        format!("catena.results.{}.>", self.0)
    }

    pub fn collector(&self) -> String {
        format!("collector-{}", self.0)
    }
}

/// The queue of jobs for one build and what they need besides: programs of others, a processor.
pub(crate) fn queue(build: &str, needs: &[String]) -> String {
    let mut text = build.to_owned();
    for need in needs {
        text.push('\n');
        text.push_str(need);
    }
    format!("{:016x}", fingerprint(text.as_bytes()))
}

pub(crate) fn queue_subjects(queue: &str) -> String {
    format!("catena.jobs.{queue}.>")
}

/// The run and the number of a job by its subject; nothing if it is no job.
pub(crate) fn parse_job(subject: &str) -> Option<(RunId, u64)> {
    let parts: Vec<&str> = subject.split('.').collect();
    let ["catena", "jobs", _, run, number] = parts[..] else { return None };
    let is_hash = run.len() == 64 && run.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_hash.then(|| Some((RunId(run.to_owned()), number.parse().ok()?)))?
}

/// The number of a result by its subject.
pub(crate) fn parse_result(subject: &str) -> Option<u64> {
    let parts: Vec<&str> = subject.split('.').collect();
    let ["catena", "results", _, number] = parts[..] else { return None };
    number.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subjects_are_read_as_they_are_written() {
        let run = RunId::new(b"a run");
        assert_eq!(parse_job(&run.job("q", 7)), Some((run.clone(), 7)));
        assert_eq!(parse_result(&run.result(u64::MAX)), Some(u64::MAX));
        for wrong in ["catena.jobs.q.r.1", "catena.jobs", "a.b.c.d.e", &run.job("q.q", 1)] {
            assert_eq!(parse_job(wrong), None, "{wrong}");
        }
        assert_eq!(parse_result("catena.results.x.-1"), None);
    }

    #[test]
    fn builds_and_needs_have_queues_of_their_own() {
        let queues = [queue("a", &[]), queue("b", &[]), queue("a", &["x".into()]), queue("a", &["y".into()])];
        let different: std::collections::BTreeSet<&String> = queues.iter().collect();
        assert_eq!(different.len(), queues.len());
    }
}
