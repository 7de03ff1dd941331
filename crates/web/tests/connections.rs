//! Connections and inferior cells over HTTP.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

mod client;

use client::Server;
use serde_json::{Value, json};

/// A game with these moves, and what is proved at its end.
fn proved(server: &Server, game: &str, size: u64, moves: &[&str]) -> Value {
    let body = json!({ "game": game, "size": size, "moves": moves });
    let id = server.ok("POST", "/api/games", &body)["id"].as_str().unwrap().to_owned();
    server.get(&format!("/api/games/{id}/connections?node={}", moves.len())).json()
}

#[test]
fn a_won_position_has_a_winning_carrier_and_nothing_to_play() {
    let server = Server::start();
    let found = proved(&server, "hex", 3, &["b2"]);
    assert_eq!((&found["node"], &found["complete"]), (&json!(1), &json!(true)));
    assert!(found["black"]["winning"].is_array() && found["white"]["winning"].is_null(), "{found}");
    assert_eq!(found["must_play"], json!([]));
}

#[test]
fn a_stone_on_the_second_row_is_connected_and_captures() {
    let server = Server::start();
    let found = proved(&server, "hex", 9, &["e8"]);
    assert_eq!(found["black"]["captured"], json!(["d9", "e9"]), "{found}");
    assert!(found["must_play"].is_null());
    assert!(found["black"]["resistance"].as_f64() < found["white"]["resistance"].as_f64());
    assert!(!found["inferior"].as_array().unwrap().is_empty());
    let third = proved(&server, "hex", 9, &["e7"]);
    let link = &third["black"]["connections"][0];
    assert_eq!((&link["from"], &link["to"]), (&json!("e7"), &json!("south")), "{third}");
    assert_eq!(link["carrier"].as_array().unwrap().len(), 8);
}

#[test]
fn havannah_has_its_edges() {
    let found = proved(&Server::start(), "havannah", 6, &["c5"]);
    let links = found["black"]["connections"].as_array().unwrap();
    assert!(links.iter().any(|link| link["to"] == "side1"), "{found}");
    assert!(found["black"]["resistance"].is_null() && found["dead"] == json!([]));
}

#[test]
fn what_cannot_be_answered_is_refused() {
    let server = Server::start();
    for game in ["star", "renkula"] {
        let id = server.game(game, 4);
        let sentence = server.get(&format!("/api/games/{id}/connections?node=0")).error(400);
        assert_eq!(
            sentence,
            format!("connections are known for havannah, hex, y and bent-y, not for {game}")
        );
    }
    let id = server.game("hex", 5);
    server.get(&format!("/api/games/{id}/connections?node=9")).error(409);
    server.get(&format!("/api/games/{id}/connections")).error(400);
    server.get(&format!("/api/games/{id}/connections?node=0&limits=1")).error(400);
    server.get("/api/games/nobody/connections?node=0").error(404);
}

#[test]
fn the_largest_boards_are_answered() {
    let server = Server::start();
    let cells = |game: &str, size: u64| -> Vec<String> {
        let board = server.get(&format!("/api/boards/{game}/{size}")).json();
        let names = board["cells"].as_array().unwrap().iter().map(|cell| cell["name"].as_str().unwrap());
        // Every third cell, scattered.
        let names: Vec<String> = names.map(str::to_owned).collect();
        (0..names.len() / 3).map(|i| names[(i * 97) % names.len()].clone()).collect()
    };
    for (game, size) in [("hex", 19), ("havannah", 11)] {
        let moves = cells(game, size);
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        let found = proved(&server, game, size, &moves);
        assert!(found["black"]["full"].as_u64() > Some(100), "{game}");
    }
}

#[test]
fn frames_tell_what_to_place_and_who_is_ahead() {
    let server = Server::start();
    let frames_of = |moves: &[&str]| {
        let body = json!({ "game": "havannah", "size": 4, "moves": moves });
        let id = server.ok("POST", "/api/games", &body)["id"].as_str().unwrap().to_owned();
        server.get(&format!("/api/games/{id}/frames?node={}", moves.len())).json()
    };
    // A stone on a corner has half of a bridge.
    let found = frames_of(&["d4", "a1"]);
    assert_eq!((&found["node"], &found["ahead"]), (&json!(2), &json!("white")), "{found}");
    assert_eq!(found["white"]["fastest"], "bridge");
    assert_eq!(found["white"]["bridge"]["place"], json!(["c2", "d1"]));
    let value = found["value"]["value"].as_f64().unwrap();
    assert!((0.0..=1.0).contains(&value), "{found}");
    // From corner to corner along an edge.
    let over = frames_of(&["a1", "g7", "a2", "g6", "a3", "g5", "a4"]);
    assert_eq!((&over["black"], &over["winner"]), (&Value::Null, &json!("black")), "{over}");
    assert_eq!(over["value"], Value::Null);
    let id = server.game("hex", 5);
    let sentence = server.get(&format!("/api/games/{id}/frames?node=0")).error(400);
    assert_eq!(sentence, "frames are known for havannah, not for hex");
}
