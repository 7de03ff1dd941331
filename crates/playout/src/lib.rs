//! From a position to an outcome, fast.

pub mod kernel;
pub mod paper;
pub mod policy;
mod rng;
pub mod winner;

pub use kernel::{Kernel, Playout, Scratch, Start, bare_fill, kernel};
pub use rng::Rng;
