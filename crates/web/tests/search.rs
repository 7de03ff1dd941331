//! Searches: they end with their client, share the machine, and are kept.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

mod client;

use std::io::Write;
use std::net::TcpStream;
use std::time::Duration;

use client::Server;
use serde_json::{Value, json};

#[test]
fn a_player_thinks_and_plays() {
    let server = Server::start();
    for (game, size) in [("havannah", 4), ("hex", 5), ("y", 5), ("star", 3), ("renkula", 2)] {
        let id = server.game(game, size);
        let path = format!("/api/games/{id}/generate");
        let answer = server.ok("POST", &path, &json!({ "node": 0, "player": "champion,level=7" }));
        assert_eq!((&answer["node"]["id"], &answer["node"]["color"]), (&json!(1), &json!("black")));
        assert!(answer["report"]["visits"].as_u64().unwrap() >= 32, "{answer}");
        assert_eq!(answer["position"]["to_move"], "white");
        let random = server.ok("POST", &path, &json!({ "node": 1, "player": "random" }));
        assert_eq!((&random["node"]["id"], &random["report"]), (&json!(2), &Value::Null));
        assert!(server.post(&path, &json!({ "node": 2 })).error(400).contains("human"));
        server.post(&path, &json!({ "node": 2, "player": "nobody" })).error(400);
        server.post(&path, &json!({ "node": 2, "player": "champion", "time": "9h" })).error(400);
        server.post(&path, &json!({ "node": 2, "player": "champion", "playouts": 0 })).error(400);
        server.post(&path, &json!({ "node": 9, "player": "champion" })).error(409);
        let over =
            server.ok("POST", &format!("/api/games/{id}/play"), &json!({ "node": 2, "move": "resign" }));
        let body = json!({ "node": over["node"]["id"], "player": "champion" });
        assert!(server.post(&path, &body).error(400).contains("over"));
    }
}

#[test]
fn values_are_for_black_whoever_is_to_move() {
    let server = Server::start();
    // Black reaches the lower side on a5 or b5, whoever moves.
    let moves = ["b1", "e1", "b2", "e2", "b3", "e3", "b4", "e4"];
    let stored = server.ok("POST", "/api/games", &json!({ "game": "hex", "size": 5, "moves": moves }));
    let id = stored["id"].as_str().unwrap();
    for node in [8, 7] {
        let events = server.events(&format!("/api/games/{id}/analyze?node={node}&visits=3000"));
        let (_, report) = events.filter(|(name, _)| name == "report").last().unwrap();
        assert!(report["value"].as_f64().unwrap() > 0.9, "{report}");
    }
}

#[test]
fn an_analysis_is_stored_and_not_searched_again() {
    let server = Server::with(|options| options.idle = Duration::from_millis(300));
    let id = server.game("havannah", 6);
    let path = format!("/api/games/{id}/analyze?node=0&visits=4000&interval=50");
    let events: Vec<(String, Value)> = server.events(&path).collect();
    assert_eq!(events.last().unwrap().0, "done");
    let (name, last) = &events[events.len() - 2];
    assert_eq!(name, "report");
    assert!(last["visits"].as_u64().unwrap() >= 4000);
    assert_eq!((&last["node"], &last["player"]), (&json!(0), &json!("champion")));
    let first = &last["candidates"][0];
    assert_eq!(first["pv"][0], first["cell"]);
    let kept = server.get(&format!("/api/games/{id}")).json();
    assert_eq!(&kept["nodes"][0]["report"], last);
    server.wait_for("the engine ends", |server| server.usage("memory") == 0);
    let again: Vec<(String, Value)> = server.events(&path).collect();
    assert_eq!((again.len(), &again[0].1), (2, last), "the stored report is enough");
    assert_eq!(server.usage("memory"), 0, "no engine was started for it");
    server.get(&format!("/api/games/{id}/analyze?node=0&player=random")).error(400);
    server.get(&format!("/api/games/{id}/analyze?node=0&visits=0")).error(400);
    server.get(&format!("/api/games/{id}/analyze?node=0&colour=1")).error(400);
    server.get(&format!("/api/games/{id}/analyze")).error(400);
    server.get("/api/games/none/analyze?node=0").error(404);
    let other = Server::after(&server);
    let kept = other.get(&format!("/api/games/{id}")).json();
    assert_eq!(&kept["nodes"][0]["report"], last, "another server finds it");
}

