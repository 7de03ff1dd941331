//! Lines from a stream, replies to another. A thread of its own reads, so that a search sees what
//! comes in meanwhile.

use std::io::{self, BufRead, Write};
use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, sync_channel};
use std::thread;

use crate::Protocol;
use crate::line::{Line, read_line};
use crate::peer::{Peer, is_comment, is_interrupt};

/// Lines that are read ahead.
const AHEAD: usize = 8;

/// Answers lines until `quit` or the end of the input. The thread that reads may outlive the call
/// by one read: nothing ends a read that waits for input.
///
/// # Errors
/// If the streams fail, or if there is no thread to be had.
pub fn serve(
    protocol: &mut Protocol,
    input: impl BufRead + Send + 'static,
    output: impl Write,
) -> io::Result<()> {
    let (sender, lines) = sync_channel(AHEAD);
    thread::Builder::new().name("gtp-input".to_owned()).spawn(move || read(input, &sender))?;
    let mut peer = Connection { lines, front: None, output, failure: None };
    while let Some(input) = peer.next() {
        let response = match input? {
            Input::Line(line) => protocol.answer_to(&line, &mut peer),
            Input::Bad(why) => Some(Protocol::refuse(&why)),
        };
        if let Some(response) = response {
            peer.write(&response.text);
            if response.quit {
                break;
            }
            protocol.ponder(&mut peer);
        }
        if peer.failure.is_some() {
            break;
        }
    }
    peer.failure.map_or(Ok(()), Err)
}

/// A line as the reading thread classifies it.
enum Input {
    Line(String),
    /// No line of text, and why.
    Bad(String),
}

/// Sends lines until the end, an error, or until nobody listens.
fn read(mut input: impl BufRead, sender: &SyncSender<io::Result<Input>>) {
    while let Some(line) = next_input(&mut input).transpose() {
        let failed = line.is_err();
        if sender.send(line).is_err() || failed {
            return;
        }
    }
}

fn next_input(input: &mut impl BufRead) -> io::Result<Option<Input>> {
    Ok(match read_line(input, &mut Vec::new())? {
        Line::Text(text) => Some(Input::Line(text.to_owned())),
        Line::Unusable(why) => Some(Input::Bad(why)),
        Line::End => None,
    })
}

/// Both streams of a conversation.
struct Connection<W> {
    lines: Receiver<io::Result<Input>>,
    /// The next input, once somebody has looked at it; `None` inside is the end.
    front: Option<Option<io::Result<Input>>>,
    output: W,
    failure: Option<io::Error>,
}

impl<W> Connection<W> {
    /// The next input, waited for; `None` at the end.
    fn next(&mut self) -> Option<io::Result<Input>> {
        self.front.take().unwrap_or_else(|| self.lines.recv().ok())
    }

    /// Looks at what comes next without waiting for it.
    fn peek(&mut self) -> Option<&Option<io::Result<Input>>> {
        if self.front.is_none() {
            self.front = match self.lines.try_recv() {
                Ok(input) => Some(Some(input)),
                Err(TryRecvError::Disconnected) => Some(None),
                Err(TryRecvError::Empty) => None,
            };
        }
        self.front.as_ref()
    }
}

impl<W: Write> Peer for Connection<W> {
    fn interrupted(&mut self) -> bool {
        if self.failure.is_some() {
            return true;
        }
        while let Some(Some(Ok(Input::Line(line)))) = self.peek() {
            if is_interrupt(line) {
                return true;
            }
            if !is_comment(line) {
                break;
            }
            self.front = None;
        }
        false
    }

    fn pending(&mut self) -> bool {
        self.failure.is_some() || self.peek().is_some()
    }

    fn wait(&mut self) {
        if self.front.is_none() {
            self.front = Some(self.lines.recv().ok());
        }
    }

    fn write(&mut self, text: &str) {
        if self.failure.is_none() {
            let written = self.output.write_all(text.as_bytes()).and_then(|()| self.output.flush());
            self.failure = written.err();
        }
    }

    fn aside(&mut self, text: &str) {
        self.write(text);
    }
}
