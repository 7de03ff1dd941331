//! The page: what the build script has linked of `ui/`. A build with debug assertions links it anew for each request,
//! so that a reload shows a change.

use std::borrow::Cow;

use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

use super::compress::reads_gzip;
use super::error::ApiError;

include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// A file in the program.
struct Stored {
    path: &'static str,
    kind: &'static str,
    bytes: &'static [u8],
    gzip: &'static [u8],
    is_hashed: bool,
    tag: &'static str,
}

/// A file of the page as it is served.
struct File {
    kind: &'static str,
    bytes: Cow<'static, [u8]>,
    gzip: Cow<'static, [u8]>,
    is_hashed: bool,
    tag: Cow<'static, str>,
    /// The hash of the script inside of it, if there is one.
    inline_script: Option<Cow<'static, str>>,
}

/// A file of the page; everything that no route knows comes here.
pub async fn page(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    if uri.path().starts_with("/api") {
        return ApiError::not_found("there is nothing at this address; docs/http.md lists what there is")
            .into_response();
    }
    if method != Method::GET && method != Method::HEAD {
        return ApiError::new(StatusCode::METHOD_NOT_ALLOWED, "files can only be read").into_response();
    }
    match find(uri.path().trim_start_matches('/')) {
        Ok(Some(file)) => serve(file, &headers),
        Ok(None) => ApiError::not_found("there is no such file").into_response(),
        Err(why) => ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, why).into_response(),
    }
}

#[cfg(not(debug_assertions))]
fn find(path: &str) -> Result<Option<File>, String> {
    Ok(stored(path))
}

#[cfg(debug_assertions)]
fn find(path: &str) -> Result<Option<File>, String> {
    let root = std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../ui"));
    // A program that has left its sources behind has what it was built with.
    if !root.is_dir() {
        return Ok(stored(path));
    }
    let crate::bundle::Page { assets, inline_script } = crate::bundle::bundle(root)?;
    Ok(assets.into_iter().find(|asset| asset.path == path).map(|asset| File {
        kind: asset.kind,
        bytes: Cow::Owned(asset.bytes),
        gzip: Cow::Owned(asset.gzip),
        is_hashed: asset.is_hashed,
        tag: Cow::Owned(asset.tag),
        inline_script: path.is_empty().then_some(Cow::Owned(inline_script)),
    }))
}

fn stored(path: &str) -> Option<File> {
    ASSETS.iter().find(|asset| asset.path == path).map(|asset| File {
        kind: asset.kind,
        bytes: Cow::Borrowed(asset.bytes),
        gzip: Cow::Borrowed(asset.gzip),
        is_hashed: asset.is_hashed,
        tag: Cow::Borrowed(asset.tag),
        inline_script: path.is_empty().then_some(Cow::Borrowed(INLINE_SCRIPT)),
    })
}

fn serve(file: File, headers: &HeaderMap) -> Response {
    let known = headers.get(header::IF_NONE_MATCH).and_then(|known| known.to_str().ok());
    let is_known = known
        .is_some_and(|known| known.split(',').any(|one| one.trim().trim_start_matches("W/") == file.tag));
    let is_packed = reads_gzip(headers);
    let mut response = if is_known {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        let body = if is_packed { file.gzip } else { file.bytes };
        ([(header::CONTENT_TYPE, file.kind)], body.into_owned()).into_response()
    };
    let answer = response.headers_mut();
    if is_packed && !is_known {
        answer.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    answer.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if file.is_hashed {
        let for_ever = HeaderValue::from_static("max-age=31536000, immutable");
        answer.insert(header::CACHE_CONTROL, for_ever);
    }
    if let Ok(tag) = HeaderValue::from_str(&file.tag) {
        answer.insert(header::ETAG, tag);
    }
    if let Some(hash) = file.inline_script
        && let Ok(policy) = HeaderValue::from_str(&super::guard::policy(&hash))
    {
        answer.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    response
}
