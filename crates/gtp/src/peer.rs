//! The other end of the conversation, as a command that takes long sees it.

/// Sender of lines and reader of replies.
pub(crate) trait Peer {
    /// Returns true if it asked to stop the command under way. Other comments and empty lines before that are
    /// passed over, a command is not.
    fn interrupted(&mut self) -> bool;

    /// Returns true if anything more has come in, or nothing ever will.
    fn pending(&mut self) -> bool;

    /// Waits until something has come in.
    fn wait(&mut self);

    /// Sends a part of a reply.
    fn write(&mut self, text: &str);

    /// Sends what is no part of a reply, such as graphics during a search.
    fn aside(&mut self, text: &str);
}

/// Nobody who waits: the reply is read as a whole when it is there, and there is no further input.
#[derive(Debug, Default)]
pub(crate) struct Nobody {
    /// Text written so far.
    pub text: String,
}

impl Peer for Nobody {
    fn interrupted(&mut self) -> bool {
        false
    }

    fn pending(&mut self) -> bool {
        true
    }

    fn wait(&mut self) {}

    fn write(&mut self, text: &str) {
        self.text.push_str(text);
    }

    fn aside(&mut self, _: &str) {}
}

/// A reply that is sent in parts, after the id of its command.
pub(crate) struct Stream<'a> {
    pub peer: &'a mut dyn Peer,
    id: &'a str,
    begun: bool,
}

impl<'a> Stream<'a> {
    pub fn new(peer: &'a mut dyn Peer, id: &'a str) -> Self {
        Self { peer, id, begun: false }
    }

    /// Sends the sign of success; everything else that is written belongs to this reply.
    pub fn begin(&mut self) {
        self.peer.write(&format!("={} \n", self.id));
        self.begun = true;
    }

    /// Returns true if the reply was begun, so that only its end is missing.
    pub const fn has_begun(&self) -> bool {
        self.begun
    }
}

/// Returns true if a line is the one by which board programs stop a running command.
pub(crate) fn is_interrupt(line: &str) -> bool {
    line.trim().strip_prefix('#').is_some_and(|comment| comment.trim() == "interrupt")
}

/// Returns true if a line has nothing to answer.
pub(crate) fn is_comment(line: &str) -> bool {
    let line = line.trim_start();
    line.is_empty() || line.starts_with('#')
}
