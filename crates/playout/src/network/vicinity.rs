//! What each cell of a flat board sees, and from which side the players look at it.

use std::collections::HashMap;

use catena_core::topology::Shape;
use catena_core::{Cell, Color, Game, Topology};

use super::params::Seen;

/// Steps that a cell sees.
const RADIUS: i32 = 4;

/// Places that a cell sees around itself: six, twelve, eighteen and twenty-four.
pub const SLOTS: usize = 60;

/// Columns and rows between a cell and one that is told apart from it, at most.
const FAR: i32 = 12;

/// Columns and rows of the six neighbors, in the circular order of `Topology::around`.
const DIRECTIONS: [(i32, i32); 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];

/// One of the places around a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Slot(u8);

impl Slot {
    /// Its number, below [`SLOTS`].
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Where a cell lies as seen from another, up to twelve columns and rows away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Far(u16);

impl Far {
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
pub struct Glimpse {
    /// Who sees it.
    pub from: Cell,
    /// Where.
    pub slot: Slot,
}

/// A turn or reflection of all that is seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    turns: u8,
    mirrored: bool,
    slots: [Slot; SLOTS],
}

impl View {
    fn new(turns: u8, mirrored: bool) -> Self {
        let mut view = Self { turns, mirrored, slots: [Slot(0); SLOTS] };
        let image = |at: (i32, i32)| slot_at(view.turn(at)).unwrap_or(Slot(0));
        let slots: Vec<Slot> = offsets().map(image).collect();
        view.slots.copy_from_slice(&slots);
        view
    }

    /// From which a player may look at the board: all are as good as the first. In Hex White sees it mirrored, so that
    /// his sides are where Black's are.
    #[must_use]
    pub fn all(game: Game, mover: Color) -> Vec<Self> {
        match game {
            Game::Hex => [0, 3].map(|turns| Self::new(turns, mover == Color::White)).into(),
            _ => {
                [false, true].into_iter().flat_map(|m| (0..6).map(move |turns| Self::new(turns, m))).collect()
            }
        }
    }

    fn turn(&self, at: (i32, i32)) -> (i32, i32) {
        let (column, row) = if self.mirrored { (at.1, at.0) } else { at };
        (0..self.turns).fold((column, row), |(column, row), _| (-row, column + row))
    }

    /// The slot that one becomes.
    #[inline]
    #[must_use]
    pub fn slot(&self, slot: Slot) -> Slot {
        self.slots[slot.index()]
    }
}

/// A slot beyond the border and, in Hex, whose side it is beyond.
#[derive(Clone, Copy, Debug)]
struct Outside {
    slot: Slot,
    owner: Option<Color>,
}

/// What the cells of a flat board see.
#[derive(Clone, Debug)]
pub struct Vicinity {
    coordinates: Box<[(i32, i32)]>,
    glimpses: Box<[Box<[Glimpse]>]>,
    outside: Box<[Box<[Outside]>]>,
}

impl Vicinity {
    /// That of a board; `None` if it is not flat.
    #[must_use]
    pub fn new(topology: &Topology) -> Option<Self> {
        if !matches!(topology.shape(), Shape::Rhombus | Shape::Hexagon | Shape::Triangle) {
            return None;
        }
        let coordinates = coordinates(topology);
        let at: HashMap<(i32, i32), Cell> = coordinates.iter().copied().zip(topology.cells()).collect();
        let mut glimpses = vec![Vec::new(); topology.len()];
        let mut outside = vec![Vec::new(); topology.len()];
        for from in topology.cells() {
            let (column, row) = coordinates[from.index()];
            for (slot, (dc, dr)) in (0..).map(Slot).zip(offsets()) {
                match at.get(&(column + dc, row + dr)) {
                    Some(cell) => glimpses[cell.index()].push(Glimpse { from, slot }),
                    None => {
                        let owner = side(topology, (column + dc, row + dr));
                        outside[from.index()].push(Outside { slot, owner });
                    }
                }
            }
        }
        Some(Self {
            coordinates,
            glimpses: glimpses.into_iter().map(Vec::into_boxed_slice).collect(),
            outside: outside.into_iter().map(Vec::into_boxed_slice).collect(),
        })
    }

    /// The cells that see a cell.
    #[inline]
    #[must_use]
    pub fn glimpses(&self, cell: Cell) -> &[Glimpse] {
        &self.glimpses[cell.index()]
    }

    /// What a cell sees beyond the border, for a player to move.
    pub fn beyond(&self, cell: Cell, mover: Color) -> impl Iterator<Item = (Slot, Seen)> + '_ {
        self.outside[cell.index()].iter().map(move |&Outside { slot, owner }| {
            let seen = match owner {
                Some(owner) if owner == mover => Seen::OwnSide,
                Some(_) => Seen::OpponentSide,
                None => Seen::Beyond,
            };
            (slot, seen)
        })
    }

    /// Where a cell lies as seen from another; `None` if it is too far away.
    #[inline]
    #[must_use]
    pub fn far(&self, view: &View, from: Cell, to: Cell) -> Option<Far> {
        let ((c, r), (column, row)) = (self.coordinates[from.index()], self.coordinates[to.index()]);
        let (column, row) = view.turn((column - c, row - r));
        let near = column.abs() <= FAR && row.abs() <= FAR;
        near.then(|| Far(((row + FAR) * (2 * FAR + 1) + column + FAR) as u16))
    }
}

/// Columns and rows of the slots, the nearest first.
fn offsets() -> impl Iterator<Item = (i32, i32)> {
    let steps = |(column, row): (i32, i32)| column.abs().max(row.abs()).max((column + row).abs());
    let square = || (-RADIUS..=RADIUS).flat_map(|row| (-RADIUS..=RADIUS).map(move |column| (column, row)));
    (1..=RADIUS).flat_map(move |radius| square().filter(move |&at| steps(at) == radius))
}

fn slot_at(at: (i32, i32)) -> Option<Slot> {
    (0..).map(Slot).zip(offsets()).find(|&(_, offset)| offset == at).map(|(slot, _)| slot)
}

/// Columns and rows of all cells, by steps from the first one.
fn coordinates(topology: &Topology) -> Box<[(i32, i32)]> {
    let mut found: Vec<Option<(i32, i32)>> = vec![None; topology.len()];
    found[0] = Some((0, 0));
    let mut open = vec![Cell::new(0)];
    while let Some(cell) = open.pop() {
        let (column, row) = found[cell.index()].unwrap_or_default();
        for (&next, (dc, dr)) in topology.around(cell).iter().zip(DIRECTIONS) {
            if next != topology.off_board() && found[next.index()].is_none() {
                found[next.index()] = Some((column + dc, row + dr));
                open.push(next);
            }
        }
    }
    found.into_iter().map(Option::unwrap_or_default).collect()
}

/// The owner of the side of a Hex board beyond which a place lies; `None` beyond two, and on other boards.
fn side(topology: &Topology, (column, row): (i32, i32)) -> Option<Color> {
    if topology.shape() != Shape::Rhombus {
        return None;
    }
    let on_board = |coordinate: i32| (0..i32::from(topology.size())).contains(&coordinate);
    match (on_board(column), on_board(row)) {
        (true, false) => Some(Color::Black),
        (false, true) => Some(Color::White),
        _ => None,
    }
}
