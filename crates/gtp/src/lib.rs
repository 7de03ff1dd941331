//! The Go Text Protocol, version 2, over a session: a line goes in, a reply comes out.
//!
//! Commands are one table ([`COMMANDS`]); `list_commands`, `known_command`, `help` and the
//! dispatcher read it. [`serve`] connects a [`Protocol`] to any pair of streams.
//!
//! A search sees what comes in meanwhile: the line `# interrupt` ends `genmove` and `reg_genmove`
//! with the best move so far, other lines wait for their turn. `analyze`, `lz-analyze` and
//! `kata-analyze` write a line at each interval until any line comes in; so does the search in the
//! opponent's time (`param ponder on`) without writing. A `genmove` without any limit also ends at
//! the next line.

mod command;
mod form;
mod peer;
mod protocol;
mod serve;
mod watch;

pub use command::{COMMANDS, Command};
pub use protocol::{FileAccess, Protocol, Response};
pub use serve::{MAX_LINE, serve};
