//! The page: the files of `ui/`, embedded in the program. A build with debug assertions reads them
//! from the disk each time, so that a reload shows a change.

use axum::http::{HeaderMap, Method, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};

use super::error::ApiError;

#[derive(RustEmbed)]
#[folder = "../../ui"]
struct Files;

/// A file of the page; everything that no route knows comes here.
pub async fn page(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    if uri.path().starts_with("/api") {
        return ApiError::not_found("there is nothing at this address; docs/http.md lists what there is")
            .into_response();
    }
    if method != Method::GET && method != Method::HEAD {
        return ApiError::new(axum::http::StatusCode::METHOD_NOT_ALLOWED, "files can only be read")
            .into_response();
    }
    let path = match uri.path().trim_start_matches('/') {
        "" => "index.html",
        path => path,
    };
    match Files::get(path) {
        Some(file) => serve(file, &headers),
        None => ApiError::not_found("there is no such file").into_response(),
    }
}

fn serve(file: EmbeddedFile, headers: &HeaderMap) -> Response {
    let hash: String = file.metadata.sha256_hash()[..16].iter().map(|byte| format!("{byte:02x}")).collect();
    let tag = format!("\"{hash}\"");
    let known = headers.get(header::IF_NONE_MATCH).and_then(|known| known.to_str().ok());
    if known.is_some_and(|known| known.split(',').any(|one| one.trim().trim_start_matches("W/") == tag)) {
        return (axum::http::StatusCode::NOT_MODIFIED, [(header::ETAG, tag)]).into_response();
    }
    let kind = match file.metadata.mimetype() {
        text if text.starts_with("text/") => format!("{text}; charset=utf-8"),
        other => other.to_owned(),
    };
    ([(header::CONTENT_TYPE, kind), (header::ETAG, tag)], file.data.into_owned()).into_response()
}
