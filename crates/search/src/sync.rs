//! The atomics of the tree: the standard ones, or those of loom, which tries all interleavings of
//! threads (`RUSTFLAGS="--cfg loom" cargo test -p catena-games-search --lib --release loom`).

#[cfg(loom)]
pub use loom::sync::atomic::{AtomicU16, AtomicU32, AtomicU64, Ordering};
#[cfg(not(loom))]
pub use std::sync::atomic::{AtomicU16, AtomicU32, AtomicU64, Ordering};
