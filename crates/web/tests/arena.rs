//! The app shows matches stored by `catena match`.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

mod client;

use catena_arena::{GameRow, MatchInfo, MatchStore};
use catena_core::Color;
use client::Server;
use serde_json::json;

fn info() -> MatchInfo {
    MatchInfo {
        game: "havannah".to_owned(),
        size: 4,
        swap: false,
        players: vec!["one".to_owned(), "two".to_owned()],
        identities: vec!["random".to_owned(), "random".to_owned()],
        limit: "1 playouts".to_owned(),
        files: Vec::new(),
        grace: 1.0,
        openings: "empty".to_owned(),
        seed: 1,
        build: "test".to_owned(),
    }
}

#[test]
fn matches_are_listed_with_their_tables_plots_and_games() {
    let server = Server::start();
    assert_eq!(server.get("/api/arena").json(), json!([]));
    let mut store = MatchStore::open(&server.data.join("arena.sqlite")).unwrap();
    let id = store.find_or_add(&info()).unwrap();
    let game = GameRow {
        number: 0,
        black: 0,
        white: 1,
        winner: Some(Color::Black),
        how: "bridge".to_owned(),
        forfeit: None,
        plies: 7,
        opening: 0,
        moves: "a1 d4 a2 d5 a3 d6 a4".to_owned(),
        black_seconds: 0.0,
        white_seconds: 0.0,
        black_cpu: None,
        white_cpu: None,
    };
    store.add(id, &[game]).unwrap();
    let listed = server.get("/api/arena").json();
    assert_eq!((&listed[0]["id"], &listed[0]["games"]), (&json!(id), &json!(1)));
    let one = server.get(&format!("/api/arena/{id}")).json();
    assert_eq!(one["tables"][0]["rows"][0][0], "one");
    assert_eq!(one["tables"][1]["rows"], json!([["bridge", 1]]));
    let plot = server.get(one["plots"][0]["url"].as_str().unwrap());
    assert_eq!(plot.header("content-type"), Some("image/svg+xml"));
    assert!(plot.text().starts_with("<svg"));
    let games = server.get(one["games_url"].as_str().unwrap()).text();
    assert!(games.contains("GM[Havannah]") && games.contains("PB[one]"), "{games}");
    for wrong in ["/api/arena/99", "/api/arena/x", "/api/arena/99/ratings.svg", "/api/arena/-/games.sgf"] {
        assert_eq!(server.get(wrong).error(404), "there is no such match");
    }
}
