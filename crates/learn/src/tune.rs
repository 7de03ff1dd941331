//! Tuning: which values of parameters win most games, from games that are mostly chance.
//!
//! A [`Space`] says which parameters are tried and maps them to coordinates from 0 to 1; a
//! [`Tuner`] says which point to try next, given what was measured before, and [`Findings`] what is
//! known in the end. [`Tuning`] plays the games. The methods are CLOP (Coulom 2011), SPSA (Spall
//! 1992) and uniform sampling; [`synthetic`] has functions whose highest point is known.

mod clop;
mod findings;
mod matrix;
mod picture;
mod play;
mod regression;
mod sampler;
mod space;
mod spsa;
pub mod synthetic;
mod tuner;

pub use clop::{Local, SHARPNESS};
pub use findings::{Estimated, Findings, Gain};
pub use picture::svg;
pub use play::{Tuning, TuningError, TuningObserver};
pub use regression::{PRIOR, Quadratic, QuadraticFit, Sample, features, logistic};
pub use space::{Dimension, Space, SpaceError, Spacing};
pub use tuner::{Method, Tuner};
