//! The twelve cells around each place of a flat board in bits, kept up so that a stone is five additions.

use catena_core::topology::{MAX_CELLS, Shape};
use catena_core::{Cell, Topology};

use super::super::gammas::NeighborCode;
use super::super::layout::{DIRECTIONS, Place, turn};
use super::gammas::{CELLS, TwelveCode};
use crate::kernel::{OFFSETS, STRIDE, Tables};

/// Bits of the neighbors; above them stands [`TAKEN`], then the cells a bridge away.
const NEAR: u32 = (1 << (2 * DIRECTIONS)) - 1;

/// A place with a stone, or none at all.
const TAKEN: u32 = 1 << (2 * DIRECTIONS);

const FAR_SHIFT: u32 = 2 * DIRECTIONS as u32 + 1;

/// Before the first place: stones leave their traces two rows beyond the border.
const MARGIN: usize = 2 * STRIDE + 8;

/// Room for places and margins, a power of two.
const ROOM: usize = 2048;

/// Places around a stone, row by row: steps to the first of a row, and the slots from which its places see the stone.
const TWO_ABOVE: (i16, usize) = (-65, 7);
const ABOVE: (i16, [usize; 4]) = (-34, [6, 1, 2, 8]);
const BESIDE: (i16, [usize; 4]) = (-1, [0, SELF, 3, NOBODY]);
const BELOW: (i16, [usize; 4]) = (31, [11, 5, 4, 9]);
const TWO_BELOW: (i16, usize) = (65, 10);

/// Stands for the place of the stone itself.
const SELF: usize = CELLS;
/// A place that does not see the stone.
const NOBODY: usize = CELLS + 1;

/// The places around a stone in the order of [`Indices::around`], as steps.
pub(super) const AROUND: [i16; CELLS] = [-65, -34, -33, -32, -31, -1, 1, 31, 32, 33, 34, 65];

/// The slots from which they see the stone, by directions of the offsets.
pub(super) const SEEN_FROM: [usize; CELLS] = [7, 6, 1, 2, 8, 0, 3, 11, 5, 4, 9, 10];

/// What the places of a row see of a stone, 1 for Black and 2 for White.
const fn seen<const N: usize>(slots: [usize; N], stone: u32) -> [u32; N] {
    let mut seen = [0; N];
    let mut at = 0;
    while at < N {
        seen[at] = match slots[at] {
            NOBODY => 0,
            SELF => TAKEN,
            slot if slot < DIRECTIONS => stone << (2 * slot),
            slot => stone << (FAR_SHIFT as usize + 2 * (slot - DIRECTIONS)),
        };
        at += 1;
    }
    seen
}

/// What all rows see of a stone.
struct Seen {
    two_above: u32,
    above: [u32; 4],
    beside: [u32; 4],
    below: [u32; 4],
    two_below: u32,
}

impl Seen {
    const fn new(stone: u32) -> Self {
        Self {
            two_above: seen([TWO_ABOVE.1], stone)[0],
            above: seen(ABOVE.1, stone),
            beside: seen(BESIDE.1, stone),
            below: seen(BELOW.1, stone),
            two_below: seen([TWO_BELOW.1], stone)[0],
        }
    }
}

const SEEN: [Seen; 2] = [Seen::new(1), Seen::new(2)];

/// The surroundings of every place, and of those near the border beyond it.
#[derive(Clone, Debug)]
pub(super) struct Indices(Box<[u32; ROOM]>);

/// The surroundings of a place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Surrounded(u32);

impl Surrounded {
    /// The index of its neighbors: below 4,096 for an empty place, and 4,096 for others.
    #[inline(always)]
    pub(super) fn near(self) -> usize {
        (self.0 & (TAKEN | NEAR)).min(TAKEN) as usize
    }

    /// The bits of the cells a bridge away.
    #[inline(always)]
    pub(super) const fn far(self) -> u32 {
        self.0 >> FAR_SHIFT
    }
}

#[inline(always)]
const fn at(place: Place, step: i16) -> usize {
    (place as usize).wrapping_add_signed(step as isize).wrapping_add(MARGIN) % ROOM
}

impl Indices {
    /// The surroundings of a place.
    #[inline(always)]
    pub(super) fn of(&self, place: Place) -> Surrounded {
        Surrounded(self.0[at(place, 0)])
    }

    /// Those of the twelve places around a place, in the order of [`AROUND`].
    #[inline(always)]
    pub(super) fn around(&self, place: Place) -> [Surrounded; CELLS] {
        AROUND.map(|step| Surrounded(self.0[at(place, step)]))
    }

