//! Other machines that answer the questions of reviews, if whoever carries the app knows some.

use catena_engine::{Assessment, Assessor, Task};

/// Answers questions of reviews elsewhere.
pub trait ReviewHelper: Send + Sync {
    /// The answer to a question of a review, which this waits for. `is_over` says when nobody needs it any more; the
    /// name tells reviews that go on at the same time apart.
    fn answer(
        &self,
        review: &str,
        assessor: &Assessor,
        task: &Task,
        is_over: &(dyn Fn() -> bool + Sync),
    ) -> HelperAnswer;
}

/// Result of a question that was asked elsewhere.
#[derive(Clone, Debug, PartialEq)]
pub enum HelperAnswer {
    /// The answer.
    Known(Assessment),
    /// Nobody needs it any more.
    Over,
    /// Nobody can answer there now: the question is for this machine.
    Nobody,
}
