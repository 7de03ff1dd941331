//! What can be proved of a position of Havannah, Hex, Y, \*Star or Renkula!.
//!
//! A [`Solver`] finds the winner under best play by depth-first proof-number search; [`check`]
//! verifies its answers with slow and obvious code of its own.

pub mod analysis;
pub mod check;
pub mod connection;
pub mod frame;
mod framed;
pub mod inferior;
mod key;
mod knowledge;
mod lesson;
pub mod resistance;
#[cfg(test)]
#[path = "../tests/testdata/rng.rs"]
mod rng;
mod search;
pub mod set;
mod shared;
mod sides;
mod solver;
pub mod stones;
mod store;
pub mod study;
mod table;
mod view;

pub use framed::FrameKnowledge;
pub use knowledge::{Filled, Knowledge, Look, MoveOrder, Plain};
pub use sides::{SideKnowledge, knowledge};
pub use solver::{CloserLooks, Observer, Progress, Solver, SolverConfig, Verdict};
pub use store::StoreError;
