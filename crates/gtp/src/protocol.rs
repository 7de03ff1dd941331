//! From a line to its reply: comments, ids, dispatch and the form of an answer.

use catena_engine::Session;

use crate::command::{COMMANDS, Command, Reply};

/// Whether commands may read and write files by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileAccess {
    /// `loadsgf` and `printsgf` open the files they are told to.
    Allowed,
    /// Both are refused.
    Denied,
}

/// A session that speaks GTP.
#[derive(Debug)]
pub struct Protocol {
    pub(crate) session: Session,
    pub(crate) files: FileAccess,
    pub(crate) quit: bool,
}

/// The answer to a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Response {
    /// The whole text, ending with an empty line.
    pub text: String,
    /// Whether this was the last command.
    pub quit: bool,
}

impl Protocol {
    /// Speaks for a session.
    #[must_use]
    pub const fn new(session: Session, files: FileAccess) -> Self {
        Self { session, files, quit: false }
    }

    /// The game behind the protocol.
    #[must_use]
    pub const fn session(&self) -> &Session {
        &self.session
    }

    /// Answers a line; `None` for an empty line or a comment, which get no reply.
    pub fn answer(&mut self, line: &str) -> Option<Response> {
        let line = clean(line);
        let mut words = line.split_whitespace();
        let mut name = words.next()?;
        // An id is a number before the command; a number alone is a command without a name.
        let mut id = "";
        if name.bytes().all(|byte| byte.is_ascii_digit()) {
            id = name;
            name = words.next().unwrap_or_default();
        }
        let args: Vec<&str> = words.collect();
        let reply = match COMMANDS.iter().find(|command| command.name == name) {
            Some(command) => self.run(command, &args),
            None => Err(format!("unknown command {:?}", shorten(name))),
        };
        Some(Response { text: form(id, &reply), quit: self.quit })
    }

    /// The answer to input that is no line of text.
    #[must_use]
    pub fn refuse(why: &str) -> Response {
        Response { text: form("", &Err(why.to_owned())), quit: false }
    }

    fn run(&mut self, command: &Command, args: &[&str]) -> Reply {
        if !command.args.allows(args.len()) {
            return Err(format!("usage: {} {}", command.name, command.args.text).trim_end().to_owned());
        }
        (command.run)(self, args)
    }
}

/// Drops comments and control characters; tabs are blanks.
fn clean(line: &str) -> String {
    let code = line.split('#').next().unwrap_or_default();
    code.chars().map(|c| if c == '\t' { ' ' } else { c }).filter(|c| !c.is_control()).collect()
}

/// The beginning of a text: a blob is not worth repeating.
pub(crate) fn shorten(text: &str) -> String {
    const SHOWN: usize = 40;
    text.chars().take(SHOWN).collect()
}

/// `= text` or `? text` with the id, closed by an empty line. An empty line inside the text would
/// end the reply early, so it gets a blank.
fn form(id: &str, reply: &Reply) -> String {
    let (sign, text) = match reply {
        Ok(text) => ('=', text),
        Err(text) => ('?', text),
    };
    let mut lines = text.lines();
    let first = lines.next().unwrap_or_default();
    let rest = lines.map(|line| if line.is_empty() { "\n " } else { "\n" }.to_owned() + line);
    format!("{sign}{id} {first}{}\n\n", rest.collect::<String>())
}
