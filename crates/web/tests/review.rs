//! Reviews in the background: followed, stopped, resumed, exported.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

mod client;

use std::collections::BTreeMap;

use client::Server;
use serde_json::{Value, json};

const MOVES: [&str; 8] = ["c3", "b3", "d2", "c2", "b4", "d4", "c4", "a1"];

/// A short game of Hex on this server.
fn game(server: &Server) -> String {
    let stored = server.ok("POST", "/api/games", &json!({ "game": "hex", "size": 5, "moves": MOVES }));
    stored["id"].as_str().unwrap().to_owned()
}

/// The last message about each move, in the order of the moves.
fn reviewed(events: impl Iterator<Item = (String, Value)>) -> Vec<Value> {
    let moves = events.filter(|(name, _)| name == "move").map(|(_, data)| data);
    let last: BTreeMap<u64, Value> = moves.map(|data| (data["node"].as_u64().unwrap(), data)).collect();
    last.into_values().collect()
}

#[test]
fn a_review_tells_each_move_and_is_kept() {
    let server = Server::start();
    let id = game(&server);
    let path = format!("/api/games/{id}/review");
    let started = server.post(&path, &json!({ "visits": 200 }));
    assert_eq!(started.status, 202, "{}", started.text());
    let events: Vec<(String, Value)> = server.events(&path).collect();
    let (name, end) = events.last().unwrap();
    assert_eq!(name, "done");
    for color in ["black", "white"] {
        assert!((0.0..=100.0).contains(&end["accuracy"][color].as_f64().unwrap()), "{end}");
    }
    let moves = reviewed(events.iter().cloned());
    assert_eq!(moves.len(), MOVES.len());
    for (found, node) in moves.iter().zip(1..) {
        assert_eq!(found["node"], node);
        for value in ["before", "after", "loss"] {
            assert!((0.0..=1.0).contains(&found[value].as_f64().unwrap()), "{found}");
        }
        assert_eq!(found["best"], found["pv"][0]);
        let loss = found["before"].as_f64().unwrap() - found["after"].as_f64().unwrap();
        let loss = if node % 2 == 1 { loss } else { -loss };
        let told = found["loss"].as_f64().unwrap();
        assert!(told == 0.0 || (told - loss).abs() < 1e-3, "{found}");
        assert_eq!(found["mistake"], told >= 0.05);
        assert_eq!(found["judgement"].is_string(), told >= 0.05, "{found}");
    }
    let stored = server.get(&format!("/api/games/{id}")).json();
    assert_eq!(
        (&stored["reviewing"], &stored["nodes"][3]["review"]["loss"]),
        (&json!(false), &moves[2]["loss"])
    );
    assert_eq!(stored["nodes"][3]["value"], moves[2]["after"]);
    let again: Vec<(String, Value)> = server.events(&path).collect();
    assert_eq!(reviewed(again.into_iter()), moves, "what is known is told at once");
    let sgf = server.get(&format!("/api/games/{id}/record.sgf")).text();
    assert_eq!(sgf.matches("SBKV[").count(), MOVES.len(), "{sgf}");
    let back = server.ok("POST", "/api/games", &json!({ "record": sgf }));
    assert!((back["nodes"][3]["value"].as_f64().unwrap() - moves[2]["after"].as_f64().unwrap()).abs() < 1e-3);
}

#[test]
fn a_review_can_be_stopped_and_goes_on_where_it_was() {
    let server = Server::start();
    let id = game(&server);
    let path = format!("/api/games/{id}/review");
    server.post(&path, &json!({ "visits": 3_000_000 }));
    assert_eq!(server.get(&format!("/api/games/{id}")).json()["reviewing"], true);
    let followed = server.events(&path);
    assert_eq!(server.send("DELETE", &path, &[], b"").status, 204);
    assert_eq!(followed.last().unwrap().0, "done", "followers hear of the end");
    server.wait_for("the review ends", |server| server.usage("searches") == 0);
    assert_eq!(server.get(&format!("/api/games/{id}")).json()["reviewing"], false);
    // Part of a line, and the whole of it afterwards.
    assert_eq!(server.post(&path, &json!({ "visits": 100, "node": 4 })).status, 202);
    assert_eq!(reviewed(server.events(&path)).len(), 4);
    server.post(&path, &json!({ "visits": 100 }));
    assert_eq!(
        reviewed(server.events(&path)).iter().map(|found| found["node"].as_u64().unwrap()).max(),
        Some(8)
    );
    server.post(&path, &json!({ "visits": 0 })).error(400);
    server.post(&path, &json!({ "player": "random" })).error(400);
    server.post(&path, &json!({ "node": 99 })).error(409);
    let empty = server.game("y", 4);
    assert!(server.post(&format!("/api/games/{empty}/review"), &json!({})).error(400).contains("no moves"));
    server.post("/api/games/none/review", &json!({})).error(404);
    // A game that is deleted takes its review with it.
    // It may be proving as well as searching, so that no search is waited for.
    assert_eq!(server.post(&path, &json!({ "visits": 5_000_000 })).status, 202);
    assert_eq!(server.send("DELETE", &format!("/api/games/{id}"), &[], b"").status, 204);
    server.wait_for("it ends", |server| server.usage("searches") == 0);
}

#[test]
fn another_server_finishes_a_review() {
    let server = Server::start();
    let id = game(&server);
    let path = format!("/api/games/{id}/review");
    server.post(&path, &json!({ "visits": 20_000 }));
    let mut events = server.events(&path);
    let first = events.find(|(name, _)| name == "move").unwrap().1;
    let other = Server::after(&server);
    let moves = reviewed(other.events(&path));
    // More may be known of it by now.
    assert!(moves.iter().any(|found| found["node"] == first["node"]), "{moves:?}");
    other.wait_for("the review is finished", |other| {
        let stored = other.get(&format!("/api/games/{id}")).json();
        stored["reviewing"] == false && stored["nodes"][8]["review"].is_object()
    });
}
