//! A small network that says how likely each empty cell is to be played, by the stones up to four steps away.
//!
//! Patterns know what lies two steps away and must have seen it before. Here each thing that a cell sees, a stone or a
//! border in one of the [slots](FieldSlot) around it, adds a row of weights to the hidden units of the cell, and these say
//! how good the move is: what was never seen as a whole is known by its parts. The first layer is a sum, so that
//! a position takes as long as looking its patterns up. A [`PolicyNet`] holds what was learned, an [`Inference`] applies it to
//! a board; `catena-learn` learns it.

mod file;
mod inference;
mod params;
mod receptive_field;

pub use inference::{Inference, InputView, LastMoves, softmax};
pub use params::{Feature, HIDDEN, Params, PolicyNet};
pub use receptive_field::{FieldEdge, FieldSlot, LastMoveOffset, Orientation, ReceptiveField, SLOTS};
