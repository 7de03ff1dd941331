//! A topology in the form that kernels read: places numbered so that neighbors are found by
//! adding a constant, and everything a move needs in flat tables.
//!
//! Flat boards lie in rows of 32 places with an empty rim, so a row of stones of one color is a
//! word. On the sphere a cell and its antipode are one place. The number of a place is its *code*.

use catena_core::topology::{MAX_CELLS, NEIGHBOR_SLOTS, Shape};
use catena_core::{Cell, Topology};

/// Codes are below this; a power of two, so that a mask replaces the check of an index.
pub(crate) const CODES: usize = 1024;
/// A code that no board uses: what lies beyond the border of boards without rows.
pub(crate) const OFF: usize = CODES - 1;
/// Places in a row of a flat board.
pub(crate) const STRIDE: usize = 32;
/// Added to a code, these lead to the neighbors in circular order.
pub(crate) const OFFSETS: [i16; 6] = [1, 33, 32, -1, -33, -32];
const STEPS: [(i32, i32); 6] = [(1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1)];

/// The tables of one board.
#[derive(Debug)]
pub(crate) struct Tables {
    /// One more than the highest code in use.
    pub used: usize,
    /// The code of each cell.
    pub codes: [u16; MAX_CELLS],
    /// The cell of each code, in Renkula! the canonical one.
    pub cells: [u16; CODES],
    /// Border bits by code.
    pub borders: [u16; CODES],
    /// Flat boards: no chain with fewer stones joins the borders of a figure.
    pub shortest: u16,
    /// Flat boards: the places with borders, a word per row.
    pub rim: [u32; 32],
    /// Neighbors by code; on the sphere code · 2 + 1 where the neighbor is the antipode of the
    /// place's own cell, code · 2 otherwise. Empty on flat boards, which add [`OFFSETS`].
    pub around: Box<[[u16; NEIGHBOR_SLOTS]]>,
}

impl Tables {
    pub fn new(topology: &Topology) -> Self {
        let codes = match topology.shape() {
            shape if shape.is_lattice() => in_rows(topology),
            // On the sphere a cell and its antipode are one place.
            _ => topology.cells().map(|cell| topology.canonical(cell).index() as u16).collect(),
        };
        let mut tables = Self {
            used: usize::from(*codes.iter().max().expect("no board is empty")) + 1,
            codes: [OFF as u16; MAX_CELLS],
            cells: [0; CODES],
            borders: [0; CODES],
            shortest: topology.size(),
            rim: [0; 32],
            around: Box::default(),
        };
        tables.codes[..codes.len()].copy_from_slice(&codes);
        for cell in topology.cells() {
            let code = usize::from(codes[cell.index()]);
            tables.cells[code] = topology.canonical(cell).index() as u16;
            tables.borders[code] = topology.borders(cell).bits();
            tables.rim[code / STRIDE] |= u32::from(tables.borders[code] != 0) << (code % STRIDE);
        }
        if !topology.shape().is_lattice() {
            tables.around = (0..tables.used).map(|code| around(topology, Cell::new(code))).collect();
        }
        tables
    }

    #[inline]
    pub fn cell(&self, code: u16) -> Cell {
        Cell::new(usize::from(self.cells[usize::from(code) % CODES]))
    }

    #[inline]
    pub fn code(&self, cell: Cell) -> u16 {
        self.codes[cell.index()]
    }
}

/// The neighbors of a place of a board without rows; see [`Tables::around`].
fn around(topology: &Topology, cell: Cell) -> [u16; NEIGHBOR_SLOTS] {
    topology.around(cell).map(|neighbor| {
        if neighbor == topology.off_board() {
            return match topology.shape() {
                Shape::Sphere => (OFF * 2) as u16,
                _ => OFF as u16,
            };
        }
        let place = topology.canonical(neighbor);
        let code = place.index() as u16;
        match topology.shape() {
            Shape::Sphere => code * 2 + u16::from(place != neighbor),
            _ => code,
        }
    })
}

/// Codes of a flat board. Directions can be named in six ways; the one that needs the smallest
/// square is taken, because a leaning rhombus would not fit into the words.
fn in_rows(topology: &Topology) -> Vec<u16> {
    let extent = |at: &Vec<(i32, i32)>| {
        let far = |&(x, y): &(i32, i32)| at.iter().map(|&(u, v)| (u - x).abs().max((v - y).abs())).max();
        at.iter().filter_map(far).max()
    };
    let at =
        (0..6).map(|turn| coordinates(topology, turn)).min_by_key(extent).expect("there are six directions");
    let left = at.iter().map(|&(x, _)| x).min().expect("no board is empty");
    let top = at.iter().map(|&(_, y)| y).min().expect("no board is empty");
    at.iter().map(|&(x, y)| ((y - top + 1) * STRIDE as i32 + x - left + 1) as u16).collect()
}

/// Where each cell lies if its slot k leads to step k + turn.
fn coordinates(topology: &Topology, turn: usize) -> Vec<(i32, i32)> {
    let mut at = vec![None; topology.len()];
    at[0] = Some((0, 0));
    let mut reached = vec![(Cell::new(0), (0, 0))];
    let mut next = 0;
    while next < reached.len() {
        let (cell, (x, y)) = reached[next];
        for (slot, &neighbor) in topology.around(cell)[..STEPS.len()].iter().enumerate() {
            let step = STEPS[(slot + turn) % STEPS.len()];
            if neighbor != topology.off_board() && at[neighbor.index()].is_none() {
                let there = (x + step.0, y + step.1);
                at[neighbor.index()] = Some(there);
                reached.push((neighbor, there));
            }
        }
        next += 1;
    }
    at.into_iter().map(|place| place.expect("boards are connected")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbors_on_flat_boards_are_the_offsets() {
        let boards =
            [Topology::hexagon(2), Topology::hexagon(11), Topology::rhombus(19), Topology::triangle(26)];
        for topology in boards {
            let tables = Tables::new(&topology);
            for cell in topology.cells() {
                let code = tables.code(cell);
                assert_eq!(tables.cell(code), cell);
                let mut by_offset: Vec<Cell> = OFFSETS
                    .iter()
                    .map(|&offset| code.wrapping_add_signed(offset))
                    .filter(|code| tables.codes[..topology.len()].contains(code))
                    .map(|code| tables.cell(code))
                    .collect();
                let mut neighbors: Vec<Cell> = topology.neighbors(cell).collect();
                by_offset.sort_unstable();
                neighbors.sort_unstable();
                assert_eq!(by_offset, neighbors);
                assert!(usize::from(code) % STRIDE > 0 && usize::from(code) < OFF - STRIDE);
            }
        }
    }
}
