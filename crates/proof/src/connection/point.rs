//! The points of a color: what its connections join.

use catena_core::{Cell, Color};

use crate::set::CellSet;
use crate::stones::{Graph, Stones};

/// An end of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Point {
    /// An empty cell.
    Empty(Cell),
    /// A chain of own stones, named by one of them.
    Chain(Cell),
    /// A side of the board, numbered as [`goal_sides`](crate::stones::goal_sides) lists them.
    Side(usize),
}

/// All points of a color: the sides first, then chains, then empty cells.
#[derive(Clone, Debug, Default)]
pub struct Points<const N: usize> {
    list: Vec<Point>,
    /// The stones of a chain; the cells of a side; the empty cell itself.
    extent: Vec<CellSet<N>>,
    /// The cell of an empty point, nothing for others.
    own: Vec<CellSet<N>>,
}

impl<const N: usize> Points<N> {
    /// Finds the points of a color.
    pub(super) fn find(&mut self, graph: &Graph<N>, stones: &Stones<N>, color: Color) {
        self.list.clear();
        self.extent.clear();
        self.own.clear();
        for (index, &side) in graph.sides(color).iter().enumerate() {
            self.push(Point::Side(index), side, CellSet::EMPTY);
        }
        let mut rest = stones.color(color);
        while let Some(cell) = rest.first() {
            let chain = graph.flood(CellSet::of(cell), rest);
            self.push(Point::Chain(cell), chain, CellSet::EMPTY);
            rest = rest.without(chain);
        }
        for cell in stones.empty(graph).cells() {
            self.push(Point::Empty(cell), CellSet::of(cell), CellSet::of(cell));
        }
    }

    fn push(&mut self, point: Point, extent: CellSet<N>, own: CellSet<N>) {
        self.list.push(point);
        self.extent.push(extent);
        self.own.push(own);
    }

    /// How many there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The points by their index.
    #[must_use]
    pub fn list(&self) -> &[Point] {
        &self.list
    }

    /// The stones of a chain, the cells of a side, or the empty cell.
    #[must_use]
    pub fn extent(&self, point: usize) -> CellSet<N> {
        self.extent[point]
    }

    #[inline]
    pub(super) fn own(&self, point: usize) -> CellSet<N> {
        self.own[point]
    }

    /// Whether two points touch. Sides touch no side.
    pub(super) fn touch(&self, graph: &Graph<N>, a: usize, b: usize) -> bool {
        match (self.list[a], self.list[b]) {
            (Point::Side(_), Point::Side(_)) => false,
            (Point::Side(_), _) | (_, Point::Side(_)) => self.extent[a].meets(self.extent[b]),
            (Point::Empty(cell), _) => graph.near(cell).meets(self.extent[b]),
            (_, Point::Empty(cell)) => graph.near(cell).meets(self.extent[a]),
            (Point::Chain(_), Point::Chain(_)) => false,
        }
    }
}
