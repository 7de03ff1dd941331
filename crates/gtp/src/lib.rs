//! The Go Text Protocol, version 2, over a session: a line goes in, a reply comes out.
//!
//! Commands are one table ([`COMMANDS`]); `list_commands`, `known_command`, `help` and the
//! dispatcher read it. [`serve`] connects a [`Protocol`] to any pair of streams.

mod command;
mod protocol;
mod serve;

pub use command::{COMMANDS, Command};
pub use protocol::{FileAccess, Protocol, Response};
pub use serve::{MAX_LINE, serve};
