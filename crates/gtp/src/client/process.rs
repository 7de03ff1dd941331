//! An engine as a child process. Its output is not trusted: threads read it, long lines are cut, and
//! every wait has a deadline.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use super::{Canceled, ClientError, Reply, cpu};

/// Bytes of a line that are kept.
const MAX_LINE: usize = 4096;
/// Lines that wait to be read; an engine that writes more has to wait itself.
const QUEUED_LINES: usize = 1024;
/// Last bytes of standard error that are reported after a crash.
const STDERR_KEPT: usize = 400;
/// Interval at which a wait checks for cancellation.
const POLL: Duration = Duration::from_millis(50);
/// Maximum wait for the exit status and the last error output of an engine that has ended.
const EXIT_WAIT: Duration = Duration::from_secs(2);
/// Time an engine may take to quit before it is killed.
const SHUTDOWN_GRACE: Duration = Duration::from_millis(300);

#[derive(Debug)]
pub struct Process {
    child: Child,
    /// Lines for the thread that writes: an engine that does not read would block us.
    input: SyncSender<String>,
    output: Receiver<String>,
    last_stderr: Arc<Mutex<Vec<u8>>>,
    stderr: thread::JoinHandle<()>,
}

impl Process {
    pub fn start(command: &[String]) -> Result<Self, ClientError> {
        let (program, arguments) = command.split_first().expect("specs have a command");
        let mut process = Command::new(program);
        process.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        {
            use std::os::unix::process::CommandExt;
            // Ctrl-C on the terminal is for us; and its own children end with it.
            process.process_group(0);
        }
        let mut child =
            process.spawn().map_err(|error| ClientError::Crash(format!("starting {program}: {error}")))?;
        let stdin = child.stdin.take().expect("it is piped");
        let stdout = child.stdout.take().expect("it is piped");
        let stderr = child.stderr.take().expect("it is piped");
        let (line_sender, output) = mpsc::sync_channel(QUEUED_LINES);
        let (input, line_receiver) = mpsc::sync_channel(QUEUED_LINES);
        let last_stderr = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&last_stderr);
        thread::spawn(move || take_in(stdout, &line_sender));
        thread::spawn(move || write_out(stdin, &line_receiver));
        let stderr = thread::spawn(move || keep_last(stderr, &kept));
        Ok(Self { child, input, output, last_stderr, stderr })
    }

    pub fn send(&mut self, line: &str) -> Result<(), ClientError> {
        self.input.try_send(line.to_owned()).map_err(|_| self.crash("it does not read its input"))
    }

    /// The answer to a command: the first line that begins with `=` or `?` and the request id. Other
    /// output is skipped, so blank lines inside answers, graphics and late parts do no harm. The move
    /// of a `genmove` may stand on a later line.
    pub fn reply(
        &mut self,
        id: Option<u32>,
        command: &str,
        deadline: Instant,
        canceled: Canceled<'_>,
    ) -> Result<Reply, ClientError> {
        let mut begun = None;
        loop {
            let line = self.line(deadline, canceled)?;
            // `cat` would be waited for until the deadline.
            if begun.is_none() && is_echo(&line, id, command) {
                return Err(ClientError::Crash("it repeats its input: it does not speak GTP".to_owned()));
            }
            let text = match begun {
                None => match answer(&line, id) {
                    None => continue,
                    Some((refused, text)) => {
                        begun = Some(refused);
                        text
                    }
                },
                Some(_) => line.trim(),
            };
            let waits = text.is_empty() && command.starts_with("genmove");
            match (begun, waits) {
                (Some(true), _) => return Ok(Reply::Refused(text.to_owned())),
                (_, false) => return Ok(Reply::Done(text.to_owned())),
                (_, true) => {}
            }
        }
    }

    fn line(&mut self, deadline: Instant, canceled: Canceled<'_>) -> Result<String, ClientError> {
        loop {
            if canceled() {
                return Err(ClientError::Canceled);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(ClientError::Timeout);
            }
            match self.output.recv_timeout(left.min(POLL)) {
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(self.crash("it closed its output")),
            }
        }
    }

    /// Processor time of the engine and its children so far.
    pub fn cpu_time(&self) -> Option<Duration> {
        cpu::of_group(self.child.id())
    }

    /// Error that describes the end of the engine.
    fn crash(&mut self, otherwise: &str) -> ClientError {
        // Status and error output may come a while after its output has closed.
        let deadline = Instant::now() + EXIT_WAIT;
        let mut status = None;
        while Instant::now() < deadline && (status.is_none() || !self.stderr.is_finished()) {
            thread::sleep(Duration::from_millis(5));
            status = self.child.try_wait().ok().flatten();
        }
        let ended = status.map_or_else(|| otherwise.to_owned(), |status| status.to_string());
        let last_words = self.last_stderr.lock().map(|kept| printable(String::from_utf8_lossy(&kept).trim()));
        match last_words {
            Ok(text) if !text.is_empty() => ClientError::Crash(format!("{ended}: {text}")),
            _ => ClientError::Crash(ended),
        }
    }

    fn kill(&mut self) {
        #[cfg(unix)]
        if let Some(group) = rustix::process::Pid::from_raw(self.child.id().cast_signed()) {
            // It may have ended already.
            let _ended = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        drop(self.input.try_send("quit\n".to_owned()));
        let deadline = Instant::now() + SHUTDOWN_GRACE;
        while Instant::now() < deadline {
            // A full pipe would keep it from ending.
            while self.output.try_recv().is_ok() {}
            if matches!(self.child.try_wait(), Ok(Some(_))) {
                break;
            }
            thread::sleep(Duration::from_millis(5));
        }
        self.kill();
    }
}

