//! From a position to an outcome, fast.
//!
//! [`kernel`](mod@kernel) plays uniform random games one at a time, [`policy`] lets them choose
//! their moves, [`FillOut`] fills 512 boards at once where only the full board counts, [`winner`] holds
//! the winner-finding algorithms of the papers and [`paper`] the playouts of their run-time table.

pub mod kernel;
mod lanes;
pub mod paper;
pub mod policy;
mod rng;
mod sliced;
pub mod winner;

pub use kernel::{Kernel, Playout, Scratch, Start, bare_fill, kernel};
pub use lanes::{InstructionKind, InstructionSet, Lanes, Widest};
pub use rng::Rng;
pub use sliced::{FillOut, FillOutOptions, FillOutResult, LaneRng, NoFillOut};
