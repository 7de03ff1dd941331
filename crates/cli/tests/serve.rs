//! `catena serve` as a process: its address, its port, and what is left after it was killed.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

struct Server {
    process: Child,
    address: String,
}

impl Server {
    fn start(data: &Path, args: &[&str]) -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_catena"))
            .args(["serve", "--no-open", "--data"])
            .arg(data)
            .args(args)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let start = line.find("http://").unwrap_or_else(|| panic!("no address in {line:?}"));
        let address = line[start + 7..].split_whitespace().next().unwrap().to_owned();
        Self { process, address }
    }

    fn ask(&self, method: &str, path: &str, body: &Value) -> Value {
        let body = body.to_string();
        let mut stream = TcpStream::connect(&self.address).unwrap();
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\ncontent-type: application/json\r\n\
             content-length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        assert!(head.starts_with("HTTP/1.1 20"), "{method} {path}: {answer}");
        serde_json::from_str(body).unwrap()
    }

    /// Ends it without a chance to tidy up.
    fn kill(mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }
}

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("catena-serve-{}-{name}", std::process::id()));
    drop(std::fs::remove_dir_all(&folder));
    folder
}

#[test]
fn nothing_that_was_answered_is_lost_by_kill_9() {
    let data = folder("kill");
    let mut server = Server::start(&data, &["--port", "0"]);
    // On a board where nobody can win within six moves.
    let stored = server.ask("POST", "/api/games", &json!({ "game": "havannah", "size": 8 }));
    let id = stored["id"].as_str().unwrap().to_owned();
    let mut node = json!(0);
    for round in 0..6 {
        let at = server.ask("GET", &format!("/api/games/{id}/positions/{node}"), &json!({}));
        let mv = at["legal"][7].clone();
        let played =
            server.ask("POST", &format!("/api/games/{id}/play"), &json!({ "node": node, "move": mv }));
        let body = json!({ "node": played["node"]["id"], "player": "champion,level=1" });
        let answered = server.ask("POST", &format!("/api/games/{id}/generate"), &body);
        node = answered["node"]["id"].clone();
        server.kill();
        server = Server::start(&data, &["--port", "0"]);
        let stored = server.ask("GET", &format!("/api/games/{id}"), &json!({}));
        assert_eq!(stored["current"], node, "round {round}");
        assert_eq!(stored["position"]["stones"].as_object().unwrap().len(), 2 * (round + 1));
        assert_eq!(stored["position"], answered["position"]);
    }
    server.kill();
    std::fs::remove_dir_all(&data).unwrap();
}

#[test]
fn a_taken_port_is_named_and_the_next_one_found() {
    let data = folder("port");
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let output = Command::new(env!("CARGO_BIN_EXE_catena"))
        .args(["serve", "--no-open", "--port", &port, "--data"])
        .arg(&data)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains(&format!("port {port} is taken")), "{said}");
    let (one, two) = (Server::start(&data, &[]), Server::start(&folder("port-2"), &[]));
    assert_ne!(one.address, two.address);
    one.kill();
    two.kill();
    std::fs::remove_dir_all(&data).unwrap();
    std::fs::remove_dir_all(folder("port-2")).ok();
}

#[test]
fn a_second_server_on_a_folder_says_where_the_first_is() {
    let data = folder("second");
    let first = Server::start(&data, &["--port", "0"]);
    let second = Command::new(env!("CARGO_BIN_EXE_catena"))
        .args(["serve", "--no-open", "--data"])
        .arg(&data)
        .output()
        .unwrap();
    let said = String::from_utf8(second.stdout).unwrap();
    assert!(second.status.success(), "{}", String::from_utf8_lossy(&second.stderr));
    assert!(said.starts_with("Catena is already at http://") && said.contains(&first.address), "{said}");
    first.kill();
    let third = Server::start(&data, &["--port", "0"]);
    third.ask("GET", "/api/about", &json!({}));
    third.kill();
    std::fs::remove_dir_all(&data).unwrap();
}

#[cfg(target_os = "linux")]
#[test]
fn catena_alone_serves_and_does_not_mind_a_machine_without_a_browser() {
    let home = folder("alone");
    let mut process = Command::new(env!("CARGO_BIN_EXE_catena"))
        .env("XDG_DATA_HOME", &home)
        .env("PATH", "")
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert!(line.starts_with("Catena is at http://127.0.0.1:"), "{line}");
    assert!(home.join("catena/games.sqlite").exists());
    process.kill().unwrap();
    process.wait().unwrap();
    std::fs::remove_dir_all(&home).unwrap();
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_it_cleanly_even_while_it_searches() {
    let data = folder("signal");
    let mut server = Server::start(&data, &["--port", "0"]);
    let stored = server.ask("POST", "/api/games", &json!({ "game": "hex" }));
    let mut stream = TcpStream::connect(&server.address).unwrap();
    let path = format!("/api/games/{}/analyze?node=0", stored["id"].as_str().unwrap());
    write!(stream, "GET {path} HTTP/1.1\r\nhost: {}\r\n\r\n", server.address).unwrap();
    let mut lines = BufReader::new(stream).lines();
    assert!(lines.any(|line| line.unwrap() == "event: report"));
    let interrupt = Command::new("kill").args(["-INT", &server.process.id().to_string()]).status();
    assert!(interrupt.unwrap().success());
    let began = Instant::now();
    let status = server.process.wait().unwrap();
    assert!(status.success() && began.elapsed() < Duration::from_secs(6), "{status} {:?}", began.elapsed());
    std::fs::remove_dir_all(&data).unwrap();
}

#[test]
fn no_token_is_refused_where_there_is_none() {
    let output = Command::new(env!("CARGO_BIN_EXE_catena"))
        .args(["serve", "--no-open", "--no-token", "--data"])
        .arg(folder("no-token"))
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("--no-token goes with --bind"), "{said}");
    std::fs::remove_dir_all(folder("no-token")).ok();
}
