//! Every request of docs/http.md, as a program meets it.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

mod client;

use catena_core::Game;
use catena_core::record::Record;
use client::Server;
use serde_json::{Value, json};

#[test]
fn about_tells_games_players_levels_and_limits() {
    let about = Server::start().get("/api/about").json();
    let games: Vec<&str> =
        about["games"].as_array().unwrap().iter().map(|game| game["id"].as_str().unwrap()).collect();
    assert_eq!(games, Game::ALL.map(Game::name));
    for game in about["games"].as_array().unwrap() {
        let (min, max) = (game["sizes"]["min"].as_u64().unwrap(), game["sizes"]["max"].as_u64().unwrap());
        for size in game["sizes"]["usual"].as_array().unwrap().iter().chain([&game["default_size"]]) {
            assert!((min..=max).contains(&size.as_u64().unwrap()), "{game}");
        }
        assert!(game["aim"].as_str().unwrap().ends_with('.'));
        assert_eq!(game["level_elo"].as_array().unwrap().len(), 10);
    }
    assert!(about["players"].as_array().unwrap().iter().any(|player| player["name"] == "champion"));
    assert_eq!(about["levels"], json!({ "min": 1, "max": 10 }));
    assert_eq!(about["limits"]["games"], 10_000);
}

#[test]
fn boards_have_a_place_for_each_cell() {
    let server = Server::start();
    for (game, size, cells) in [("havannah", 4, 37), ("hex", 3, 9), ("y", 5, 15), ("star", 2, 15)] {
        let board = server.get(&format!("/api/boards/{game}/{size}")).json();
        assert_eq!(board["shape"], "flat");
        assert_eq!(board["cells"].as_array().unwrap().len(), cells, "{game}");
        let [x, y, width, height] = [0, 1, 2, 3].map(|i| board["view_box"][i].as_f64().unwrap());
        for cell in board["cells"].as_array().unwrap() {
            let [cx, cy] = [0, 1].map(|i| cell["center"][i].as_f64().unwrap());
            assert!(x < cx && cx < x + width && y < cy && cy < y + height, "{game}: {cell}");
            assert!(cell["outline"].as_array().unwrap().len() >= 4);
            assert!(!cell["neighbors"].as_array().unwrap().is_empty());
        }
    }
    let hex = server.get("/api/boards/hex/3").json();
    let owners: Vec<&Value> = hex["edges"].as_array().unwrap().iter().map(|edge| &edge["color"]).collect();
    assert_eq!(owners, ["black", "white", "black", "white"]);
    let star = server.get("/api/boards/star/6").json();
    // Of the ten pairs around the bridge five lie side by side.
    assert_eq!(star["lines"].as_array().unwrap().len(), 5);
    let sphere = server.get("/api/boards/renkula/2").json();
    assert_eq!((sphere["shape"].as_str(), sphere["cells"].as_array().unwrap().len()), (Some("sphere"), 42));
    for cell in sphere["cells"].as_array().unwrap() {
        let at = [0, 1, 2].map(|i| cell["at"][i].as_f64().unwrap());
        let antipode =
            sphere["cells"].as_array().unwrap().iter().find(|other| other["name"] == cell["antipode"]);
        let antipode = [0, 1, 2].map(|i| antipode.unwrap()["at"][i].as_f64().unwrap());
        assert!((0..3).all(|i| (at[i] + antipode[i]).abs() < 1e-5), "{cell}");
        assert!((at.iter().map(|x| x * x).sum::<f64>() - 1.0).abs() < 1e-4);
    }
    let own =
        sphere["hemispheres"]["cells"].as_array().unwrap().iter().filter(|cell| cell["repeated"] == false);
    assert!(own.count() >= 42);
    assert!(server.get("/api/boards/hex/20").error(400).contains("sizes are 1 to 19"));
    assert!(server.get("/api/boards/chess/8").error(400).contains("chess"));
    server.get("/api/boards/hex/x").error(400);
    server.get("/api/boards/hex").error(404);
}

