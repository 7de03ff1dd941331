//! Parameters of a session that can be listed, read and set by name.

use std::fmt;

use catena_core::SwapRule;

use crate::{Player, Session};

/// The values a parameter takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParamKind {
    /// A whole number from 0.
    Number,
    /// One of these words.
    Choice(&'static [&'static str]),
    /// The name of a player.
    Player,
}

/// A parameter: one line of a table gives name, kind, sentence, and how to read and set it.
#[derive(Clone, Copy)]
pub struct Param {
    /// The name.
    pub name: &'static str,
    /// The values it takes.
    pub kind: ParamKind,
    /// What it does, in one sentence.
    pub help: &'static str,
    get: fn(&Session) -> String,
    set: fn(&mut Session, &str) -> Result<(), String>,
}

/// All parameters of a session.
pub const PARAMS: &[Param] = &[
    Param {
        name: "player",
        kind: ParamKind::Player,
        help: "Who chooses the moves of genmove.",
        get: |session| session.player().name().to_owned(),
        set: |session, value| {
            session.set_player(Player::parse(value).map_err(|error| error.to_string())?);
            Ok(())
        },
    },
    Param {
        name: "seed",
        kind: ParamKind::Number,
        help: "Seed of the random numbers; setting it starts them again.",
        get: |session| session.seed().to_string(),
        set: |session, value| {
            session.set_seed(value.parse().map_err(|_| "a whole number from 0 expected".to_owned())?);
            Ok(())
        },
    },
    Param {
        name: "swap",
        kind: ParamKind::Choice(&["off", "on"]),
        help: "Whether the second player may take over the first stone.",
        get: |session| session.position().setup().swap().to_string(),
        set: |session, value| {
            let swap = SwapRule::parse(value).ok_or("on or off expected")?;
            session.set_swap(swap).map_err(|error| error.to_string())
        },
    },
];

impl Param {
    /// The parameter with this name.
    ///
    /// # Errors
    /// If there is none.
    pub fn find(name: &str) -> Result<&'static Self, ParamError> {
        let found = PARAMS.iter().find(|param| param.name.eq_ignore_ascii_case(name));
        found.ok_or_else(|| ParamError { name: name.to_owned(), why: None })
    }

    /// The value in a session.
    #[must_use]
    pub fn get(&self, session: &Session) -> String {
        (self.get)(session)
    }

    /// Changes the value.
    ///
    /// # Errors
    /// If the value does not fit; nothing is changed then.
    pub fn set(&self, session: &mut Session, value: &str) -> Result<(), ParamError> {
        (self.set)(session, value).map_err(|why| ParamError { name: self.name.to_owned(), why: Some(why) })
    }
}

impl fmt::Debug for Param {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Param").field("name", &self.name).field("kind", &self.kind).finish_non_exhaustive()
    }
}

/// An unknown parameter, or a value that does not fit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParamError {
    /// The name that was given.
    pub name: String,
    /// What was wrong with the value; `None` if the name is unknown.
    pub why: Option<String>,
}

impl fmt::Display for ParamError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.why {
            Some(why) => write!(f, "parameter {}: {why}", self.name),
            None => {
                let names: Vec<&str> = PARAMS.iter().map(|param| param.name).collect();
                write!(f, "there is no parameter {:?}: parameters are {}", self.name, names.join(", "))
            }
        }
    }
}

impl std::error::Error for ParamError {}
