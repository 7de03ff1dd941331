//! The token of the server and the cookie of a visitor's browser.
//!
//! Where others than this machine can reach the server, a request needs its token: in the address that the
//! command line prints, afterwards in a cookie, or in the header `authorization`. A second cookie tells
//! browsers apart, so that each has its own games.

use axum::http::header::{self, HeaderValue};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};

use super::error::ApiError;
use crate::WebApp;
use catena_app::error::AppError;

/// Cookies last a year.
const MAX_AGE: u32 = 365 * 24 * 60 * 60;

/// Credentials in a request.
pub struct RequestCredentials {
    /// Servers on other ports of the machine share its cookies.
    port: u16,
    pub visitor: Option<String>,
    token: Option<String>,
}

impl RequestCredentials {
    pub fn read(headers: &HeaderMap) -> Self {
        let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
        let port = host.and_then(|host| host.parse::<Authority>().ok()?.port_u16()).unwrap_or(80);
        let bearer = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
        let bearer = bearer.and_then(|value| value.strip_prefix("Bearer ")).map(str::to_owned);
        let token = bearer.or_else(|| cookie(headers, &format!("catena-token-{port}")));
        let visitor = cookie(headers, &format!("catena-visitor-{port}")).filter(|id| is_id(id));
        Self { port, visitor, token }
    }

    /// Lets a request through that needs no token or has it. One with the token in its address is sent on
    /// to the address without it, and has a cookie from then on.
    pub fn check(&self, app: &WebApp, method: &Method, uri: &Uri) -> Result<(), Box<Response>> {
        let Some(token) = &app.options.token else { return Ok(()) };
        let in_address =
            uri.query().unwrap_or_default().split('&').find_map(|one| one.strip_prefix("token="));
        let is_page = !uri.path().starts_with("/api") && *method == Method::GET;
        if is_page && in_address.is_some_and(|given| is_same(given, token)) {
            let mut answer = (StatusCode::SEE_OTHER, [(header::LOCATION, "/")]).into_response();
            set_cookie(&mut answer, &format!("catena-token-{}", self.port), token);
            return Err(Box::new(answer));
        }
        if self.token.as_ref().is_some_and(|given| is_same(given, token)) {
            return Ok(());
        }
        let sentence = "this server needs its token: open the address that catena serve has printed, or send \
            the header authorization: Bearer TOKEN";
        Err(Box::new(ApiError::new(StatusCode::UNAUTHORIZED, sentence).into_response()))
    }

    /// Gives a browser that loads the page its cookie.
    pub fn welcome(&self, answer: &mut Response) -> Result<(), AppError> {
        if self.visitor.is_none() {
            let visitor = WebApp::new_token().map_err(AppError::internal)?;
            set_cookie(answer, &format!("catena-visitor-{}", self.port), &visitor);
        }
        Ok(())
    }
}

fn set_cookie(answer: &mut Response, name: &str, value: &str) {
    // Lax: whoever follows a link from elsewhere is still the same visitor. Foreign pages are kept out by
    // the checks of their origin.
    let cookie = format!("{name}={value}; Path=/; Max-Age={MAX_AGE}; HttpOnly; SameSite=Lax");
    if let Ok(cookie) = HeaderValue::from_str(&cookie) {
        answer.headers_mut().append(header::SET_COOKIE, cookie);
    }
}

fn cookie(headers: &HeaderMap, name: &str) -> Option<String> {
    let all = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = all.flat_map(|value| value.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(known, _)| *known == name).map(|(_, value)| value.to_owned())
}

/// Returns true if it looks like an id that [`RequestCredentials::welcome`] gives.
fn is_id(text: &str) -> bool {
    text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Compares in a time that does not tell how much is right.
fn is_same(given: &str, token: &str) -> bool {
    given.len() == token.len() && given.bytes().zip(token.bytes()).fold(0, |all, (a, b)| all | (a ^ b)) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_compared_as_a_whole() {
        assert!(is_same("abc", "abc"));
        assert!(
            !is_same("abd", "abc") && !is_same("bbc", "abc") && !is_same("ab", "abc") && !is_same("", "abc")
        );
    }

    #[test]
    fn cookies_are_those_of_the_port() {
        let mut headers = HeaderMap::new();
        let visitor = "0123456789abcdef0123456789abcdef";
        headers.insert(header::HOST, HeaderValue::from_static("127.0.0.1:7391"));
        let cookies = format!("catena-visitor-80=x; catena-visitor-7391={visitor};catena-token-7391=t");
        headers.insert(header::COOKIE, HeaderValue::from_str(&cookies).unwrap());
        let read = RequestCredentials::read(&headers);
        assert_eq!((read.visitor.as_deref(), read.token.as_deref()), (Some(visitor), Some("t")));
        headers.insert(header::HOST, HeaderValue::from_static("127.0.0.1"));
        assert_eq!(RequestCredentials::read(&headers).visitor, None, "no id of ours");
    }
}
