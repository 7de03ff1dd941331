//! Connections that win: between the two sides of Hex, or among the three of Y.

use super::pair::Semi;
use crate::set::CellSet;

/// Result of a search for the goal of a color.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GoalConnections<const N: usize> {
    full: Option<CellSet<N>>,
    semi: Option<Semi<N>>,
    /// The cells that all semi-connections have in common, and those of any.
    common: CellSet<N>,
    union: CellSet<N>,
    /// The smallest semi-connections, to know the must-play region after a further move.
    semis: Vec<Semi<N>>,
}

/// Semi-connections of the goal that are kept.
const KEPT: usize = 64;

impl<const N: usize> Default for GoalConnections<N> {
    fn default() -> Self {
        Self { full: None, semi: None, common: CellSet::EMPTY, union: CellSet::EMPTY, semis: Vec::new() }
    }
}

impl<const N: usize> GoalConnections<N> {
    pub(super) fn clear(&mut self) {
        (self.full, self.semi) = (None, None);
        (self.common, self.union) = (CellSet::EMPTY, CellSet::EMPTY);
        self.semis.clear();
    }

    pub(super) fn add_full(&mut self, carrier: CellSet<N>) {
        if self.full.is_none_or(|full| carrier.len() < full.len()) {
            self.full = Some(carrier);
        }
    }

    /// Counts also semi-connections that are too many to be kept: the must-play region is exact for
    /// all that were ever found, and an empty one is a full connection.
    pub(super) fn add_semi(&mut self, semi: Semi<N>) {
        if self.semis.iter().any(|other| other.carrier.within(semi.carrier)) {
            return;
        }
        self.semis.retain(|other| !semi.carrier.within(other.carrier));
        if self.semis.len() < KEPT {
            self.semis.push(semi);
        }
        match self.semi {
            None => {
                self.semi = Some(semi);
                self.common = semi.carrier;
                self.union = semi.carrier;
                return;
            }
            Some(best) if semi.carrier.len() < best.carrier.len() => self.semi = Some(semi),
            Some(_) => {}
        }
        let common = self.common & semi.carrier;
        if common != self.common {
            self.union |= semi.carrier;
            self.common = common;
            if self.common.is_empty() {
                self.add_full(self.union);
            }
        }
    }

    /// Keeps what holds after stones were put: enemy stones break what needs their cells, own ones
    /// make it smaller.
    pub(super) fn advance(&mut self, own: CellSet<N>, enemy: CellSet<N>) {
        let before = std::mem::take(self);
        if let Some(full) = before.full.filter(|full| !full.meets(enemy)) {
            self.add_full(full.without(own));
        }
        for semi in before.semis.into_iter().filter(|semi| !semi.carrier.meets(enemy)) {
            let carrier = semi.carrier.without(own);
            if own.contains(semi.key) {
                self.add_full(carrier);
            } else {
                self.add_semi(Semi { carrier, ..semi });
            }
        }
    }

    /// The carrier of the smallest full connection: the color wins, whoever moves.
    #[must_use]
    pub const fn full(&self) -> Option<CellSet<N>> {
        self.full
    }

    /// The smallest semi-connection: the color wins if it is to move.
    #[must_use]
    pub const fn semi(&self) -> Option<Semi<N>> {
        self.semi
    }

    /// The cells of all semi-connections that the must-play region comes from.
    #[must_use]
    pub const fn union(&self) -> CellSet<N> {
        self.union
    }

    /// Where the opponent must play to stop all semi-connections; `None` if there is none to stop.
    #[must_use]
    pub fn must_play(&self) -> Option<CellSet<N>> {
        self.semi.map(|_| self.common)
    }
}

#[cfg(test)]
mod tests {
    use catena_core::Cell;

    use super::*;

    #[test]
    fn the_smallest_semi_connection_is_the_one_to_play_in_whichever_order_they_come() {
        let semi = |cells: &[usize]| {
            let mut carrier = CellSet::<1>::EMPTY;
            cells.iter().for_each(|&cell| carrier.insert(Cell::new(cell)));
            Semi { carrier, key: Cell::new(cells[0]) }
        };
        let all = [semi(&[1, 2, 3]), semi(&[1, 4]), semi(&[1, 5, 6, 7])];
        for order in [[0, 1, 2], [1, 0, 2], [2, 1, 0], [2, 0, 1]] {
            let mut goal = GoalConnections::default();
            order.into_iter().for_each(|at| goal.add_semi(all[at]));
            assert_eq!(goal.semi(), Some(all[1]), "{order:?}");
            assert_eq!(goal.must_play(), Some(CellSet::of(Cell::new(1))), "{order:?}");
            assert_eq!(goal.full(), None, "{order:?}");
        }
    }
}
