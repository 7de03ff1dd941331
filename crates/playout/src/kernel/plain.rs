//! The plain playout: core's board and rules, move by move. The twin of the kernels: equal seeds
//! give equal moves and results.

use catena_core::rules::Rules;
use catena_core::{Board, Cell, Color, Position, with_rules};

use super::Playout;
use crate::Rng;

/// A uniform playout from a position; the moves made are left in `moves`.
pub fn playout(position: &Position, rng: &mut Rng, moves: &mut Vec<(Cell, Color)>) -> Playout {
    with_rules!(position.setup().game(), R => uniform::<R>(position, rng, moves))
}

/// The shuffle of all kernels: each place is swapped with one drawn from itself and those after.
pub fn shuffle(places: &mut [Cell], rng: &mut Rng) {
    for next in 0..places.len() {
        let left = (places.len() - next) as u32;
        places.swap(next, next + rng.below(left) as usize);
    }
}

fn uniform<R: Rules>(position: &Position, rng: &mut Rng, moves: &mut Vec<(Cell, Color)>) -> Playout {
    moves.clear();
    if let Some(outcome) = position.outcome() {
        return Playout { outcome, moves: 0 };
    }
    let topology = position.topology();
    let mut board: Board = position.board().clone();
    let mut places: Vec<Cell> = topology.places().filter(|&cell| board.stone(cell).is_none()).collect();
    shuffle(&mut places, rng);
    let mut color = position.to_move();
    for &cell in &places {
        moves.push((cell, color));
        if let Some(outcome) = R::play(topology, &mut board, cell, color) {
            return Playout { outcome, moves: moves.len() as u16 };
        }
        color = !color;
    }
    Playout { outcome: R::when_full(topology, &board), moves: moves.len() as u16 }
}
