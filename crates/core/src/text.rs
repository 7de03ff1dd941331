//! `FromStr` and `Display` that read each other back.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::{Color, Game, Record, RecordError, Setup, SwapRule};

/// A text that names nothing of the kind that was expected.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{text:?} is not {expected}")]
pub struct UnknownText {
    expected: String,
    text: String,
}

impl UnknownText {
    fn new(expected: impl Into<String>, text: &str) -> Self {
        Self { expected: expected.into(), text: text.to_owned() }
    }

    /// The text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }
}

impl FromStr for Game {
    type Err = UnknownText;

    /// Reads the name or the title of a game, in any case.
    fn from_str(text: &str) -> Result<Self, UnknownText> {
        let names = || format!("a game: {}", Self::ALL.map(Self::name).join(", "));
        Self::parse(text).ok_or_else(|| UnknownText::new(names(), text))
    }
}

impl FromStr for Color {
    type Err = UnknownText;

    /// Reads `b`, `black`, `w` or `white` in any case.
    fn from_str(text: &str) -> Result<Self, UnknownText> {
        Self::parse(text).ok_or_else(|| UnknownText::new("a color: black, white", text))
    }
}

impl FromStr for SwapRule {
    type Err = UnknownText;

    /// Reads `on` or `off`.
    fn from_str(text: &str) -> Result<Self, UnknownText> {
        Self::parse(text).ok_or_else(|| UnknownText::new("on or off", text))
    }
}

/// The word that turns the swap rule of a setup on.
const SWAP: &str = "swap";

impl fmt::Display for Setup {
    /// `hex 11`, or `hex 11 swap` with the swap rule.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.game(), self.size())?;
        if self.swap() == SwapRule::On { write!(f, " {SWAP}") } else { Ok(()) }
    }
}

impl FromStr for Setup {
    type Err = UnknownText;

    /// Reads a game, its size (the usual one if there is none) and `swap`.
    ///
    /// # Examples
    /// ```
    /// use catena_core::{Game, Setup, SwapRule};
    /// let setup: Setup = "hex 11 swap".parse()?;
    /// assert_eq!((setup.game(), setup.size(), setup.swap()), (Game::Hex, 11, SwapRule::On));
    /// assert_eq!(setup.to_string(), "hex 11 swap");
    /// # Ok::<(), catena_core::UnknownText>(())
    /// ```
    fn from_str(text: &str) -> Result<Self, UnknownText> {
        let unknown = || UnknownText::new("a setup such as \"hex 11\" or \"hex 11 swap\"", text);
        let mut words: Vec<&str> = text.split_whitespace().collect();
        let swap = match words.last() {
            Some(&SWAP) => SwapRule::On,
            _ => SwapRule::Off,
        };
        if swap == SwapRule::On {
            words.pop();
        }
        let (name, size) = match words[..] {
            [name] => (name, None),
            [name, size] => (name, Some(size)),
            _ => return Err(unknown()),
        };
        let game: Game = name.parse()?;
        let size =
            size.map_or(Ok(u64::from(game.default_size())), |size| size.parse().map_err(|_| unknown()))?;
        Self::new(game, size, swap).map_err(|error| UnknownText::new(format!("a board: {error}"), text))
    }
}

impl fmt::Display for Record {
    /// The record as SGF.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_sgf())
    }
}

impl FromStr for Record {
    type Err = RecordError;

    /// Reads a record that says its game and size: SGF, HGF or HexWorld.
    fn from_str(text: &str) -> Result<Self, RecordError> {
        Self::read(text.as_bytes(), None)
    }
}
