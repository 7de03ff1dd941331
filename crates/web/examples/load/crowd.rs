//! Those who use the server at the same time: people who play, analyses, requests that wait, and connections
//! that never finish the head of their request.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};

use crate::client::Client;

/// Pause of a person between two moves.
const PAUSE: Duration = Duration::from_millis(2_000);

/// One move in this number is made by an engine.
const ENGINE_MOVES: usize = 10;

/// Time of an engine for a move.
const ENGINE_TIME: &str = "300ms";

/// Pause of a half-open connection that the server has ended, before the next.
const REOPEN: Duration = Duration::from_secs(2);

/// What all have seen.
#[derive(Default)]
pub struct Results {
    pub is_over: AtomicBool,
    /// Latencies in milliseconds, by what was asked.
    pub latencies: Mutex<BTreeMap<&'static str, Vec<f64>>>,
    /// Answers by what was asked and their status; 0 stands for none.
    pub answers: Mutex<BTreeMap<(&'static str, u16), u64>>,
    pub reports: AtomicU64,
    pub half_open: AtomicU64,
    /// Connections that people had to open again.
    pub reopened: AtomicU64,
}

impl Results {
    fn is_over(&self) -> bool {
        self.is_over.load(Relaxed)
    }

    fn count(&self, what: &'static str, status: u16) {
        *self.answers.lock().unwrap().entry((what, status)).or_default() += 1;
    }

    /// Asks and notes how long the answer took.
    async fn timed(
        &self,
        client: &mut Client,
        what: &'static str,
        method: &str,
        path: &str,
        body: &Value,
    ) -> Option<Value> {
        let began = Instant::now();
        let answer = client.ask(method, path, body).await;
        let latency = began.elapsed().as_secs_f64() * 1e3;
        self.latencies.lock().unwrap().entry(what).or_default().push(latency);
        self.count(what, answer.as_ref().map_or(0, |answer| answer.status));
        answer.filter(|answer| (200..300).contains(&answer.status)).map(|answer| answer.body)
    }
}

/// A game that the client makes and keeps.
pub async fn new_game(client: &mut Client, game: &str, size: u32) -> String {
    let body = json!({ "game": game, "size": size });
    let answer = client.ask("POST", "/api/games", &body).await.expect("an answer");
    answer.body["id"].as_str().expect("a new game").to_owned()
}

/// Plays a game after the other, each move after a pause; some moves are an engine's.
pub async fn play(address: SocketAddr, number: usize, results: &Results) {
    const GAMES: [(&str, u32); 5] = [("havannah", 8), ("hex", 11), ("y", 11), ("star", 8), ("renkula", 4)];
    let mut client = Client::new(address, number);
    let (game, size) = GAMES[number % GAMES.len()];
    let id = new_game(&mut client, game, size).await;
    let (mut node, mut ply) = (json!(0), 0);
    // People do not move all at the same time.
    sleep(PAUSE / 100 * u32::try_from(number % 100).unwrap_or(0)).await;
    while !results.is_over() {
        ply += 1;
        let path = format!("/api/games/{id}/positions/{node}");
        let position = results.timed(&mut client, "position", "GET", &path, &Value::Null).await;
        let legal = position.as_ref().and_then(|position| position["legal"].as_array());
        let Some(legal) = legal.filter(|legal| !legal.is_empty()) else {
            node = json!(0);
            sleep(PAUSE).await;
            continue;
        };
        let answer = if (ply + number).is_multiple_of(ENGINE_MOVES) {
            let body = json!({ "node": node, "player": "champion", "time": ENGINE_TIME });
            results.timed(&mut client, "generate", "POST", &format!("/api/games/{id}/generate"), &body).await
        } else {
            let cell = &legal[(ply * 31 + number * 7) % legal.len()];
            let body = json!({ "node": node, "move": cell });
            results.timed(&mut client, "play", "POST", &format!("/api/games/{id}/play"), &body).await
        };
        if let Some(answer) = answer {
            node = answer["node"]["id"].clone();
        }
        sleep(PAUSE).await;
    }
    results.reopened.fetch_add(u64::from(client.opened - 1), Relaxed);
    drop(client.ask("DELETE", &format!("/api/games/{id}"), &Value::Null).await);
}

/// Follows an analysis until the end of the test.
pub async fn analyze(address: SocketAddr, number: usize, results: &Results) {
    let mut client = Client::new(address, number);
    let id = new_game(&mut client, "havannah", 8).await;
    while !results.is_over() {
        let path = format!("/api/games/{id}/analyze?node=0&visits=1000000000");
        let status = client.follow(&path).await.unwrap_or(0);
        results.count("analyze", status);
        while status == 200 && !results.is_over() {
            match timeout(Duration::from_secs(5), client.line()).await {
                Ok(Ok(line)) if line.is_empty() => break,
                Ok(Ok(line)) => {
                    results.reports.fetch_add(u64::from(line.starts_with("event: report")), Relaxed);
                }
                Ok(Err(_)) => break,
                Err(_) => {}
            }
        }
        sleep(Duration::from_secs(1)).await;
    }
    drop(Client::new(address, number).ask("DELETE", &format!("/api/games/{id}"), &Value::Null).await);
}

/// Asks for connections over and over; one that is refused waits as long as it is told.
pub async fn wait_in_line(address: SocketAddr, number: usize, id: &str, results: &Results) {
    let mut client = Client::new(address, number);
    let path = format!("/api/games/{id}/connections?node=0");
    while !results.is_over() {
        let answer = client.ask("GET", &path, &Value::Null).await;
        let status = answer.map_or(0, |answer| answer.status);
        results.count("connections", status);
        sleep(Duration::from_secs(if status == 200 { 0 } else { 5 })).await;
    }
}

/// Sends half a head and waits until the server ends the connection.
pub async fn dawdle(address: SocketAddr, results: &Results) {
    while !results.is_over() {
        if let Ok(mut stream) = TcpStream::connect(address).await {
            results.half_open.fetch_add(1, Relaxed);
            drop(stream.write_all(b"GET /api/about HTTP/1.1\r\nhost: local").await);
            drop(stream.read(&mut [0; 64]).await);
        }
        sleep(REOPEN).await;
    }
}
