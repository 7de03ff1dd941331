//! A client that keeps its connection, and opens another where the server has closed it, as browsers do.

use std::net::SocketAddr;
use std::time::Duration;

use serde_json::Value;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::time::timeout;

/// A longer answer is none.
const TIMEOUT: Duration = Duration::from_secs(60);

/// A browser with a cookie of its own.
pub struct Client {
    address: SocketAddr,
    visitor: String,
    stream: Option<BufReader<TcpStream>>,
    /// Connections opened so far.
    pub opened: u32,
}

/// An answer.
pub struct Answer {
    pub status: u16,
    pub body: Value,
}

/// The start of an answer.
struct Head {
    status: u16,
    length: usize,
}

impl Client {
    /// The number tells browsers apart.
    pub fn new(address: SocketAddr, number: usize) -> Self {
        let visitor = format!("catena-visitor-{}={number:032x}", address.port());
        Self { address, visitor, stream: None, opened: 0 }
    }

    /// Asks, a second time if the connection had been closed meanwhile; none if there is no answer.
    pub async fn ask(&mut self, method: &str, path: &str, body: &Value) -> Option<Answer> {
        for _ in 0..3 {
            if let Ok(Ok(answer)) = timeout(TIMEOUT, self.ask_once(method, path, body)).await {
                return Some(answer);
            }
            self.stream = None;
        }
        None
    }

    async fn ask_once(&mut self, method: &str, path: &str, body: &Value) -> std::io::Result<Answer> {
        self.send(method, path, body).await?;
        let head = self.head().await?;
        let mut bytes = vec![0; head.length];
        self.stream().await?.read_exact(&mut bytes).await?;
        Ok(Answer { status: head.status, body: serde_json::from_slice(&bytes).unwrap_or_default() })
    }

    /// Starts a stream of events; the status of the answer.
    pub async fn follow(&mut self, path: &str) -> std::io::Result<u16> {
        self.stream = None;
        self.send("GET", path, &Value::Null).await?;
        Ok(self.head().await?.status)
    }

    /// The next line of a stream; empty at its end.
    pub async fn line(&mut self) -> std::io::Result<String> {
        let mut line = String::new();
        self.stream().await?.read_line(&mut line).await?;
        Ok(line)
    }

    async fn send(&mut self, method: &str, path: &str, body: &Value) -> std::io::Result<()> {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: {}\r\ncookie: {}\r\ncontent-type: application/json\r\n\
             content-length: {}\r\n\r\n{body}",
            self.address,
            self.visitor,
            body.len()
        );
        self.stream().await?.get_mut().write_all(request.as_bytes()).await
    }

    async fn stream(&mut self) -> std::io::Result<&mut BufReader<TcpStream>> {
        if self.stream.is_none() {
            let stream = TcpStream::connect(self.address).await?;
            stream.set_nodelay(true)?;
            self.opened += 1;
            self.stream = Some(BufReader::new(stream));
        }
        self.stream.as_mut().ok_or_else(|| std::io::ErrorKind::NotConnected.into())
    }

    async fn head(&mut self) -> std::io::Result<Head> {
        let status = self.line().await?;
        let status = status.split(' ').nth(1).and_then(|status| status.parse().ok());
        let status = status.ok_or(std::io::ErrorKind::UnexpectedEof)?;
        let mut length = 0;
        loop {
            let line = self.line().await?;
            match line.trim_end().split_once(": ") {
                Some(("content-length", value)) => length = value.parse().unwrap_or(0),
                Some(_) => {}
                None => return Ok(Head { status, length }),
            }
        }
    }
}