#[test]
fn every_game_has_rules_and_a_thumbnail() {
    let server = Server::start();
    for game in server.get("/api/about").json()["games"].as_array().unwrap() {
        let path = format!("/api/rules/{}", game["id"].as_str().unwrap());
        let rules = server.get(&path).json();
        assert!(rules["goal"].as_str().unwrap().ends_with('.') && rules["points"].is_array(), "{rules}");
        let example = &rules["examples"][0];
        let cells = example["black"].as_array().unwrap().len();
        assert!(cells > 3 && example["figure"].as_array().unwrap().len() <= cells, "{rules}");
        let picture = server.get(&format!("{path}/thumbnail.svg"));
        assert_eq!(picture.header("content-type"), Some("image/svg+xml"));
        assert!(picture.text().matches("<circle").count() > 3, "{}", picture.text());
    }
    server.get("/api/rules/chess").error(400);
    server.get("/api/rules/chess/thumbnail.svg").error(400);
}

#[test]
fn judge_names_winner_figure_and_cells() {
    let server = Server::start();
    let judge = |body: Value| server.post("/api/judge", &body);
    let won = judge(json!({ "game": "hex", "size": 3, "moves": ["a1", "b1", "a2", "b2", "a3"] })).json();
    assert_eq!(
        won,
        json!({ "winner": "black", "ply": 5, "how": ["connection"], "cells": ["a1", "a2", "a3"] })
    );
    let open = judge(json!({ "game": "y", "moves": [] })).json();
    assert_eq!(open, json!({ "winner": null, "ply": 0, "how": [], "cells": [] }));
    let swapped = judge(json!({ "game": "hex", "size": 3, "moves": ["b3", "swap"], "swap": true }));
    assert_eq!(swapped.json()["ply"], 2);
    let score =
        judge(json!({ "game": "star", "size": 1, "moves": ["*10", "S10", "T10", "A10", "R10"] })).json();
    assert_eq!((score["winner"].as_str(), &score["how"]), (Some("black"), &json!(["score"])), "{score}");
    let wrong = judge(json!({ "game": "hex", "size": 3, "moves": ["a1", "a1"] })).error(400);
    assert_eq!(wrong, "move 2: a1: the cell is occupied");
}

#[test]
fn a_game_is_played_with_variations_comments_and_cuts() {
    let server = Server::start();
    let id = server.game("hex", 3);
    let at = |rest: &str| format!("/api/games/{id}{rest}");
    let play = |node: u32, mv: &str| server.ok("POST", &at("/play"), &json!({ "node": node, "move": mv }));
    let first = play(0, "A1");
    assert_eq!(first["node"]["move"], "a1");
    assert_eq!(first["position"]["stones"], json!({ "a1": "black" }));
    assert_eq!((&first["position"]["last"], &first["position"]["to_move"]), (&json!("a1"), &json!("white")));
    assert_eq!(play(1, "b1")["node"]["id"], 2);
    assert_eq!(play(0, "c3")["node"]["id"], 3, "another move is a variation");
    assert_eq!(play(0, "a1")["node"]["id"], 1, "the same move is the same node");
    let illegal = server.post(&at("/play"), &json!({ "node": 1, "move": "a1" })).error(400);
    assert!(illegal.contains("occupied"), "{illegal}");
    server.post(&at("/play"), &json!({ "node": 99, "move": "a1" })).error(409);
    server.post(&at("/play"), &json!({ "node": 1, "move": "z9" })).error(400);
    let node = server.ok("POST", &at("/comment"), &json!({ "node": 1, "text": "good ] \\ move" }));
    assert_eq!(node["comment"], "good ] \\ move");
    let stored = server.get(&at("")).json();
    assert_eq!(stored["nodes"].as_array().unwrap().len(), 4);
    assert_eq!(stored["nodes"][0]["children"], json!([1, 3]));
    assert_eq!(stored["current"], 1);
    let cut = server.ok("DELETE", &at("/nodes/1"), &json!({}));
    assert_eq!(cut["nodes"].as_array().unwrap().len(), 2);
    assert_eq!((&cut["current"], &cut["nodes"][0]["children"]), (&json!(0), &json!([3])));
    server.json("DELETE", &at("/nodes/1"), &json!({})).error(409);
    server.json("DELETE", &at("/nodes/0"), &json!({})).error(400);
    assert_eq!(play(3, "b2")["node"]["id"], 4, "ids are never given again");
    assert_eq!(server.get(&at("/positions/4")).json()["stones"], json!({ "b2": "white", "c3": "black" }));
    let over = play(4, "resign");
    assert_eq!(over["position"]["outcome"]["winner"], "white");
    assert_eq!(over["position"]["outcome"]["how"], json!(["resignation"]));
    assert_eq!(over["position"]["legal"], json!([]));
    let list = server.get("/api/games").json();
    assert_eq!((&list[0]["id"], &list[0]["result"]), (&json!(id), &json!("white resign")));
    assert_eq!(server.send("DELETE", &at(""), &[], b"").status, 204);
    server.get(&at("")).error(404);
    server.send("DELETE", &at(""), &[], b"").error(404);
}

