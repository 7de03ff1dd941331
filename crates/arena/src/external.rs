//! Programs that speak GTP, as they are asked for on the command line.
//!
//! `gtp:COMMAND LINE`, or `gtp,OPTION=VALUE,…:COMMAND LINE`. The first colon ends the options; the
//! command line is split at blanks outside of quotes and run without a shell.

use std::fmt;

/// A program and how to talk to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct External {
    /// The name in tables.
    pub name: String,
    /// Program and arguments.
    pub command: Vec<String>,
    /// How it writes moves and colors.
    pub dialect: Dialect,
    /// Commands to send before the first game.
    pub start: Vec<String>,
    /// Commands to send before each game, after `clear_board`.
    pub each: Vec<String>,
    /// How it is told the limit of a move, if not by `time_settings`: `%t` are seconds, `%p` playouts.
    pub limit: Option<String>,
    options: String,
}

/// How a program writes moves and colors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Dialect {
    /// Whether its White is our Black, who moves first: castro, morat.
    pub first: First,
    /// How it names cells.
    pub cells: CellNames,
    /// Whether it gets numbers before commands; old programs may not know them.
    pub ids: Ids,
}

/// Who moves first in a program's words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum First {
    /// As here, in HexGui and benzene.
    #[default]
    Black,
    /// As in castro and morat.
    White,
}

/// How cells are named.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CellNames {
    /// As here, in benzene, castro and HavannahGui.
    #[default]
    Ours,
    /// Letter and number exchanged: our b3 is its c2.
    Transposed,
    /// Each row of a Havannah board starts at 1, as on Little Golem.
    Restarting,
}

/// Whether commands are numbered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ids {
    /// `7 genmove black` is answered by `=7 d4`, so that what else is written cannot be mistaken.
    #[default]
    On,
    /// The next line that starts with `=` or `?` is the answer.
    Off,
}

impl External {
    /// Reads a spec.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn parse(spec: &str) -> Result<Self, ExternalError> {
        let (options, command) = spec.split_once(':').ok_or(ExternalError::NoCommand)?;
        let options = options.strip_prefix("gtp").unwrap_or(options).trim_start_matches(',');
        let command = split(command).ok_or(ExternalError::OpenQuote)?;
        let program = command.first().ok_or(ExternalError::NoCommand)?;
        let name = program.rsplit('/').next().unwrap_or(program).to_owned();
        let mut external = Self {
            name,
            command,
            dialect: Dialect::default(),
            start: Vec::new(),
            each: Vec::new(),
            limit: None,
            options: options.to_owned(),
        };
        for option in options.split(',').filter(|option| !option.is_empty()) {
            let (key, value) =
                option.split_once('=').ok_or_else(|| ExternalError::Option(option.to_owned()))?;
            external.set(key.trim(), value.trim()).ok_or_else(|| ExternalError::Option(option.to_owned()))?;
        }
        Ok(external)
    }

    fn set(&mut self, key: &str, value: &str) -> Option<()> {
        let commands = || value.split(';').map(|command| command.trim().to_owned()).collect();
        match (key, value) {
            ("name", _) => value.clone_into(&mut self.name),
            ("start", _) => self.start = commands(),
            ("each", _) => self.each = commands(),
            ("limit", _) => self.limit = Some(value.to_owned()),
            ("first", "black") | ("dialect", "benzene" | "hexgui" | "catena") => {
                self.dialect.first = First::Black;
            }
            ("first", "white") | ("dialect", "castro" | "morat") => self.dialect.first = First::White,
            ("cells", "ours") => self.dialect.cells = CellNames::Ours,
            ("cells", "transposed") => self.dialect.cells = CellNames::Transposed,
            ("cells", "restarting") => self.dialect.cells = CellNames::Restarting,
            ("ids", "on") => self.dialect.ids = Ids::On,
            ("ids", "off") => self.dialect.ids = Ids::Off,
            _ => return None,
        }
        Some(())
    }
}

impl fmt::Display for External {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let comma = if self.options.is_empty() { "" } else { "," };
        let quoted: Vec<String> = self.command.iter().map(|word| quoted(word)).collect();
        write!(f, "gtp{comma}{}:{}", self.options, quoted.join(" "))
    }
}

fn quoted(word: &str) -> String {
    if !word.is_empty() && !word.contains(|c: char| c.is_whitespace() || c == '"' || c == '\'') {
        word.to_owned()
    } else if word.contains('\'') {
        format!("\"{word}\"")
    } else {
        format!("'{word}'")
    }
}

/// Words of a command line, with either kind of quotes; nothing if a quote is left open.
fn split(line: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in line.chars() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    quote.is_none().then_some(words)
}

/// Why a program cannot be had.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExternalError {
    /// Nothing to run.
    NoCommand,
    /// A quote is not closed.
    OpenQuote,
    /// An option that does not exist or does not fit.
    Option(String),
}

impl fmt::Display for ExternalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoCommand => f.write_str("gtp:COMMAND LINE expected"),
            Self::OpenQuote => f.write_str("a quote in the command line is not closed"),
            Self::Option(option) => write!(
                f,
                "{option:?} is no option of a GTP player: name=NAME, dialect=benzene|castro|morat, \
                 first=black|white, cells=ours|transposed|restarting, start=COMMAND;COMMAND…, \
                 each=COMMAND;…, limit=COMMAND with %t or %p, ids=on|off"
            ),
        }
    }
}

impl std::error::Error for ExternalError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn specs_are_read_and_written() {
        let plain = External::parse("gtp:/opt/mohex/mohex --config 'my file'").unwrap();
        assert_eq!(plain.name, "mohex");
        assert_eq!(plain.command, ["/opt/mohex/mohex", "--config", "my file"]);
        let castro =
            External::parse("gtp,name=castro,dialect=castro,start=a 1;b 2,limit=time -m %t:castro").unwrap();
        assert_eq!((castro.dialect.first, castro.start.len()), (First::White, 2));
        assert_eq!(castro.limit.as_deref(), Some("time -m %t"));
        for spec in [plain, castro] {
            assert_eq!(External::parse(&spec.to_string()), Ok(spec));
        }
    }

    #[test]
    fn wrong_specs_are_told() {
        assert_eq!(External::parse("gtp:"), Err(ExternalError::NoCommand));
        assert_eq!(External::parse("gtp:a 'b"), Err(ExternalError::OpenQuote));
        assert_eq!(External::parse("gtp,x=1:a"), Err(ExternalError::Option("x=1".into())));
        assert_eq!(External::parse("gtp,first=red:a"), Err(ExternalError::Option("first=red".into())));
    }
}
