//! Errors of game records; every message names the place and the text.

use std::fmt;

use thiserror::Error;

use super::{MAX_DEPTH, MAX_NODES};
use crate::{PlayError, SizeError, StonesError};

/// Why a text is no record of a game, or why a record cannot take or show something.
///
/// Offsets count bytes from the start of the input, 0 first.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RecordError {
    /// There is nothing but white space.
    #[error("the record is empty")]
    Empty,
    /// The bytes are no UTF-8 text.
    #[error("byte {offset}: not UTF-8 text")]
    NotUtf8 {
        /// The first wrong byte.
        offset: usize,
    },
    /// The text breaks the form of its format.
    #[error("byte {offset}: expected {expected}")]
    Syntax {
        /// Where.
        offset: usize,
        /// Description of the token that was expected.
        expected: &'static str,
    },
    /// More than [`MAX_NODES`] nodes.
    #[error("more than {MAX_NODES} nodes")]
    TooManyNodes,
    /// Variations inside variations, more than [`MAX_DEPTH`] levels of them.
    #[error("variations are nested more than {MAX_DEPTH} deep")]
    TooDeep,
    /// Nothing says which game this is.
    #[error("nothing in it says which game this is, and no game was given")]
    NoGame,
    /// A game that is not one of ours.
    #[error("unknown game {0:?}")]
    UnknownGame(String),
    /// Nothing says how large the board is.
    #[error("the size of the board is missing")]
    NoSize,
    /// A size that is no number.
    #[error("the size {0:?} is no number")]
    BadSize(String),
    /// A Hex board with sides of different length.
    #[error("the sides of the board differ: {0:?}")]
    UnequalSides(String),
    /// A size that the game is not played on.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// A property without a meaning in this place.
    #[error("byte {offset}: {problem}: {text}")]
    BadProperty {
        /// Where its node starts.
        offset: usize,
        /// Description of the problem.
        problem: &'static str,
        /// The property.
        text: String,
    },
    /// A move that names no cell of the board.
    #[error("{}{text:?}: there is no such cell{}", Stone(*number), At(*offset))]
    UnknownCell {
        /// The number of the move, 1 for the first; 0 for set-up stones.
        number: usize,
        /// The text that is not a cell.
        text: String,
        /// Where, if it was read from a file.
        offset: Option<usize>,
    },
    /// A move against the rules.
    #[error("move {number}, {text}: {reason}{}", At(*offset))]
    Illegal {
        /// The number of the move, 1 for the first.
        number: usize,
        /// Color and cell, as `black c4`.
        text: String,
        /// The rule.
        #[source]
        reason: PlayError,
        /// Where, if it was read from a file.
        offset: Option<usize>,
    },
    /// Set-up stones that make no position.
    #[error("{reason}{}", At(*offset))]
    Stones {
        /// Reason why the stones are not allowed.
        #[source]
        reason: StonesError,
        /// Where, if it was read from a file.
        offset: Option<usize>,
    },
    /// A property that the record itself takes care of, or a name that SGF does not allow.
    #[error("the property {0:?} cannot be set by hand")]
    ReservedProperty(String),
    /// The main line has something that HexWorld strings cannot say.
    #[error("no HexWorld string: {0}")]
    NotForHexWorld(&'static str),
}

/// A stone before its cell is told: the number of its move, 0 for set-up stones.
struct Stone(usize);

impl fmt::Display for Stone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == 0 { f.write_str("set-up stone ") } else { write!(f, "move {}, ", self.0) }
    }
}

/// The place in a file, if there is one.
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
