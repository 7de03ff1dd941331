//! The networks that players use: those the program was built with, or others in their place.

use std::fmt;
use std::sync::OnceLock;

use catena_core::Game;

use super::params::Network;

/// Those of a game that this process uses.
static IN_USE: [OnceLock<Option<Network>>; Game::ALL.len()] = [const { OnceLock::new() }; Game::ALL.len()];

impl Network {
    /// What this program was built with; `None` for games without.
    #[must_use]
    pub fn embedded(game: Game) -> Option<Self> {
        let bytes = match game {
            Game::Hex => include_bytes!("../../weights/hex.network"),
            _ => return None,
        };
        Some(Self::from_bytes(bytes).expect("a test reads the embedded networks"))
    }

    /// What players of this process use.
    #[must_use]
    pub fn in_use(game: Game) -> Option<&'static Self> {
        IN_USE[game as usize].get_or_init(|| Self::embedded(game)).as_ref()
    }

    /// Lets players of this process use it.
    ///
    /// # Errors
    /// If another is in use already: a search that has begun would not know of this one.
    pub fn put_in_use(self) -> Result<(), NotInUse> {
        IN_USE[self.game as usize].set(Some(self)).map_err(|_| NotInUse)
    }
}

/// Another network is in use already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotInUse;

impl fmt::Display for NotInUse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("another network is in use already")
    }
}

impl std::error::Error for NotInUse {}

/// A game without a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoNetwork {
    /// The game.
    pub game: Game,
}

impl fmt::Display for NoNetwork {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no network for {}: hex has one", self.game.name())
    }
}

impl std::error::Error for NoNetwork {}
