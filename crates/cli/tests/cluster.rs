//! Work on several workers over a real NATS server, while everything is killed: what is stored is what one machine stores.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

mod nats;
mod process;

use std::path::Path;
use std::process::Stdio;

use catena_arena::selfplay::{SelfplayFile, SelfplayGame};
use catena_arena::{GameRow, Store};
use nats::{Process, Proxy, Server, wait_until, worker};
use process::{catena, folder, run};

const MATCH: &str =
    "match --player joosten --opponent greedy --game hex --size 6 --playouts 150 --openings first-moves";

/// The games of the only match of a store, without times.
fn games(store: &Path) -> Vec<GameRow> {
    let mut games = Store::open_to_read(store).unwrap().games(1).unwrap();
    for game in &mut games {
        (game.black_seconds, game.white_seconds) = (0.0, 0.0);
        (game.black_cpu, game.white_cpu) = (None, None);
    }
    games
}

fn count(store: &Path) -> u64 {
    let stored = Store::open_to_read(store).ok().and_then(|store| store.matches().ok());
    stored.and_then(|matches| matches.first().map(|stored| stored.games)).unwrap_or(0)
}

fn coordinator(folder: &Path, line: &str) -> Process {
    let mut command = catena(folder, line);
    let log = std::fs::File::options().create(true).append(true).open(folder.join("coordinator.log"));
    command.stdout(Stdio::null()).stderr(log.unwrap());
    Process::start(&mut command)
}

fn log(folder: &Path) -> String {
    std::fs::read_to_string(folder.join("coordinator.log")).unwrap_or_default()
}

/// Numbers that differ from run to run, and are told if the test fails.
struct Chance(u64);

impl Chance {
    fn new() -> Self {
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
        eprintln!("seed {}", now.as_nanos() as u64);
        Self(now.as_nanos() as u64)
    }

    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }
}

#[derive(Clone, Copy, Debug)]
enum Event {
    Worker,
    Collector,
    Server,
    Cut,
    Heal,
}

#[test]
fn a_match_survives_kills_of_workers_collector_and_server_and_a_cut_network() {
    let folder = folder("cluster-kills");
    let mut server = Server::start(&folder, &[]);
    let proxy = Proxy::start(server.port);
    let store = folder.join("many.sqlite");
    let line = format!("{MATCH} --games 300 --store many.sqlite --on {}", server.address());
    let mut workers: Vec<Process> = (0..2).map(|_| worker(&folder, &server.address(), "")).collect();
    let _behind_proxy = worker(&folder, &proxy.address(), "");
    let mut collector = coordinator(&folder, &line);
    let mut chance = Chance::new();
    use Event::{Collector, Cut, Heal, Server as Nats, Worker};
    let mut at = 0;
    for event in [Worker, Cut, Collector, Nats, Worker, Heal, Collector, Worker, Nats] {
        at += 5 + chance.below(40);
        eprintln!("{event:?} after game {at}");
        wait_until("progress", || count(&store) >= at || collector.has_ended());
        match event {
            Worker => {
                let index = chance.below(2) as usize;
                workers[index].kill();
                workers[index] = worker(&folder, &server.address(), "");
            }
            Collector => {
                collector.kill();
                collector = coordinator(&folder, &line);
            }
            Nats => server.kill_and_restart(),
            Cut => proxy.cut(),
            Heal => proxy.heal(),
        }
    }
    assert!(collector.succeeded(), "{}", log(&folder));
    let alone = run(&folder, &format!("{MATCH} --games 300 --store one.sqlite"));
    assert!(alone.status.success(), "{}", String::from_utf8_lossy(&alone.stderr));
    assert_eq!(games(&store).len(), 300);
    assert_eq!(games(&store), games(&folder.join("one.sqlite")));
    assert_eq!(Store::open_to_read(&store).unwrap().faults(1).unwrap(), []);
}

fn selfplay_games(file: &Path) -> Vec<SelfplayGame> {
    let mut games = Vec::new();
    SelfplayFile::read(file, &mut |_, _, game| {
        games.push(game);
        Ok(())
    })
    .unwrap();
    games.sort_by_key(|game| game.number);
    games
}

#[test]
fn self_play_and_tuning_survive_kills_too() {
    let folder = folder("cluster-selfplay");
    let mut server = Server::start(&folder, &[]);
    let mut first = worker(&folder, &server.address(), "");
    let _second = worker(&folder, &server.address(), "");
    let line = "selfplay --player joosten --game hex --size 5 --playouts 200 --games 60 --opening-moves 0";
    let mut collector = coordinator(&folder, &format!("{line} -o many --on {}", server.address()));
    let (many, one) = (folder.join("many"), folder.join("one"));
    let length = || std::fs::metadata(&many).map_or(0, |metadata| metadata.len());
    wait_until("the first games", || length() > 5_000 || collector.has_ended());
    first.kill();
    collector.kill();
    server.kill_and_restart();
    let mut collector = coordinator(&folder, &format!("{line} -o many --on {}", server.address()));
    assert!(collector.succeeded(), "{}", log(&folder));
    assert!(run(&folder, &format!("{line} -o one")).status.success());
    assert_eq!(selfplay_games(&many).len(), 60);
    assert_eq!(selfplay_games(&many), selfplay_games(&one));

    let line = "tune --player joosten --opponent greedy --game hex --size 5 --playouts 60 --games 40 --param \
                explore=0.1..2 --method uniform --openings first-moves";
    let mut collector =
        coordinator(&folder, &format!("{line} --store many.sqlite --on {}", server.address()));
    let store = folder.join("many.sqlite");
    wait_until("the first games", || count(&store) >= 10 || collector.has_ended());
    collector.kill();
    let mut collector =
        coordinator(&folder, &format!("{line} --store many.sqlite --on {}", server.address()));
    assert!(collector.succeeded(), "{}", log(&folder));
    assert!(run(&folder, &format!("{line} --store one.sqlite")).status.success());
    assert_eq!(games(&store), games(&folder.join("one.sqlite")));
}

