//! The load test: people who play beside analyses, requests that wait, and half-open connections.
//!
//! `cargo run --release -p catena-web --example load -- target/release/catena [--seconds 300] [--people 200]
//! [--analyses 100] [--requests 1900] [--half-open 2000] [--memory 512]`
//!
//! Starts the program on a folder of its own, prints tables for docs/experiments, and exits with 1 if a play took
//! longer than it may, an answer was an error of the server, or memory was not kept within the limit or not given back.

#![allow(clippy::print_stdout, reason = "a program that reports")]
#![allow(clippy::unwrap_used, reason = "an error ends the test")]

mod client;
mod crowd;
mod server;

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use client::Client;
use crowd::Results;
use server::{Footprint, ServerProcess};
use tokio::task::JoinSet;
use tokio::time::sleep;

/// 99 of 100 plays are answered within this many milliseconds.
const PLAY_LIMIT: f64 = 250.0;

/// Memory of the program beside its searches, in MiB: code, networks, connections.
const BESIDE_SEARCHES: u64 = 256;

/// Memory that may stay above that at the start, in MiB, once everybody has gone.
const MAY_STAY: u64 = 128;

/// Interval of the table of memory.
const SAMPLE: Duration = Duration::from_secs(20);

struct Plan {
    program: PathBuf,
    seconds: u64,
    people: usize,
    analyses: usize,
    requests: usize,
    half_open: usize,
    memory: u64,
}

fn plan() -> Plan {
    let program = PathBuf::from("target/release/catena");
    let mut plan = Plan {
        program,
        seconds: 300,
        people: 200,
        analyses: 100,
        requests: 1_900,
        half_open: 2_000,
        memory: 512,
    };
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let mut number =
            || args.next().and_then(|value| value.parse::<usize>().ok()).expect("a number follows");
        match arg.as_str() {
            "--seconds" => plan.seconds = number() as u64,
            "--people" => plan.people = number(),
            "--analyses" => plan.analyses = number(),
            "--requests" => plan.requests = number(),
            "--half-open" => plan.half_open = number(),
            "--memory" => plan.memory = number() as u64,
            program => plan.program = PathBuf::from(program),
        }
    }
    plan
}

#[tokio::main]
async fn main() -> ExitCode {
    let plan = plan();
    let server = ServerProcess::start(&plan.program, plan.memory);
    let before = server.footprint();
    let results = Arc::new(Results::default());
    let crowd = gather(&plan, &server, &results).await;
    let samples = observe(&plan, &server).await;
    results.is_over.store(true, Relaxed);
    drop(tokio::time::timeout(Duration::from_secs(60), crowd.join_all()).await);
    // Engines end with their games, connections with their clients.
    sleep(Duration::from_secs(20)).await;
    let after = server.footprint();
    print_memory(before, &samples, after);
    let faults = print_answers(&results) + print_latencies(&results) + check(&plan, before, &samples, after);
    if faults == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Starts everybody.
async fn gather(plan: &Plan, server: &ServerProcess, results: &Arc<Results>) -> JoinSet<()> {
    let address = server.address;
    let id = Arc::new(crowd::new_game(&mut Client::new(address, 1_000_000), "hex", 19).await);
    let mut crowd = JoinSet::new();
    for number in 0..plan.people {
        let results = Arc::clone(results);
        crowd.spawn(async move { crowd::play(address, number, &results).await });
    }
    for number in 0..plan.analyses {
        let results = Arc::clone(results);
        crowd.spawn(async move { crowd::analyze(address, 10_000 + number, &results).await });
    }
    // So that the analyses have begun.
    sleep(Duration::from_secs(5)).await;
    for number in 0..plan.requests {
        let (results, id) = (Arc::clone(results), Arc::clone(&id));
        crowd.spawn(async move { crowd::wait_in_line(address, 20_000 + number, &id, &results).await });
    }
    for _ in 0..plan.half_open {
        let results = Arc::clone(results);
        crowd.spawn(async move { crowd::dawdle(address, &results).await });
    }
    crowd
}

/// Memory, threads and files at every interval.
async fn observe(plan: &Plan, server: &ServerProcess) -> Vec<(u64, Footprint)> {
    let began = Instant::now();
    let mut samples = Vec::new();
    while began.elapsed() < Duration::from_secs(plan.seconds) {
        sleep(SAMPLE.min(Duration::from_secs(plan.seconds))).await;
        samples.push((began.elapsed().as_secs(), server.footprint()));
    }
    samples
}

fn print_memory(before: Footprint, samples: &[(u64, Footprint)], after: Footprint) {
    println!("| second | memory (MiB) | threads | open files |\n|---|---|---|---|");
    let row = |when: &str, Footprint { memory, threads, files }: Footprint| {
        println!("| {when} | {memory} | {threads} | {files} |");
    };
    row("before", before);
    samples.iter().for_each(|(second, footprint)| row(&second.to_string(), *footprint));
    row("after", after);
}

/// The number of answers that should not be.
fn print_answers(results: &Results) -> usize {
    println!("\n| request | status | answers |\n|---|---|---|");
    let mut faults = 0;
    for ((what, status), count) in results.answers.lock().unwrap().iter() {
        println!("| {what} | {status} | {count} |");
        // Analyses and requests in line may be refused, moves may not.
        let is_fine =
            matches!(status, 200..300) || (*status == 429 && matches!(*what, "analyze" | "connections"));
        faults += usize::from(!is_fine && *what != "connections") + usize::from(*status >= 500);
    }
    println!(
        "\n{} reports of analyses, {} half-open connections, {} connections of people opened again",
        results.reports.load(Relaxed),
        results.half_open.load(Relaxed),
        results.reopened.load(Relaxed)
    );
    faults
}

/// 1 if plays took too long.
fn print_latencies(results: &Results) -> usize {
    println!("\n| request | number | median (ms) | 95 % | 99 % | worst |\n|---|---|---|---|---|---|");
    let mut faults = 0;
    for (what, latencies) in results.latencies.lock().unwrap().iter_mut() {
        latencies.sort_by(f64::total_cmp);
        let at = |part: f64| latencies[((latencies.len() - 1) as f64 * part) as usize];
        println!(
            "| {what} | {} | {:.1} | {:.1} | {:.1} | {:.1} |",
            latencies.len(),
            at(0.5),
            at(0.95),
            at(0.99),
            at(1.0)
        );
        faults += usize::from(*what == "play" && at(0.99) > PLAY_LIMIT);
    }
    faults
}

/// The number of limits that memory did not keep.
fn check(plan: &Plan, before: Footprint, samples: &[(u64, Footprint)], after: Footprint) -> usize {
    let most = samples.iter().map(|(_, footprint)| footprint.memory).max().unwrap_or(0);
    println!(
        "\nmemory: {most} MiB at most ({} + {BESIDE_SEARCHES} allowed), {} MiB after it ({} before)",
        plan.memory, after.memory, before.memory
    );
    usize::from(most > plan.memory + BESIDE_SEARCHES) + usize::from(after.memory > before.memory + MAY_STAY)
}
