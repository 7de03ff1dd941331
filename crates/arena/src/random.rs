//! Games between two players who both draw every move: whole games on the playout kernel, many in a
//! row, because everything else that a game needs elsewhere costs more than the game.
//!
//! The kernel's results are those of our judge; tests play its games again on a `Position`.

use std::sync::Arc;

use catena_core::{Color, Move, Setup, SwapRule};
use catena_playout::{Kernel, Rng, Scratch, Start, kernel};

use crate::contestant::{Contestant, ContestantKind};
use crate::encoding::code;
use crate::fingerprint::fingerprint;
use crate::game;
use crate::spec::{GameSlot, MatchSpec};
use crate::stats::Sprt;
use crate::store::{Block, BlockGame};

/// Games that are played, stored and counted together: a few milliseconds.
pub(crate) const SLICE: usize = 1000;
/// The same if a test may end the match after any of them.
const SLICE_OF_A_TEST: usize = 50;
/// Their moves in bytes: a message of the default size of a NATS server takes them.
const SLICE_BYTES: usize = 700_000;

/// Number of games played, stored and counted together.
pub(crate) fn slice(setup: &Setup, sprt: Option<Sprt>) -> usize {
    let longest = 2 * setup.topology().places().count() + 32;
    (SLICE_BYTES / longest).min(if sprt.is_some() { SLICE_OF_A_TEST } else { SLICE })
}

/// Which players of a match draw every move.
pub(crate) fn drawers(spec: &MatchSpec) -> Vec<bool> {
    let draws = |contestant: &Contestant| match &contestant.kind {
        ContestantKind::Builtin(player) => player.agent().is_uniform(),
        ContestantKind::External(_) => false,
    };
    // Kernels know no swap.
    let possible = spec.setup.swap() == SwapRule::Off;
    spec.contestants.iter().map(|contestant| possible && draws(contestant)).collect()
}

/// Plays such games on one board.
pub(crate) struct RandomGames {
    spec: Arc<MatchSpec>,
    key: u64,
    kernel: Kernel,
    opening: Option<Opening>,
    /// The moves of one game, as a block takes them.
    moves: Vec<[u8; 2]>,
}

/// Where games start, made ready.
struct Opening {
    /// Which of the openings it is.
    turn: u64,
    start: Start,
    scratch: Scratch,
    moves: Vec<[u8; 2]>,
}

impl RandomGames {
    /// For a match with this key.
    pub fn new(spec: &Arc<MatchSpec>, key: u64) -> Self {
        Self {
            spec: Arc::clone(spec),
            key,
            kernel: kernel(spec.setup.game()),
            opening: None,
            moves: Vec::new(),
        }
    }

    /// Plays games; the match and their numbers decide them.
    pub fn play(&mut self, slots: &[GameSlot]) -> Block {
        let mut block = Block::default();
        for &slot in slots {
            self.prepare(slot);
            let Some(Opening { start, scratch, moves: opening, .. }) = &mut self.opening else { continue };
            let mut bytes = [0; 16];
            bytes[..8].copy_from_slice(&self.key.to_le_bytes());
            bytes[8..].copy_from_slice(&slot.number.to_le_bytes());
            let playout = (self.kernel)(start, scratch, &mut Rng::new(fingerprint(&bytes)));
            self.moves.clear();
            self.moves.extend_from_slice(opening);
            self.moves.extend(scratch.moves().map(|(cell, _)| code(Move::Place(cell)).to_le_bytes()));
            block.add(&BlockGame {
                number: slot.number,
                black: slot.player(Color::Black),
                white: slot.player(Color::White),
                winner: playout.outcome.winner,
                how: &game::how(playout.outcome),
                opening: opening.len() as u32,
                moves: &self.moves,
            });
        }
        block
    }

    /// Makes the opening of a game ready, unless it is that of the last.
    fn prepare(&mut self, slot: GameSlot) {
        let turn = self.spec.openings.turn(&self.spec.setup, slot.opening);
        if self.opening.as_ref().is_some_and(|ready| ready.turn == turn) {
            return;
        }
        let position = self.spec.start(slot);
        let moves = position.plies().iter().map(|ply| code(ply.mv).to_le_bytes()).collect();
        match &mut self.opening {
            Some(ready) => {
                ready.start.load(&position);
                (ready.turn, ready.moves) = (turn, moves);
            }
            None => {
                let start = Start::new(&position);
                self.opening = Some(Opening { turn, scratch: Scratch::new(&start), start, moves });
            }
        }
    }
}