#[test]
fn an_interrupted_worker_finishes_its_game_and_status_shows_who_works() {
    let folder = folder("cluster-status");
    let server = Server::start(&folder, &["--user", "me", "--pass", "secret"]);
    let refused = run(&folder, &format!("worker {}", server.address()));
    assert_eq!(refused.status.code(), Some(2));
    let text = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(text.contains("cannot be used") && !text.contains("secret"), "{text}");
    let login = "--nats-user me --nats-password secret";
    let mut first = worker(&folder, &server.address(), login);
    let status = || {
        let shown = run(&folder, &format!("worker {} --status --json {login}", server.address()));
        process::json(&shown)
    };
    wait_until("a worker", || status()["workers"].as_array().unwrap().len() == 1);
    let shown = status();
    assert_eq!(shown["workers"][0]["slots"], 1);
    assert!(shown["workers"][0]["speed"].as_f64().unwrap() > 100.0);
    let line = format!("{MATCH} --games 20 --store many.sqlite --on {} {login}", server.address());
    let mut collector = coordinator(&folder, &line);
    assert!(collector.succeeded(), "{}", log(&folder));
    first.interrupt();
    assert!(first.succeeded());
    assert_eq!(status()["workers"].as_array().unwrap().len(), 0, "who leaves is not shown");
    assert_eq!((status()["jobs"].as_u64(), status()["results"].as_u64()), (Some(0), Some(0)));
}

#[test]
fn a_worker_ends_even_if_its_server_is_gone() {
    let folder = folder("cluster-gone");
    let server = Server::start(&folder, &[]);
    let mut worker = worker(&folder, &server.address(), "");
    let status = || process::json(&run(&folder, &format!("worker {} --status --json", server.address())));
    wait_until("the worker", || status()["workers"].as_array().unwrap().len() == 1);
    drop(server);
    worker.interrupt();
    wait_until("the worker's end", || worker.has_ended());
}

#[test]
fn programs_of_others_are_run_only_where_they_are_allowed() {
    let folder = folder("cluster-programs");
    let server = Server::start(&folder, &[]);
    let engine = format!("{} gtp", env!("CARGO_BIN_EXE_catena"));
    let mut first = worker(&folder, &server.address(), "");
    let player = format!("gtp,name=other,limit=param playouts %p:{engine}");
    let start = |games: u32| {
        let line = format!(
            "match --game hex --size 4 --playouts 10 --games {games} --openings empty --store many.sqlite"
        );
        let mut command = catena(&folder, &line);
        command.args(["--player", "greedy", "--opponent", &player, "--on", &server.address()]);
        command.stdout(Stdio::null()).stderr(Stdio::null());
        Process::start(&mut command)
    };
    let mut collector = start(2);
    let status = || process::json(&run(&folder, &format!("worker {} --status --json", server.address())));
    wait_until("jobs that nobody may do", || status()["jobs"].as_u64() == Some(2));
    assert_eq!(count(&folder.join("many.sqlite")), 0);
    let mut allowed =
        catena(&folder, &format!("worker {} --ack-wait {} --allow", server.address(), nats::ACK_WAIT));
    allowed.arg(&engine).stdout(Stdio::null()).stderr(Stdio::null());
    let _second = Process::start(&mut allowed);
    assert!(collector.succeeded());
    assert_eq!(games(&folder.join("many.sqlite")).len(), 2);
    first.interrupt();
    assert!(first.succeeded());
}

#[test]
fn nonsense_is_refused_or_a_fault_after_five_attempts_and_work_goes_on() {
    let folder = folder("cluster-nonsense");
    let server = Server::start(&folder, &[]);
    let _worker = worker(&folder, &server.address(), "");
    let status = || process::json(&run(&folder, &format!("worker {} --status --json", server.address())));
    wait_until("a queue", || status()["workers"].as_array().unwrap().len() == 1);
    let queues = status()["queues"].clone();
    let queue = queues[0]["queue"].as_str().unwrap();
    server.publish(&format!("catena.jobs.{queue}.no.job"), "nonsense");
    // A run that nobody has described.
    server.publish(&format!("catena.jobs.{queue}.{:064x}.7", 1), "{}");
    server.publish(&format!("catena.results.{:064x}.7", 2), "");
    server.publish("catena.workers.liar", "nonsense");
    let line = format!("{MATCH} --games 20 --store many.sqlite --on {}", server.address());
    let mut collector = coordinator(&folder, &line);
    assert!(collector.succeeded(), "{}", log(&folder));
    assert_eq!(games(&folder.join("many.sqlite")).len(), 20);
    wait_until("the refusal", || {
        let status = status();
        let worker = &status["workers"][0];
        (worker["refused"].as_u64(), worker["failed"].as_u64()) == (Some(1), Some(5))
    });
    // The fault waits for whoever offered the job, beside the result of nobody's.
    assert_eq!((status()["jobs"].as_u64(), status()["results"].as_u64()), (Some(0), Some(2)));
}