/// Text of another program, without what would control a terminal.
pub(super) fn printable(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// Returns true if a line is the command that was sent.
fn is_echo(line: &str, id: Option<u32>, command: &str) -> bool {
    id.is_some_and(|id| line.trim_end().strip_prefix(&id.to_string()) == Some(&format!(" {command}")))
}

/// Parses a line that answers a command: true if the engine refused it, and the text.
fn answer(line: &str, id: Option<u32>) -> Option<(bool, &str)> {
    let line = line.trim();
    let (refused, rest) = match (line.strip_prefix('='), line.strip_prefix('?')) {
        (Some(rest), _) => (false, rest),
        (_, Some(rest)) => (true, rest),
        _ => return None,
    };
    let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (number, text) = rest.split_at(digits);
    let ours = id.is_none_or(|id| number.parse() == Ok(id));
    ours.then(|| (refused, text.trim()))
}

/// Sends on line after line, cut to a length, until the end.
fn take_in(output: impl Read, sender: &SyncSender<String>) {
    let mut reader = BufReader::new(output);
    let mut line = Vec::new();
    loop {
        let Ok(buffer) = reader.fill_buf() else { return };
        if buffer.is_empty() {
            return;
        }
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let part = &buffer[..end.unwrap_or(buffer.len())];
        line.extend_from_slice(&part[..part.len().min(MAX_LINE.saturating_sub(line.len()))]);
        let taken = end.map_or(buffer.len(), |end| end + 1);
        reader.consume(taken);
        if end.is_some() {
            let text = String::from_utf8_lossy(&line).into_owned();
            line.clear();
            if sender.send(text).is_err() {
                return;
            }
        }
    }
}

fn write_out(mut input: ChildStdin, lines: &Receiver<String>) {
    while let Ok(line) = lines.recv() {
        if input.write_all(line.as_bytes()).and_then(|()| input.flush()).is_err() {
            return;
        }
    }
}

fn keep_last(mut stderr: impl Read, kept: &Mutex<Vec<u8>>) {
    let mut buffer = [0; 4096];
    while let Ok(count) = stderr.read(&mut buffer) {
        if count == 0 {
            return;
        }
        let Ok(mut kept) = kept.lock() else { return };
        kept.extend_from_slice(&buffer[..count]);
        let surplus = kept.len().saturating_sub(STDERR_KEPT);
        kept.drain(..surplus);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_told_from_noise() {
        assert_eq!(answer("=7 d4", Some(7)), Some((false, "d4")));
        assert_eq!(answer("?7 no", Some(7)), Some((true, "no")));
        assert_eq!(answer("=6 d4", Some(7)), None);
        assert_eq!(answer("= d4", None), Some((false, "d4")));
        assert_eq!(answer("= d4", Some(7)), None);
        assert_eq!(answer("gogui-gfx:", None), None);
        assert_eq!(answer("=", None), Some((false, "")));
        assert!(is_echo("7 genmove black\r", Some(7), "genmove black"));
        assert!(!is_echo("=7 genmove black", Some(7), "genmove black"));
    }

    #[test]
    fn long_lines_are_cut() {
        let (sender, receiver) = mpsc::sync_channel(10);
        let text = format!("{}\nshort\n", "x".repeat(100_000));
        take_in(text.as_bytes(), &sender);
        assert_eq!(receiver.recv().unwrap().len(), MAX_LINE);
        assert_eq!(receiver.recv().unwrap(), "short");
    }
}
