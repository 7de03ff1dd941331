//! Answers in JSON, pictures and records travel compressed where the client can read that.

use std::io::Write;

use axum::body::{Body, HttpBody, to_bytes};
use axum::extract::Request;
use axum::http::header::{self, HeaderMap, HeaderValue};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;

use super::error::ApiError;

/// Shorter answers fit into one packet and gain nothing.
const SMALLEST: u64 = 1_000;
const KINDS: [&str; 3] = ["application/json", "image/svg+xml", "application/x-go-sgf"];

/// Returns true if a client reads gzip.
pub fn reads_gzip(headers: &HeaderMap) -> bool {
    let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|accepted| accepted.to_str().ok());
    accepted.is_some_and(|accepted| {
        accepted.split(',').any(|one| {
            let mut parts = one.split(';').map(str::trim);
            parts.next() == Some("gzip") && parts.next() != Some("q=0")
        })
    })
}

/// Compresses what is worth it. Streams of events have no length and pass as they come.
pub async fn compress(request: Request, next: Next) -> Response {
    let is_read = reads_gzip(request.headers());
    let response = next.run(request).await;
    let length = response.body().size_hint().exact().unwrap_or(0);
    if !is_read || length < SMALLEST || !is_text(response.headers()) {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let Ok(plain) = to_bytes(body, usize::MAX).await else {
        return ApiError::not_found("the answer broke off").into_response();
    };
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    // Writing to memory cannot fail.
    let Ok(packed) = encoder.write_all(&plain).and_then(|()| encoder.finish()) else {
        return Response::from_parts(parts, Body::from(plain));
    };
    parts.headers.remove(header::CONTENT_LENGTH);
    parts.headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    parts.headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    Response::from_parts(parts, Body::from(packed))
}

fn is_text(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let is_plain = !headers.contains_key(header::CONTENT_ENCODING);
    is_plain && kind.is_some_and(|kind| KINDS.iter().any(|known| kind.starts_with(known)))
}
