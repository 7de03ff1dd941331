//! Both ends of the Go Text Protocol, version 2: a server over a session, where a line goes in and a
//! reply comes out, and a [`client`] that runs other engines in their dialects.
//!
//! Commands are one table ([`COMMANDS`]); `list_commands`, `known_command`, `help` and the
//! dispatcher read it. [`serve`] connects a [`Protocol`] to any pair of streams.
//!
//! Board programs find what they know: HexGui its `param`, `hexgui-analyze_commands` and graphics
//! during a search (`param guifx on`), Sabaki and Lizzie a stream of analysis with one line a
//! report (all numbers for the player to move, the best move first, `order` counts from 0):
//!
//! ```text
//! analyze black 50
//! =
//! info move d4 visits 116 value 0.4436 winrate 0.4436 rave 0.5100 proof win order 0 pv d4 c5 info move …
//!
//! lz-analyze black 50
//! =
//! info move d4 visits 116 winrate 4436 prior 0 order 0 pv d4 c5 info move …
//! ```
//!
//! A search sees what comes in meanwhile: the line `# interrupt` ends `genmove` and `reg_genmove`
//! with the best move so far, other lines wait for their turn. `analyze`, `lz-analyze` and
//! `kata-analyze` write a line at each interval until any line comes in; so does the search in the
//! opponent's time (`param ponder on`) without writing. A `genmove` without any limit also ends at
//! the next line.
//!
//! ```
//! use catena_core::Game;
//! use catena_engine::{ModelStore, PlayerSpec, Session};
//! use catena_gtp::{FileAccess, Protocol, serve};
//!
//! let player = PlayerSpec::parse("random")?.resolve(Game::Hex, &ModelStore::default())?;
//! let session = Session::new("hex 5".parse()?, player, 1);
//! let mut protocol = Protocol::new(session, FileAccess::Denied);
//! let mut replies = Vec::new();
//! serve(&mut protocol, "play black c3\nfinal_score\nquit\n".as_bytes(), &mut replies)?;
//! assert!(String::from_utf8(replies)?.starts_with("= \n\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod client;
mod command;
mod form;
pub mod line;
mod peer;
mod protocol;
mod serve;
mod watch;

pub use command::{COMMANDS, Command};
pub use protocol::{FileAccess, Protocol, Response};
pub use serve::serve;
