//! Training on workers, which is training alone, and the app that shows the workers.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

mod app_server;
mod nats;
mod process;

use std::fs;
use std::process::Stdio;

use app_server::AppServer;
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

#[test]
fn the_app_shows_the_workers() {
    let folder = folder("cluster-serve");
    let server = Server::start(&folder, &[]);
    let _workers = [(); 2].map(|()| worker(&folder, &server.address(), ""));
    let app = AppServer::start(&folder.join("many"), &format!("--threads 1 --on {}", server.address()));
    let status = || app.ask("GET", "/api/workers", &json!({}));
    wait_until("the workers", || status()["workers"].as_array().unwrap().len() == 2);
    let alone = AppServer::start(&folder.join("one"), "--threads 1");
    assert_eq!(alone.ask("GET", "/api/workers", &json!({})), Value::Null);
}
