//! The app's server: games, analysis and reviews over HTTP, and the page itself.
//!
//! JSON and server-sent events over [`catena_app`], as docs/http.md describes them. Four parts, each using
//! those above it:
//!
//! - `app`: what the app needs from a server: the file of games, threads, a folder of its own.
//! - `bundle`: the page of `ui/` as few files; the build script uses it.
//! - `server`: connections, who may ask, reading requests, the embedded page.
//! - `routes`: one file for each family of requests, and the table of all.
//!
//! ```
//! use catena_web::{Options, WebApp, router};
//!
//! let data = std::env::temp_dir().join(format!("catena-web-example-{}", std::process::id()));
//! std::fs::create_dir_all(&data)?;
//! let routes = router(WebApp::open(Options::new(data.clone()))?);
//! # drop(routes);
//! # std::fs::remove_dir_all(data)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod app;
#[cfg(any(debug_assertions, test))]
#[cfg_attr(not(debug_assertions), allow(dead_code, reason = "tested as the build script uses it"))]
mod bundle;
mod routes;
mod server;

pub use app::{Audience, Options, StorageError, WebApp};
pub use routes::router;
pub use server::serve;
