//! Moves as text, the same in every interface.

use thiserror::Error;

use crate::{Move, Topology};

impl Topology {
    /// The text of a move: the name of the cell, `swap-pieces`, `pass` or `resign`.
    #[must_use]
    pub fn move_name(&self, mv: Move) -> &str {
        match mv {
            Move::Place(cell) => self.name(self.canonical(cell)),
            Move::Swap => "swap-pieces",
            Move::Pass => "pass",
            Move::Resign => "resign",
        }
    }

    /// The move that a text means, in any case; `swap` is short for `swap-pieces`.
    ///
    /// # Errors
    /// If it is none of the words and no cell of this board.
    pub fn parse_move(&self, text: &str) -> Result<Move, UnknownMove> {
        if let Some(cell) = self.cell(text) {
            return Ok(Move::Place(cell));
        }
        move_word(text).ok_or_else(|| UnknownMove { text: text.chars().take(UnknownMove::SHOWN).collect() })
    }
}

/// The moves that are words rather than cells, in any case.
pub(crate) fn move_word(text: &str) -> Option<Move> {
    let words =
        [("swap", Move::Swap), ("swap-pieces", Move::Swap), ("pass", Move::Pass), ("resign", Move::Resign)];
    words.into_iter().find(|(word, _)| text.eq_ignore_ascii_case(word)).map(|(_, mv)| mv)
}

/// A text that is no move on this board.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{text:?} is no cell of this board")]
pub struct UnknownMove {
    /// The beginning of the text.
    pub text: String,
}

impl UnknownMove {
    /// Characters of a wrong text that are shown: a blob is not worth repeating.
    const SHOWN: usize = 20;
}
