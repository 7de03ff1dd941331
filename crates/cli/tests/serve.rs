//! `catena serve` as a process: its address, its port, and what is left after it was killed.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

mod app_server;
mod process;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use app_server::AppServer;
use process::folder;
use serde_json::json;

#[test]
fn nothing_that_was_answered_is_lost_by_kill_9() {
    let data = folder("serve-kill");
    let mut server = AppServer::start(&data, "");
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
        server = AppServer::start(&data, "");
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
    let data = folder("serve-port");
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
    let (one, two) = (AppServer::start(&data, ""), AppServer::start(&folder("serve-port-2"), ""));
    assert_ne!(one.address, two.address);
    one.kill();
    two.kill();
    std::fs::remove_dir_all(&data).unwrap();
    std::fs::remove_dir_all(folder("serve-port-2")).ok();
}

#[test]
fn a_second_server_on_a_folder_says_where_the_first_is() {
    let data = folder("serve-second");
    let first = AppServer::start(&data, "");
    let second = Command::new(env!("CARGO_BIN_EXE_catena"))
        .args(["serve", "--no-open", "--data"])
        .arg(&data)
        .output()
        .unwrap();
    let said = String::from_utf8(second.stdout).unwrap();
    assert!(second.status.success(), "{}", String::from_utf8_lossy(&second.stderr));
    assert!(said.starts_with("Catena is already at http://") && said.contains(&first.address), "{said}");
    first.kill();
    let third = AppServer::start(&data, "");
    third.ask("GET", "/api/about", &json!({}));
    third.kill();
    std::fs::remove_dir_all(&data).unwrap();
}

#[cfg(target_os = "linux")]
#[test]
fn catena_alone_serves_and_does_not_mind_a_machine_without_a_browser() {
    let home = folder("serve-alone");
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
    let data = folder("serve-signal");
    let mut server = AppServer::start(&data, "");
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
    // The analysis would go on for hours.
    assert!(status.success() && began.elapsed() < Duration::from_secs(120), "{status} {:?}", began.elapsed());
    std::fs::remove_dir_all(&data).unwrap();
}

#[test]
fn no_token_is_refused_where_there_is_none() {
    let output = Command::new(env!("CARGO_BIN_EXE_catena"))
        .args(["serve", "--no-open", "--no-token", "--data"])
        .arg(folder("serve-no-token"))
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("--no-token goes with --bind"), "{said}");
    std::fs::remove_dir_all(folder("serve-no-token")).ok();
}

/// Resident memory in MiB.
#[cfg(target_os = "linux")]
fn resident(server: &AppServer) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.process.id())).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.split_whitespace().next().unwrap().parse::<u64>().unwrap() >> 10
}

#[test]
#[cfg(target_os = "linux")]
fn memory_stays_within_its_limit_and_is_given_back() {
    let data = folder("serve-memory");
    let server = AppServer::start(&data, "--memory 256");
    let before = resident(&server);
    let new = json!({ "game": "havannah", "size": 8 });
    // A player whose tree grows fast: nothing but playouts.
    let analyze = "analyze?node=0&player=joosten&visits=1000000000";
    let (mut ids, mut streams) = (Vec::new(), Vec::new());
    for _ in 0..12 {
        let id = server.ask("POST", "/api/games", &new)["id"].as_str().unwrap().to_owned();
        let mut stream = TcpStream::connect(&server.address).unwrap();
        let path = format!("/api/games/{id}/{analyze}");
        write!(stream, "GET {path} HTTP/1.1\r\nhost: {}\r\n\r\n", server.address).unwrap();
        ids.push(id);
        streams.push(stream);
    }
    // The deadlines are for what never comes.
    let deadline = Instant::now() + Duration::from_secs(300);
    let mut most = 0;
    while most < before + 80 {
        assert!(Instant::now() < deadline, "the trees do not grow: {most} MiB");
        std::thread::sleep(Duration::from_millis(50));
        most = most.max(resident(&server));
        assert!(most < 256 + 128, "{most} MiB are resident of 256 that were given");
    }
    drop(streams);
    for id in ids {
        let mut stream = TcpStream::connect(&server.address).unwrap();
        write!(
            stream,
            "DELETE /api/games/{id} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\r\n",
            server.address
        )
        .unwrap();
        drop(stream.read_to_end(&mut Vec::new()));
    }
    while resident(&server) > before + 40 {
        let now = resident(&server);
        assert!(Instant::now() < deadline, "{now} MiB stay of {most}, {before} before");
        std::thread::sleep(Duration::from_millis(100));
    }
    server.kill();
}
