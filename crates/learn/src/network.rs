//! A network learned from games: which of all empty cells was played, by gradient descent (Adam).
//!
//! [`Courses`] are games as choices, [`Slope`] is how the likelihood of choices changes with the numbers of the
//! network, [`NetworkLearner`] climbs it.

mod course;
mod descent;
mod learner;
mod slope;

pub use course::{Choice, Courses};
pub use learner::{NetworkLearner, NetworkLesson, NetworkObserver, NetworkOptions, measure};
pub use slope::Slope;
