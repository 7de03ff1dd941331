//! From a position to an outcome, fast.

mod rng;

pub use rng::Rng;
