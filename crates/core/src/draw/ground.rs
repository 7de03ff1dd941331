//! Which cells the rules treat apart, so that a drawing can show it.

use crate::topology::{Borders, Shape};
use crate::{Cell, Topology};

/// What kind of cell it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// Like most.
    Plain,
    /// At a side of Havannah or Y, a peri of \*Star, or one of the twelve pentagons of the sphere.
    Side,
    /// A corner of Havannah or Y, or a quark of \*Star.
    Corner,
}

impl Ground {
    /// The kind of a cell. The sides of Hex are drawn around the cells instead.
    #[must_use]
    pub fn of(topology: &Topology, cell: Cell) -> Self {
        let borders = topology.borders(cell);
        let (is_corner, is_side) = match topology.shape() {
            Shape::Hexagon => (borders.count(Borders::CORNERS) > 0, borders.count(Borders::SIDES) > 0),
            Shape::Star => (borders.contains(Borders::QUARK), borders.contains(Borders::PERI)),
            Shape::Rhombus => (false, false),
            // Inner cells with five neighbors are the landmarks of bent boards.
            _ if borders.is_empty() => (false, topology.neighbors(cell).count() == 5),
            _ => (borders.bits().count_ones() > 1, true),
        };
        match (is_corner, is_side) {
            (true, _) => Self::Corner,
            (_, true) => Self::Side,
            _ => Self::Plain,
        }
    }
}
