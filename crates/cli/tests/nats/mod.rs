//! A NATS server, workers and a network that fails, all on 127.0.0.1 and ended by pid.

#![allow(dead_code, reason = "each test uses a part of it")]

use std::io::{Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// Everything that a test waits for comes before this, or the test fails; it is for tests that hang, not for slow machines.
pub const DEADLINE: Duration = Duration::from_secs(900);
/// Time for which a worker may be silent.
pub const ACK_WAIT: &str = "1500ms";

/// Waits for something that happens for sure, unless the program is wrong.
pub fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let began = Instant::now();
    while !is_so() {
        assert!(began.elapsed() < DEADLINE, "{what} did not happen");
        thread::sleep(Duration::from_millis(10));
    }
}

/// A process that does not outlive its test.
pub struct Process(Child);

impl Process {
    pub fn start(command: &mut Command) -> Self {
        Self(command.spawn().unwrap())
    }

    pub fn id(&self) -> u32 {
        self.0.id()
    }

    /// Ends it as kill -9 does.
    pub fn kill(&mut self) {
        drop(self.0.kill());
        drop(self.0.wait());
    }

    pub fn has_ended(&mut self) -> bool {
        self.0.try_wait().unwrap().is_some()
    }

    /// Returns true if it has done its job.
    pub fn succeeded(&mut self) -> bool {
        wait_until("the end of a process", || self.has_ended());
        self.0.wait().unwrap().success()
    }

    /// Asks it to end, as Ctrl-C does.
    pub fn interrupt(&self) {
        let sent = Command::new("kill").args(["-INT", &self.id().to_string()]).status();
        assert!(sent.unwrap().success());
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

fn program() -> PathBuf {
    let candidates = ["/usr/sbin/nats-server", "/usr/local/bin/nats-server", "/usr/bin/nats-server"];
    let on_path = std::env::var_os("PATH").unwrap_or_default();
    let on_path = std::env::split_paths(&on_path).map(|folder| folder.join("nats-server"));
    let mut all = on_path.chain(candidates.map(PathBuf::from));
    all.find(|path| path.exists()).expect("nats-server is missing: apt-get install nats-server")
}

/// A server with its files in a folder.
pub struct Server {
    process: Process,
    folder: PathBuf,
    pub port: u16,
    options: Vec<String>,
}

impl Server {
    pub fn start(folder: &Path, options: &[&str]) -> Self {
        let port = free_port();
        let options: Vec<String> = options.iter().map(|&option| option.to_owned()).collect();
        let process = start_server(folder, port, &options);
        let server = Self { process, folder: folder.to_owned(), port, options };
        server.wait();
        server
    }

    pub fn address(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// Killed as by kill -9, and started with the files that it left.
    pub fn kill_and_restart(&mut self) {
        self.process.kill();
        self.process = start_server(&self.folder, self.port, &self.options);
        self.wait();
    }

    /// Publishes a message as anybody could.
    pub fn publish(&self, subject: &str, payload: &str) {
        let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)).unwrap();
        let length = payload.len();
        let text =
            format!("CONNECT {{\"verbose\":false}}\r\nPUB {subject} {length}\r\n{payload}\r\nPING\r\n");
        stream.write_all(text.as_bytes()).unwrap();
        let mut answer = String::new();
        let mut byte = [0];
        while !answer.ends_with("PONG\r\n") && stream.read(&mut byte).unwrap() == 1 {
            answer.push(byte[0] as char);
        }
        assert!(answer.ends_with("PONG\r\n"), "{answer}");
    }

    fn wait(&self) {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, self.port));
        wait_until("the start of nats-server", || {
            let Ok(mut stream) = TcpStream::connect(address) else { return false };
            stream.set_read_timeout(Some(Duration::from_secs(5))).unwrap();
            let mut greeting = [0; 4];
            stream.read_exact(&mut greeting).is_ok() && &greeting == b"INFO"
        });
    }
}

fn start_server(folder: &Path, port: u16, options: &[String]) -> Process {
    let mut command = Command::new(program());
    command.args(["-a", "127.0.0.1", "-p", &port.to_string(), "-js", "-sd"]).arg(folder.join("nats"));
    command.args(options).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    Process::start(&mut command)
}

fn free_port() -> u16 {
    TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap().local_addr().unwrap().port()
}

/// A worker in a process of its own; its log is a file in the folder.
pub fn worker(folder: &Path, server: &str, options: &str) -> Process {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    let log = folder.join(format!("worker-{}.log", NUMBER.fetch_add(1, Ordering::Relaxed)));
    let line = format!("worker {server} --ack-wait {ACK_WAIT} --concurrency 1 {options}");
    let mut command = crate::process::catena(folder, &line);
    command.stdout(Stdio::null()).stderr(std::fs::File::create(log).unwrap());
    Process::start(&mut command)
}

/// Passes bytes on, unless it is cut: then they are lost on the way, and nobody is told.
pub struct Proxy {
    pub port: u16,
    is_cut: Arc<AtomicBool>,
}

impl Proxy {
    pub fn start(to: u16) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let port = listener.local_addr().unwrap().port();
        let is_cut = Arc::new(AtomicBool::new(false));
        let cut = Arc::clone(&is_cut);
        thread::spawn(move || {
            for client in listener.incoming().flatten() {
                let Ok(server) = TcpStream::connect((Ipv4Addr::LOCALHOST, to)) else { continue };
                for (from, to) in [(&client, &server), (&server, &client)] {
                    let (from, to, cut) =
                        (from.try_clone().unwrap(), to.try_clone().unwrap(), Arc::clone(&cut));
                    thread::spawn(move || pass(from, to, &cut));
                }
            }
        });
        Self { port, is_cut }
    }

    pub fn address(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    pub fn cut(&self) {
        self.is_cut.store(true, Ordering::SeqCst);
    }

    pub fn heal(&self) {
        self.is_cut.store(false, Ordering::SeqCst);
    }
}

fn pass(mut from: TcpStream, mut to: TcpStream, is_cut: &AtomicBool) {
    let mut bytes = [0; 1 << 14];
    let mut was_cut = false;
    while let Ok(count @ 1..) = from.read(&mut bytes) {
        // A stream with a gap cannot be continued.
        was_cut |= is_cut.load(Ordering::SeqCst);
        if was_cut && !is_cut.load(Ordering::SeqCst) {
            break;
        }
        if !was_cut && to.write_all(&bytes[..count]).is_err() {
            break;
        }
    }
    drop(to.shutdown(std::net::Shutdown::Both));
    drop(from.shutdown(std::net::Shutdown::Both));
}
