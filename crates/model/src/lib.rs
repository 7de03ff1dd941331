//! What was learned, as values: patterns and networks, their files, lookup and inference.
//!
//! A player holds its models in an `Arc`; nothing here is a static.

mod lanes;
pub mod network;
