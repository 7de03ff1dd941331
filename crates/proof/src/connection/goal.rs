//! Connections that win: between the two sides of Hex, or among the three of Y.

use super::pair::Semi;
use crate::set::CellSet;

/// What a search found for the goal of a color.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Goal<const N: usize> {
    full: Option<CellSet<N>>,
    semi: Option<Semi<N>>,
    /// The cells that all semi-connections have in common, and those of any.
    common: CellSet<N>,
    union: CellSet<N>,
}

impl<const N: usize> Default for Goal<N> {
    fn default() -> Self {
        Self { full: None, semi: None, common: CellSet::EMPTY, union: CellSet::EMPTY }
    }
}

impl<const N: usize> Goal<N> {
    pub(super) fn add_full(&mut self, carrier: CellSet<N>) {
        if self.full.is_none_or(|full| carrier.len() < full.len()) {
            self.full = Some(carrier);
        }
    }

    /// Counts also semi-connections that are too many to be kept: the must-play region is exact for
    /// all that were ever found, and an empty one is a full connection.
    pub(super) fn add_semi(&mut self, semi: Semi<N>) {
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
