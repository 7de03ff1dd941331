//! Refutations: a move that fails tells by the carrier of its refutation which others fail too.

use catena_core::{Move, Position};

use super::dfpn::DfpnThread;
use super::key::PositionKeys;
use super::selection::DfpnChild;
use super::table::Numbers;
use crate::set::Carrier;

/// Consequences of the refuted moves of a position for the others.
pub(crate) struct Refutations {
    /// A move outside is refuted too.
    pub must_play: Carrier,
    /// The cells needed against the moves that are not searched.
    pub base: Carrier,
    /// The refuted moves that were searched, with the carriers of their refutations.
    pub found: Vec<(Move, Carrier)>,
}

impl Refutations {
    /// A carrier against all moves: a refutation with a small carrier also serves against the
    /// moves outside it, whose own refutations are then not needed.
    pub fn carrier(mut self, empty: Carrier) -> Carrier {
        self.found.sort_by_key(|(_, carrier)| carrier.len());
        let (mut union, mut left) = (self.base, empty);
        for (mv, carrier) in self.found {
            if matches!(mv, Move::Place(cell) if left.contains(cell)) {
                union |= carrier;
                left &= carrier;
            }
        }
        union
    }
}

impl DfpnThread<'_> {
    /// Refutes the moves that stay out of the carrier of a refutation: it answers them as well.
    pub(super) fn use_refutations(
        &self,
        position: &Position,
        keys: &PositionKeys,
        children: &mut [DfpnChild],
        refuted: &mut Refutations,
    ) {
        let mut changed = false;
        for child in children.iter_mut().filter(|child| !child.counted && child.numbers.proof == 0) {
            child.counted = true;
            changed = true;
            let carrier = self.carrier_after(position, keys, child.mv);
            refuted.must_play &= carrier;
            refuted.found.push((child.mv, carrier));
        }
        if !changed {
            return;
        }
        for child in children.iter_mut().filter(|child| !child.counted) {
            let outside = matches!(child.mv, Move::Place(cell) if !refuted.must_play.contains(cell));
            if outside {
                child.counted = true;
                child.numbers = Numbers::REACHED;
            }
        }
    }

    /// The winner's carrier in the settled position after a move; all empty cells if not known.
    fn carrier_after(&self, position: &Position, keys: &PositionKeys, mv: Move) -> Carrier {
        let Move::Place(cell) = mv else { return empty_cells(position) };
        let exact = self.zobrist.exact_after(keys, cell, position.to_move());
        self.shared.carrier(exact).unwrap_or_else(|| empty_cells(position).without(Carrier::of(cell)))
    }

    /// The carrier of a player who wins by this move, if it is known.
    pub(super) fn carrier_with(&self, position: &Position, keys: &PositionKeys, mv: Move) -> Option<Carrier> {
        let Move::Place(cell) = mv else { return None };
        let exact = self.zobrist.exact_after(keys, cell, position.to_move());
        self.shared.carrier(exact).map(|carrier| carrier | Carrier::of(cell))
    }
}

/// The cells without a stone.
pub(super) fn empty_cells(position: &Position) -> Carrier {
    position.topology().cells().filter(|&cell| position.board().stone(cell).is_none()).collect()
}

#[cfg(test)]
mod tests {
    use catena_core::Cell;

    use super::*;

    #[test]
    fn a_small_refutation_serves_against_the_moves_outside_it() {
        let set = |cells: &[usize]| cells.iter().map(|&cell| Cell::new(cell)).collect::<Carrier>();
        let place = |cell| Move::Place(Cell::new(cell));
        let found =
            vec![(place(1), set(&[2, 3, 4, 5])), (place(2), set(&[3, 4])), (place(4), set(&[3, 6, 7]))];
        let refuted = Refutations { must_play: Carrier::EMPTY, base: set(&[0]), found };
        assert_eq!(refuted.carrier(set(&[0, 1, 2, 3, 4, 5, 6, 7])), set(&[0, 3, 4, 6, 7]));
    }
}