#[test]
fn games_start_from_stones_moves_and_records() {
    let server = Server::start();
    let create = |body: Value| server.post("/api/games", &body);
    let stones = json!({ "black": ["a1"], "white": ["b2", "c3"] });
    let set_up =
        create(json!({ "game": "havannah", "size": 4, "stones": stones, "to_move": "white" })).json();
    assert_eq!(set_up["start"], json!({ "black": ["a1"], "white": ["b2", "c3"], "to_move": "white" }));
    assert_eq!(set_up["position"]["to_move"], "white");
    let moves = create(json!({ "game": "renkula", "size": 2, "moves": ["a1", "c2"], "swap": true })).json();
    assert_eq!(moves["position"]["stones"].as_object().unwrap().len(), 4, "{moves}");
    assert_eq!((&moves["current"], &moves["swap"]), (&json!(2), &json!(true)));
    for (record, nodes) in [
        ("(;FF[4]GM[Havannah]SZ[5](;B[a1];W[b2])(;B[c3]C[here]))", 4),
        ("https://hexworld.org/board/#11c1,a10:sf6", 4),
        ("#11c1,a10:Sf6", 4),
        ("(;FF[4]GM[11]SZ[3]AB[a1]AW[b2]PL[W];W[c3])", 2),
        ("(;FF[4]EV[havannah.in.DE]PB[Anna]PW[Bert]SZ[4];W[d4];B[swap];W[a1])", 4),
    ] {
        let stored = create(json!({ "record": record }));
        assert_eq!(stored.status, 201, "{record}: {}", stored.text());
        let stored = stored.json();
        assert_eq!(stored["nodes"].as_array().unwrap().len(), nodes, "{record}");
        let sgf = server.get(&format!("/api/games/{}/record.sgf", stored["id"].as_str().unwrap()));
        let back = Record::read(&sgf.body, None).unwrap();
        assert_eq!(back.len(), nodes, "{record}");
    }
    let swapped = create(json!({ "record": "#11c1,a10:Sf6" })).json();
    assert_eq!(swapped["nodes"][2]["move"], "swap-sides");
    assert_eq!(swapped["position"]["stones"], json!({ "a10": "black", "f6": "white" }));
    let listed = create(json!({ "record": "a1 b2 c3", "game": "y", "size": 5 })).json();
    assert_eq!((&listed["game"], &listed["current"]), (&json!("y"), &json!(3)));
    assert!(create(json!({ "record": "" })).error(400).contains("empty"));
    assert!(create(json!({ "record": "a1 b2" })).error(400).contains("which game"));
    assert!(create(json!({ "record": "(;GM[11]SZ[3];B[z9])" })).error(400).contains("z9"));
    assert!(create(json!({ "game": "hex", "stones": { "black": ["zz"] } })).error(400).contains("zz"));
    assert!(
        create(json!({ "game": "hex", "stones": { "black": ["a1"], "white": ["a1"] } }))
            .error(400)
            .contains("two stones")
    );
    let many = create(json!({ "record": format!("(;GM[11]SZ[3]{})", ";".repeat(30_000)) }));
    assert!(many.error(400).contains("at most 20000"));
}

