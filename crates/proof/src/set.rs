//! Sets of cells as bits.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign};

use catena_core::Cell;
use catena_core::topology::MAX_CELLS;

/// A set of cells with an index below 64·N.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CellSet<const N: usize>([u64; N]);

/// Runs generic code with sets no larger than a board of this many cells needs: `N` is their number of
/// words in the expression.
#[macro_export]
macro_rules! with_set_words {
    ($cells:expr, $N:ident => $run:expr) => {
        match $cells {
            0..=64 => {
                const $N: usize = 1;
                $run
            }
            65..=128 => {
                const $N: usize = 2;
                $run
            }
            129..=192 => {
                const $N: usize = 3;
                $run
            }
            _ => {
                const $N: usize = 6;
                $run
            }
        }
    };
}

pub(crate) use with_set_words;

/// A set of cells of any board.
pub type Carrier = CellSet<{ MAX_CELLS / 64 }>;

impl<const N: usize> CellSet<N> {
    /// No cells.
    pub const EMPTY: Self = Self([0; N]);

    /// One cell.
    #[inline]
    #[must_use]
    pub const fn of(cell: Cell) -> Self {
        let mut words = [0; N];
        words[cell.index() / 64] = 1 << (cell.index() % 64);
        Self(words)
    }

    /// Returns true if there is no cell in it.
    #[inline]
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// Number of cells.
    #[inline]
    #[must_use]
    pub fn len(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Returns true if a cell is in it.
    #[inline]
    #[must_use]
    pub const fn contains(self, cell: Cell) -> bool {
        self.0[cell.index() / 64] >> (cell.index() % 64) & 1 == 1
    }

    /// Returns true if the sets have a cell in common.
    #[inline]
    #[must_use]
    pub fn meets(self, other: Self) -> bool {
        self.0.iter().zip(other.0).any(|(a, b)| a & b != 0)
    }

    /// Returns true if every cell of this set is in the other.
    #[inline]
    #[must_use]
    pub fn within(self, other: Self) -> bool {
        self.0.iter().zip(other.0).all(|(a, b)| a & !b == 0)
    }

    /// The cells of this set that are not in the other.
    #[inline]
    #[must_use]
    pub fn without(self, other: Self) -> Self {
        let mut words = self.0;
        words.iter_mut().zip(other.0).for_each(|(word, b)| *word &= !b);
        Self(words)
    }

    /// Adds a cell.
    #[inline]
    pub const fn insert(&mut self, cell: Cell) {
        self.0[cell.index() / 64] |= 1 << (cell.index() % 64);
    }

    /// The same cells in a set for any board.
    #[inline]
    #[must_use]
    pub fn widen(self) -> Carrier {
        let mut words = [0; MAX_CELLS / 64];
        words[..N].copy_from_slice(&self.0);
        CellSet(words)
    }

    /// The cells of a set for any board, of which none lies beyond this set.
    #[inline]
    #[must_use]
    pub fn narrow(wide: Carrier) -> Self {
        let mut words = [0; N];
        words.copy_from_slice(&wide.0[..N]);
        Self(words)
    }

    /// The bits, 64 cells a word.
    #[inline]
    #[must_use]
    pub const fn words(self) -> [u64; N] {
        self.0
    }

    /// The set with these bits.
    #[inline]
    #[must_use]
    pub const fn from_words(words: [u64; N]) -> Self {
        Self(words)
    }

    /// The cell with the lowest index.
    #[inline]
    #[must_use]
    pub fn first(self) -> Option<Cell> {
        let word = self.0.iter().position(|&word| word != 0)?;
        Some(Cell::new(64 * word + self.0[word].trailing_zeros() as usize))
    }

    /// The cells in the order of their indices.
    #[inline]
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        let mut rest = self.0;
        let mut word = 0;
        std::iter::from_fn(move || {
            while word < N && rest[word] == 0 {
                word += 1;
            }
            let bits = rest.get_mut(word)?;
            let bit = bits.trailing_zeros() as usize;
            *bits &= *bits - 1;
            Some(Cell::new(64 * word + bit))
        })
    }
}

impl<const N: usize> Default for CellSet<N> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<const N: usize> FromIterator<Cell> for CellSet<N> {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        let mut set = Self::EMPTY;
        cells.into_iter().for_each(|cell| set.insert(cell));
        set
    }
}

impl<const N: usize> BitOr for CellSet<N> {
    type Output = Self;

    #[inline]
    fn bitor(mut self, other: Self) -> Self {
        self |= other;
        self
    }
}

impl<const N: usize> BitOrAssign for CellSet<N> {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        self.0.iter_mut().zip(other.0).for_each(|(word, b)| *word |= b);
    }
}

impl<const N: usize> BitAnd for CellSet<N> {
    type Output = Self;

    #[inline]
    fn bitand(mut self, other: Self) -> Self {
        self &= other;
        self
    }
}

impl<const N: usize> BitAndAssign for CellSet<N> {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        self.0.iter_mut().zip(other.0).for_each(|(word, b)| *word &= b);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_hold_what_was_put_in() {
        let cells = [3, 64, 100, 127].map(Cell::new);
        let set: CellSet<2> = cells.into_iter().collect();
        assert_eq!(set.cells().collect::<Vec<_>>(), cells);
        assert_eq!((set.len(), set.first()), (4, Some(cells[0])));
        let less = set.without(CellSet::of(cells[1]));
        assert!(less.within(set) && !set.within(less) && !less.contains(cells[1]) && less.meets(set));
        assert!((less & CellSet::of(cells[1])).is_empty());
    }
}
