//! The Hex board: n rows of n cells.

use super::{Borders, ColorRoles, FlatBoard, Parts, Shape, Topology, letter, row_height};
use crate::{Cell, Color};

impl Borders {
    /// Rhombus: the first row.
    pub const TOP: Self = Self::from_bits_retain(0b0001);
    /// Rhombus: the last row.
    pub const BOTTOM: Self = Self::from_bits_retain(0b0010);
    /// Rhombus: the first column.
    pub const LEFT: Self = Self::from_bits_retain(0b0100);
    /// Rhombus: the last column.
    pub const RIGHT: Self = Self::from_bits_retain(0b1000);
}

/// Offsets in circular order on boards whose axes meet at 60 degrees.
pub(super) const DIRECTIONS: [(i32, i32); 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];

impl Topology {
    /// The rhombus of `size` × `size` cells: column c, row r, named letter(c) then r+1.
    #[must_use]
    pub fn rhombus(size: u16) -> Self {
        let n = i32::from(size);
        let board = FlatBoard {
            coordinates: (0..n).flat_map(|r| (0..n).map(move |c| (c, r))).collect(),
            directions: DIRECTIONS,
            center: &|c, r| (f64::from(c) + f64::from(r) / 2.0, f64::from(r) * row_height()),
        };
        let borders = board
            .coordinates
            .iter()
            .map(|&(c, r)| {
                [(r == 0, Borders::TOP), (r == n - 1, Borders::BOTTOM)]
                    .into_iter()
                    .chain([(c == 0, Borders::LEFT), (c == n - 1, Borders::RIGHT)])
                    .filter(|(on, _)| *on)
                    .map(|(_, side)| side)
                    .collect()
            })
            .collect();
        let names =
            board.coordinates.iter().map(|&(c, r)| format!("{}{}", letter(c as usize), r + 1)).collect();
        let half_turn = board.symmetry(ColorRoles::Kept, |c, r| (n - 1 - c, n - 1 - r));
        let mirror = board.symmetry(ColorRoles::Exchanged, |c, r| (r, c));
        Self::assemble(Parts {
            shape: Shape::Rhombus,
            size,
            names,
            neighbors: board.neighbors(),
            borders,
            antipodes: Vec::new(),
            generators: vec![half_turn, mirror],
            layout: board.layout(),
        })
    }

    /// Columns and rows to the six neighbors on rhombus and triangle, in the circular order of [`around`](Self::around).
    pub const STEPS: [(i32, i32); 6] = DIRECTIONS;

    /// The owner of the side of a rhombus beyond which a place lies, this many columns and rows from a cell; `None` beyond
    /// two sides, and on other boards.
    #[must_use]
    pub fn side_owner(&self, cell: Cell, (columns, rows): (i32, i32)) -> Option<Color> {
        if self.shape() != Shape::Rhombus {
            return None;
        }
        let (size, at) = (i32::from(self.size()), cell.index() as i32);
        let on_board = |coordinate: i32| (0..size).contains(&coordinate);
        match (on_board(at % size + columns), on_board(at / size + rows)) {
            (true, false) => Some(Color::Black),
            (false, true) => Some(Color::White),
            _ => None,
        }
    }
}
