//! Access checks, and limits on what a browser may do with the answer.
//!
//! The server listens on the loopback, but so does every page that the user's browser has open. Two
//! checks keep foreign pages out: the host has to be this machine by address or by its own name, so
//! that a domain which resolves to 127.0.0.1 (DNS rebinding) gets nothing; and what a browser says
//! about where a request comes from has to be our own origin.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{self, HeaderName, HeaderValue};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::accept::PeerAddress;
use super::access::RequestCredentials;
use super::error::ApiError;
use crate::WebApp;
use catena_app::quota::RequestSender;

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
    font-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'none'; base-uri 'none'; \
    frame-ancestors 'none'";

const HEADERS: [(HeaderName, &str); 6] = [
    // The page brings its own, which allows the one script that is inside of it.
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// Lets a request through, or refuses it; every answer gets the headers.
pub async fn guard(State(app): State<Arc<WebApp>>, mut request: Request, next: Next) -> Response {
    let credentials = RequestCredentials::read(request.headers());
    let client = client(&request, &credentials);
    request.extensions_mut().insert(client);
    let is_page = !request.uri().path().starts_with("/api");
    let checked =
        check(&app, request.headers(), request.uri()).map_err(|error| Box::new(error.into_response()));
    let checked = checked.and_then(|()| credentials.check(&app, request.method(), request.uri()));
    let mut response = match checked {
        Ok(()) if is_page => {
            let mut page = next.run(request).await;
            // Without the cookie the page works, but its games are nobody's; the reason is in the log.
            drop(credentials.welcome(&mut page));
            page
        }
        Ok(()) => next.run(request).await,
        Err(refusal) => *refusal,
    };
    for (name, value) in HEADERS {
        response.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    }
    let cached = HeaderValue::from_static("no-cache");
    response.headers_mut().entry(header::CACHE_CONTROL).or_insert(cached);
    response
}

/// The policy of a page with one script inside of it, by its hash.
pub fn policy(inline_script: &str) -> String {
    POLICY.replace("script-src 'self'", &format!("script-src 'self' '{inline_script}'"))
}

/// Identifies the client of a request.
fn client(request: &Request, credentials: &RequestCredentials) -> RequestSender {
    let peer = request.extensions().get::<PeerAddress>();
    let address = peer.map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |peer| peer.0);
    RequestSender { address, visitor: credentials.visitor.clone() }
}

fn check(app: &WebApp, headers: &HeaderMap, uri: &Uri) -> Result<(), ApiError> {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let host = host.ok_or_else(|| ApiError::forbidden("the request does not say which host it is for"))?;
    let host: Authority = host.parse().map_err(|_| ApiError::bad("the header host is no host"))?;
    for asked in [Some(&host), uri.authority()].into_iter().flatten() {
        if !is_own_host(asked.host(), app.options.host.as_deref()) {
            let sentence = "this host is not served here: use the address of the machine, localhost, or \
                the name given with --host";
            return Err(ApiError::forbidden(sentence));
        }
    }
    if uri.path().starts_with("/api") { check_origin(&host, headers) } else { Ok(()) }
}

/// Only names can be rebound to another address; addresses are what they are.
fn is_own_host(host: &str, own_name: Option<&str>) -> bool {
    let address = host.trim_start_matches('[').trim_end_matches(']');
    host.eq_ignore_ascii_case("localhost")
        || own_name.is_some_and(|name| name.eq_ignore_ascii_case(host))
        || address.parse::<IpAddr>().is_ok()
}

/// Programs say nothing about an origin; browsers always do where it is another one.
fn check_origin(host: &Authority, headers: &HeaderMap) -> Result<(), ApiError> {
    let foreign = || ApiError::forbidden("requests from pages of another origin are refused");
    if let Some(site) = headers.get("sec-fetch-site")
        && site != "same-origin"
        && site != "none"
    {
        return Err(foreign());
    }
    let Some(origin) = headers.get(header::ORIGIN) else { return Ok(()) };
    let own = origin.to_str().ok().and_then(|origin| origin.strip_prefix("http://"));
    if own.is_some_and(|own| own.eq_ignore_ascii_case(host.as_str())) { Ok(()) } else { Err(foreign()) }
}
