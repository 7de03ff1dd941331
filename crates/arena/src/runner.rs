//! Runners do the work of matches, self-play and training: threads of this program, or other machines.
//!
//! A [`Work`] is what all jobs of a run share, a [`Job`] is one piece of it. Both are pure descriptions, so that a
//! [`Runner`] may do a job anywhere and twice. A [`Collector`] hands out jobs and is the only one that stores results.

mod description;
mod local;

use std::sync::Arc;

pub use description::{ModelFile, OpeningsText, RunDescription, Site, setup_of};
pub use local::{LocalRunner, performed};

use crate::assessment::{self, AssessmentWork};
use crate::match_work::{self, MatchWork};
use crate::selfplay::{self, Selfplay};
use crate::stop::Stop;

/// A piece of work; its run and its number are its key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// Its number in the run.
    pub number: u64,
    /// Data for the run's performers.
    pub body: Vec<u8>,
    /// The command lines of programs of others that it needs.
    pub programs: Vec<String>,
}

/// Result of a job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JobResult {
    /// The number of the job.
    pub number: u64,
    /// The result, or the reason why the job could not be done.
    pub outcome: Result<Vec<u8>, String>,
}

/// Data shared by all jobs of a run.
pub trait Work: Send + Sync {
    /// All of it, for other machines.
    fn description(&self) -> RunDescription;

    /// Does jobs in one thread.
    fn performer(self: Arc<Self>) -> Box<dyn Performer>;

    /// Number of games in a job, or of positions, as its speed is told.
    fn games(&self, _job: &Job) -> u64 {
        1
    }
}

/// Does one job after another.
pub trait Performer {
    /// The result of a job; nothing if it was asked to stop at once.
    ///
    /// # Errors
    /// Why the job cannot be done.
    fn perform(&mut self, job: &Job, stop: &Stop) -> Result<Option<Vec<u8>>, String>;
}

/// Tells if more results are needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// There may be more jobs.
    More,
    /// No new jobs are to be started.
    Enough,
}

/// Hands out the jobs of a run and stores their results.
pub trait Collector {
    /// The next job, if there is one before more results are known.
    fn next(&mut self) -> Option<Job>;

    /// Returns true if jobs depend on results before them: then none is asked for before a performer is free.
    fn is_adaptive(&self) -> bool {
        false
    }

    /// Stores results. A result that is stored already is passed over. The runner forgets them when this returns
    /// [`Need::More`]; a collector that could not store them keeps the error and says [`Need::Enough`].
    fn store(&mut self, results: Vec<JobResult>) -> Need;
}

/// Does the jobs of runs.
pub trait Runner: Sync {
    /// Does jobs until there are no more, enough is known or it is asked to stop.
    ///
    /// # Errors
    /// If nobody can do them.
    fn run(&self, work: Arc<dyn Work>, collector: &mut dyn Collector, stop: &Stop)
    -> Result<(), RunnerError>;
}

/// Why a runner cannot work, in a sentence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct RunnerError(pub String);

/// The matches, trials, self-play and questions of reviews that another machine describes.
///
/// # Errors
/// If there are none of that kind, or if they cannot be done here.
pub fn open(description: &RunDescription, site: &Site) -> Result<Arc<dyn Work>, String> {
    match description.kind.as_str() {
        match_work::KIND => Ok(Arc::new(MatchWork::open(description, site)?)),
        selfplay::KIND => Ok(Arc::new(Selfplay::open(description, site)?)),
        assessment::KIND => Ok(Arc::new(AssessmentWork::open(description, site)?)),
        other => Err(format!("there is no work of the kind {other:?}")),
    }
}
