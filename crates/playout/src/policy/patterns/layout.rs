//! The neighbors of each place of a flat board as a table index, kept up so that a stone is six additions and a
//! weight one look into a table.

use catena_core::topology::{MAX_CELLS, Shape};
use catena_core::{Cell, Topology};

use super::gammas::NeighborCode;
use crate::kernel::{CODES, OFFSETS, STRIDE, Tables};

/// A place by its code, as the kernels number them; [`OFFSETS`] lead to its neighbors.
pub(crate) type Place = u16;

/// Directions to the neighbors.
pub(crate) const DIRECTIONS: usize = OFFSETS.len();

/// Indices of empty places are below this, two bits a neighbor; those of others are not.
pub(crate) const TAKEN: u16 = 1 << (2 * DIRECTIONS);

/// A place far from the board: all around it is taken.
pub(crate) const NOWHERE: Place = (CODES - 2 - STRIDE) as Place;

/// Room for cells, a power of two.
const CELLS: usize = 512;
const _: () = assert!(MAX_CELLS <= CELLS);

/// The index of every place, and of those beyond the border.
#[derive(Clone, Debug)]
pub(crate) struct Indices([u16; CODES]);

impl Indices {
    /// The index of a place.
    #[inline(always)]
    pub(crate) fn of(&self, place: Place) -> u16 {
        self.0[usize::from(place) % CODES]
    }

    /// The indices of the six neighbors of a place.
    #[inline(always)]
    pub(crate) fn around(&self, place: Place) -> [u16; DIRECTIONS] {
        OFFSETS.map(|offset| self.of(place.wrapping_add_signed(offset)))
    }

    /// Puts a stone, 1 for Black and 2 for White, on an empty place.
    #[inline(always)]
    pub(crate) fn put(&mut self, place: Place, stone: u8) {
        self.change(place, u16::from(stone), TAKEN);
    }

    /// Takes a stone away.
    pub(crate) fn remove(&mut self, place: Place, stone: u8) {
        self.change(place, u16::from(stone).wrapping_neg(), TAKEN.wrapping_neg());
    }

    #[inline(always)]
    fn change(&mut self, place: Place, stone: u16, taken: u16) {
        for (direction, &offset) in OFFSETS.iter().enumerate() {
            let there = usize::from(place.wrapping_add_signed(offset)) % CODES;
            // The neighbor sees it in the opposite direction.
            let seen = stone.wrapping_shl(2 * opposite(direction) as u32);
            self.0[there] = self.0[there].wrapping_add(seen);
        }
        let here = usize::from(place) % CODES;
        self.0[here] = self.0[here].wrapping_add(taken);
    }

    /// Takes over the places up to the last one in use.
    #[inline]
    pub(crate) fn load(&mut self, from: &Self, layout: &Layout) {
        self.0[..layout.used].copy_from_slice(&from.0[..layout.used]);
    }
}

/// The direction back.
pub(crate) const fn opposite(direction: usize) -> usize {
    (direction + DIRECTIONS / 2) % DIRECTIONS
}

/// Where the cells of a board lie.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    places: [Place; CELLS],
    /// The board without stones.
    pub(crate) empty: Indices,
    used: usize,
    /// The direction of `Topology::around` that the first offset is.
    turn: usize,
}

impl Layout {
    /// The layout of a flat board; `None` for others.
    pub(crate) fn new(topology: &Topology) -> Option<Self> {
        if !matches!(topology.shape(), Shape::Hexagon | Shape::Rhombus | Shape::Triangle) {
            return None;
        }
        let tables = Tables::new(topology);
        let mut layout = Self {
            places: [0; CELLS],
            empty: Indices([TAKEN; CODES]),
            // With the row beyond the border, where neighbors leave their traces.
            used: tables.used + STRIDE + 1,
            turn: turn(topology, &tables)?,
        };
        for cell in topology.cells() {
            let place = tables.code(cell);
            layout.places[cell.index()] = place;
            let code = NeighborCode::around(topology, cell, |_| None).index();
            let seen = (0..DIRECTIONS).map(|d| (code >> (2 * layout.slot(d)) & 3) << (2 * d));
            layout.empty.0[usize::from(place)] = seen.sum::<usize>() as u16;
        }
        Some(layout)
    }

