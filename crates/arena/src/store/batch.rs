//! Games on their way into a store.

use super::{Block, GameRow, block};
use crate::tally::Counted;

/// Games finished together and stored together.
#[derive(Clone, Debug)]
pub(crate) enum Batch {
    /// A game in a row of its own.
    Game(GameRow),
    /// Quick games, without forfeits or times, in one row.
    Block(Block),
}

impl Batch {
    /// For another machine: a byte that says which, then the game as JSON or the block as it is stored.
    pub fn to_bytes(&self) -> Vec<u8> {
        match self {
            Self::Game(game) => {
                let mut bytes = vec![0];
                serde_json::to_writer(&mut bytes, game).expect("names and numbers are JSON");
                bytes
            }
            Self::Block(block) => [&[1], &block.bytes[..]].concat(),
        }
    }

    /// Reads the output of `to_bytes`; `None` if the bytes mean no games.
    pub fn from_bytes(mut bytes: Vec<u8>) -> Option<Self> {
        match bytes.first()? {
            0 => serde_json::from_slice(&bytes[1..]).ok().map(Self::Game),
            1 => {
                bytes.remove(0);
                Block::read(bytes).map(Self::Block)
            }
            _ => None,
        }
    }

    /// Shows all of its games as they are stored.
    pub fn each(&self, on_game: &mut dyn FnMut(&Counted<'_>)) {
        match self {
            Self::Game(game) => on_game(&game.into()),
            Self::Block(block) => {
                block::games(&block.bytes).flatten().for_each(|game| on_game(&game.counted()));
            }
        }
    }
}
