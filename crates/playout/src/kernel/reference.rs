//! The reference playout: core's board and rules, move by move. Equal seeds
//! give equal moves and results.

use std::collections::VecDeque;

use catena_core::rules::{Havannah, Rules};
use catena_core::{Board, Cell, Color, Figures, How, Outcome, Position, Topology, with_rules};

use super::Playout;
use crate::Rng;

/// A uniform playout from a position; the moves made are left in `moves`.
pub fn playout(position: &Position, rng: &mut Rng, moves: &mut Vec<(Cell, Color)>) -> Playout {
    with_rules!(position.setup().game(), R => uniform::<R>(position, rng, moves, |_, _, _| true))
}

/// A uniform playout of Havannah in which a ring counts only if at most this many of its stones are new; see
/// [`Start::set_max_new_ring_stones`](super::Start::set_max_new_ring_stones).
pub fn playout_with_ring_filter(
    position: &Position,
    most_new: u32,
    rng: &mut Rng,
    moves: &mut Vec<(Cell, Color)>,
) -> Playout {
    uniform::<Havannah>(position, rng, moves, |board, cell, outcome| {
        outcome.how != How::Figures(Figures::RING)
            || fewest_new_ring_stones(position, board, cell).is_some_and(|fewest| fewest <= most_new)
    })
}

/// The fewest new stones of all rings that a stone has closed: those through it, and those around its neighbors.
fn fewest_new_ring_stones(before: &Position, board: &Board, closing: Cell) -> Option<u32> {
    let topology = before.topology();
    let color = board.stone(closing);
    let own = |cell: Cell| cell != topology.off_board() && board.stone(cell) == color;
    let cost = |cell: Cell| u32::from(before.board().stone(cell).is_none());
    let around = &topology.around(closing)[..6];
    let starts_run = |at: &usize| own(around[*at]) && !own(around[(at + 5) % 6]);
    let through = (0..6).filter(starts_run).filter_map(|first| {
        let run: Vec<Cell> =
            (first..first + 6).map(|at| around[at % 6]).take_while(|&cell| own(cell)).collect();
        let ends: Vec<Cell> =
            around.iter().copied().filter(|cell| own(*cell) && !run.contains(cell)).collect();
        let walkable = |cell: Cell| own(cell) && cell != closing;
        cheapest_way(topology, &run, &ends, walkable, cost).map(|way| way + cost(closing))
    });
    let shut_in = topology.neighbors(closing).filter(|&middle| own(middle)).filter_map(|middle| {
        let six = &topology.around(middle)[..6];
        six.iter().all(|&cell| own(cell)).then(|| six.iter().map(|&cell| cost(cell)).sum())
    });
    through.chain(shut_in).min()
}

/// Cost in stones of the cheapest chain from one of these cells to one of those.
fn cheapest_way(
    topology: &Topology,
    from: &[Cell],
    to: &[Cell],
    walkable: impl Fn(Cell) -> bool,
    cost: impl Fn(Cell) -> u32,
) -> Option<u32> {
    let mut costs = vec![u32::MAX; topology.len()];
    let mut waiting: VecDeque<Cell> = from.iter().copied().collect();
    from.iter().for_each(|&cell| costs[cell.index()] = cost(cell));
    while let Some(cell) = waiting.pop_front() {
        for next in topology.neighbors(cell).filter(|&next| walkable(next)) {
            let sum = costs[cell.index()] + cost(next);
            if sum < costs[next.index()] {
                costs[next.index()] = sum;
                waiting.push_back(next);
            }
        }
    }
    to.iter().map(|cell| costs[cell.index()]).min().filter(|&sum| sum < u32::MAX)
}

/// The shuffle of all kernels: each place is swapped with one drawn from itself and those after.
pub fn shuffle(places: &mut [Cell], rng: &mut Rng) {
    for next in 0..places.len() {
        let left = (places.len() - next) as u32;
        places.swap(next, next + rng.below(left) as usize);
    }
}

/// Plays until somebody has won in a way that counts.
fn uniform<R: Rules>(
    position: &Position,
    rng: &mut Rng,
    moves: &mut Vec<(Cell, Color)>,
    counts: impl Fn(&Board, Cell, Outcome) -> bool,
) -> Playout {
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
        let outcome = R::play(topology, &mut board, cell, color);
        if let Some(outcome) = outcome.filter(|&outcome| counts(&board, cell, outcome)) {
            return Playout { outcome, moves: moves.len() as u16 };
        }
        color = !color;
    }
    Playout { outcome: R::when_full(topology, &board), moves: moves.len() as u16 }
}
