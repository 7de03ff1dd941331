//! The Havannah board: a hexagon with six sides of equal length.

use super::{Borders, ColorRoles, FlatBoard, Parts, Shape, Topology, letter, row_height};

impl Borders {
    /// Hexagon: the bits of the six corners.
    pub const CORNERS: Self = Self::from_bits_retain(0b0000_0011_1111);
    /// Hexagon: the bits of the six sides; corner cells belong to none.
    pub const SIDES: Self = Self::from_bits_retain(0b1111_1100_0000);
    /// Hexagon: the six sides in circular order from the top.
    pub const SIX_SIDES: [Self; 6] = {
        let mut sides = [Self::SIDES; 6];
        let mut side = 0;
        while side < sides.len() {
            sides[side] = Self::from_bits_retain(1 << (FIRST_SIDE_BIT + side));
            side += 1;
        }
        sides
    };
    /// Hexagon: all cells on the rim.
    pub const RIM: Self = Self::from_bits_retain(0b1111_1111_1111);
}

const FIRST_SIDE_BIT: usize = 6;

impl Topology {
    /// The hexagon with `size` cells on each side.
    ///
    /// Cells are (x, y) with 0 ≤ x, y ≤ 2·size−2 and |x−y| < size, named letter(y) then x+1.
    #[must_use]
    pub fn hexagon(size: u16) -> Self {
        let s = i32::from(size);
        let last = 2 * s - 2;
        let coordinates: Vec<_> = (0..=last)
            .flat_map(|y| (0..=last).map(move |x| (x, y)))
            .filter(|&(x, y)| (x - y).abs() < s)
            .collect();
        let board = FlatBoard {
            directions: [(1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1)],
            center: &|x, y| (f64::from(x) - f64::from(y) / 2.0, f64::from(y) * row_height()),
            coordinates,
        };
        let names =
            board.coordinates.iter().map(|&(x, y)| format!("{}{}", letter(y as usize), x + 1)).collect();
        let middle = s - 1;
        let rotate = board.symmetry(ColorRoles::Kept, |x, y| {
            let (dx, dy) = (x - middle, y - middle);
            (dx - dy + middle, dx + middle)
        });
        let mirror = board.symmetry(ColorRoles::Kept, |x, y| (y, x));
        Self::assemble(Parts {
            shape: Shape::Hexagon,
            size,
            names,
            neighbors: board.neighbors(),
            borders: borders(&board.coordinates, s),
            antipodes: Vec::new(),
            generators: vec![rotate, mirror],
            layout: board.layout(),
        })
    }
}

/// Cells on exactly one of the six border lines are side cells, on two or more corners.
fn borders(coordinates: &[(i32, i32)], s: i32) -> Vec<Borders> {
    let last = 2 * s - 2;
    let mut corners = 0;
    coordinates
        .iter()
        .map(|&(x, y)| {
            let lines = [y == 0, x - y == s - 1, x == last, y == last, y - x == s - 1, x == 0];
            match lines.iter().filter(|&&on| on).count() {
                0 => Borders::default(),
                1 => {
                    let side = lines.iter().position(|&on| on).expect("one line was counted");
                    Borders::SIX_SIDES[side]
                }
                _ => {
                    corners += 1;
                    Borders::from_bits_retain(1 << (corners - 1))
                }
            }
        })
        .collect()
}
