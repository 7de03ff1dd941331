//! Which cells lie around each cell, and who sees a new stone where.

use catena_core::rules::Methods;
use catena_core::topology::Shape;
use catena_core::{Cell, Color, Game, Topology};

use super::key::{BEYOND, PatternKey, Reach, Slot, code};

/// A cell that sees another, and the slot in which it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PatternLink {
    /// The cell whose pattern contains the stone.
    pub cell: Cell,
    /// Where.
    pub slot: Slot,
}

/// The neighborhood of all cells of a board, up to a reach.
#[derive(Clone, Debug)]
pub struct Neighborhood {
    around: Box<[[Option<Cell>; Slot::COUNT]]>,
    /// Keys on the empty board: what lies beyond the border.
    start: Box<[PatternKey]>,
    links: Lists,
    replies: Lists,
    reach: Reach,
}

/// A list of links for each cell.
#[derive(Clone, Debug, Default)]
struct Lists {
    all: Vec<PatternLink>,
    ends: Vec<u32>,
}

impl Lists {
    fn push(&mut self, links: impl IntoIterator<Item = PatternLink>) {
        self.all.extend(links);
        self.ends.push(self.all.len() as u32);
    }

    #[inline]
    fn of(&self, cell: Cell) -> &[PatternLink] {
        let start = if cell.index() == 0 { 0 } else { self.ends[cell.index() - 1] };
        &self.all[start as usize..self.ends[cell.index()] as usize]
    }
}

impl Neighborhood {
    /// The neighborhood on a board; `None` in \*Star, whose middle is not planar.
    #[must_use]
    pub fn new(game: Game, topology: &Topology, reach: Reach) -> Option<Self> {
        if !game.facts().supports(Methods::PATTERNS) {
            return None;
        }
        let around: Box<[_]> = topology.cells().map(|cell| cells_around(topology, cell, reach)).collect();
        let start = topology.cells().map(|cell| beyond(topology, cell, &around[cell.index()], reach));
        let start = start.collect();
        let mut seen_from = vec![Vec::new(); topology.len()];
        for cell in topology.cells() {
            for (index, other) in around[cell.index()].iter().enumerate() {
                if let Some(other) = other {
                    seen_from[other.index()].push(PatternLink { cell, slot: Slot::new(index) });
                }
            }
        }
        let (mut links, mut replies) = (Lists::default(), Lists::default());
        for cell in topology.cells() {
            let antipode = topology.antipode(cell);
            let mut both = seen_from[cell.index()].clone();
            if antipode != cell {
                both.extend(&seen_from[antipode.index()]);
            }
            both.sort_by_key(|link| link.slot);
            links.push(both.iter().copied());
            // A small sphere shows both stones of a move: the nearer one is the last move.
            let first = |i: usize| both[..i].iter().all(|before| before.cell != both[i].cell);
            let place = |cell: Cell| topology.canonical(cell) == cell;
            replies.push((0..both.len()).filter(|&i| first(i) && place(both[i].cell)).map(|i| both[i]));
        }
        Some(Self { around, start, links, replies, reach })
    }

    /// Reach of the patterns.
    #[must_use]
    pub const fn reach(&self) -> Reach {
        self.reach
    }

    /// The number of cells of the board.
    #[must_use]
    pub const fn cells(&self) -> usize {
        self.start.len()
    }

    /// The cell in a slot; `None` beyond the border and beyond the reach.
    #[must_use]
    pub fn cell(&self, cell: Cell, slot: Slot) -> Option<Cell> {
        self.around[cell.index()][slot.index()]
    }

    /// The key of a cell on the empty board.
    #[must_use]
    pub fn empty_key(&self, cell: Cell) -> PatternKey {
        self.start[cell.index()]
    }

    /// Patterns that contain the stones of a move on this cell; in Renkula! both stones.
    #[inline]
    #[must_use]
    pub fn links(&self, cell: Cell) -> &[PatternLink] {
        self.links.of(cell)
    }

    /// The places for which a move on this cell is near, each once, with the slot of that move.
    #[inline]
    #[must_use]
    pub fn replies(&self, cell: Cell) -> &[PatternLink] {
        self.replies.of(cell)
    }

    /// The key of a cell from scratch.
    #[must_use]
    pub fn key(&self, cell: Cell, stone: impl Fn(Cell) -> Option<Color>) -> PatternKey {
        let mut key = self.start[cell.index()];
        for (slot, other) in self.around[cell.index()].iter().enumerate() {
            if let Some(color) = other.and_then(&stone) {
                key.0 |= code(color) << (2 * slot);
            }
        }
        key
    }
}

fn cells_around(topology: &Topology, cell: Cell, reach: Reach) -> [Option<Cell>; Slot::COUNT] {
    let sphere = topology.shape() == Shape::Sphere;
    let row = topology.around(cell);
    let degree = if sphere { topology.neighbors(cell).count() } else { 6 };
    let on_board = |cell: Cell| (cell != topology.off_board()).then_some(cell);
    let mut cells = [None; Slot::COUNT];
    for direction in 0..degree {
        let (near, next) = (on_board(row[direction]), on_board(row[(direction + 1) % degree]));
        cells[direction] = near;
        cells[6 + direction] = if sphere {
            common(topology, near, next, cell)
        } else {
            // One of the two steps may leave the board and come back.
            let there = near.and_then(|near| on_board(topology.around(near)[(direction + 1) % 6]));
            there.or_else(|| next.and_then(|next| on_board(topology.around(next)[direction])))
        };
        cells[12 + direction] = match near {
            Some(near) if sphere => straight_on(topology, cell, near),
            Some(near) => on_board(topology.around(near)[direction]),
            None => None,
        };
    }
    cells[reach.cells()..].fill(None);
    cells
}

/// The neighbor of two neighbors on the other side of a cell.
fn common(topology: &Topology, a: Option<Cell>, b: Option<Cell>, not: Cell) -> Option<Cell> {
    let (a, b) = (a?, b?);
    topology.neighbors(a).find(|&cell| cell != not && topology.neighbors(b).any(|other| other == cell))
}

/// The cell behind a neighbor; behind a pentagon there are two, and so none.
fn straight_on(topology: &Topology, from: Cell, over: Cell) -> Option<Cell> {
    let row: Vec<Cell> = topology.neighbors(over).collect();
    let back = row.iter().position(|&cell| cell == from)?;
    (row.len() == 6).then(|| row[(back + 3) % 6])
}

/// Key of the slots beyond the border around a cell. In Hex it is as good as a stone of the side's color; the
/// place beyond two sides belongs to neither.
fn beyond(topology: &Topology, cell: Cell, around: &[Option<Cell>; Slot::COUNT], reach: Reach) -> PatternKey {
    let mut key = 0;
    for (slot, _) in around.iter().enumerate().take(reach.cells()).filter(|(_, cell)| cell.is_none()) {
        let owner = topology.side_owner(cell, step(slot));
        key |= owner.map_or(BEYOND, code) << (2 * slot);
    }
    PatternKey(key)
}

/// Columns and rows to a slot.
const fn step(slot: usize) -> (i32, i32) {
    let (first, second) = (Topology::STEPS[slot % 6], Topology::STEPS[(slot + 1) % 6]);
    match slot / 6 {
        0 => first,
        1 => (first.0 + second.0, first.1 + second.1),
        _ => (2 * first.0, 2 * first.1),
    }
}
