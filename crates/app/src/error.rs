//! Why the app does not do what it was asked to.

use std::fmt::Display;
use std::time::Duration;

/// The message is one sentence for whoever asked.
#[derive(Debug, thiserror::Error)]
pub enum AppError {
    /// It cannot be understood, or is against the rules.
    #[error("{0}")]
    Invalid(String),
    /// Somebody else may, but not who asks.
    #[error("{0}")]
    Forbidden(String),
    /// The requested thing does not exist.
    #[error("{0}")]
    NotFound(String),
    /// The game has moved on.
    #[error("{0}")]
    Conflict(String),
    #[error("{message}")]
    LimitReached {
        message: String,
        /// When to ask again, where waiting helps.
        retry_after: Option<Duration>,
    },
    #[error("the disk is full: nothing was changed")]
    DiskFull(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The reason is in the log.
    #[error("the server failed at this; its log says why")]
    Internal(#[source] Box<dyn std::error::Error + Send + Sync>),
}

pub type AppResult<T> = Result<T, AppError>;

impl AppError {
    pub fn invalid(reason: impl Display) -> Self {
        Self::Invalid(reason.to_string())
    }

    /// A limit that is reached for now.
    pub fn limit_reached(message: impl Into<String>, retry_after: Duration) -> Self {
        Self::LimitReached { message: message.into(), retry_after: Some(retry_after) }
    }

    pub fn internal(reason: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        let reason = reason.into();
        tracing::error!("{reason}");
        Self::Internal(reason)
    }
}

impl From<serde_json::Error> for AppError {
    fn from(error: serde_json::Error) -> Self {
        tracing::error!("what the store holds: {error}");
        Self::Internal(Box::new(error))
    }
}
