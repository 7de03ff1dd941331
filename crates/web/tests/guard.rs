//! Access checks, and limits on what a browser may do with the answer.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

mod client;

use client::Server;

const JSON: (&str, &str) = ("content-type", "application/json");

#[test]
fn pages_of_other_origins_get_nothing() {
    let server = Server::start();
    let own = format!("http://{}", server.address);
    let body = br#"{"game":"hex","size":3}"#;
    let create = |headers: &[(&str, &str)]| {
        let headers: Vec<_> = [JSON].into_iter().chain(headers.iter().copied()).collect();
        server.send("POST", "/api/games", &headers, body).status
    };
    assert_eq!(create(&[]), 201, "programs send no origin");
    assert_eq!(create(&[("origin", &own), ("sec-fetch-site", "same-origin")]), 201);
    for origin in
        ["http://evil.example", "null", "https://127.0.0.1", "http://127.0.0.1:1", "http://localhost", "x"]
    {
        assert_eq!(create(&[("origin", origin)]), 403, "{origin}");
    }
    for site in ["cross-site", "same-site"] {
        assert_eq!(create(&[("sec-fetch-site", site)]), 403, "{site}");
    }
    let id = server.game("hex", 3);
    for path in ["analyze?node=0", "review", "record.sgf", ""] {
        let path = format!("/api/games/{id}/{path}");
        let refused = server.send("GET", &path, &[("origin", "http://evil.example")], b"");
        assert!(refused.error(403).contains("origin"), "{path}");
    }
}

#[test]
fn names_that_could_be_rebound_are_refused() {
    let server = Server::with(|options| options.host = Some("games.home".to_owned()));
    let status = |host: &str| server.send("GET", "/", &[("host", host)], b"").status;
    for host in [
        "127.0.0.1",
        "localhost",
        "localhost:99",
        "[::1]:80",
        "192.168.0.7:7391",
        "games.home",
        "GAMES.home:1",
    ] {
        assert_eq!(status(host), 200, "{host}");
    }
    for host in ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example:7391", "games.home.evil"] {
        assert_eq!(status(host), 403, "{host}");
    }
    assert!(server.raw(b"GET / HTTP/1.0\r\n\r\n").starts_with(b"HTTP/1.0 403"));
    let absolute =
        server.raw(b"GET http://evil.example/ HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
    assert!(absolute.starts_with(b"HTTP/1.1 403"));
}

#[test]
fn every_answer_carries_the_policy() {
    let server = Server::start();
    for path in ["/", "/no-such-file", "/api/about", "/api/no-such-thing", "/api/games/x", "/../Cargo.toml"] {
        let answer = server.get(path);
        let policy = answer.header("content-security-policy").unwrap();
        // The page has one script in itself, known by its hash.
        let script = if path == "/" { "script-src 'self' 'sha256-" } else { "script-src 'self';" };
        assert!(policy.starts_with("default-src 'none'; ") && policy.contains(script), "{policy}");
        assert!(policy.contains("style-src 'self';"), "{policy}");
        assert!(policy.contains("frame-ancestors 'none'") && !policy.contains("unsafe"), "{policy}");
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"), "{path}");
        assert_eq!(answer.header("referrer-policy"), Some("no-referrer"), "{path}");
        assert_eq!(answer.header("cache-control"), Some("no-cache"), "{path}");
    }
}

#[test]
fn the_page_is_served_with_types_and_tags() {
    let server = Server::start();
    let page = server.get("/");
    assert_eq!((page.status, page.header("content-type")), (200, Some("text/html; charset=utf-8")));
    let tag = page.header("etag").unwrap();
    assert_eq!(server.send("GET", "/", &[("if-none-match", tag)], b"").status, 304);
    assert_eq!(server.send("GET", "/", &[("if-none-match", "\"other\"")], b"").status, 200);
    assert_eq!(server.send("HEAD", "/", &[], b"").body, b"");
    server.get("/no-such-file.js").error(404);
    for path in [
        "/../Cargo.toml",
        "/..%2fCargo.toml",
        "/%2e%2e/Cargo.toml",
        "//etc/passwd",
        "/style/../../Cargo.toml",
    ] {
        server.get(path).error(404);
    }
    server.send("POST", "/", &[], b"").error(405);
}

#[test]
fn bodies_are_json_of_a_limited_size() {
    let server = Server::start();
    let send = |kind: &str, body: &[u8]| server.send("POST", "/api/games", &[("content-type", kind)], body);
    assert!(send("text/plain", b"{}").error(415).contains("application/json"));
    assert!(send("application/json", b"{\"game\":").error(400).starts_with("the body: "));
    assert!(
        send("application/json; charset=utf-8", b"{\"game\":\"hex\",\"sise\":3}").error(400).contains("sise")
    );
    assert!(send("application/json", &vec![b' '; 1_100_000]).error(413).contains("1024 KiB"));
    let deep = [vec![b'['; 100_000], vec![b']'; 100_000]].concat();
    send("application/json", &deep).error(400);
    server.send("PUT", "/api/games", &[JSON], b"{}").error(405);
    server.send("OPTIONS", "/api/games", &[], b"").error(405);
}
