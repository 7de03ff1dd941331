//! Workers with jobs over a real NATS server: good ones, bad ones, hostile ones, and those that are not for them.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

mod nats;
mod process;
mod remote;
mod schema;

use std::path::Path;
use std::process::Stdio;

use catena_arena::MatchStore;
use catena_arena::runner::{self, ModelFile, RunDescription};
use catena_cluster::Hardware;
use catena_model::ModelHash;
use nats::{Process, Server, wait_until, worker};
use process::{catena, folder, run};
use remote::{Echo, InProcess, Sabotage, offer, worker_options};
use serde_json::{Value, json};

const MATCH: &str =
    "match --player joosten --opponent greedy --game hex --size 5 --playouts 30 --openings first-moves";

fn status(folder: &Path, server: &Server) -> Value {
    let status = process::json(&run(folder, &format!("worker {} --status --json", server.address())));
    let schemas = schema::schemas();
    schema::check(&status, &schemas["worker-status"], &schemas["$defs"], "worker-status").unwrap();
    status
}

/// A worker process, and what it says of itself.
fn known_worker(folder: &Path, server: &Server, options: &str) -> (Process, Value) {
    let process = worker(folder, &server.address(), options);
    wait_until("a worker", || !status(folder, server)["workers"].as_array().unwrap().is_empty());
    (process, status(folder, server)["workers"][0].clone())
}

/// The build of the program.
fn build(folder: &Path, server: &Server) -> String {
    let (process, known) = known_worker(folder, server, "");
    process.interrupt();
    wait_until("its end", || status(folder, server)["workers"].as_array().unwrap().is_empty());
    known["build"].as_str().unwrap().to_owned()
}

fn games(store: &Path) -> usize {
    MatchStore::open_to_read(store).unwrap().games(1).unwrap().len()
}

fn start(folder: &Path, line: &str) -> Process {
    let log = std::fs::File::options().create(true).append(true).open(folder.join("coordinator.log"));
    Process::start(catena(folder, line).stdout(Stdio::null()).stderr(log.unwrap()))
}

fn log(folder: &Path) -> String {
    std::fs::read_to_string(folder.join("coordinator.log")).unwrap_or_default()
}

#[test]
fn a_job_that_fails_five_times_is_a_fault_with_its_reason_and_the_rest_goes_on() {
    let folder = folder("cluster-faults");
    let server = Server::start(&folder, &[]);
    let options = worker_options(&folder, &server, &build(&folder, &server));
    let saboteur = InProcess::start(options, |description, site| {
        let inner = runner::open(description, site)?;
        Ok(Sabotage::of(inner, &[(3, "it breaks"), (5, "panic")]))
    });
    let line = format!("{MATCH} --games 10 --store many.sqlite --on {}", server.address());
    let failed = run(&folder, &line);
    assert_eq!(failed.status.code(), Some(1), "{}", String::from_utf8_lossy(&failed.stderr));
    let store = folder.join("many.sqlite");
    let faults = MatchStore::open_to_read(&store).unwrap().faults(1).unwrap();
    let reasons = [(3, "it breaks".to_owned()), (5, "the program failed: it panics".to_owned())];
    assert_eq!((games(&store), faults), (8, reasons.to_vec()));
    assert_eq!(saboteur.stop().failed, 10, "five deliveries of two jobs");
    // The same command tries again.
    let _worker = worker(&folder, &server.address(), "");
    let again = run(&folder, &line);
    assert!(again.status.success(), "{}", String::from_utf8_lossy(&again.stderr));
    assert_eq!((games(&store), MatchStore::open_to_read(&store).unwrap().faults(1).unwrap()), (10, vec![]));
}

#[test]
fn nonsense_is_refused_or_a_fault_after_five_attempts_and_work_goes_on() {
    let folder = folder("cluster-nonsense");
    let server = Server::start(&folder, &[]);
    let _worker = known_worker(&folder, &server, "");
    let queue = status(&folder, &server)["queues"][0]["queue"].as_str().unwrap().to_owned();
    server.publish(&format!("catena.jobs.{queue}.no.job"), "nonsense");
    // A run that nobody has described.
    server.publish(&format!("catena.jobs.{queue}.{:064x}.7", 1), "{}");
    server.publish(&format!("catena.results.{:064x}.7", 2), "");
    server.publish("catena.workers.liar", "nonsense");
    let line = format!("{MATCH} --games 20 --store many.sqlite --on {}", server.address());
    let mut collector = start(&folder, &line);
    assert!(collector.succeeded(), "{}", log(&folder));
    assert_eq!(games(&folder.join("many.sqlite")), 20);
    wait_until("the refusal", || {
        let status = status(&folder, &server);
        let worker = &status["workers"][0];
        (worker["refused"].as_u64(), worker["failed"].as_u64()) == (Some(1), Some(5))
    });
    // The fault waits for whoever offered the job, beside the result of nobody's.
    let status = status(&folder, &server);
    assert_eq!((status["jobs"].as_u64(), status["results"].as_u64()), (Some(0), Some(2)));
}

