//! Training on workers, which is training alone, and the app that shows the workers.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

mod nats;
mod process;

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Stdio};

use catena_model::network::Network;
use nats::{Process, Server, wait_until, worker};
use process::{catena, folder, run};
use serde_json::{Value, json};

const TRAIN: &str = "train --game hex --size 3,4 --generations 2 --games-per-generation 40 --channels 16 --layers 2 \
                     --evaluations 8 --batch-size 32 --gate-games 16 --threads 1";

#[test]
fn training_with_two_workers_is_training_alone_also_if_it_is_killed() {
    let folder = folder("cluster-train");
    let mut server = Server::start(&folder, &[]);
    let mut first = worker(&folder, &server.address(), "");
    let _second = worker(&folder, &server.address(), "");
    let line = format!("{TRAIN} --dir many --on {}", server.address());
    let log = fs::File::create(folder.join("train.log")).unwrap();
    let start = || {
        let mut command = catena(&folder, &line);
        Process::start(command.stdout(Stdio::null()).stderr(log.try_clone().unwrap()))
    };
    let mut coordinator = start();
    // Once in the middle of the games, once when a generation is finished.
    let games = folder.join("many/games/00001-size-03.selfplay");
    wait_until("games", || {
        fs::metadata(&games).is_ok_and(|file| file.len() > 1000) || coordinator.has_ended()
    });
    coordinator.kill();
    first.kill();
    server.kill_and_restart();
    coordinator = start();
    wait_until("a network", || folder.join("many/networks/00001.safetensors").exists());
    coordinator.kill();
    let _third = worker(&folder, &server.address(), "");
    coordinator = start();
    assert!(coordinator.succeeded(), "{}", fs::read_to_string(folder.join("train.log")).unwrap());
    assert!(run(&folder, &format!("{TRAIN} --dir one")).status.success());
    for generation in 0..=2 {
        let weights = |run: &str| {
            let network = Network::load(&folder.join(format!("{run}/networks/{generation:05}.safetensors")));
            network.unwrap().parameters().values().to_vec()
        };
        assert!(weights("many") == weights("one"), "the networks of generation {generation} differ");
    }
    let generations = |run: &str| {
        let state: Value =
            serde_json::from_slice(&fs::read(folder.join(run).join("run.json")).unwrap()).unwrap();
        let mut generations = state["generations"].as_array().unwrap().clone();
        generations.iter_mut().for_each(|generation| generation["seconds"] = json!(0));
        generations
    };
    assert_eq!(generations("many"), generations("one"));
}

/// The app's server; ends with the test.
struct App {
    process: Child,
    address: String,
}

impl App {
    fn start(folder: &Path, options: &str) -> Self {
        let mut command = catena(folder, &format!("serve --no-open --port 0 --data {options}"));
        let mut process = command.stderr(Stdio::null()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let start = line.find("http://").unwrap_or_else(|| panic!("no address in {line:?}"));
        let address = line[start + 7..].split_whitespace().next().unwrap().to_owned();
        Self { process, address }
    }

    /// The status and the body of an answer.
    fn text(&self, method: &str, path: &str, body: &Value) -> (String, String) {
        let (body, host) = (body.to_string(), &self.address);
        let mut stream = TcpStream::connect(host).unwrap();
        let length = body.len();
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\ncontent-type: application/json\r\n\
             content-length: {length}\r\n\r\n{body}"
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        (head.split_whitespace().nth(1).unwrap().to_owned(), body.to_owned())
    }

    fn ask(&self, method: &str, path: &str, body: &Value) -> Value {
        let (status, body) = self.text(method, path, body);
        assert!(status.starts_with("20"), "{method} {path}: {status} {body}");
        serde_json::from_str(&body).unwrap()
    }
}

impl Drop for App {
    fn drop(&mut self) {
        drop(self.process.kill());
        drop(self.process.wait());
    }
}

#[test]
fn the_app_shows_the_workers() {
    let folder = folder("cluster-serve");
    let server = Server::start(&folder, &[]);
    let _workers = [(); 2].map(|()| worker(&folder, &server.address(), ""));
    let app = App::start(&folder, &format!("many --threads 1 --on {}", server.address()));
    let status = || app.ask("GET", "/api/workers", &json!({}));
    wait_until("the workers", || status()["workers"].as_array().unwrap().len() == 2);
    let alone = App::start(&folder, "one --threads 1");
    assert_eq!(alone.ask("GET", "/api/workers", &json!({})), Value::Null);
}
