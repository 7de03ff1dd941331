//! Errors of game records; every message names the place and the text.

use std::fmt;

use super::{MAX_DEPTH, MAX_NODES};
use crate::{PlayError, SizeError, StonesError};

/// Why a text is no record of a game, or why a record cannot take or show something.
///
/// Offsets count bytes from the start of the input, 0 first.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RecordError {
    /// There is nothing but white space.
    Empty,
    /// The bytes are no UTF-8 text.
    NotUtf8 {
        /// The first wrong byte.
        offset: usize,
    },
    /// The text breaks the form of its format.
    Syntax {
        /// Where.
        offset: usize,
        /// Description of the token that was expected.
        expected: &'static str,
    },
    /// More than [`MAX_NODES`] nodes.
    TooManyNodes,
    /// Variations inside variations, more than [`MAX_DEPTH`] levels of them.
    TooDeep,
    /// Nothing says which game this is.
    NoGame,
    /// A game that is not one of ours.
    UnknownGame(String),
    /// Nothing says how large the board is.
    NoSize,
    /// A size that is no number.
    BadSize(String),
    /// A Hex board with sides of different length.
    UnequalSides(String),
    /// A size that the game is not played on.
    Size(SizeError),
    /// A property without a meaning in this place.
    BadProperty {
        /// Where its node starts.
        offset: usize,
        /// Description of the problem.
        problem: &'static str,
        /// The property.
        text: String,
    },
    /// A move that names no cell of the board.
    UnknownCell {
        /// The number of the move, 1 for the first; 0 for set-up stones.
        number: usize,
        /// The text that is not a cell.
        text: String,
        /// Where, if it was read from a file.
        offset: Option<usize>,
    },
    /// A move against the rules.
    Illegal {
        /// The number of the move, 1 for the first.
        number: usize,
        /// Color and cell, as `black c4`.
        text: String,
        /// The rule.
        reason: PlayError,
        /// Where, if it was read from a file.
        offset: Option<usize>,
    },
    /// Set-up stones that make no position.
    Stones {
        /// Reason why the stones are not allowed.
        reason: StonesError,
        /// Where, if it was read from a file.
        offset: Option<usize>,
    },
    /// A property that the record itself takes care of, or a name that SGF does not allow.
    ReservedProperty(String),
    /// The main line has something that HexWorld strings cannot say.
    NotForHexWorld(&'static str),
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("the record is empty"),
            Self::NotUtf8 { offset } => write!(f, "byte {offset}: not UTF-8 text"),
            Self::Syntax { offset, expected } => write!(f, "byte {offset}: expected {expected}"),
            Self::TooManyNodes => write!(f, "more than {MAX_NODES} nodes"),
            Self::TooDeep => write!(f, "variations are nested more than {MAX_DEPTH} deep"),
            Self::NoGame => f.write_str("nothing in it says which game this is, and no game was given"),
            Self::UnknownGame(name) => write!(f, "unknown game {name:?}"),
            Self::NoSize => f.write_str("the size of the board is missing"),
            Self::BadSize(text) => write!(f, "the size {text:?} is no number"),
            Self::UnequalSides(text) => write!(f, "the sides of the board differ: {text:?}"),
            Self::Size(error) => error.fmt(f),
            Self::BadProperty { offset, problem, text } => write!(f, "byte {offset}: {problem}: {text}"),
            Self::UnknownCell { number: 0, text, offset } => {
                write!(f, "set-up stone {text:?}: there is no such cell{}", At(*offset))
            }
            Self::UnknownCell { number, text, offset } => {
                write!(f, "move {number}, {text:?}: there is no such cell{}", At(*offset))
            }
            Self::Illegal { number, text, reason, offset } => {
                write!(f, "move {number}, {text}: {reason}{}", At(*offset))
            }
            Self::Stones { reason, offset } => write!(f, "{reason}{}", At(*offset)),
            Self::ReservedProperty(name) => write!(f, "the property {name:?} cannot be set by hand"),
            Self::NotForHexWorld(reason) => write!(f, "no HexWorld string: {reason}"),
        }
    }
}

impl std::error::Error for RecordError {}

impl From<SizeError> for RecordError {
    fn from(error: SizeError) -> Self {
        Self::Size(error)
    }
}

struct At(Option<usize>);

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.map_or(Ok(()), |offset| write!(f, " (byte {offset})"))
    }
}

/// The first characters of a text from a file, so that no message is as long as the file.
pub(super) fn excerpt(text: &str) -> String {
    const LONGEST: usize = 32;
    let mut short: String = text.chars().take(LONGEST).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}
