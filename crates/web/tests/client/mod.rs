//! A server on a free port, and a small HTTP client that can also send what no client would.

#![allow(dead_code, reason = "each test uses a part of it")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::time::{Duration, Instant};

use catena_web::{Options, WebApp};
use serde_json::{Value, json};

/// A running server.
pub struct Server {
    pub address: SocketAddr,
    pub data: PathBuf,
}

/// An answer.
pub struct Answer {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|_| panic!("no JSON: {}", self.text()))
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// The sentence of an error with this status.
    pub fn error(&self, status: u16) -> String {
        assert_eq!(self.status, status, "{}", self.text());
        self.json()["error"].as_str().unwrap().to_owned()
    }
}

/// A folder of its own for each server, where `cargo clean` finds it.
pub fn folder() -> PathBuf {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let name = format!("catena-web-{}-{}", std::process::id(), NEXT.fetch_add(1, Relaxed));
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    drop(std::fs::remove_dir_all(&folder));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

impl Server {
    pub fn start() -> Self {
        Self::with(|_| {})
    }

    pub fn with(change: impl FnOnce(&mut Options)) -> Self {
        Self::on(folder(), change)
    }

    /// A server over a copy of another one's games, as if that one had ended just now.
    pub fn after(other: &Self) -> Self {
        let folder = folder();
        let games = rusqlite::Connection::open(other.data.join("games.sqlite")).unwrap();
        let copy = folder.join("games.sqlite");
        games.execute("VACUUM INTO ?1", [copy.to_str().unwrap()]).unwrap();
        Self::on(folder, |_| {})
    }

    /// A server over the games of a folder.
    pub fn on(data: PathBuf, change: impl FnOnce(&mut Options)) -> Self {
        let mut options = Options::new(data.clone());
        change(&mut options);
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let app = WebApp::open(options).unwrap();
        std::thread::spawn(move || catena_web::serve(listener, app).unwrap());
        Self { address, data }
    }

    /// Sends bytes and reads until the server closes, or waits in vain for more of the request.
    pub fn raw(&self, bytes: &[u8]) -> Vec<u8> {
        let mut stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_millis(500))).unwrap();
        // The server may have refused and closed before it has read all of it.
        drop(stream.write_all(bytes));
        let mut answer = Vec::new();
        drop(stream.read_to_end(&mut answer));
        answer
    }

    pub fn send(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Answer {
        let mut stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        self.write(&mut stream, method, path, headers, body);
        let mut bytes = Vec::new();
        drop(stream.read_to_end(&mut bytes));
        parse(&bytes)
    }

    fn write(&self, stream: &mut TcpStream, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) {
        let mut head = format!("{method} {path} HTTP/1.1\r\nconnection: close\r\n");
        if !headers.iter().any(|(name, _)| *name == "host") {
            head += &format!("host: {}\r\n", self.address);
        }
        for (name, value) in headers {
            head += &format!("{name}: {value}\r\n");
        }
        if !body.is_empty() {
            head += &format!("content-length: {}\r\n", body.len());
        }
        head += "\r\n";
        stream.write_all(head.as_bytes()).unwrap();
        drop(stream.write_all(body));
    }

    pub fn get(&self, path: &str) -> Answer {
        self.send("GET", path, &[], b"")
    }

    pub fn json(&self, method: &str, path: &str, body: &Value) -> Answer {
        self.send(method, path, &[("content-type", "application/json")], body.to_string().as_bytes())
    }

    pub fn post(&self, path: &str, body: &Value) -> Answer {
        self.json("POST", path, body)
    }

    /// A request that has to succeed.
    pub fn ok(&self, method: &str, path: &str, body: &Value) -> Value {
        let answer = self.json(method, path, body);
        assert!((200..300).contains(&answer.status), "{method} {path}: {} {}", answer.status, answer.text());
        answer.json()
    }

    /// The id of a new game.
    pub fn game(&self, game: &str, size: u16) -> String {
        let stored = self.ok("POST", "/api/games", &json!({ "game": game, "size": size }));
        stored["id"].as_str().unwrap().to_owned()
    }

    /// Follows a stream of events.
    pub fn events(&self, path: &str) -> Events {
        let mut stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(120))).unwrap();
        self.write(&mut stream, "GET", path, &[], b"");
        let mut lines = BufReader::new(stream);
        let mut status = String::new();
        lines.read_line(&mut status).unwrap();
        assert!(status.starts_with("HTTP/1.1 200"), "{path}: {status}");
        Events { lines }
    }

    pub fn usage(&self, what: &str) -> u64 {
        self.get("/api/about").json()["usage"][what].as_u64().unwrap()
    }

    /// Waits until something is so. The deadline is for what never comes, not for what is slow.
    pub fn wait_for(&self, what: &str, is_so: impl Fn(&Self) -> bool) {
        let deadline = Instant::now() + Duration::from_secs(120);
        while !is_so(self) {
            assert!(Instant::now() < deadline, "not in time: {what}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

/// Events of a stream, as name and data.
pub struct Events {
    lines: BufReader<TcpStream>,
}

impl Iterator for Events {
    type Item = (String, Value);

    fn next(&mut self) -> Option<Self::Item> {
        let mut name = None;
        loop {
            let mut line = String::new();
            if self.lines.read_line(&mut line).ok()? == 0 {
                return None;
            }
            // Sizes of chunks stand between the lines of events and look like neither.
            if let Some(event) = line.strip_prefix("event: ") {
                name = Some(event.trim().to_owned());
            } else if let (Some(data), Some(name)) = (line.strip_prefix("data: "), &name) {
                return Some((name.clone(), serde_json::from_str(data.trim()).unwrap()));
            }
        }
    }
}

pub fn parse(bytes: &[u8]) -> Answer {
    let end = bytes.windows(4).position(|four| four == b"\r\n\r\n");
    let end = end.unwrap_or_else(|| panic!("no answer: {:?}", String::from_utf8_lossy(bytes)));
    let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
    let mut lines = head.lines();
    let status = lines.next().unwrap().split(' ').nth(1).unwrap().parse().unwrap();
    let headers: Vec<(String, String)> = lines
        .filter_map(|line| line.split_once(": "))
        .map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned()))
        .collect();
    Answer { status, headers, body: bytes[end + 4..].to_vec() }
}