    /// The direction of `Topology::around` in which an offset lies.
    pub(crate) const fn slot(&self, direction: usize) -> usize {
        (direction + self.turn) % DIRECTIONS
    }

    /// All codes of six neighbors with their indices.
    pub(crate) fn codes(&self) -> impl Iterator<Item = (u16, NeighborCode)> {
        (0..NeighborCode::COUNT).map(|bits| {
            let code = |direction: usize| bits >> (2 * direction) & 3;
            let slots = (0..DIRECTIONS).map(|direction| code(direction) << (2 * self.slot(direction)));
            (bits as u16, NeighborCode::new(slots.sum()))
        })
    }

    /// Where a cell lies.
    #[inline(always)]
    pub(crate) const fn place(&self, cell: Cell) -> Place {
        self.places[cell.index() % CELLS]
    }
}

/// The slot of the first direction, the same for all cells; any on a board of one.
pub(super) fn turn(topology: &Topology, tables: &Tables) -> Option<usize> {
    let cell = Cell::new(0);
    let around = topology.around(cell)[..DIRECTIONS].iter().enumerate();
    let Some((slot, &neighbor)) = around.clone().find(|(_, cell)| **cell != topology.off_board()) else {
        return Some(0);
    };
    let offset = tables.code(neighbor).wrapping_sub(tables.code(cell)) as i16;
    let direction = OFFSETS.iter().position(|&known| known == offset)?;
    Some((slot + DIRECTIONS - direction) % DIRECTIONS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rng;
    use catena_core::Color;

    /// Checks all indices against codes from scratch.
    fn check(board: &Topology, layout: &Layout, all: &Indices, stones: &[Option<Color>]) {
        let codes: Vec<NeighborCode> = layout.codes().map(|(_, code)| code).collect();
        for cell in board.cells() {
            let index = all.of(layout.place(cell));
            assert_eq!(index >= TAKEN, stones[cell.index()].is_some());
            if index < TAKEN {
                let code = NeighborCode::around(board, cell, |cell| stones[cell.index()]);
                assert_eq!(codes[usize::from(index)], code, "{}", board.name(cell));
            }
            let seen = all.around(layout.place(cell));
            for (direction, index) in seen.into_iter().enumerate() {
                let there = board.around(cell)[layout.slot(direction)];
                if there == board.off_board() {
                    assert!(index >= TAKEN);
                } else {
                    assert_eq!(
                        layout.place(cell).wrapping_add_signed(OFFSETS[direction]),
                        layout.place(there)
                    );
                    assert_eq!(index, all.of(layout.place(there)));
                }
            }
        }
    }

    #[test]
    fn indices_kept_up_to_date_are_those_from_scratch() {
        let boards = [
            Topology::rhombus(1),
            Topology::rhombus(11),
            Topology::rhombus(19),
            Topology::hexagon(2),
            Topology::hexagon(10),
            Topology::triangle(12),
        ];
        let mut rng = Rng::new(1);
        for board in boards {
            let layout = Layout::new(&board).unwrap();
            let mut stones = vec![None; board.len()];
            let mut all = layout.empty.clone();
            check(&board, &layout, &all, &stones);
            assert!(all.around(NOWHERE).into_iter().all(|index| index >= TAKEN));
            // Stones are put, and some taken away again.
            for _ in 0..2 * board.len() {
                let cell = Cell::new(rng.below(board.len() as u32) as usize);
                match stones[cell.index()] {
                    None => {
                        let color = Color::ALL[rng.below(2) as usize];
                        stones[cell.index()] = Some(color);
                        all.put(layout.place(cell), color as u8 + 1);
                    }
                    Some(color) if rng.below(8) == 0 => {
                        stones[cell.index()] = None;
                        all.remove(layout.place(cell), color as u8 + 1);
                    }
                    Some(_) => continue,
                }
                check(&board, &layout, &all, &stones);
            }
        }
    }
}
