//! The program under load, as a process of its own on a folder of its own.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// `catena serve` on a free port.
pub struct ServerProcess {
    process: Child,
    folder: PathBuf,
    pub address: SocketAddr,
}

/// What the system tells of the process.
#[derive(Clone, Copy, Debug, Default)]
pub struct Footprint {
    /// Resident memory in MiB.
    pub memory: u64,
    pub threads: u64,
    pub files: usize,
}

impl ServerProcess {
    /// Starts the program with this much memory for searches, in MiB.
    pub fn start(program: &Path, memory: u64) -> Self {
        let folder = std::env::temp_dir().join(format!("catena-load-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let mut process = Command::new(program)
            .args(["serve", "--no-open", "--port", "0", "--memory", &memory.to_string(), "--data"])
            .arg(&folder)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.split("http://").nth(1).unwrap().split_whitespace().next().unwrap();
        Self { address: address.parse().unwrap(), process, folder }
    }

    /// Its memory, threads and open files now.
    pub fn footprint(&self) -> Footprint {
        let folder = PathBuf::from(format!("/proc/{}", self.process.id()));
        let status = std::fs::read_to_string(folder.join("status")).unwrap_or_default();
        let number = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name));
            line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
        };
        let files = std::fs::read_dir(folder.join("fd")).map_or(0, Iterator::count);
        Footprint { memory: number("VmRSS:") >> 10, threads: number("Threads:"), files }
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
        drop(std::fs::remove_dir_all(&self.folder));
    }
}
