//! Wins in one and forced replies to them, which every game has, and \*Star's early decision.

use catena_core::rules::{Goal, Rules, Star};
use catena_core::{Cell, Color, Move, Position};

use super::{Probe, Prober};

/// Takes a win in one, parries a threat of one, and is lost against two. In \*Star a position that
/// stays won whoever gets the rest is won.
#[derive(Clone, Copy, Debug, Default)]
pub struct ThreatProber;

impl Prober for ThreatProber {
    fn probe(&mut self, position: &Position) -> Probe {
        let mover = position.to_move();
        if position.can_swap() {
            return Probe::open(position.legal_moves().collect());
        }
        if position.setup().game().facts().goal == Goal::Score {
            return probe_star(position);
        }
        let empty: Vec<Cell> =
            position.topology().places().filter(|&cell| position.board().stone(cell).is_none()).collect();
        if let Some(&cell) = empty.iter().find(|&&cell| position.would_win(cell, mover)) {
            return Probe::decided(Some(mover), Some(Move::Place(cell)));
        }
        let mut threats = empty.iter().copied().filter(|&cell| position.would_win(cell, !mover));
        match (threats.next(), threats.next()) {
            (None, _) => Probe::open(empty.into_iter().map(Move::Place).collect()),
            (Some(cell), None) => Probe::open(vec![Move::Place(cell)]),
            (Some(_), Some(_)) => Probe::decided(Some(!mover), None),
        }
    }
}

/// More stones never hurt in \*Star: who wins with the fewest possible has won.
fn probe_star(position: &Position) -> Probe {
    let topology = position.topology();
    let empty: Vec<Cell> = topology.cells().filter(|&cell| position.board().stone(cell).is_none()).collect();
    for color in Color::ALL {
        let mut board = position.board().clone();
        empty.iter().for_each(|&cell| board.place(topology, cell, !color));
        if Star::when_full(topology, &board).winner == Some(color) {
            return Probe::decided(Some(color), empty.first().copied().map(Move::Place));
        }
    }
    Probe::open(empty.into_iter().map(Move::Place).collect())
}
