//! The points of a color: what its connections join.

use catena_core::{Cell, Color};

use crate::set::CellSet;
use crate::stones::{BoardGraph, StoneSets};

/// An end of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Point {
    /// An empty cell.
    Empty(Cell),
    /// A chain of own stones, named by the first of them.
    Chain(Cell),
    /// A side of the board, numbered as [`Game::sides`](catena_core::Game::sides) lists them.
    Side(usize),
}

/// Names a point in the tables of connections: the sides come first, then the cells of the board, so that
/// a point has the same id after further moves. A chain has the id of its first stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct PointId(pub u16);

impl PointId {
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// All points of a color: the sides first, then chains, then empty cells.
#[derive(Clone, Debug, Default)]
pub struct Points<const N: usize> {
    list: Vec<Point>,
    /// The stones of a chain; the cells of a side; the empty cell itself.
    extent: Vec<CellSet<N>>,
    sides: usize,
    empty: CellSet<N>,
}

impl<const N: usize> Points<N> {
    /// Finds the points of a color.
    pub(super) fn find(&mut self, graph: &BoardGraph<N>, stones: &StoneSets<N>, color: Color) {
        self.list.clear();
        self.extent.clear();
        self.empty = stones.empty(graph);
        self.sides = graph.sides(color).len();
        for (index, &side) in graph.sides(color).iter().enumerate() {
            self.push(Point::Side(index), side);
        }
        let mut rest = stones.color(color);
        while let Some(cell) = rest.first() {
            let chain = graph.flood(CellSet::of(cell), rest);
            self.push(Point::Chain(cell), chain);
            rest = rest.without(chain);
        }
        for cell in self.empty.cells() {
            self.push(Point::Empty(cell), CellSet::of(cell));
        }
    }

    fn push(&mut self, point: Point, extent: CellSet<N>) {
        self.list.push(point);
        self.extent.push(extent);
    }

    /// Number of points.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.list.len()
    }

    /// Returns true if there is no point.
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

    /// The point that a cell belongs to: itself if it is empty, or its chain; none for an enemy.
    #[must_use]
    pub fn at(&self, cell: Cell) -> Option<usize> {
        (self.sides..self.list.len()).find(|&point| self.extent[point].contains(cell))
    }

    /// Number of sides among the points.
    #[inline]
    pub(super) const fn sides(&self) -> usize {
        self.sides
    }

    #[inline]
    pub(super) const fn is_side(&self, id: PointId) -> bool {
        id.index() < self.sides
    }

    #[inline]
    pub(super) const fn id_of(&self, cell: Cell) -> PointId {
        PointId((self.sides + cell.index()) as u16)
    }

    pub(super) fn id(&self, point: usize) -> PointId {
        match self.list[point] {
            Point::Empty(cell) | Point::Chain(cell) => self.id_of(cell),
            Point::Side(side) => PointId(side as u16),
        }
    }

    /// The cell of an empty point.
    #[inline]
    pub(super) fn empty_cell(&self, id: PointId) -> Option<Cell> {
        let cell = Cell::new(id.index().checked_sub(self.sides)?);
        self.empty.contains(cell).then_some(cell)
    }

    /// The cell of an empty point, nothing for others.
    #[inline]
    pub(super) fn own(&self, id: PointId) -> CellSet<N> {
        self.empty_cell(id).map_or(CellSet::EMPTY, CellSet::of)
    }

    /// The points before a point that touch it, in their order. Sides touch no side, chains no chain.
    pub(super) fn touched(
        &self,
        graph: &BoardGraph<N>,
        point: usize,
    ) -> impl Iterator<Item = PointId> + use<N> {
        let (mut first, mut cells) = (PointSet::<N>::EMPTY, PointSet::<N>::EMPTY);
        if point >= self.sides {
            for side in (0..self.sides).filter(|&side| self.extent[side].meets(self.extent[point])) {
                first.sides |= 1 << side;
            }
        }
        if let Point::Empty(cell) = self.list[point] {
            let near = graph.near(cell);
            for (chain, extent) in self.list[self.sides..].iter().zip(&self.extent[self.sides..]) {
                let Point::Chain(name) = chain else { break };
                if near.meets(*extent) {
                    first.cells.insert(*name);
                }
            }
            cells.cells = (near & self.empty).cells().filter(|near| near.index() < cell.index()).collect();
        }
        first.ids(self.sides).chain(cells.ids(self.sides))
    }
}

/// A set of points by their ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PointSet<const N: usize> {
    pub sides: u8,
    pub cells: CellSet<N>,
}

impl<const N: usize> PointSet<N> {
    pub const EMPTY: Self = Self { sides: 0, cells: CellSet::EMPTY };

    /// Puts a point in or takes it out.
    pub fn set(&mut self, id: PointId, sides: usize, is_in: bool) {
        if let Some(cell) = id.index().checked_sub(sides) {
            let cell = CellSet::of(Cell::new(cell));
            self.cells = if is_in { self.cells | cell } else { self.cells.without(cell) };
        } else {
            let side = 1 << id.0;
            self.sides = if is_in { self.sides | side } else { self.sides & !side };
        }
    }

    /// Returns true if a point is in it.
    #[inline]
    pub fn contains(self, id: PointId, sides: usize) -> bool {
        match id.index().checked_sub(sides) {
            Some(cell) => self.cells.contains(Cell::new(cell)),
            None => self.sides >> id.0 & 1 == 1,
        }
    }

    #[inline]
    pub fn without(self, other: Self) -> Self {
        Self { sides: self.sides & !other.sides, cells: self.cells.without(other.cells) }
    }

    /// The ids, on a board whose first cell has id `sides`.
    #[inline]
    pub fn ids(self, sides: usize) -> impl Iterator<Item = PointId> {
        let of_sides = (0..sides as u16).filter(move |side| self.sides >> side & 1 == 1).map(PointId);
        of_sides.chain(self.cells.cells().map(move |cell| PointId((sides + cell.index()) as u16)))
    }
}
