//! The board of \*Star on a triangle, every place a copy of some cell.
//!
//! The rings around the bridge are five sixths of a hexagon. In the missing sixth every ring
//! repeats its first cell, which stretches the arm between two sectors and joins nothing new.
//! Three sides of the hexagon lie on those of a triangle; over each of the others parallel rays
//! prolong its cells to the corner. So groups touch each other, and the rim, as on the board.

use super::rim::{SIDES, Token};

pub(super) const ARMS: usize = 5;
/// Directions on the triangle in circular order.
const DIRECTIONS: [[isize; 2]; 6] = [[1, 0], [0, 1], [-1, 1], [-1, 0], [0, -1], [1, -1]];

/// A triangle with rows of `side`, `side` - 1, … places, one after the other.
#[derive(Debug)]
pub(super) struct Layout {
    pub(super) side: usize,
    /// The cell that each place copies; for the bridge any.
    pub(super) sources: Vec<u16>,
    pub(super) bridge: usize,
    /// Where each row starts.
    pub(super) rows: Vec<usize>,
    /// Where on the rim (side and step) the token of each peri starts, and its kind.
    pub(super) tokens: Vec<([usize; 2], u16, Token)>,
}

impl Layout {
    /// The layout of a star of this many rings.
    pub(super) fn new(size: usize) -> Self {
        let side = 3 * size + 1;
        let rows: Vec<usize> = (0..side).map(|y| y * side - y * y.saturating_sub(1) / 2).collect();
        let places = (0..side).flat_map(|y| (0..side - y).map(move |x| [x, y]));
        let sources: Vec<u16> = places.map(|place| source(size, place) as u16).collect();
        let bridge = rows[size] + size;
        let mut layout = Self { side, sources, bridge, rows, tokens: Vec::new() };
        layout.tokens = layout.first_places_of_peries(size);
        layout
    }

    /// For each peri the first place on the rim that copies it.
    fn first_places_of_peries(&self, size: usize) -> Vec<([usize; 2], u16, Token)> {
        let last = self.side - 1;
        let first_peri = before_ring(size);
        let mut tokens: Vec<([usize; 2], u16, Token)> = Vec::new();
        for step in 0..SIDES * last {
            let at = [step / last, step % last];
            let cell = self.sources[place_on_side(&self.rows, self.side, at)];
            if tokens.iter().all(|&(_, other, _)| other != cell) {
                let along = (usize::from(cell) - first_peri) % size;
                tokens.push((at, cell, if along == 0 { Token::Quark } else { Token::Peri }));
            }
        }
        tokens
    }
}

/// The place at a step along one side of a triangle that has shrunk to `side`. The sides follow
/// each other around it, each ending where the next begins.
#[inline(always)]
pub(super) fn place_on_side(rows: &[usize], side: usize, [edge, step]: [usize; 2]) -> usize {
    let last = side - 1;
    match edge {
        0 => step,
        1 => rows[step] + last - step,
        _ => rows[last - step],
    }
}

/// The cell that a place of the triangle copies.
fn source(size: usize, [x, y]: [usize; 2]) -> usize {
    // Beyond a side of the hexagon: back along the ray.
    let [x, y] = if x + y < size { [size - y, y] } else { [x.min(2 * size), y.min(2 * size)] };
    let [dx, dy] = [x, y].map(|coordinate| coordinate as isize - size as isize);
    let ring = dx.abs().max(dy.abs()).max((dx + dy).abs());
    for (arm, [ax, ay]) in DIRECTIONS.into_iter().enumerate() {
        let [bx, by] = DIRECTIONS[(arm + 1) % DIRECTIONS.len()];
        for along in 0..ring {
            if [(ring - along) * ax + along * bx, (ring - along) * ay + along * by] == [dx, dy] {
                let (ring, along) = (ring as usize, along as usize);
                return before_ring(ring) + if arm < ARMS { arm * ring + along } else { 0 };
            }
        }
    }
    0
}

/// The first cell of a ring.
const fn before_ring(ring: usize) -> usize {
    ARMS * ring * (ring - 1) / 2
}
