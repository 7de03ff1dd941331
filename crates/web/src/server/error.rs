//! Refusal of a request: a status and one sentence.

use std::time::Duration;

use axum::Json;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::json;

use catena_app::error::AppError;

/// An answer that is no success.
#[derive(Clone, Debug)]
pub struct ApiError {
    status: StatusCode,
    sentence: String,
    retry_after: Option<Duration>,
}

/// Answer of a handler.
pub type ApiResult<T> = Result<T, ApiError>;

impl ApiError {
    pub fn new(status: StatusCode, sentence: impl Into<String>) -> Self {
        Self { status, sentence: sentence.into(), retry_after: None }
    }

    /// A request that cannot be read.
    pub fn bad(sentence: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, sentence)
    }

    pub fn forbidden(sentence: impl Into<String>) -> Self {
        Self::new(StatusCode::FORBIDDEN, sentence)
    }

    pub fn not_found(sentence: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, sentence)
    }
}

impl From<AppError> for ApiError {
    fn from(error: AppError) -> Self {
        let retry_after = match &error {
            AppError::LimitReached { retry_after, .. } => *retry_after,
            _ => None,
        };
        let status = match &error {
            AppError::Invalid(_) => StatusCode::BAD_REQUEST,
            AppError::Forbidden(_) => StatusCode::FORBIDDEN,
            AppError::NotFound(_) => StatusCode::NOT_FOUND,
            AppError::Conflict(_) => StatusCode::CONFLICT,
            AppError::LimitReached { .. } => StatusCode::TOO_MANY_REQUESTS,
            AppError::DiskFull(_) => StatusCode::INSUFFICIENT_STORAGE,
            AppError::Internal(_) => StatusCode::INTERNAL_SERVER_ERROR,
        };
        Self { retry_after, ..Self::new(status, error.to_string()) }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let mut response = (self.status, Json(json!({ "error": self.sentence }))).into_response();
        if let Some(after) = self.retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, after.as_secs().into());
        }
        response
    }
}
