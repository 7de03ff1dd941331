//! Why something cannot be done on other machines.

use std::path::PathBuf;

use catena_arena::runner::RunnerError;

/// Why something cannot be done on other machines.
#[derive(Debug, thiserror::Error)]
pub enum ClusterError {
    /// There is no server, or it does not let us in.
    #[error("the NATS server {server} cannot be used: {why}")]
    Connect {
        /// Its address.
        server: String,
        /// Why.
        why: String,
    },
    /// The server refuses what we need.
    #[error("the NATS server refuses {what}: {why}")]
    Server {
        /// The refused request.
        what: &'static str,
        /// Why.
        why: String,
    },
    /// A file cannot be read or written.
    #[error("{}: {_1}", _0.display())]
    File(PathBuf, #[source] std::io::Error),
    /// A model is not what it was.
    #[error("{} has changed since the run began", .0.display())]
    Changed(PathBuf),
    /// Something that was sent to us is missing or not what it is named as.
    #[error("{0}")]
    Content(String),
}

impl ClusterError {
    /// The server refuses something.
    pub(crate) fn server(what: &'static str) -> impl FnOnce(async_nats::Error) -> Self {
        move |error| Self::Server { what, why: error.to_string() }
    }
}

impl From<ClusterError> for RunnerError {
    fn from(error: ClusterError) -> Self {
        Self(error.to_string())
    }
}
