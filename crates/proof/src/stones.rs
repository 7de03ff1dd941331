//! Boards as bits: the graph of a Hex, Y or Havannah board, and the stones on it. Stones here need not come
//! from a game: filled-in cells count as stones.

use catena_core::rules::Side;
use catena_core::{ByColor, Cell, Color, Game, Position, SwapRule, Topology};

use crate::set::CellSet;

/// The graph of a board with sides.
#[derive(Clone, Debug)]
pub struct BoardGraph<const N: usize> {
    near: Box<[CellSet<N>]>,
    around: Box<[[Cell; 6]]>,
    all: CellSet<N>,
    /// The cells on each side that counts for a color.
    sides: ByColor<Vec<CellSet<N>>>,
}

impl<const N: usize> BoardGraph<N> {
    /// The graph of a board for a game about sides.
    ///
    /// # Panics
    /// If the board has more than 64·N cells.
    #[must_use]
    pub fn new(game: Game, topology: &Topology) -> Self {
        assert!(topology.len() <= 64 * N, "the sets are too small for the board");
        let cells_of = |side: &Side| {
            topology.cells().filter(|&cell| topology.borders(cell).contains(side.borders)).collect()
        };
        Self {
            near: topology.cells().map(|cell| topology.neighbors(cell).collect()).collect(),
            around: topology
                .cells()
                .map(|cell| std::array::from_fn(|direction| topology.around(cell)[direction]))
                .collect(),
            all: topology.cells().collect(),
            sides: ByColor::new(|color| game.sides(color).iter().map(cells_of).collect()),
        }
    }

    /// The neighbors of a cell.
    #[inline]
    #[must_use]
    pub fn near(&self, cell: Cell) -> CellSet<N> {
        self.near[cell.index()]
    }

    /// The neighbors in circular order; the off-board cell beyond the border.
    #[inline]
    #[must_use]
    pub fn around(&self, cell: Cell) -> &[Cell; 6] {
        &self.around[cell.index()]
    }

    /// All cells of the board.
    #[inline]
    #[must_use]
    pub const fn all(&self) -> CellSet<N> {
        self.all
    }

    /// The cells on each side that counts for a color.
    #[inline]
    #[must_use]
    pub fn sides(&self, color: Color) -> &[CellSet<N>] {
        &self.sides[color]
    }

    /// The cells of `within` that can be reached from `from` through it.
    #[must_use]
    pub fn flood(&self, from: CellSet<N>, within: CellSet<N>) -> CellSet<N> {
        let mut reached = from & within;
        let mut edge = reached;
        while !edge.is_empty() {
            let mut next = CellSet::EMPTY;
            edge.cells().for_each(|cell| next |= self.near(cell));
            edge = (next & within).without(reached);
            reached |= edge;
        }
        reached
    }

    /// Returns true if these stones join all sides of a color, which wins Hex and Y.
    #[must_use]
    pub fn joins(&self, stones: CellSet<N>, color: Color) -> bool {
        let sides = self.sides(color);
        let mut rest = stones & sides[0];
        while let Some(cell) = rest.first() {
            let chain = self.flood(CellSet::of(cell), stones);
            if sides.iter().all(|&side| chain.meets(side)) {
                return true;
            }
            rest = rest.without(chain);
        }
        false
    }
}

/// Returns true if the stones may still change their owner: a swap can be made now or after the next move.
pub(crate) fn swap_is_open(position: &Position) -> bool {
    let is_first = position.plies().is_empty() && position.start_stones().is_empty();
    position.can_swap() || (is_first && position.setup().swap() == SwapRule::On)
}

/// The stones of both colors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct StoneSets<const N: usize> {
    /// Black's.
    pub black: CellSet<N>,
    /// White's.
    pub white: CellSet<N>,
}

impl<const N: usize> StoneSets<N> {
    /// The stones of a position.
    #[must_use]
    pub fn of(position: &Position) -> Self {
        let stones = |color: Color| {
            position.topology().cells().filter(|&cell| position.board().stone(cell) == Some(color)).collect()
        };
        Self { black: stones(Color::Black), white: stones(Color::White) }
    }

    /// The stones of a color.
    #[inline]
    #[must_use]
    pub const fn color(&self, color: Color) -> CellSet<N> {
        match color {
            Color::Black => self.black,
            Color::White => self.white,
        }
    }

    /// Puts stones of a color.
    #[inline]
    pub fn put(&mut self, color: Color, cells: CellSet<N>) {
        match color {
            Color::Black => self.black |= cells,
            Color::White => self.white |= cells,
        }
    }

    /// The cells without a stone.
    #[inline]
    #[must_use]
    pub fn empty(&self, graph: &BoardGraph<N>) -> CellSet<N> {
        graph.all().without(self.black | self.white)
    }
}
