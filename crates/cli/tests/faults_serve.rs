//! `catena serve` on a disk that fails: at each call that writes during a session of 200 requests.
//!
//! An action answered with success is there, now and for a server that starts on what the disk holds; a
//! refused one has changed nothing.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

mod app_server;
mod faults;
mod process;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use app_server::{Answer, AppServer};
use faults::{ALL, Disk, Fault, NOT_IN_LOG, PASSING};
use process::{catena, folder};
use serde_json::{Value, json};

/// Requests of the recorded session.
const REQUESTS: usize = 200;

struct Server {
    app: AppServer,
    disk: Disk,
    data: PathBuf,
}

impl Server {
    fn start(data: &Path) -> Self {
        let disk = Disk::new(data);
        let mut command = catena(data, "serve --no-open --port 0 --data .");
        let app = AppServer::spawn(disk.preload(&mut command));
        Self { app, disk, data: data.to_owned() }
    }

    fn ask(&self, request: &Request) -> Answer {
        self.app.answer(request.method, &request.path, &request.body)
    }

    /// All games as the server tells them, without the time of their last change.
    fn games(&self) -> BTreeMap<String, Value> {
        let list = self.ask(&Request::get("/api/games"));
        assert!(list.is_success(), "{}", list.body);
        let ids = list.body.as_array().unwrap().iter().map(|game| game["id"].as_str().unwrap().to_owned());
        ids.map(|id| {
            let mut game = self.ask(&Request::get(&format!("/api/games/{id}"))).body;
            game.as_object_mut().unwrap().remove("updated");
            (id, game)
        })
        .collect()
    }

    /// State that a server finds when it starts on a copy of the files as they are now.
    fn after_a_kill(&self) -> BTreeMap<String, Value> {
        // Tests run side by side: each has a copy of its own.
        let name = self.data.file_name().unwrap().to_str().unwrap();
        let copy = folder(&format!("{name}-copy"));
        // Without the shared index: after a loss of power there is none either.
        for name in ["games.sqlite", "games.sqlite-wal"] {
            drop(std::fs::copy(self.data.join(name), copy.join(name)));
        }
        let other = Self::start(&copy);
        other.games()
    }
}

struct Request {
    method: &'static str,
    path: String,
    body: Value,
}

impl Request {
    fn new(method: &'static str, path: String, body: Value) -> Self {
        Self { method, path, body }
    }

    fn get(path: &str) -> Self {
        Self::new("GET", path.to_owned(), json!({}))
    }
}

/// The `number`-th request of the session: games are made, played, commented, changed, cut and deleted.
fn request(number: usize, games: &BTreeMap<String, Value>) -> Request {
    let new = || Request::new("POST", "/api/games".to_owned(), json!({ "game": "hex", "size": 7 }));
    let (Some((id, game)), true) =
        (games.iter().nth(number % games.len().max(1)), !number.is_multiple_of(20))
    else {
        return new();
    };
    let path = format!("/api/games/{id}");
    let nodes = game["nodes"].as_array().unwrap();
    let last = &nodes.last().unwrap()["id"];
    match number % 20 {
        5 => Request::new("PATCH", path, json!({ "title": format!("game {number}"), "current": 0 })),
        9 => {
            // Long enough to take several pages of the file.
            let text = format!("{number} ").repeat(2_000);
            Request::new("POST", format!("{path}/comment"), json!({ "node": last, "text": text }))
        }
        14 if nodes.len() > 2 => {
            Request::new("DELETE", format!("{path}/nodes/{}", nodes[nodes.len() / 2]["id"]), json!({}))
        }
        17 => {
            let body = json!({ "node": last, "player": "random" });
            Request::new("POST", format!("{path}/generate"), body)
        }
        19 if games.len() > 4 => Request::new("DELETE", path, json!({})),
        _ => {
            let cell = format!("{}{}", ["a", "b", "c", "d", "e", "f", "g"][number % 7], number / 7 % 7 + 1);
            Request::new("POST", format!("{path}/play"), json!({ "node": 0, "move": cell }))
        }
    }
}

