//! What was learned, as values: patterns and networks, their files, lookup and inference.
//!
//! [`pattern`] says what a move is worth by the 6, 12 or 18 cells around it, [`policy_net`] by the stones up to four
//! steps away, [`network`](mod@network) by the whole board. A player holds its [`Models`], each in an `Arc`; nothing here is a static but the bytes of
//! the [embedded](mod@embedded) files.

pub mod embedded;
mod file;
mod hash;
mod lanes;
mod models;
pub mod network;
pub mod pattern;
pub mod policy_net;

pub use file::{FileKind, ModelFileError};
pub use hash::ModelHash;
pub use models::{MissingModel, Model, ModelKind, Models, UnusableModel};