#[test]
fn hostile_descriptions_and_jobs_are_faults_and_never_the_end_of_a_worker() {
    let folder = folder("cluster-hostile");
    let server = Server::start(&folder, &[]);
    let (mut process, known) = known_worker(&folder, &server, "");
    let build = known["build"].as_str().unwrap();
    let garbage = folder.join("garbage");
    std::fs::write(&garbage, [0xff; 100]).unwrap();
    let body = json!({"game": "hex", "size": 5, "swap": false, "players": ["greedy", "greedy"],
        "limit": {"playouts": 10}, "grace": {"secs": 1, "nanos": 0}, "openings": "empty", "seed": 1, "key": 1});
    let of_match = |name: &str, value: Value| {
        let mut body = body.clone();
        body[name] = value;
        ("match", body)
    };
    let training = json!({"part": {"gate": {"games": 2, "evaluations": 8, "threshold": 0.5}}, "game": "hex",
        "sizes": [5], "networks": [garbage, garbage], "seed": 1, "generation": 1});
    let assessment = |name: &str, value: Value| {
        let mut body = json!({"games": ["hex"], "player": "champion", "time": null, "playouts": null, "visits": 10,
            "solver_time": {"secs": 0, "nanos": 0}, "solver_bytes": 1_000_000, "seed": 1, "name": ""});
        body[name] = value;
        ("assessment", body)
    };
    let nested = (0..500).fold(json!(1), |inner, _| json!([inner]));
    for (kind, body) in [
        ("mischief", json!(null)),
        ("match", json!([1, 2, 3])),
        of_match("size", json!(65535)),
        of_match("players", json!([])),
        of_match("players", json!(["champion,network=/etc/passwd", "greedy"])),
        of_match("players", json!(["gtp:/bin/sh", "greedy"])),
        of_match("openings", json!({"random": 1_000_000_000_000_u64})),
        of_match("grace", nested),
        ("self-play", json!({"game": "hex"})),
        assessment("player", json!("gtp:/bin/sh")),
        assessment("solver_bytes", json!(u64::MAX)),
        assessment("time", json!({"secs": u64::MAX, "nanos": 0})),
        assessment("threads", json!(1_000_000)),
        ("training", training),
    ] {
        let description = RunDescription::new(kind, &body);
        // A valid description with nonsense as its jobs, and jobs with numbers that no match has.
        let results = offer(&server, build, Echo::described(description), &[0, u64::MAX]);
        for result in results.values() {
            let reason = result.as_ref().unwrap_err();
            assert!(!reason.is_empty(), "{kind} {body}");
        }
        assert_eq!(results.len(), 2, "{kind}");
    }
    let valid = RunDescription::new("match", &body);
    let results = offer(&server, build, Echo::described(valid), &[0]);
    assert!(results[&0].as_ref().unwrap_err().contains("cannot be read"), "{results:?}");
    assert!(!process.has_ended());
    let line = format!("{MATCH} --games 4 --store many.sqlite --on {}", server.address());
    assert!(run(&folder, &line).status.success());
    let after = &status(&folder, &server)["workers"][0];
    assert_eq!(after["id"], known["id"], "it is the same process as before");
}

fn with_model(mut description: RunDescription, file: &Path) -> RunDescription {
    let hash = ModelHash::of(&std::fs::read(file).unwrap()).to_string();
    description.models.push(ModelFile { path: file.display().to_string(), hash });
    description
}

