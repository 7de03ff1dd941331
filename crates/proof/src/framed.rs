//! Knowledge for Havannah: what holds in every game, and frames where much was searched in vain.

use catena_core::{Move, Position};

use crate::frame::{Sure, sure};
use crate::knowledge::{Knowledge, Look, Plain};

/// Wins at once, forced replies, and frames at a closer look.
#[derive(Clone, Copy, Debug, Default)]
pub struct FrameKnowledge;

impl Knowledge for FrameKnowledge {
    fn look(&mut self, position: &Position) -> Look {
        Plain.look(position)
    }

    fn look_closer(&mut self, position: &Position) -> Option<Look> {
        match sure(position).ok()? {
            Sure::Won { winner, by } => Some(Look::decided(Some(winner), by.map(Move::Place))),
            Sure::MustPlay(cells) => Some(Look::open(cells.cells().map(Move::Place).collect())),
            Sure::Open => None,
        }
    }
}