#[test]
fn what_can_be_changed_about_a_game_is_checked() {
    let server = Server::start();
    let id = server.game("hex", 4);
    let path = format!("/api/games/{id}");
    let patch = |body: Value| server.json("PATCH", &path, &body);
    let changed = patch(json!({
        "players": { "black": "champion,level=3", "white": "human" }, "title": "First", "swap": true, "time": "300ms"
    }));
    let changed = changed.json();
    assert_eq!(changed["players"], json!({ "black": "champion,level=3", "white": "human" }));
    assert_eq!((&changed["title"], &changed["swap"]), (&json!("First"), &json!(true)));
    server.ok("POST", &format!("{path}/play"), &json!({ "node": 0, "move": "b3" }));
    let swapped = server.ok("POST", &format!("{path}/play"), &json!({ "node": 1, "move": "swap" }));
    assert_eq!((&swapped["node"]["move"], &swapped["position"]["last"]), (&json!("swap"), &json!("c2")));
    assert!(patch(json!({ "swap": false })).error(400).contains("swap"));
    assert_eq!(patch(json!({ "current": 1 })).json()["position"]["can_swap"], true);
    patch(json!({ "current": 77 })).error(409);
    patch(json!({ "players": { "black": "nobody" } })).error(400);
    patch(json!({ "players": { "black": "koennecke" } })).error(400);
    patch(json!({ "time": "never" })).error(400);
    patch(json!({ "title": "x".repeat(1000) })).error(400);
    assert!(patch(json!({ "colour": 1 })).error(400).contains("colour"));
    assert_eq!(server.get(&path).json()["title"], "First");
}

#[test]
fn a_level_follows_the_results_of_a_visitor() {
    let server = Server::start();
    let suited = || server.get("/api/levels/hex").json();
    assert_eq!(suited(), json!({ "level": 3, "rating": null, "deviation": null, "games": 0 }));
    let lose = |level: u64| {
        let players = json!({ "black": "human", "white": format!("champion,level={level}") });
        let new = json!({ "game": "hex", "size": 3, "players": players });
        let game = server.post("/api/games", &new).json();
        let path = format!("/api/games/{}/play", game["id"].as_str().unwrap());
        server.post(&path, &json!({ "node": 0, "move": "resign" }));
    };
    lose(3);
    let after = suited();
    assert_eq!(after["games"], 1);
    assert!(after["level"].as_u64().unwrap() < 3, "{after}");
    assert!(
        after["rating"].as_f64().unwrap() < 1150.0 && after["deviation"].as_f64().unwrap() < 350.0,
        "{after}"
    );
    assert_eq!(server.get("/api/levels/y").json()["games"], 0);
    server.get("/api/levels/chess").error(400);
}

#[test]
fn pictures_are_drawn_of_any_node() {
    let server = Server::start();
    let id = server.game("star", 3);
    let svg = server.get(&format!("/api/games/{id}/board.svg?node=0&theme=dark"));
    assert_eq!(svg.header("content-type"), Some("image/svg+xml"));
    assert!(svg.text().starts_with("<svg"));
    server.get(&format!("/api/games/{id}/board.svg?theme=pink")).error(400);
    let colored = server.get(&format!("/api/games/{id}/board.svg?stones=red-blue")).text();
    assert_ne!(colored, server.get(&format!("/api/games/{id}/board.svg")).text());
    server.get(&format!("/api/games/{id}/board.svg?stones=pink")).error(400);
    server.get(&format!("/api/games/{id}/board.svg?node=5")).error(409);
    assert_eq!(server.get("/api/arena").json(), json!([]));
    server.get("/api/arena/x").error(404);
    assert_eq!(server.get("/api/workers").json(), json!(null));
}
