//! Work on several workers over a real NATS server, while everything is killed: what is stored is what one machine stores.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

mod nats;
mod process;

use std::path::Path;
use std::process::Stdio;

use catena_arena::selfplay::{SelfplayFile, SelfplayGame};
use catena_arena::{GameRow, MatchStore};
use nats::{Process, Proxy, Server, wait_until, worker};
use process::{catena, folder, run};

const MATCH: &str =
    "match --player joosten --opponent greedy --game hex --size 6 --playouts 150 --openings first-moves";

/// The games of the only match of a store, without times.
fn games(store: &Path) -> Vec<GameRow> {
    let mut games = MatchStore::open_to_read(store).unwrap().games(1).unwrap();
    for game in &mut games {
        (game.black_seconds, game.white_seconds) = (0.0, 0.0);
        (game.black_cpu, game.white_cpu) = (None, None);
    }
    games
}

fn count(store: &Path) -> u64 {
    let stored = MatchStore::open_to_read(store).ok().and_then(|store| store.matches().ok());
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
    JobWorker,
    Collector,
    Server,
    Cut,
    Heal,
}

use Event::{Collector, Cut, Heal, JobWorker, Server as Nats};

const EVENTS: [Event; 9] = [JobWorker, Cut, Collector, Nats, JobWorker, Heal, Collector, JobWorker, Nats];

/// Runs a command on three workers, one of them behind a proxy, to its end. On the way, whenever a random number of games
/// more is done, one of the parts is killed or the network of the third worker is cut.
fn survive(folder: &Path, line: &str, games: u64, done: &dyn Fn() -> u64) {
    let mut server = Server::start(folder, &[]);
    let proxy = Proxy::start(server.port);
    let line = format!("{line} --on {}", server.address());
    let mut workers: Vec<Process> = (0..2).map(|_| worker(folder, &server.address(), "")).collect();
    let _behind_proxy = worker(folder, &proxy.address(), "");
    let mut collector = coordinator(folder, &line);
    let mut chance = Chance::new();
    let mut at = 0;
    for event in EVENTS {
        // So few that all events come before the end.
        at += 1 + chance.below(games / EVENTS.len() as u64 - 1);
        wait_until("progress", || done() >= at || collector.has_ended());
        eprintln!("{event:?} after game {} of {games}", done());
        match event {
            JobWorker => {
                let index = chance.below(2) as usize;
                workers[index].kill();
                workers[index] = worker(folder, &server.address(), "");
            }
            Collector => {
                collector.kill();
                collector = coordinator(folder, &line);
            }
            Nats => server.kill_and_restart(),
            Cut => proxy.cut(),
            Heal => proxy.heal(),
        }
    }
    assert!(collector.succeeded(), "{}", log(folder));
    // What nobody needs any more is gone.
    let status = process::json(&run(folder, &format!("worker {} --status --json", server.address())));
    assert_eq!(status["jobs"], 0, "{status}");
}

#[test]
fn a_match_survives_kills_of_workers_collector_and_server_and_a_cut_network() {
    let folder = folder("cluster-match");
    let store = folder.join("many.sqlite");
    survive(&folder, &format!("{MATCH} --games 300 --store many.sqlite"), 300, &|| count(&store));
    let alone = run(&folder, &format!("{MATCH} --games 300 --store one.sqlite"));
    assert!(alone.status.success(), "{}", String::from_utf8_lossy(&alone.stderr));
    assert_eq!(games(&store).len(), 300);
    assert_eq!(games(&store), games(&folder.join("one.sqlite")));
    assert_eq!(MatchStore::open_to_read(&store).unwrap().faults(1).unwrap(), []);
}

/// The games of a file, as far as they are whole.
fn selfplay_games(file: &Path) -> Vec<SelfplayGame> {
    let mut games = Vec::new();
    let read = SelfplayFile::read(file, &mut |_, _, game| {
        games.push(game);
        Ok(())
    });
    // There is no file before the first game.
    drop(read);
    games.sort_by_key(|game: &SelfplayGame| game.number);
    games
}

#[test]
fn self_play_survives_them_too() {
    let folder = folder("cluster-selfplay");
    let line = "selfplay --player joosten --game hex --size 5 --playouts 200 --games 120 --opening-moves 0";
    let (many, one) = (folder.join("many"), folder.join("one"));
    survive(&folder, &format!("{line} -o many"), 120, &|| selfplay_games(&many).len() as u64);
    assert!(run(&folder, &format!("{line} -o one")).status.success());
    assert_eq!(selfplay_games(&many).len(), 120);
    assert_eq!(selfplay_games(&many), selfplay_games(&one));
}

#[test]
fn tuning_survives_them_too() {
    let folder = folder("cluster-tune");
    let line = "tune --player joosten --opponent greedy --game hex --size 5 --playouts 60 --games 100 --param \
                explore=0.1..2 --method uniform --openings first-moves";
    let store = folder.join("many.sqlite");
    survive(&folder, &format!("{line} --store many.sqlite"), 100, &|| count(&store));
    assert!(run(&folder, &format!("{line} --store one.sqlite")).status.success());
    assert_eq!(games(&store).len(), 100);
    assert_eq!(games(&store), games(&folder.join("one.sqlite")));
}
