//! The weights that players use: those the program was built with, or others in their place.

use std::fmt;
use std::sync::OnceLock;

use catena_core::Game;

use super::key::Reach;
use super::weights::{Combination, Weights};

/// What weights are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Purpose {
    /// To know moves before they are tried.
    Prior,
    /// To draw moves of playouts: those of six neighbors alone, learned without larger patterns.
    Playouts,
}

const PURPOSES: usize = 2;

static HEX: &[u8] = include_bytes!("../../weights/hex.patterns");
static HAVANNAH: &[u8] = include_bytes!("../../weights/havannah.patterns");
static Y: &[u8] = include_bytes!("../../weights/y.patterns");
static RENKULA: &[u8] = include_bytes!("../../weights/renkula.patterns");
static HEX_SIX: &[u8] = include_bytes!("../../weights/hex-6.patterns");
static HAVANNAH_SIX: &[u8] = include_bytes!("../../weights/havannah-6.patterns");
static Y_SIX: &[u8] = include_bytes!("../../weights/y-6.patterns");

/// Those of a game and a purpose that this process uses.
static IN_USE: [[OnceLock<Option<Weights>>; PURPOSES]; Game::ALL.len()] =
    [const { [const { OnceLock::new() }; PURPOSES] }; Game::ALL.len()];

fn slot(game: Game, purpose: Purpose) -> &'static OnceLock<Option<Weights>> {
    &IN_USE[game as usize][purpose as usize]
}

impl Weights {
    /// What this program was built with; `None` for games without.
    #[must_use]
    pub fn embedded(game: Game, purpose: Purpose) -> Option<Self> {
        let bytes = match (game, purpose) {
            (Game::Hex, Purpose::Prior) => HEX,
            (Game::Hex, Purpose::Playouts) => HEX_SIX,
            (Game::Havannah, Purpose::Prior) => HAVANNAH,
            (Game::Havannah, Purpose::Playouts) => HAVANNAH_SIX,
            (Game::Y, Purpose::Prior) => Y,
            (Game::Y, Purpose::Playouts) => Y_SIX,
            (Game::Renkula, Purpose::Prior) => RENKULA,
            // Playouts number the places of flat boards; the middle of *Star has no patterns at all.
            (Game::Renkula, Purpose::Playouts) | (Game::Star, _) => return None,
        };
        Some(Self::from_bytes(bytes).expect("a test reads the embedded weights"))
    }

    /// What players of this process use.
    #[must_use]
    pub fn in_use(game: Game, purpose: Purpose) -> Option<&'static Self> {
        slot(game, purpose).get_or_init(|| Self::embedded(game, purpose)).as_ref()
    }

    /// Lets players of this process use these. Weights of six neighbors are for playouts, which add them.
    ///
    /// # Errors
    /// If they are of no use, or if others are in use already: a search that has begun would not know of these.
    pub fn put_in_use(self) -> Result<(), Unusable> {
        let (game, purpose) = (self.game(), self.purpose());
        if self.patterns().is_empty() {
            return Err(Unusable::Empty);
        }
        if purpose == Purpose::Playouts {
            Self::embedded(game, purpose).ok_or(Unusable::NoPlayouts(NoPatterns { game, purpose }))?;
            if self.combination() != Combination::Sum {
                return Err(Unusable::Product);
            }
        }
        slot(game, purpose).set(Some(self)).map_err(|_| Unusable::TooLate(purpose))
    }

    /// What they are for.
    #[must_use]
    pub fn purpose(&self) -> Purpose {
        let small = self.patterns().iter().all(|learned| learned.pattern.reach() == Reach::Six);
        if small { Purpose::Playouts } else { Purpose::Prior }
    }
}

/// Why weights cannot be put in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unusable {
    /// There is no pattern among them.
    Empty,
    /// The game has no playouts by patterns.
    NoPlayouts(NoPatterns),
    /// Playouts add weights; these are to be multiplied.
    Product,
    /// Others are in use.
    TooLate(Purpose),
}

impl fmt::Display for Unusable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Empty => "there are no patterns in it",
            Self::NoPlayouts(error) => return error.fmt(f),
            Self::Product => "weights of six neighbors are for playouts, which add them: --combine sum",
            Self::TooLate(Purpose::Prior) => "other weights of patterns for the tree are in use already",
            Self::TooLate(Purpose::Playouts) => {
                "other weights of patterns for playouts, of six neighbors, are in use already"
            }
        })
    }
}

impl std::error::Error for Unusable {}

/// A game without weights of patterns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoPatterns {
    /// The game.
    pub game: Game,
    /// What they are asked for.
    pub purpose: Purpose,
}

impl fmt::Display for NoPatterns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.game.name();
        let (what, games) = match self.purpose {
            Purpose::Prior => (name.to_owned(), "hex, havannah, y and renkula"),
            Purpose::Playouts => (format!("playouts of {name}"), "hex, havannah and y"),
        };
        write!(f, "there are no weights of patterns for {what}: {games} have them")
    }
}

impl std::error::Error for NoPatterns {}
