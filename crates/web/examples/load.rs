//! The load test: many open games, some of them analysing, and clicks in between.
//!
//! `cargo run --release -p catena-web --example load -- [ADDRESS] [--games 200] [--analyzing 20] [--clicks 1000]`.
//! Without an address it starts a server of its own on a folder that is removed afterwards. Prints the
//! latency of plays with and without the analyses; exits with 1 on any error.

#![allow(clippy::print_stdout, reason = "a program that reports")]
#![allow(clippy::unwrap_used, reason = "an error ends the test")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use catena_web::{Options, WebApp};
use serde_json::{Value, json};

/// A connection that stays open, as a browser's does.
struct RequestSender {
    stream: BufReader<TcpStream>,
    address: SocketAddr,
}

impl RequestSender {
    fn new(address: SocketAddr) -> Self {
        let stream = TcpStream::connect(address).unwrap();
        stream.set_nodelay(true).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        Self { stream: BufReader::new(stream), address }
    }

    fn write(&mut self, method: &str, path: &str, body: &str) {
        let (address, length) = (self.address, body.len());
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json\r\ncontent-length: \
             {length}\r\n\r\n{body}"
        );
        self.stream.get_mut().write_all(request.as_bytes()).unwrap();
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.stream.read_line(&mut line).unwrap();
        line.trim_end().to_owned()
    }

    /// The length of the body, after a head that has to be a success.
    fn head(&mut self) -> usize {
        let status = self.line();
        let mut length = 0;
        loop {
            let line = self.line();
            if let Some(value) = line.strip_prefix("content-length: ") {
                length = value.parse().unwrap();
            }
            if line.is_empty() {
                break;
            }
        }
        assert!(status.contains(" 20"), "{status}");
        length
    }

    fn ask(&mut self, method: &str, path: &str, body: &Value) -> Value {
        self.write(method, path, &body.to_string());
        let mut bytes = vec![0; self.head()];
        self.stream.read_exact(&mut bytes).unwrap();
        serde_json::from_slice(&bytes).unwrap()
    }
}

struct Plan {
    address: Option<SocketAddr>,
    games: usize,
    analyzing: usize,
    clicks: usize,
}

fn plan() -> Plan {
    let mut plan = Plan { address: None, games: 200, analyzing: 20, clicks: 1000 };
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let mut number = || args.next().and_then(|value| value.parse().ok()).expect("a number follows");
        match arg.as_str() {
            "--games" => plan.games = number(),
            "--analyzing" => plan.analyzing = number(),
            "--clicks" => plan.clicks = number(),
            address => plan.address = Some(address.parse().expect("an address such as 127.0.0.1:7391")),
        }
    }
    plan
}

fn main() {
    let plan = plan();
    let folder = std::env::temp_dir().join(format!("catena-load-{}", std::process::id()));
    let address = plan.address.unwrap_or_else(|| {
        std::fs::create_dir_all(&folder).unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let app = WebApp::open(Options::new(folder.clone())).unwrap();
        std::thread::spawn(move || catena_web::serve(listener, app).unwrap());
        address
    });
    run(&plan, address);
    drop(std::fs::remove_dir_all(&folder));
}

fn run(plan: &Plan, address: SocketAddr) {
    let mut client = RequestSender::new(address);
    let games = [("havannah", 8), ("hex", 11), ("y", 11), ("star", 8), ("renkula", 4)];
    let ids: Vec<String> = (0..plan.games)
        .map(|i| {
            let (game, size) = games[i % games.len()];
            let stored = client.ask("POST", "/api/games", &json!({ "game": game, "size": size }));
            stored["id"].as_str().unwrap().to_owned()
        })
        .collect();
    // A page keeps its connection open.
    let mut pages: Vec<RequestSender> = ids.iter().map(|_| RequestSender::new(address)).collect();
    println!("{} games open", ids.len());
    print_latencies("idle", &mut clicks(plan, &mut pages, &ids, 0));
    let is_over = AtomicBool::new(false);
    let reports: Vec<AtomicU64> = (0..plan.analyzing).map(|_| AtomicU64::new(0)).collect();
    let mut latencies = std::thread::scope(|scope| {
        for (id, count) in ids.iter().rev().zip(&reports) {
            let is_over = &is_over;
            scope.spawn(move || analyze(address, id, count, is_over));
        }
        while reports.iter().any(|count| count.load(Relaxed) == 0) {
            std::thread::sleep(Duration::from_millis(50));
        }
        let latencies = clicks(plan, &mut pages, &ids, 1);
        is_over.store(true, Relaxed);
        latencies
    });
    print_latencies(&format!("{} analysing", plan.analyzing), &mut latencies);
    let counts: Vec<u64> = reports.iter().map(|count| count.load(Relaxed)).collect();
    println!(
        "reports of each analysis: {} to {}",
        counts.iter().min().unwrap(),
        counts.iter().max().unwrap()
    );
    for id in &ids {
        client.write("DELETE", &format!("/api/games/{id}"), "");
        client.head();
    }
}

/// Follows an analysis until the end of the test.
fn analyze(address: SocketAddr, id: &str, count: &AtomicU64, is_over: &AtomicBool) {
    let mut client = RequestSender::new(address);
    client.write("GET", &format!("/api/games/{id}/analyze?node=0&visits=1000000000"), "");
    client.head();
    while !is_over.load(Relaxed) {
        if client.line() == "event: report" {
            count.fetch_add(1, Relaxed);
        }
    }
}

/// Plays in one game after the other, each move after a pause as of a person; in milliseconds.
fn clicks(plan: &Plan, pages: &mut [RequestSender], ids: &[String], round: usize) -> Vec<f64> {
    let open = ids.len() - plan.analyzing;
    (0..plan.clicks)
        .map(|i| {
            let page = &mut pages[i % open];
            let id = &ids[i % open];
            let position = page.ask("GET", &format!("/api/games/{id}/positions/0"), &json!({}));
            let legal = position["legal"].as_array().unwrap();
            let mv = &legal[(i / open + round * 40) % legal.len()];
            std::thread::sleep(Duration::from_millis(2));
            let began = Instant::now();
            page.ask("POST", &format!("/api/games/{id}/play"), &json!({ "node": 0, "move": mv }));
            began.elapsed().as_secs_f64() * 1e3
        })
        .collect()
}

fn print_latencies(what: &str, latencies: &mut [f64]) {
    latencies.sort_by(f64::total_cmp);
    let at = |part: f64| latencies[((latencies.len() - 1) as f64 * part) as usize];
    println!(
        "{what}: {} plays, median {:.2} ms, 95 % {:.2} ms, worst {:.2} ms",
        latencies.len(),
        at(0.5),
        at(0.95),
        at(1.0)
    );
}