#[test]
fn a_client_that_goes_away_ends_its_search() {
    let server = Server::start();
    let id = server.game("havannah", 8);
    let mut events = server.events(&format!("/api/games/{id}/analyze?node=0&visits=1000000000&interval=50"));
    assert_eq!(events.next().unwrap().0, "report");
    assert_eq!(server.usage("searches"), 1);
    drop(events);
    server.wait_for("the analysis ends", |server| server.usage("searches") == 0);
    let kept = server.get(&format!("/api/games/{id}")).json();
    assert!(kept["nodes"][0]["report"]["visits"].as_u64().unwrap() > 0, "what was found is kept");

    let mut client = TcpStream::connect(server.address).unwrap();
    let body = json!({ "node": 0, "player": "champion", "time": "60s" }).to_string();
    let head = format!("POST /api/games/{id}/generate HTTP/1.1\r\nhost: localhost\r\n");
    let rest = format!("content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}", body.len());
    client.write_all((head + &rest).as_bytes()).unwrap();
    server.wait_for("the player thinks", |server| server.usage("searches") == 1);
    drop(client);
    server.wait_for("the player stops", |server| server.usage("searches") == 0);
    let stored = server.get(&format!("/api/games/{id}")).json();
    assert_eq!(stored["nodes"].as_array().unwrap().len(), 1, "nothing was played");
}

#[test]
fn twenty_analyses_at_once_all_go_on_and_a_move_comes_in_between() {
    let server = Server::start();
    let mut streams: Vec<_> = (0..20)
        .map(|_| {
            let id = server.game("havannah", 8);
            server.events(&format!("/api/games/{id}/analyze?node=0&visits=1000000000&interval=100"))
        })
        .collect();
    let visits = |events: &mut client::Events| {
        let (name, report) = events.next().unwrap();
        assert_eq!(name, "report");
        report["visits"].as_u64().unwrap()
    };
    let first: Vec<u64> = streams.iter_mut().map(visits).collect();
    let id = server.game("hex", 11);
    let body = json!({ "node": 0, "player": "champion", "time": "500ms" });
    let moved = server.ok("POST", &format!("/api/games/{id}/generate"), &body);
    assert!(moved["report"]["visits"].as_u64().unwrap() > 0);
    let later: Vec<u64> =
        streams.iter_mut().map(|events| (0..3).map(|_| visits(events)).last().unwrap()).collect();
    assert!(first.iter().zip(&later).all(|(first, later)| later > first), "{first:?} {later:?}");
    drop(streams);
    server.wait_for("all end", |server| server.usage("searches") == 0);
}

#[test]
fn idle_engines_end_and_limits_hold() {
    let server = Server::with(|options| {
        options.idle = Duration::from_millis(100);
        options.games = 8;
        options.memory = 64;
    });
    let id = server.game("hex", 5);
    server.events(&format!("/api/games/{id}/analyze?node=0&visits=500")).for_each(drop);
    server.wait_for("the engine ends", |server| server.usage("idle_engines") == 0);
    assert_eq!(server.usage("memory"), 0);
    let mut streams = Vec::new();
    let analyze = |id: &str| format!("/api/games/{id}/analyze?node=0&visits=1000000000");
    let ids: Vec<String> = (0..7).map(|_| server.game("havannah", 8)).collect();
    for id in &ids[..6] {
        streams.push(server.events(&analyze(id)));
    }
    let id = &ids[6];
    let refused = server.get(&analyze(id));
    assert!(refused.error(429).contains("too many searches"));
    assert_eq!(refused.header("retry-after"), Some("5"));
    let body = json!({ "node": 0, "player": "champion,level=2" });
    server.ok("POST", &format!("/api/games/{id}/generate"), &body);
    drop(streams);
    server.wait_for("there is room again", |server| server.usage("memory") == 0);
    server.events(&format!("/api/games/{id}/analyze?node=0&visits=100")).for_each(drop);
    let refused = server.post("/api/games", &json!({ "game": "hex" }));
    assert!(refused.error(429).contains("8 games are kept"));
    server.send("DELETE", &format!("/api/games/{id}"), &[], b"");
    server.game("hex", 3);
}
