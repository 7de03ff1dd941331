//! `catena serve` as a process that tests send requests to; it ends with the test.

#![allow(dead_code, reason = "each test uses a part of it")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::Value;

use crate::process::catena;

pub struct AppServer {
    pub process: Child,
    pub address: String,
}

/// Answer to a request.
pub struct Answer {
    pub status: u16,
    /// Null where it is no JSON.
    pub body: Value,
}

impl Answer {
    pub fn is_success(&self) -> bool {
        (200..300).contains(&self.status)
    }
}

impl AppServer {
    /// Starts a server with its data in `data`, on a port that is free.
    pub fn start(data: &Path, options: &str) -> Self {
        std::fs::create_dir_all(data).unwrap();
        Self::spawn(&mut catena(data, &format!("serve --no-open --port 0 --data . {options}")))
    }

    /// Starts a command that serves, and reads where.
    pub fn spawn(command: &mut Command) -> Self {
        let mut process = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.split("http://").nth(1).unwrap_or_else(|| panic!("no address in {line:?}"));
        let address = address.split_whitespace().next().unwrap().to_owned();
        Self { process, address }
    }

    pub fn answer(&self, method: &str, path: &str, body: &Value) -> Answer {
        let (body, host) = (body.to_string(), &self.address);
        let mut stream = TcpStream::connect(host).unwrap();
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\ncontent-type: application/json\r\n\
             content-length: {}\r\n\r\n{body}",
            body.len()
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        Answer { status, body: serde_json::from_str(body).unwrap_or_default() }
    }

    /// Body of an answer that has to be a success.
    pub fn ask(&self, method: &str, path: &str, body: &Value) -> Value {
        let answer = self.answer(method, path, body);
        assert!(answer.is_success(), "{method} {path}: {} {}", answer.status, answer.body);
        answer.body
    }

    /// Ends it without a chance to tidy up.
    pub fn kill(mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }
}

impl Drop for AppServer {
    fn drop(&mut self) {
        drop(self.process.kill());
        drop(self.process.wait());
    }
}
