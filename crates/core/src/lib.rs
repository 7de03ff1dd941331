//! What the games are: boards, rules, positions and records of Havannah, Hex, Y, \*Star and
//! Renkula!.
//!
//! Three layers: [`Topology`] is the graph of a board, [`Board`] the stones on it, [`Position`] a
//! game under the rules of a [`Setup`]. A game itself is one small file in [`rules`]; [`reference`](mod@reference)
//! says the same slowly and obviously. [`record`] reads and writes games.

mod board;
mod cell;
pub mod chart;
mod figure;
mod hash;
mod notation;
mod outcome;
mod position;
pub mod record;
pub mod reference;
pub mod render;
pub mod rules;
mod setup;
mod switch;
pub mod topology;
pub mod xml;

pub use board::Board;
pub use cell::{ByColor, Cell, Color, Move};
pub use notation::UnknownMove;
pub use outcome::{Figures, How, Outcome};
pub use position::{Judgement, PlayError, Ply, Position, StonesError};
pub use record::{Record, RecordError};
pub use rules::Game;
pub use setup::{Setup, SizeError, SwapRule};
pub use switch::Switch;
pub use topology::Topology;
