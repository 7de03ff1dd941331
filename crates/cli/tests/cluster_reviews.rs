//! Reviews on workers: many games of a file, and those of the app.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

mod app_server;
mod nats;
mod process;

use std::fs;
use std::path::Path;

use app_server::AppServer;
use nats::{Process, Proxy, Server, wait_until, worker};
use process::{catena, folder, run};
use serde_json::{Value, json};

/// Without time for the solver answers do not depend on the speed of the machine.
const ANALYZE: &str = "analyze games.sgf --all --player joosten --visits 150 --solver-time off --json";

/// Games that were played in a match, as one file.
fn games(folder: &Path, count: u32) {
    let line = format!(
        "match --player greedy --opponent joosten --game hex --size 5 --playouts 10 --games {count} --openings first-moves \
         --store played.sqlite --sgf games.sgf"
    );
    assert!(run(folder, &line).status.success());
}

/// The answers that are kept.
fn kept(folder: &Path, store: &str) -> usize {
    let bytes = fs::read(folder.join(store)).unwrap_or_default();
    String::from_utf8_lossy(&bytes).matches("\"visits\":").count()
}

#[test]
fn reviews_of_many_games_survive_kills_and_are_those_of_one_machine() {
    let folder = folder("cluster-analyze");
    games(&folder, 16);
    let alone = run(&folder, &format!("{ANALYZE} --store one.part --keep"));
    assert!(alone.status.success(), "{}", String::from_utf8_lossy(&alone.stderr));
    assert_eq!(String::from_utf8_lossy(&alone.stdout).lines().count(), 16);
    let all = kept(&folder, "one.part");
    assert!(all > 100, "{all}");

    let mut server = Server::start(&folder, &[]);
    let proxy = Proxy::start(server.port);
    let mut first = worker(&folder, &server.address(), "");
    let _second = worker(&folder, &server.address(), "");
    let _behind_proxy = worker(&folder, &proxy.address(), "");
    let line = format!("{ANALYZE} --store many.part --keep --on {}", server.address());
    let start = || {
        let [output, log] =
            ["many.jsonl", "analyze.log"].map(|name| fs::File::create(folder.join(name)).unwrap());
        Process::start(catena(&folder, &line).stdout(output).stderr(log))
    };
    let mut collector = start();
    let until = |part: usize, collector: &mut Process| {
        wait_until("answers", || kept(&folder, "many.part") >= all * part / 8 || collector.has_ended());
    };
    until(1, &mut collector);
    proxy.cut();
    until(2, &mut collector);
    first.kill();
    collector.kill();
    collector = start();
    until(3, &mut collector);
    server.kill_and_restart();
    let _third = worker(&folder, &server.address(), "");
    until(5, &mut collector);
    proxy.heal();
    let log = || fs::read_to_string(folder.join("analyze.log")).unwrap();
    assert!(collector.succeeded(), "{}", log());
    let found = fs::read_to_string(folder.join("many.jsonl")).unwrap();
    assert!(found == String::from_utf8_lossy(&alone.stdout), "the reviews differ:\n{found}");
    assert_eq!(kept(&folder, "many.part"), all);
}

#[test]
fn a_single_game_may_be_reviewed_on_workers_too() {
    let folder = folder("cluster-analyze-one");
    games(&folder, 2);
    let server = Server::start(&folder, &[]);
    let _worker = worker(&folder, &server.address(), "");
    let line = "analyze games.sgf --number 2 --player joosten --visits 100 --solver-time off --sgf";
    let alone = run(&folder, &format!("{line} one.sgf"));
    let many = run(&folder, &format!("{line} many.sgf --on {}", server.address()));
    assert!(many.status.success(), "{}", String::from_utf8_lossy(&many.stderr));
    assert_eq!(String::from_utf8_lossy(&many.stdout), String::from_utf8_lossy(&alone.stdout));
    assert_eq!(fs::read(folder.join("many.sgf")).unwrap(), fs::read(folder.join("one.sgf")).unwrap());
    let wrong = run(&folder, &format!("{line} x.sgf --threads 2 --on {}", server.address()));
    assert_eq!(wrong.status.code(), Some(2));
}

/// The review of a game on Hex 3, move by move.
fn review(app: &AppServer, visits: u32) -> Vec<Value> {
    let record = "(;FF[4]GM[11]SZ[3];B[b2];W[b1];B[c1];W[a3];B[a1];W[b3])";
    let game = app.ask("POST", "/api/games", &json!({ "record": record }));
    let path = format!("/api/games/{}", game["id"].as_str().unwrap());
    app.ask("POST", &format!("{path}/review"), &json!({ "visits": visits }));
    let shown = || app.ask("GET", &path, &json!({}));
    wait_until("the end of the review", || shown()["reviewing"] == false);
    shown()["nodes"].as_array().unwrap().iter().map(|node| node["review"].clone()).collect()
}

fn status(folder: &Path, server: &Server) -> Value {
    process::json(&run(folder, &format!("worker {} --status --json", server.address())))
}

#[test]
fn reviews_of_the_app_are_done_by_workers_and_without_them_by_itself() {
    let folder = folder("cluster-app-reviews");
    let server = Server::start(&folder, &[]);
    let done = || status(&folder, &server)["workers"][0]["done"].as_u64().unwrap_or(0);
    let mut process = worker(&folder, &server.address(), "");
    wait_until("the worker", || !status(&folder, &server)["workers"].as_array().unwrap().is_empty());
    let app = AppServer::start(&folder.join("many"), &format!("--threads 1 --on {}", server.address()));
    let alone = AppServer::start(&folder.join("one"), "--threads 1");
    let expected = review(&alone, 300);
    assert_eq!(review(&app, 300), expected);
    wait_until("the count of the worker", || done() > 0);
    // Nobody works any more.
    process.interrupt();
    assert!(process.succeeded());
    wait_until("its end", || status(&folder, &server)["workers"].as_array().unwrap().is_empty());
    assert_eq!(review(&app, 300), expected);
    let after = status(&folder, &server);
    assert_eq!((&after["jobs"], &after["results"]), (&json!(0), &json!(0)));
}
