//! Few means do not keep others out: half-sent requests, thousands of questions, giant reviews.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

mod client;

use std::io::{Read, Write};
use std::net::TcpStream;

use client::Server;
use serde_json::json;

#[test]
fn half_sent_requests_make_room_for_others() {
    let server = Server::with(|options| options.connections = 8);
    let half_sent = || {
        let mut stream = TcpStream::connect(server.address).unwrap();
        stream.write_all(b"GET /api/about HTTP/1.1\r\nhost: local").unwrap();
        stream
    };
    let mut open: Vec<TcpStream> = (0..40).map(|_| half_sent()).collect();
    for _ in 0..20 {
        assert_eq!(server.get("/api/about").status, 200);
    }
    // The oldest ones were ended.
    assert!(matches!(open[0].read(&mut [0; 1]), Ok(0) | Err(_)));
}

#[test]
fn a_stream_is_not_taken_for_an_idle_connection() {
    let server = Server::with(|options| options.connections = 4);
    let id = server.game("havannah", 8);
    let mut events = server.events(&format!("/api/games/{id}/analyze?node=0&visits=1000000000&interval=50"));
    assert_eq!(events.next().unwrap().0, "report");
    let _open: Vec<TcpStream> = (0..20).map(|_| TcpStream::connect(server.address).unwrap()).collect();
    assert_eq!(server.get("/api/about").status, 200);
    for _ in 0..5 {
        assert_eq!(events.next().unwrap().0, "report");
    }
}

/// Sends a request and does not wait for the answer.
fn ask(server: &Server, path: &str) -> TcpStream {
    let mut stream = TcpStream::connect(server.address).unwrap();
    write!(stream, "GET {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\r\n", server.address).unwrap();
    stream
}

#[test]
fn one_visitor_cannot_queue_any_number_of_questions() {
    let server = Server::with(|options| options.threads = 1);
    let ids: Vec<String> = (0..40).map(|_| server.game("havannah", 8)).collect();
    let analyze = |id: &str| format!("/api/games/{id}/analyze?node=0&visits=1000000000");
    let streams: Vec<_> = ids[..32].iter().map(|id| server.events(&analyze(id))).collect();
    let refused = server.get(&analyze(&ids[32]));
    assert!(refused.error(429).contains("32 searches of yours"), "{}", refused.text());
    assert_eq!(refused.header("retry-after"), Some("5"));
    server.get(&format!("/api/games/{}/connections?node=0", ids[33])).error(429);
    // Requests without a search are answered.
    server.ok("POST", &format!("/api/games/{}/play", ids[34]), &json!({ "node": 0, "move": "a1" }));
    drop(streams);
    server.wait_for("all end", |server| server.usage("searches") == 0);
    server.events(&format!("/api/games/{}/analyze?node=0&visits=100", ids[32])).for_each(drop);
}

#[test]
fn a_thousand_questions_hold_no_threads() {
    let server = Server::start();
    let id = server.game("hex", 11);
    let mut asked: Vec<TcpStream> =
        (0..1_000).map(|_| ask(&server, &format!("/api/games/{id}/connections?node=0"))).collect();
    for number in 0..20 {
        let cell = format!("b{}", number % 11 + 1);
        server.ok("POST", &format!("/api/games/{id}/play"), &json!({ "node": 0, "move": cell }));
    }
    let (mut answered, mut refused) = (0, 0);
    for stream in &mut asked {
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        match answer.split(' ').nth(1) {
            Some("200") => answered += 1,
            Some("429") => refused += 1,
            other => panic!("{other:?}"),
        }
    }
    assert!(answered >= 32 && answered + refused == 1_000, "{answered} {refused}");
}

#[test]
fn giant_reviews_do_not_starve_a_small_one() {
    let server = Server::start();
    let game = || {
        let moves = ["b1", "e1", "b2", "e2"];
        let stored =
            server.ok("POST", "/api/games", &json!({ "game": "havannah", "size": 8, "moves": moves }));
        stored["id"].as_str().unwrap().to_owned()
    };
    let giants: Vec<String> = (0..5).map(|_| game()).collect();
    for id in &giants {
        server.ok("POST", &format!("/api/games/{id}/review"), &json!({ "visits": 10_000_000}));
    }
    let id = game();
    let review = format!("/api/games/{id}/review");
    server.ok("POST", &review, &json!({ "visits": 1 }));
    let events: Vec<String> = server.events(&review).map(|(name, _)| name).collect();
    assert!(events.iter().any(|name| name == "move") && events.last().unwrap() == "done", "{events:?}");
    for id in &giants {
        assert_eq!(server.get(&format!("/api/games/{id}")).json()["reviewing"], true);
    }
}

#[test]
fn the_work_of_a_review_is_limited() {
    let server = Server::start();
    let cells: Vec<String> =
        (1..=5).flat_map(|row| ["a", "b", "d", "e"].map(|column| format!("{column}{row}"))).collect();
    // No column is full, so nobody has won.
    let moves = &cells[..16];
    let stored = server.ok("POST", "/api/games", &json!({ "game": "hex", "size": 9, "moves": moves }));
    let review = format!("/api/games/{}/review", stored["id"].as_str().unwrap());
    let start = |visits: u64| server.post(&review, &json!({ "visits": visits }));
    assert!(start(10_000_001).error(400).contains("from 1 to 10000000"));
    assert_eq!(start(10_000_000).status, 202);
    server.send("DELETE", &review, &[], b"");
    let more: Vec<String> = (1..=9).map(|row| format!("g{row}")).collect();
    let moves: Vec<&String> = moves.iter().chain(&more[..8]).collect();
    let stored = server.ok("POST", "/api/games", &json!({ "game": "hex", "size": 9, "moves": moves }));
    let review = format!("/api/games/{}/review", stored["id"].as_str().unwrap());
    let refused = server.post(&review, &json!({ "visits": 10_000_000 }));
    assert!(refused.error(400).contains("at most 200000000"), "{}", refused.text());
}
