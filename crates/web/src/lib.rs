//! The app's server: games, analysis and reviews over HTTP, and the page itself.
//!
//! JSON and server-sent events over [`catena_engine::Session`]s, as docs/http.md describes them. Games
//! live in one SQLite file; searches take turns on a few threads and end with those who asked.

mod about;
mod analyze;
mod app;
mod arena;
mod board;
mod connection;
mod engine;
mod error;
mod export;
mod extract;
mod frames;
mod generate;
mod guard;
mod judge;
mod links;
mod look;
mod options;
mod page;
mod play;
mod review;
mod server;
mod session;
mod sessions;
mod store;
mod turn;
mod view;
mod watch;

pub use app::App;
pub use frames::frames_json;
pub use options::Options;
pub use server::{router, serve};
pub use store::StoreError;
