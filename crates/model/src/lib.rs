//! Learned models as values: patterns and networks, their files, lookup and inference.
//!
//! [`pattern`] says what a move is worth by the 6, 12 or 18 cells around it, [`network`](mod@network) what moves and
//! the position are worth by the whole board. A player holds its [`Models`], each in an `Arc`; nothing here is a static but the bytes of
//! the [embedded](mod@embedded) files.
//!
//! ```
//! use catena_core::Game;
//! use catena_model::network::{Architecture, Network};
//!
//! let network = Network::random(Architecture::new(Game::Y, 2, 16), 1)?;
//! assert_eq!(network.architecture().game, Game::Y);
//! # Ok::<(), catena_model::network::ArchitectureError>(())
//! ```

pub mod embedded;
mod file;
mod hash;
mod lanes;
mod models;
pub mod network;
pub mod pattern;

pub use file::ModelFileError;
pub use hash::ModelHash;
pub use models::{MissingModel, Model, ModelKind, Models, UnusableModel};
