//! Specification of an engine on the command line.
//!
//! `gtp:COMMAND LINE`, or `gtp,OPTION=VALUE,…:COMMAND LINE`. The first colon ends the options; the
//! command line is split at blanks outside of quotes and run without a shell.

use std::fmt;

use super::dialect::{CellNames, Dialect, FirstColor, KNOWN, LimitCommands, RequestIds, STANDARD};

/// An engine that speaks GTP and how to talk to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineSpec {
    /// The name in tables.
    pub name: String,
    /// Program and arguments.
    pub command: Vec<String>,
    /// Its notation of moves and colors.
    pub dialect: Dialect,
    /// Commands to send before the first game.
    pub start: Vec<String>,
    /// Commands to send before each game, after `clear_board`.
    pub each: Vec<String>,
    /// Command that sets its limit of a move, if its dialect has none: `%t` are seconds, `%p` playouts;
    /// `none` is no command at all.
    pub limit: Option<String>,
    pub(super) limits: LimitCommands,
    options: String,
}

impl EngineSpec {
    /// Reads a spec.
    ///
    /// # Errors
    /// Describes the mistake in the specification.
    pub fn parse(spec: &str) -> Result<Self, EngineSpecError> {
        let (options, command) = spec.split_once(':').ok_or(EngineSpecError::NoCommand)?;
        let options = options.strip_prefix("gtp").unwrap_or(options).trim_start_matches(',');
        let command = split(command).ok_or(EngineSpecError::OpenQuote)?;
        let program = command.first().ok_or(EngineSpecError::NoCommand)?;
        let name = program.rsplit('/').next().unwrap_or(program).to_owned();
        let mut engine = Self {
            name,
            command,
            dialect: Dialect::default(),
            start: Vec::new(),
            each: Vec::new(),
            limit: None,
            limits: STANDARD,
            options: options.to_owned(),
        };
        for option in options.split(',').filter(|option| !option.is_empty()) {
            let (key, value) =
                option.split_once('=').ok_or_else(|| EngineSpecError::Option(option.to_owned()))?;
            engine.set(key.trim(), value.trim()).ok_or_else(|| EngineSpecError::Option(option.to_owned()))?;
        }
        Ok(engine)
    }

    fn set(&mut self, key: &str, value: &str) -> Option<()> {
        let commands = || value.split(';').map(|command| command.trim().to_owned()).collect();
        match (key, value) {
            ("name", _) => value.clone_into(&mut self.name),
            ("start", _) => self.start = commands(),
            ("each", _) => self.each = commands(),
            ("limit", _) => self.limit = Some(value.to_owned()),
            ("dialect", name) => {
                let known = KNOWN.iter().find(|known| known.name == name)?;
                self.dialect.first = known.first;
                self.limits = known.limits;
            }
            ("first", "black") => self.dialect.first = FirstColor::Black,
            ("first", "white") => self.dialect.first = FirstColor::White,
            ("cells", "ours") => self.dialect.cells = CellNames::Ours,
            ("cells", "transposed") => self.dialect.cells = CellNames::Transposed,
            ("cells", "restarting") => self.dialect.cells = CellNames::Restarting,
            ("ids", "on") => self.dialect.ids = RequestIds::On,
            ("ids", "off") => self.dialect.ids = RequestIds::Off,
            _ => return None,
        }
        Some(())
    }
}

impl EngineSpec {
    /// The program with its arguments, as after the colon.
    #[must_use]
    pub fn command_line(&self) -> String {
        let quoted: Vec<String> = self.command.iter().map(|word| quoted(word)).collect();
        quoted.join(" ")
    }
}

impl fmt::Display for EngineSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let comma = if self.options.is_empty() { "" } else { "," };
        write!(f, "gtp{comma}{}:{}", self.options, self.command_line())
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

/// Why a spec names no engine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EngineSpecError {
    /// There is nothing to run.
    #[error("gtp:COMMAND LINE expected")]
    NoCommand,
    /// A quote is not closed.
    #[error("a quote in the command line is not closed")]
    OpenQuote,
    /// An option that does not exist or whose value does not fit.
    #[error(
        "{0:?} is no option of a GTP player: name=NAME, dialect={names}, first=black|white, \
         cells=ours|transposed|restarting, start=COMMAND;COMMAND…, each=COMMAND;…, \
         limit=COMMAND with %t or %p or limit=none, ids=on|off",
        names = dialect_names()
    )]
    Option(String),
}

fn dialect_names() -> String {
    KNOWN.iter().map(|known| known.name).collect::<Vec<_>>().join("|")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn specs_are_read_and_written() {
        let plain = EngineSpec::parse("gtp:/opt/mohex/mohex --config 'my file'").unwrap();
        assert_eq!(plain.name, "mohex");
        assert_eq!(plain.command, ["/opt/mohex/mohex", "--config", "my file"]);
        let castro =
            EngineSpec::parse("gtp,name=castro,dialect=castro,start=a 1;b 2,limit=time -m %t:castro")
                .unwrap();
        assert_eq!((castro.dialect.first, castro.start.len()), (FirstColor::White, 2));
        assert_eq!(castro.limit.as_deref(), Some("time -m %t"));
        let mohex = EngineSpec::parse("gtp,dialect=mohex:mohex").unwrap();
        assert_eq!(mohex.limits.move_time, Some("param_mohex max_time %t"));
        let timed = EngineSpec::parse("gtp,limit=time %t,dialect=mohex:mohex").unwrap();
        assert_eq!(timed.limit.as_deref(), Some("time %t"));
        for spec in [plain, castro, mohex, timed] {
            assert_eq!(EngineSpec::parse(&spec.to_string()), Ok(spec));
        }
        // Quotes stand only where they are needed.
        let line = "engine --flag=1 'a b' \"it's\" ''";
        assert_eq!(EngineSpec::parse(&format!("gtp:{line}")).unwrap().command_line(), line);
    }

    #[test]
    fn wrong_specs_are_told() {
        assert_eq!(EngineSpec::parse("gtp:"), Err(EngineSpecError::NoCommand));
        assert_eq!(EngineSpec::parse("gtp:a 'b"), Err(EngineSpecError::OpenQuote));
        assert_eq!(EngineSpec::parse("gtp,x=1:a"), Err(EngineSpecError::Option("x=1".into())));
        assert_eq!(EngineSpec::parse("gtp,first=red:a"), Err(EngineSpecError::Option("first=red".into())));
    }
}
