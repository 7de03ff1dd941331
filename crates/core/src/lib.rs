//! Boards, rules, positions and records of Havannah, Hex, Y, \*Star and Renkula!.
//!
//! Three layers: [`Topology`] is the graph of a board, [`Board`] the stones on it, [`Position`] a
//! game under the rules of a [`Setup`]. A game itself is one small file in [`rules`]; [`reference`](mod@reference)
//! says the same slowly and obviously. [`record`] reads and writes games.
//!
//! ```
//! use catena_core::{Color, Position, Setup, render};
//!
//! let mut position = Position::new("hex 3".parse::<Setup>()?);
//! for name in ["b2", "a1", "b1", "a2", "b3"] {
//!     let mv = position.topology().parse_move(name)?;
//!     position.play(mv)?;
//! }
//! assert_eq!(position.outcome().and_then(|outcome| outcome.winner), Some(Color::Black));
//! println!("{}", render::text(&position));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The feature `serde` (de)serializes games, colors, setups and records as their texts.

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
#[cfg(feature = "serde")]
mod serde;
mod setup;
mod switch;
mod text;
pub mod topology;
pub mod xml;

pub use board::Board;
pub use cell::{ByColor, Cell, Color, Move};
pub use notation::UnknownMove;
pub use outcome::{Figures, How, Outcome};
pub use position::{JudgeAnswer, PlayError, Ply, Position, StonesError};
pub use record::{Record, RecordError};
pub use rules::Game;
pub use setup::{Setup, SizeError, SwapRule};
pub use switch::Switch;
pub use text::UnknownText;
pub use topology::Topology;
