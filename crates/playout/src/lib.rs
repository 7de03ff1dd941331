//! From a position to an outcome, fast.

mod lanes;
mod rng;
mod sliced;

pub use lanes::Lanes;
pub use rng::Rng;
pub use sliced::{Amaf, Bamboo, FillOut, FillOutOptions, FillOutResult, LaneRng, NoFillOut};
