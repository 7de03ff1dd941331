//! Proofs about positions of Havannah, Hex, Y, \*Star and Renkula!.
//!
//! A [`Solver`] finds the winner under best play by depth-first proof-number search; [`verify`]
//! checks its answers with slow and obvious code of its own. [`analysis`] finds the virtual
//! connections, must-play regions and inferior cells of a position, [`frame`] the frames of Havannah.
//!
//! ```
//! use catena_core::{Color, Position, Setup};
//! use catena_proof::{Solver, SolverConfig, Verdict};
//!
//! let setup: Setup = "y 4".parse()?;
//! let config = SolverConfig { table_bytes: 1 << 22, ..SolverConfig::default() };
//! let mut solver = Solver::new(&setup, config);
//! assert_eq!(solver.solve(&Position::new(setup), &mut ()), Verdict::Won(Color::Black));
//! # Ok::<(), catena_core::UnknownText>(())
//! ```

pub mod analysis;

pub mod cgt;
pub mod circuit;
pub mod connection;
pub mod frame;
pub mod incremental;
pub mod inferior;
mod prober;
#[cfg(test)]
#[path = "../tests/testdata/relaxation.rs"]
mod relaxation;
#[cfg(test)]
#[path = "../tests/testdata/rng.rs"]
mod rng;
pub mod set;
mod solver;
pub mod stones;
pub mod verify;

pub use prober::{ConnectionProber, FillIn, FrameProber, MoveOrder, Probe, Prober, ThreatProber, prober};
pub use solver::{
    DeepProbes, ProofStoreError, Solver, SolverConfig, SolverObserver, SolverProgress, Verdict,
};