#[test]
fn models_travel_by_their_hash_and_are_kept() {
    use std::os::unix::fs::MetadataExt;
    let folder = folder("cluster-models");
    let server = Server::start(&folder, &[]);
    let options = worker_options(&folder, &server, "test");
    let cache = options.cache.clone();
    let _worker = InProcess::start(options, |description, site| {
        let file = &site.models[&description.models[0].path];
        Ok(Echo::answering(std::fs::read(file).map_err(|error| error.to_string())?))
    });
    let model = folder.join("model");
    let content: Vec<u8> = (0..300_000_u64).map(|byte| ((byte * byte) >> 8) as u8).collect();
    std::fs::write(&model, &content).unwrap();
    let get = |run: u32| {
        let description = with_model(RunDescription::new("test", &run), &model);
        let hash = description.models[0].hash.clone();
        let results = offer(&server, "test", Echo::described(description), &[1]);
        assert!(results[&1] == Ok(content.clone()), "the content is another");
        cache.join(hash)
    };
    let kept = get(1);
    let first = std::fs::metadata(&kept).unwrap().ino();
    assert_eq!(std::fs::metadata(get(2)).unwrap().ino(), first, "it was fetched once");
    // A file that was damaged is not what its name says.
    std::fs::write(&kept, b"damaged").unwrap();
    get(3);
    assert!(std::fs::read(&kept).unwrap() == content);
    // One that changes while it is offered is refused.
    let description = with_model(RunDescription::new("test", &4), &model);
    std::fs::write(&model, b"another").unwrap();
    let refused = remote::try_offer(&server, "test", Hardware::Scaled, Echo::described(description), &[1]);
    assert!(refused.unwrap_err().to_string().contains("has changed since the run began"));
}

#[test]
fn times_are_scaled_by_the_speeds_of_the_machines() {
    let folder = folder("cluster-speed");
    let server = Server::start(&folder, &[]);
    // Half as fast as the machine that asks.
    let options = catena_cluster::WorkerOptions {
        speed: Some(remote::SPEED / 2.0),
        ..worker_options(&folder, &server, "test")
    };
    let _worker =
        InProcess::start(options, |_, site| Ok(Echo::answering(site.time_factor.to_string().into_bytes())));
    let factor = |description: RunDescription, hardware| {
        let results =
            remote::try_offer(&server, "test", hardware, Echo::described(description), &[1]).unwrap();
        String::from_utf8(results[&1].clone().unwrap()).unwrap()
    };
    let timed = |run: u32| RunDescription::new("test", &run).with_time(true);
    assert_eq!(factor(timed(1), Hardware::Scaled), "2");
    assert_eq!(factor(timed(2), Hardware::Same), "1");
    assert_eq!(factor(RunDescription::new("test", &3), Hardware::Scaled), "1");
}

/// Says that there is a worker like a known one, but for some of what it says.
fn pretend(server: &Server, known: &Value, changes: &[(&str, &str)]) {
    let mut worker = known.clone();
    for (name, value) in changes {
        worker[*name] = json!(value);
    }
    server.publish("catena.workers.pretended", &worker.to_string());
}

#[test]
fn equal_hardware_is_refused_with_a_sentence_where_there_is_none() {
    let folder = folder("cluster-hardware");
    let server = Server::start(&folder, &[]);
    let (process, known) = known_worker(&folder, &server, "");
    let timed =
        "match --player joosten --opponent greedy --game hex --size 4 --time 1ms --games 2 --same-hardware";
    let line = format!("{timed} --store many.sqlite --on {}", server.address());
    assert!(run(&folder, &line).status.success(), "the processor is the same here");
    process.interrupt();
    wait_until("its end", || status(&folder, &server)["workers"].as_array().unwrap().is_empty());
    pretend(&server, &known, &[("id", "x"), ("host", "old-box"), ("processor", "i486")]);
    let refused = run(&folder, &line.replace("--games 2", "--games 4"));
    let text = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert_eq!(refused.status.code(), Some(1), "{text}");
    assert!(
        text.contains("no worker has the processor of this machine") && text.contains("old-box has i486"),
        "{text}"
    );
    assert_eq!(games(&folder.join("many.sqlite")), 2);
}

