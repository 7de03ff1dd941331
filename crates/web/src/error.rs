//! What a request is refused with: a status and one sentence.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::json;

/// An answer that is no success.
#[derive(Clone, Debug)]
pub struct ApiError {
    status: StatusCode,
    sentence: String,
}

/// What a handler answers.
pub type Answer<T> = Result<T, ApiError>;

impl ApiError {
    pub fn new(status: StatusCode, sentence: impl Into<String>) -> Self {
        Self { status, sentence: sentence.into() }
    }

    /// A request that cannot be read, or a move against the rules.
    pub fn bad(sentence: impl ToString) -> Self {
        Self::new(StatusCode::BAD_REQUEST, sentence.to_string())
    }

    pub fn forbidden(sentence: impl Into<String>) -> Self {
        Self::new(StatusCode::FORBIDDEN, sentence)
    }

    pub fn not_found(sentence: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, sentence)
    }

    /// The game has moved on.
    pub fn conflict(sentence: impl Into<String>) -> Self {
        Self::new(StatusCode::CONFLICT, sentence)
    }

    pub fn too_many(sentence: impl Into<String>) -> Self {
        Self::new(StatusCode::TOO_MANY_REQUESTS, sentence)
    }

    /// Something that is our fault; the reason goes to the log only.
    pub fn internal(reason: impl std::fmt::Display) -> Self {
        tracing::error!("{reason}");
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "the server failed at this; its log says why")
    }

    pub fn sentence(&self) -> &str {
        &self.sentence
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        (self.status, Json(json!({ "error": self.sentence }))).into_response()
    }
}

impl From<rusqlite::Error> for ApiError {
    fn from(error: rusqlite::Error) -> Self {
        Self::internal(format_args!("the store of games: {error}"))
    }
}

impl From<serde_json::Error> for ApiError {
    fn from(error: serde_json::Error) -> Self {
        Self::internal(format_args!("what the store holds: {error}"))
    }
}
