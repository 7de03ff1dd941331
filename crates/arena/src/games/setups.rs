//! The boards of the games of a file, and what is known of those that do not say theirs.

use std::fmt;

use catena_core::{Game, Setup, SizeError, SwapRule};

/// Facts that are known of a game before it is read, and that it may not contradict.
#[derive(Clone, Debug, Default)]
pub struct KnownSetup {
    /// The game.
    pub game: Option<Game>,
    /// The size of the board, or its cells.
    pub size: Option<u64>,
    /// The swap rule.
    pub swap: Option<SwapRule>,
}

/// A game of another kind than was asked for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct Mismatch {
    /// The setup of the game.
    found: String,
    /// The setup that was asked for.
    asked: String,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the game is {}, not {}", self.found, self.asked)
    }
}

impl KnownSetup {
    /// The board of games that say nothing, if game and size are known.
    ///
    /// # Errors
    /// If the game has no such size.
    pub fn setup(&self) -> Result<Option<Setup>, SizeError> {
        let both = self.game.zip(self.size);
        both.map(|(game, size)| Setup::new(game, size, self.swap.unwrap_or_default())).transpose()
    }

    /// Checks that a game is what is known.
    ///
    /// # Errors
    /// If it contradicts.
    pub fn check(&self, setup: &Setup) -> Result<(), Mismatch> {
        let (game, size) = (setup.game(), setup.size());
        let fits_size = |asked: u64| game.size_of(asked) == Some(size);
        let mismatch = |found: String, asked: String| Err(Mismatch { found, asked });
        match (self.game, self.size, self.swap) {
            (Some(asked), _, _) if asked != game => mismatch(game.to_string(), asked.to_string()),
            (_, Some(asked), _) if !fits_size(asked) => {
                mismatch(format!("{game} {size}"), format!("{game} {asked}"))
            }
            (_, _, Some(asked)) if asked != setup.swap() => {
                mismatch(format!("with swap {}", setup.swap()), format!("with swap {asked}"))
            }
            _ => Ok(()),
        }
    }
}

/// Boards are slow to build, and a file has many games on few of them.
pub(super) struct KnownBoards<'a> {
    known: &'a KnownSetup,
    default: Option<Setup>,
    built: Vec<Setup>,
}

impl<'a> KnownBoards<'a> {
    pub fn new(known: &'a KnownSetup) -> Result<Self, SizeError> {
        let default = known.setup()?;
        Ok(Self { known, built: default.iter().cloned().collect(), default })
    }

    pub const fn known(&self) -> &KnownSetup {
        self.known
    }

    /// The board of games that say nothing.
    pub const fn default(&self) -> Option<&Setup> {
        self.default.as_ref()
    }

    /// The board of a game that says some of it.
    pub fn get(&mut self, said: &KnownSetup) -> Result<&Setup, String> {
        let game = said.game.or(self.known.game).ok_or("it does not say which game it is; --game does")?;
        let default = self.known.size.filter(|_| said.game.is_none_or(|said| self.known.game == Some(said)));
        let size = said.size.or(default).ok_or("it does not say the size of its board; --size does")?;
        let swap = said.swap.or(self.known.swap).unwrap_or_default();
        let fits = |setup: &Setup| {
            setup.game() == game && game.size_of(size) == Some(setup.size()) && setup.swap() == swap
        };
        let place = match self.built.iter().position(fits) {
            Some(place) => place,
            None => {
                self.built.push(Setup::new(game, size, swap).map_err(|error| error.to_string())?);
                self.built.len() - 1
            }
        };
        Ok(&self.built[place])
    }
}
