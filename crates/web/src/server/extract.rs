//! Reading requests: every way in which one can be malformed becomes a sentence.

use std::time::Duration;

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use serde::de::DeserializeOwned;

use super::error::ApiError;

/// The largest body that is read.
pub const MAX_BODY: usize = 1 << 20;

/// Maximum time for a body.
const BODY_TIMEOUT: Duration = Duration::from_secs(15);

/// The body of a request as JSON.
pub struct Body<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let kind = request.headers().get(header::CONTENT_TYPE);
        let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        let essence = kind.split(';').next().unwrap_or_default().trim();
        if !essence.eq_ignore_ascii_case("application/json") {
            let sentence = "the body has to be JSON, with the header content-type: application/json";
            return Err(ApiError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, sentence));
        }
        let read = tokio::time::timeout(BODY_TIMEOUT, Bytes::from_request(request, state)).await;
        let late = |_| ApiError::new(StatusCode::REQUEST_TIMEOUT, "the body did not arrive in time");
        let bytes = read.map_err(late)?.map_err(unread)?;
        let value =
            serde_json::from_slice(&bytes).map_err(|error| ApiError::bad(format!("the body: {error}")));
        value.map(Self)
    }
}

fn unread(rejection: BytesRejection) -> ApiError {
    if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE {
        let sentence = format!("the body is longer than {} KiB", MAX_BODY >> 10);
        return ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, sentence);
    }
    ApiError::bad("the body did not arrive as it was announced")
}

/// The parameters after the question mark.
pub struct Query<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Query<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let read = axum::extract::Query::<T>::from_request_parts(parts, state).await;
        let axum::extract::Query(value) =
            read.map_err(|error| ApiError::bad(format!("the address: {}", error.body_text())))?;
        Ok(Self(value))
    }
}

/// The variable parts of the path.
pub struct Path<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for Path<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let read = axum::extract::Path::<T>::from_request_parts(parts, state).await;
        let axum::extract::Path(value) =
            read.map_err(|error| ApiError::bad(format!("the path: {}", error.body_text())))?;
        Ok(Self(value))
    }
}
