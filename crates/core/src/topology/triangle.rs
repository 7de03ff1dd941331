//! The Y board: a triangle with three sides of equal length.

use super::rhombus::DIRECTIONS;
use super::{Borders, ColorRoles, FlatBoard, Parts, Shape, Topology, letter, row_height};

impl Borders {
    /// Triangle: the three sides; corner cells lie on two of them.
    pub const THREE_SIDES: [Self; 3] =
        [Self::from_bits_retain(0b001), Self::from_bits_retain(0b010), Self::from_bits_retain(0b100)];
    /// Triangle: all three sides.
    pub const ALL_THREE: Self = Self::from_bits_retain(0b111);
}

impl Topology {
    /// The triangle with `size` cells on each side: (x, y) with x + y < size, named letter(x) then
    /// y+1. Drawn with row 1 at the bottom.
    #[must_use]
    pub fn triangle(size: u16) -> Self {
        let n = i32::from(size);
        let board = FlatBoard {
            coordinates: (0..n).flat_map(|y| (0..n - y).map(move |x| (x, y))).collect(),
            directions: DIRECTIONS,
            center: &|x, y| (f64::from(x) + f64::from(y) / 2.0, -f64::from(y) * row_height()),
        };
        let borders = board
            .coordinates
            .iter()
            .map(|&(x, y)| {
                let is_on = [x == 0, y == 0, x + y == n - 1];
                Borders::THREE_SIDES
                    .into_iter()
                    .zip(is_on)
                    .filter(|(_, on)| *on)
                    .map(|(side, _)| side)
                    .collect()
            })
            .collect();
        let names =
            board.coordinates.iter().map(|&(x, y)| format!("{}{}", letter(x as usize), y + 1)).collect();
        let rotate = board.symmetry(ColorRoles::Kept, |x, y| (y, n - 1 - x - y));
        let mirror = board.symmetry(ColorRoles::Kept, |x, y| (y, x));
        Self::assemble(Parts {
            shape: Shape::Triangle,
            size,
            names,
            neighbors: board.neighbors(),
            borders,
            antipodes: Vec::new(),
            generators: vec![rotate, mirror],
            layout: board.layout(),
        })
    }
}
