//! Networks learned from self-play: the loop self-play, training, gate.
//!
//! [`Run`] is the loop in a directory, which it can resume after a kill at any moment. A generation
//! plays games of the best network against itself by small searches (Gumbel, 32 evaluations a
//! move), trains the network on the newest games, and lets the candidate play against the best. The
//! gradients are written by hand and checked against finite differences: the network is small and
//! the processor's caches are large, so one position at a time is the fastest way.

mod adam;
mod chart;
mod evaluate;
mod games;
mod gate;
mod kernel;
mod layout;
mod loss;
mod opening;
mod options;
mod pass;
mod run;
mod selfplay;
mod state;
#[cfg(test)]
mod tests;
mod trainer;
mod vector;
mod window;
mod work;

pub use options::{GateOptions, SelfplayOptions, StepOptions, TrainOptions};
pub use run::{Run, TrainObserver};
pub use state::{Generation, RunState, StartNetwork, TrainError};
pub use work::{KIND, open};
