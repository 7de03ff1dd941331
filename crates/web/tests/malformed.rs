//! Ten thousand requests that nobody should send: none gets a 5xx, and the server lives on.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

mod client;

use client::{Server, parse};
use serde_json::{Value, json};

const REQUESTS: u32 = 10_000;

/// A small generator with a seed, so that a failure can be repeated.
struct Rng(u64);

impl Rng {
    fn next(&mut self) -> u64 {
        // SplitMix64.
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    fn one<'a, T: ?Sized>(&mut self, of: &[&'a T]) -> &'a T {
        of[self.below(of.len())]
    }

    fn bytes(&mut self, longest: usize) -> Vec<u8> {
        (0..self.below(longest)).map(|_| self.next() as u8).collect()
    }
}

const METHODS: &[&str] =
    &["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "BREW", "get", "CONNECT"];

const PARTS: &[&str] = &[
    "api",
    "games",
    "boards",
    "judge",
    "about",
    "arena",
    "play",
    "generate",
    "analyze",
    "review",
    "nodes",
    "positions",
    "record.sgf",
    "board.svg",
    "comment",
    "hex",
    "renkula",
    "havannah",
    "0",
    "1",
    "-1",
    "3",
    "99999999999",
    "18446744073709551616",
    "NaN",
    "..",
    ".",
    "%00",
    "%ff",
    "%zz",
    "%",
    "%2e%2e",
    "a%2fb",
    "ü",
    "%F0%9F%98%80",
    "",
    " ",
    "'; DROP TABLE session; --",
    "\\",
    "{id}",
    "*",
    "~",
    "null",
    "index.html",
];

const QUERIES: &[&str] = &[
    "",
    "",
    "",
    "?",
    "?node=0",
    "?node=-1",
    "?node=x",
    "?node=99",
    "?node=0&node=1",
    "?visits=0",
    "?node=0&visits=1e9",
    "?node=0&visits=99999999999999999999",
    "?node=0&player=nobody",
    "?node=0&player=champion,memory=1000000&visits=3",
    "?%ff=%ff",
    "?node=%00",
    "?theme=pink",
    "?a[b]=c",
    "?&&&==",
    "?node=0&interval=-5",
    "?node=0&player=%ff",
];

const KINDS: &[&str] =
    &["application/json", "application/json", "application/json", "text/plain", "", "x", "application/jsonx"];

fn value(rng: &mut Rng, depth: usize) -> Value {
    let words = [
        "a1",
        "hex",
        "swap",
        "",
        "human",
        "champion",
        "z99",
        "\u{0}",
        "💥",
        "-1",
        "resign",
        "(;GM[11]SZ[3];B[a1])",
        "(;",
        "#11c1,a1b2",
        "1s",
        "black",
    ];
    match rng.below(if depth == 0 { 7 } else { 9 }) {
        0 => Value::Null,
        1 => json!(rng.next().is_multiple_of(2)),
        2 => json!(rng.below(5)),
        3 => json!(rng.next()),
        4 => json!(-(rng.below(1000) as i64)),
        5 => json!(1e300 / (1 + rng.below(9)) as f64),
        6 => json!(rng.one(&words.each_ref().map(|word| *word))),
        7 => (0..rng.below(4)).map(|_| value(rng, depth - 1)).collect(),
        _ => object(rng, depth - 1),
    }
}

fn object(rng: &mut Rng, depth: usize) -> Value {
    let names = [
        "game", "size", "node", "move", "moves", "record", "stones", "players", "black", "white", "visits",
        "swap", "time", "text", "title", "current", "player", "playouts", "to_move", "unknown", "",
    ];
    let mut object = json!({});
    for _ in 0..rng.below(5) {
        object[rng.one(&names.each_ref().map(|name| *name))] = value(rng, depth);
    }
    object
}

fn body(rng: &mut Rng) -> Vec<u8> {
    let text = object(rng, 3).to_string().into_bytes();
    match rng.below(10) {
        0 => rng.bytes(300),
        1 => text[..rng.below(text.len())].to_vec(),
        2 => [vec![b'['; 1 << rng.below(12)], text].concat(),
        3 => Vec::new(),
        4 => format!("{{\"game\":\"hex\",\"size\":{}}}", rng.next()).into_bytes(),
        5 => {
            let mut broken = text;
            let at = rng.below(broken.len());
            broken[at] = rng.next() as u8;
            broken
        }
        _ => text,
    }
}

/// A request in the form of one.
fn formed(rng: &mut Rng, server: &Server, id: &str) -> Vec<u8> {
    let path = match rng.below(3) {
        0 => (0..rng.below(6)).map(|_| format!("/{}", rng.one(PARTS))).collect::<String>(),
        1 => format!("/api/games/{id}/{}", rng.one(PARTS)),
        _ => format!("/api/{}/{}/{}", rng.one(PARTS), rng.one(PARTS), rng.one(PARTS)),
    };
    let path = if path.is_empty() { "/".to_owned() } else { path };
    let host = server.address.to_string();
    let hosts = [host.as_str(), host.as_str(), host.as_str(), "evil.example", "", ":::", "a b", "[::1"];
    let mut head =
        format!("{} {path}{} HTTP/1.1\r\nconnection: close\r\n", rng.one(METHODS), rng.one(QUERIES));
    head += &format!("host: {}\r\ncontent-type: {}\r\n", rng.one(&hosts), rng.one(KINDS));
    match rng.below(12) {
        0 => head += "origin: http://evil.example\r\n",
        1 => head += "sec-fetch-site: cross-site\r\n",
        2 => head += &format!("x-long: {}\r\n", "x".repeat(rng.below(20_000))),
        3 => head += "if-none-match: \u{ff}\r\n",
        4 => head += "expect: 100-continue\r\n",
        _ => {}
    }
    let body = body(rng);
    head += &format!("content-length: {}\r\n\r\n", body.len());
    [head.into_bytes(), body].concat()
}

/// Bytes that are no request, or one that breaks off.
fn formless(rng: &mut Rng, server: &Server, id: &str) -> Vec<u8> {
    match rng.below(6) {
        0 => rng.bytes(2_000),
        1 => {
            let request = formed(rng, server, id);
            request[..rng.below(request.len())].to_vec()
        }
        2 => format!("GET /{} HTTP/1.1\r\nhost: {}\r\n\r\n", "x".repeat(100_000), server.address).into_bytes(),
        3 => format!("POST /api/judge HTTP/1.1\r\nhost: {}\r\ncontent-length: -1\r\n\r\n", server.address).into_bytes(),
        4 => format!(
            "POST /api/judge HTTP/1.1\r\nhost: {}\r\ntransfer-encoding: chunked\r\ncontent-type: application/json\r\n\r\nzz\r\n",
            server.address
        )
        .into_bytes(),
        _ => {
            let mut request = formed(rng, server, id);
            for _ in 0..5 {
                let at = rng.below(request.len());
                request[at] = rng.next() as u8;
            }
            request
        }
    }
}

#[test]
fn ten_thousand_malformed_requests_get_no_5xx() {
    let server = Server::with(|options| options.games = 100);
    let id = server.game("hex", 3);
    let (threads, seed) = (8, 20_261_116);
    std::thread::scope(|scope| {
        for thread in 0..threads {
            let (server, id) = (&server, &id);
            scope.spawn(move || {
                let mut rng = Rng(seed + u64::from(thread));
                for number in 0..REQUESTS / threads {
                    let is_formed = rng.below(20) > 0;
                    let request =
                        if is_formed { formed(&mut rng, server, id) } else { formless(&mut rng, server, id) };
                    check(&server.raw(&request), &request, is_formed, number);
                }
            });
        }
    });
    assert_eq!(server.get("/api/about").status, 200);
    let other = server.post("/api/judge", &json!({ "game": "hex", "size": 3, "moves": ["a1"] }));
    assert_eq!(other.json()["ply"], 1);
}

/// No answer is one of a broken server, and every refusal of a formed request says why.
fn check(answer: &[u8], request: &[u8], is_formed: bool, number: u32) {
    let shown =
        || format!("request {number}: {}", String::from_utf8_lossy(&request[..request.len().min(600)]));
    if answer.is_empty() {
        assert!(!is_formed || request.starts_with(b"CONNECT"), "no answer: {}", shown());
        return;
    }
    let answer = parse(answer);
    assert!(answer.status < 500, "{}\n{}", answer.text(), shown());
    let by_server = answer.header("content-security-policy").is_some();
    if answer.status >= 400 && by_server && !request.starts_with(b"HEAD") {
        assert!(answer.json()["error"].as_str().is_some_and(|why| why.len() > 10), "{}", shown());
    }
}