    /// Puts a stone, 1 for Black and 2 for White, on an empty place.
    #[inline(always)]
    pub(super) fn put(&mut self, place: Place, stone: u8) {
        self.change(place, stone, u32::wrapping_add);
    }

    /// Takes a stone away.
    pub(super) fn remove(&mut self, place: Place, stone: u8) {
        self.change(place, stone, u32::wrapping_sub);
    }

    #[inline(always)]
    fn change(&mut self, place: Place, stone: u8, by: impl Fn(u32, u32) -> u32) {
        let seen = &SEEN[usize::from(stone - 1) % 2];
        for (step, part) in [(TWO_ABOVE.0, seen.two_above), (TWO_BELOW.0, seen.two_below)] {
            let index = at(place, step);
            self.0[index] = by(self.0[index], part);
        }
        for (step, parts) in [(ABOVE.0, seen.above), (BESIDE.0, seen.beside), (BELOW.0, seen.below)] {
            let start = at(place, step).min(ROOM - 4);
            let row = &mut self.0[start..start + 4];
            for (index, part) in row.iter_mut().zip(parts) {
                *index = by(*index, part);
            }
        }
    }

    /// Takes over the places in use.
    #[inline]
    pub(super) fn load(&mut self, from: &Self, layout: &Layout) {
        self.0[..layout.used].copy_from_slice(&from.0[..layout.used]);
    }
}

/// Where the cells of a board lie.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    places: Box<[Place; MAX_CELLS]>,
    /// The board without stones.
    pub(super) empty: Indices,
    used: usize,
    /// The direction of `Topology::around` that the first offset is.
    turn: usize,
}

impl Layout {
    /// The layout of a flat board; `None` for others.
    pub(super) fn new(topology: &Topology) -> Option<Self> {
        if !matches!(topology.shape(), Shape::Hexagon | Shape::Rhombus | Shape::Triangle) {
            return None;
        }
        let tables = Tables::new(topology);
        let mut layout = Self {
            places: Box::new([0; MAX_CELLS]),
            empty: Indices(Box::new([TAKEN; ROOM])),
            used: (tables.used + 2 * MARGIN).min(ROOM),
            turn: turn(topology, &tables)?,
        };
        for cell in topology.cells() {
            let place = tables.code(cell);
            layout.places[cell.index()] = place;
            let code = TwelveCode::around(topology, cell, |_| None);
            layout.empty.0[at(place, 0)] = layout.index(code);
        }
        Some(layout)
    }

    /// The direction of `Topology::around` that the first offset is.
    pub(super) const fn turn(&self) -> usize {
        self.turn
    }

    /// All codes of six neighbors with their bits.
    pub(super) fn neighbor_codes(&self) -> impl Iterator<Item = (u16, NeighborCode)> + use<'_> {
        NeighborCode::all().map(|code| (self.turned(code.index() as u16), code))
    }

    /// The surroundings that a code means.
    fn index(&self, code: TwelveCode) -> u32 {
        u32::from(self.near(code)) | u32::from(self.far(code)) << FAR_SHIFT
    }

    /// The bits of the neighbors by directions of the offsets.
    pub(super) fn near(&self, code: TwelveCode) -> u16 {
        self.turned(code.near().index() as u16)
    }

    /// The bits of the cells a bridge away.
    pub(super) fn far(&self, code: TwelveCode) -> u16 {
        self.turned(code.far())
    }

    fn turned(&self, ring: u16) -> u16 {
        (0..DIRECTIONS).map(|d| (ring >> (2 * ((d + self.turn) % DIRECTIONS)) & 3) << (2 * d)).sum()
    }

    /// Where a cell lies.
    #[inline(always)]
    pub(super) fn place(&self, cell: Cell) -> Place {
        self.places[cell.index()]
    }
}

/// The steps to the places a bridge away are sums of two neighboring directions.
const _: () = {
    let mut direction = 0;
    while direction < DIRECTIONS {
        let mut found = 0;
        let mut at = 0;
        while at < CELLS {
            // Who lies in a direction from the stone sees it in the opposite one.
            let opposite = (direction + DIRECTIONS / 2) % DIRECTIONS;
            let next = (direction + 1) % DIRECTIONS;
            if AROUND[at] == OFFSETS[direction] && SEEN_FROM[at] == opposite {
                found += 1;
            }
            if AROUND[at] == OFFSETS[direction] + OFFSETS[next] && SEEN_FROM[at] == opposite + DIRECTIONS {
                found += 1;
            }
            at += 1;
        }
        assert!(found == 2);
        direction += 1;
    }
};