#[test]
fn what_is_acknowledged_is_stored_whichever_call_fails() {
    let data = folder("fault-serve");
    let server = Server::start(&data);
    let mut games = server.games();
    let (mut faults, mut refused) = (0, 0);
    for number in 0..REQUESTS {
        let request = request(number, &games);
        for nth in 1.. {
            let fault = PASSING[(number + nth as usize) % PASSING.len()];
            server.disk.arm(nth, ALL, fault);
            let answer = server.ask(&request);
            server.disk.disarm();
            let context = format!(
                "request {number} ({} {}), {fault:?} at call {nth}: {} {}",
                request.method, request.path, answer.status, answer.body
            );
            let has_failed = server.disk.failed() > 0;
            faults += usize::from(has_failed);
            let now = server.games();
            if answer.is_success() {
                // A fault that does no harm, as when the log is merged into the file, or none.
                let node = &answer.body["node"]["id"];
                let id = request.path.split('/').nth(3).unwrap_or_default();
                let is_there =
                    |game: &Value| game["nodes"].as_array().unwrap().iter().any(|known| known["id"] == *node);
                assert!(node.is_null() || now.get(id).is_some_and(is_there), "{context}");
                assert!(request.method == "POST" || now != games, "{context}");
                games = now;
            } else {
                refused += 1;
                assert!(has_failed, "{context}");
                assert!(matches!(answer.status, 500 | 507), "{context}");
                assert!(answer.body["error"].as_str().is_some_and(|said| !said.is_empty()), "{context}");
                assert_eq!(now, games, "{context}");
            }
            if nth == 1 && number % 10 == 0 {
                assert_eq!(server.after_a_kill(), games, "{context}");
            }
            if answer.is_success() {
                break;
            }
        }
    }
    assert_eq!(server.after_a_kill(), games);
    println!("{REQUESTS} requests, {faults} faults, {refused} of them refused the request");
    assert!(refused > 2 * REQUESTS, "{refused}");
}

#[test]
fn a_log_that_cannot_be_merged_loses_nothing() {
    let data = folder("fault-serve-merge");
    let server = Server::start(&data);
    let new = Request::new("POST", "/api/games".to_owned(), json!({ "game": "hex", "size": 5 }));
    let ids: Vec<String> = (0..4).map(|_| server.ask(&new).body["id"].as_str().unwrap().to_owned()).collect();
    let (mut faults, mut comments) = (0, 0);
    // SQLite merges its log into the file once it has a thousand pages, after the commit that made it so long.
    for nth in 1.. {
        server.disk.arm(nth, NOT_IN_LOG, PASSING[nth as usize % PASSING.len()]);
        while server.disk.seen() == 0 {
            let body = json!({ "node": 0, "text": format!("{comments} ").repeat(2_000) });
            let path = format!("/api/games/{}/comment", ids[comments % ids.len()]);
            let answer = server.ask(&Request::new("POST", path, body));
            assert!(answer.is_success(), "call {nth}: {} {}", answer.status, answer.body);
            comments += 1;
        }
        server.disk.disarm();
        if server.disk.failed() == 0 {
            break;
        }
        faults += 1;
        assert_eq!(server.after_a_kill(), server.games(), "call {nth}");
    }
    println!("{comments} comments, {faults} faults while the log was merged");
    assert!(faults > 10, "{faults}");
    assert_eq!(server.after_a_kill(), server.games());
}

#[test]
fn a_full_disk_refuses_changes_and_goes_on_once_there_is_room() {
    let data = folder("fault-serve-full");
    let server = Server::start(&data);
    let new = Request::new("POST", "/api/games".to_owned(), json!({ "game": "hex", "size": 5 }));
    let id = server.ask(&new).body["id"].as_str().unwrap().to_owned();
    let play = |cell: &str| {
        Request::new("POST", format!("/api/games/{id}/play"), json!({ "node": 0, "move": cell }))
    };
    let games = server.games();
    server.disk.arm(1, ALL, Fault::StaysFull);
    for _ in 0..20 {
        for request in [&new, &play("a1")] {
            let answer = server.ask(request);
            assert_eq!(answer.status, 507, "{}", answer.body);
            assert_eq!(answer.body["error"], "the disk is full: nothing was changed");
        }
        assert_eq!(server.games(), games, "what is there can be read");
    }
    server.disk.disarm();
    assert!(server.ask(&play("a1")).is_success() && server.ask(&new).is_success());
    assert_eq!(server.games().len(), 2);
    assert_eq!(server.after_a_kill(), server.games());
}
