//! What each cell of a flat board sees, and from which side the players look at it.

use std::collections::HashMap;

use catena_core::topology::Shape;
use catena_core::{Cell, Color, Game, Topology};

use super::params::Feature;

/// Steps that a cell sees.
const RADIUS: i32 = 4;

/// Places that a cell sees around itself: six, twelve, eighteen and twenty-four.
pub const SLOTS: usize = 60;

/// Columns and rows between a cell and one that is told apart from it, at most.
const FAR: i32 = 12;

/// One of the places around a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FieldSlot(u8);

impl FieldSlot {
    /// Its number, below [`SLOTS`].
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Where a cell lies as seen from another, up to twelve columns and rows away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LastMoveOffset(u16);

impl LastMoveOffset {
    /// How many there are.
    pub const COUNT: usize = ((2 * FAR + 1) * (2 * FAR + 1)) as usize;

    /// Its number.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A cell that sees another, and in which slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FieldEdge {
    /// Who sees it.
    pub from: Cell,
    /// Where.
    pub slot: FieldSlot,
}

/// A turn or reflection of all that is seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Orientation {
    turns: u8,
    mirrored: bool,
    slots: [FieldSlot; SLOTS],
}

impl Orientation {
    fn new(turns: u8, mirrored: bool) -> Self {
        let mut orientation = Self { turns, mirrored, slots: [FieldSlot(0); SLOTS] };
        let image = |at: (i32, i32)| slot_at(orientation.turn(at)).unwrap_or(FieldSlot(0));
        let slots: Vec<FieldSlot> = offsets().map(image).collect();
        orientation.slots.copy_from_slice(&slots);
        orientation
    }

    /// From which a player may look at the board: all are as good as the first. In Hex White sees it mirrored, so that
    /// his sides are where Black's are.
    #[must_use]
    pub fn all(game: Game, mover: Color) -> Vec<Self> {
        if game.facts().has_owned_sides() {
            [0, 3].map(|turns| Self::new(turns, mover == Color::White)).into()
        } else {
            [false, true].into_iter().flat_map(|m| (0..6).map(move |turns| Self::new(turns, m))).collect()
        }
    }

    fn turn(&self, at: (i32, i32)) -> (i32, i32) {
        let (column, row) = if self.mirrored { (at.1, at.0) } else { at };
        (0..self.turns).fold((column, row), |(column, row), _| (-row, column + row))
    }

    /// The slot that one becomes.
    #[inline]
    #[must_use]
    pub fn slot(&self, slot: FieldSlot) -> FieldSlot {
        self.slots[slot.index()]
    }
}

/// A slot beyond the border and, in Hex, whose side it is beyond.
#[derive(Clone, Copy, Debug)]
struct Outside {
    slot: FieldSlot,
    owner: Option<Color>,
}

/// What the cells of a flat board see.
#[derive(Clone, Debug)]
pub struct ReceptiveField {
    coordinates: Box<[(i32, i32)]>,
    edges: Box<[Box<[FieldEdge]>]>,
    outside: Box<[Box<[Outside]>]>,
}

impl ReceptiveField {
    /// That of a board; `None` if it is not flat.
    #[must_use]
    pub fn new(topology: &Topology) -> Option<Self> {
        if !matches!(topology.shape(), Shape::Rhombus | Shape::Hexagon | Shape::Triangle) {
            return None;
        }
        let coordinates = coordinates(topology);
        let at: HashMap<(i32, i32), Cell> = coordinates.iter().copied().zip(topology.cells()).collect();
        let mut edges = vec![Vec::new(); topology.len()];
        let mut outside = vec![Vec::new(); topology.len()];
        for from in topology.cells() {
            let (column, row) = coordinates[from.index()];
            for (slot, (dc, dr)) in (0..).map(FieldSlot).zip(offsets()) {
                match at.get(&(column + dc, row + dr)) {
                    Some(cell) => edges[cell.index()].push(FieldEdge { from, slot }),
                    None => {
                        let owner = topology.side_owner(from, (dc, dr));
                        outside[from.index()].push(Outside { slot, owner });
                    }
                }
            }
        }
        Some(Self {
            coordinates,
            edges: edges.into_iter().map(Vec::into_boxed_slice).collect(),
            outside: outside.into_iter().map(Vec::into_boxed_slice).collect(),
        })
    }

    /// The cells that see a cell.
    #[inline]
    #[must_use]
    pub fn edges(&self, cell: Cell) -> &[FieldEdge] {
        &self.edges[cell.index()]
    }

    /// What a cell sees beyond the border, for a player to move.
    pub fn beyond(&self, cell: Cell, mover: Color) -> impl Iterator<Item = (FieldSlot, Feature)> + '_ {
        self.outside[cell.index()].iter().map(move |&Outside { slot, owner }| {
            let seen = match owner {
                Some(owner) if owner == mover => Feature::OwnSide,
                Some(_) => Feature::OpponentSide,
                None => Feature::Beyond,
            };
            (slot, seen)
        })
    }

    /// Where a cell lies as seen from another; `None` if it is too far away.
    #[inline]
    #[must_use]
    pub fn offset(&self, orientation: &Orientation, from: Cell, to: Cell) -> Option<LastMoveOffset> {
        let ((c, r), (column, row)) = (self.coordinates[from.index()], self.coordinates[to.index()]);
        let (column, row) = orientation.turn((column - c, row - r));
        let near = column.abs() <= FAR && row.abs() <= FAR;
        near.then(|| LastMoveOffset(((row + FAR) * (2 * FAR + 1) + column + FAR) as u16))
    }
}

/// Columns and rows of the slots, the nearest first.
fn offsets() -> impl Iterator<Item = (i32, i32)> {
    let steps = |(column, row): (i32, i32)| column.abs().max(row.abs()).max((column + row).abs());
    let square = || (-RADIUS..=RADIUS).flat_map(|row| (-RADIUS..=RADIUS).map(move |column| (column, row)));
    (1..=RADIUS).flat_map(move |radius| square().filter(move |&at| steps(at) == radius))
}

fn slot_at(at: (i32, i32)) -> Option<FieldSlot> {
    (0..).map(FieldSlot).zip(offsets()).find(|&(_, offset)| offset == at).map(|(slot, _)| slot)
}

/// Columns and rows of all cells, by steps from the first one.
fn coordinates(topology: &Topology) -> Box<[(i32, i32)]> {
    let mut found: Vec<Option<(i32, i32)>> = vec![None; topology.len()];
    found[0] = Some((0, 0));
    let mut open = vec![Cell::new(0)];
    while let Some(cell) = open.pop() {
        let (column, row) = found[cell.index()].unwrap_or_default();
        for (&next, (dc, dr)) in topology.around(cell).iter().zip(Topology::STEPS) {
            if next != topology.off_board() && found[next.index()].is_none() {
                found[next.index()] = Some((column + dc, row + dr));
                open.push(next);
            }
        }
    }
    found.into_iter().map(Option::unwrap_or_default).collect()
}