#[test]
fn another_build_takes_no_job_and_the_command_says_who_waits_with_which() {
    let folder = folder("cluster-builds");
    let server = Server::start(&folder, &[]);
    let older = InProcess::start(worker_options(&folder, &server, "0.1.9 old"), |_, _| Err("nothing".into()));
    let line = format!("{MATCH} --games 6 --store many.sqlite --on {}", server.address());
    let mut collector = start(&folder, &line);
    wait_until("the sentence", || log(&folder).contains("has 0.1.9 old"));
    assert!(log(&folder).contains("no worker has this build"), "{}", log(&folder));
    wait_until("all jobs", || status(&folder, &server)["jobs"] == 6);
    let _ours = worker(&folder, &server.address(), "");
    assert!(collector.succeeded(), "{}", log(&folder));
    let done = older.stop();
    assert_eq!((done.done, done.failed, done.refused), (0, 0, 0));
    assert_eq!(games(&folder.join("many.sqlite")), 6);
}

#[test]
fn programs_of_others_are_run_only_where_they_are_allowed() {
    let folder = folder("cluster-programs");
    let server = Server::start(&folder, &[]);
    let engine = format!("{} gtp", env!("CARGO_BIN_EXE_catena"));
    let mut first = worker(&folder, &server.address(), "");
    let player = format!("gtp,name=other,limit=param playouts %p:{engine}");
    let line = "match --game hex --size 4 --playouts 10 --games 2 --openings empty --store many.sqlite";
    let mut command = catena(&folder, line);
    command.args(["--player", "greedy", "--opponent", &player, "--on", &server.address()]);
    let log_file = std::fs::File::create(folder.join("coordinator.log")).unwrap();
    let mut collector = Process::start(command.stdout(Stdio::null()).stderr(log_file));
    wait_until("the sentence", || log(&folder).contains("no worker allows the program"));
    assert_eq!(status(&folder, &server)["jobs"], 2);
    assert_eq!(games(&folder.join("many.sqlite")), 0);
    let mut allowed =
        catena(&folder, &format!("worker {} --ack-wait {} --allow", server.address(), nats::ACK_WAIT));
    allowed.arg(&engine).stdout(Stdio::null()).stderr(Stdio::null());
    let _second = Process::start(&mut allowed);
    assert!(collector.succeeded());
    assert_eq!(games(&folder.join("many.sqlite")), 2);
    first.interrupt();
    assert!(first.succeeded());
}

#[test]
fn an_interrupted_worker_finishes_its_game_and_status_shows_who_works() {
    let folder = folder("cluster-status");
    let server = Server::start(&folder, &[]);
    let (mut first, known) = known_worker(&folder, &server, "");
    assert_eq!(known["slots"], 1);
    assert!(known["speed"].as_f64().unwrap() > 100.0);
    let line = format!("{MATCH} --games 20 --store many.sqlite --on {}", server.address());
    let mut collector = start(&folder, &line);
    assert!(collector.succeeded(), "{}", log(&folder));
    first.interrupt();
    assert!(first.succeeded());
    let status = status(&folder, &server);
    assert_eq!(status["workers"].as_array().unwrap().len(), 0, "who leaves is not shown");
    assert_eq!((status["jobs"].as_u64(), status["results"].as_u64()), (Some(0), Some(0)));
}

#[test]
fn a_worker_that_is_interrupted_twice_gives_its_game_back_at_once() {
    let folder = folder("cluster-twice");
    let server = Server::start(&folder, &[]);
    // Nobody would be given a silent worker's job before the test fails.
    let start_worker = |slots: u32| {
        let line = format!("worker {} --concurrency {slots} --ack-wait 1h", server.address());
        Process::start(catena(&folder, &line).stderr(Stdio::null()))
    };
    let mut first = start_worker(1);
    let endless =
        "match --player joosten --opponent joosten --game hex --size 9 --playouts 1000000000 --games 2";
    let _collector = start(&folder, &format!("{endless} --store many.sqlite --on {}", server.address()));
    let busy = || status(&folder, &server)["workers"][0]["busy"].as_u64().unwrap_or(0);
    wait_until("a game", || busy() == 1);
    first.interrupt();
    assert_eq!(busy(), 1);
    assert!(!first.has_ended(), "it finishes its game");
    first.interrupt();
    assert!(first.succeeded());
    // Another one gets both games.
    let _second = start_worker(2);
    wait_until("both games", || busy() == 2);
}

#[test]
fn a_worker_ends_even_if_its_server_is_gone() {
    let folder = folder("cluster-gone");
    let server = Server::start(&folder, &[]);
    let mut worker = known_worker(&folder, &server, "").0;
    drop(server);
    worker.interrupt();
    wait_until("the worker's end", || worker.has_ended());
}
