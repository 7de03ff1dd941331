//! A small network that says how likely each empty cell is to be played, by the stones up to four steps away.
//!
//! Patterns know what lies two steps away and must have seen it before. Here each thing that a cell sees, a stone or a
//! border in one of the [slots](Slot) around it, adds a row of weights to the hidden units of the cell, and these say
//! how good the move is: what was never seen as a whole is known by its parts. The first layer is a sum, so that
//! a position takes as long as looking its patterns up. A [`Network`] holds what was learned, a [`Judge`] applies it to
//! a board; `catena-learn` learns it.

mod file;
mod in_use;
mod judge;
mod params;
mod vicinity;

pub use file::NetworkError;
pub use in_use::{NoNetwork, NotInUse};
pub use judge::{Judge, Lasts, Sight, into_chances};
pub use params::{HIDDEN, Network, Params, Seen};
pub use vicinity::{Far, Glimpse, SLOTS, Slot, Vicinity, View};
