//! The graph a game is played on: neighbors, borders, symmetries, names and a drawing layout.
//!
//! A topology is data, built once by one builder per board shape and shared by `Arc`. The flat
//! boards, \*Star and the sphere differ only in what their tables hold.

mod bent;
mod hexagon;
mod rhombus;
mod sphere;
mod star;
mod subdivision;
mod symmetry;
mod triangle;

use std::collections::BTreeMap;
use std::fmt;

use bitflags::bitflags;

use crate::Cell;
pub use symmetry::{ColorRoles, Symmetry};

/// The most cells a board can have (Renkula! 6 has 362), plus room for the off-board cell.
pub const MAX_CELLS: usize = 384;

/// Slots in a row of neighbors: the five center cells of \*Star have seven.
pub const NEIGHBOR_SLOTS: usize = 8;

/// A point of a drawing. Flat boards leave `z` at 0; the sphere has radius 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// To the right; on the sphere towards longitude 0.
    pub x: f64,
    /// Downwards on the page; on the sphere to the east of longitude 0.
    pub y: f64,
    /// On the sphere towards the north pole.
    pub z: f64,
}

impl Point {
    /// A point of a flat drawing.
    #[must_use]
    pub const fn flat(x: f64, y: f64) -> Self {
        Self { x, y, z: 0.0 }
    }
}

/// Where to draw each cell. On flat boards neighboring centers lie about one unit apart.
#[derive(Clone, Debug)]
pub struct Layout {
    centers: Box<[Point]>,
    outlines: Box<[Box<[Point]>]>,
}

impl Layout {
    /// The middle of a cell.
    #[must_use]
    pub fn center(&self, cell: Cell) -> Point {
        self.centers[cell.index()]
    }

    /// The corners of a cell in circular order.
    #[must_use]
    pub fn outline(&self, cell: Cell) -> &[Point] {
        &self.outlines[cell.index()]
    }
}

bitflags! {
    /// Borders touched by a cell or a group: one bit for each corner, side or special cell of the board.
    ///
    /// Which bit means what is up to the board: see the constants of the shape's builder.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub struct Borders: u16 {
        // Shapes share the bits, so none is named here.
        const _ = !0;
    }
}

impl Borders {
    /// Number of set bits within `mask`.
    #[inline]
    #[must_use]
    pub const fn count(self, mask: Self) -> u32 {
        self.intersection(mask).bits().count_ones()
    }
}

/// The form of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// Six sides of equal length (Havannah).
    Hexagon,
    /// n rows of n cells, each shifted by half a cell (Hex).
    Rhombus,
    /// Three sides of equal length (Y).
    Triangle,
    /// Rings of five arms around a bridge (\*Star).
    Star,
    /// The subdivided icosahedron (Renkula!).
    Sphere,
    /// Ten faces of the subdivided icosahedron (Bent Y).
    BentTriangle,
}

impl Shape {
    /// Returns true if the cells lie in straight lines from border to border, six directions everywhere.
    #[must_use]
    pub const fn is_lattice(self) -> bool {
        matches!(self, Self::Hexagon | Self::Rhombus | Self::Triangle)
    }
}

/// The graph of one board.
#[derive(Clone)]
pub struct Topology {
    shape: Shape,
    size: u16,
    neighbors: Box<[[Cell; NEIGHBOR_SLOTS]]>,
    borders: Box<[Borders]>,
    antipodes: Box<[Cell]>,
    names: Box<[Box<str>]>,
    by_name: BTreeMap<Box<str>, Cell>,
    symmetries: Box<[Symmetry]>,
    layout: Layout,
}

/// Tables that the builder of a board supplies; [`Topology::assemble`] does the rest.
struct Parts {
    shape: Shape,
    size: u16,
    names: Vec<String>,
    /// Rows in circular order; `None` keeps the place of a missing neighbor.
    neighbors: Vec<Vec<Option<usize>>>,
    borders: Vec<Borders>,
    /// Each cell's opposite on the sphere; empty on boards without antipodes.
    antipodes: Vec<usize>,
    /// Symmetries that generate all others.
    generators: Vec<Symmetry>,
    layout: Layout,
}

impl Topology {
    fn assemble(parts: Parts) -> Self {
        let len = parts.names.len();
        debug_assert!(len < MAX_CELLS, "{:?} {} needs {len} cells", parts.shape, parts.size);
        let off_board = Cell::new(len);
        let neighbors = parts
            .neighbors
            .iter()
            .map(|row| {
                let mut slots = [off_board; NEIGHBOR_SLOTS];
                for (slot, neighbor) in slots.iter_mut().zip(row) {
                    *slot = neighbor.map_or(off_board, Cell::new);
                }
                slots
            })
            .collect();
        let by_name =
            (0..len).map(|i| (parts.names[i].to_ascii_lowercase().into_boxed_str(), Cell::new(i))).collect();
        let antipodes = if parts.antipodes.is_empty() {
            (0..len).map(Cell::new).collect()
        } else {
            parts.antipodes.into_iter().map(Cell::new).collect()
        };
        Self {
            shape: parts.shape,
            size: parts.size,
            neighbors,
            borders: parts.borders.into(),
            antipodes,
            by_name,
            names: parts.names.into_iter().map(String::into_boxed_str).collect(),
            symmetries: symmetry::closure(len, parts.generators).into(),
            layout: parts.layout,
        }
    }

    /// The form of the board.
    #[must_use]
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// The size as the rules of the game count it.
    #[must_use]
    pub const fn size(&self) -> u16 {
        self.size
    }

    /// The number of cells.
    #[inline]
    #[must_use]
    #[allow(clippy::len_without_is_empty, reason = "no board is empty")]
    pub const fn len(&self) -> usize {
        self.neighbors.len()
    }

    /// All cells in the order of their indices.
    pub fn cells(&self) -> impl DoubleEndedIterator<Item = Cell> + ExactSizeIterator + use<> {
        (0..self.len()).map(Cell::new)
    }

    /// The cell that stands for "beyond the border" in [`around`](Self::around).
    #[inline]
    #[must_use]
    pub const fn off_board(&self) -> Cell {
        Cell::new(self.len())
    }

    /// The slots around a cell in circular order, padded with the off-board cell. On the flat
    /// boards the first six slots keep their direction, so a missing neighbor leaves a gap.
    #[inline]
    #[must_use]
    pub fn around(&self, cell: Cell) -> &[Cell; NEIGHBOR_SLOTS] {
        &self.neighbors[cell.index()]
    }

    /// The neighbors of a cell in circular order.
    #[inline]
    pub fn neighbors(&self, cell: Cell) -> impl Iterator<Item = Cell> {
        let off_board = self.off_board();
        self.around(cell).iter().copied().filter(move |&neighbor| neighbor != off_board)
    }

    /// Borders touched by the cell.
    #[inline]
    #[must_use]
    pub fn borders(&self, cell: Cell) -> Borders {
        self.borders[cell.index()]
    }

    /// The opposite cell on the sphere; on other boards the cell itself.
    #[inline]
    #[must_use]
    pub fn antipode(&self, cell: Cell) -> Cell {
        self.antipodes[cell.index()]
    }

    /// The one of a cell and its antipode that moves are written with.
    #[inline]
    #[must_use]
    pub fn canonical(&self, cell: Cell) -> Cell {
        cell.min(self.antipode(cell))
    }

    /// The cells that a move can name: all of them, or one of each antipodal pair.
    pub fn places(&self) -> impl Iterator<Item = Cell> {
        self.cells().filter(|&cell| self.canonical(cell) == cell)
    }

    /// The name of a cell.
    #[must_use]
    pub fn name(&self, cell: Cell) -> &str {
        &self.names[cell.index()]
    }

    /// The cell with this name, in any case.
    #[must_use]
    pub fn cell(&self, name: &str) -> Option<Cell> {
        match self.by_name.get(name) {
            Some(&cell) => Some(cell),
            None => self.by_name.get(name.to_ascii_lowercase().as_str()).copied(),
        }
    }

    /// All symmetries of the board, the identity first.
    #[must_use]
    pub fn symmetries(&self) -> &[Symmetry] {
        &self.symmetries
    }

    /// Where to draw each cell.
    #[must_use]
    pub const fn layout(&self) -> &Layout {
        &self.layout
    }
}

impl fmt::Debug for Topology {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} {}", self.shape, self.size)
    }
}

/// Letter of a row or column: `a` for 0.
fn letter(index: usize) -> char {
    char::from(b'a' + u8::try_from(index).expect("boards have at most 26 rows"))
}

/// A flat board of hexagonal cells, from the coordinates of its cells.
struct FlatBoard<'a> {
    coordinates: Vec<(i32, i32)>,
    /// Offsets to the six neighbors in circular order.
    directions: [(i32, i32); 6],
    /// The center of a cell in the drawing.
    center: &'a dyn Fn(i32, i32) -> (f64, f64),
}

impl FlatBoard<'_> {
    fn index(&self) -> BTreeMap<(i32, i32), usize> {
        self.coordinates.iter().enumerate().map(|(i, &at)| (at, i)).collect()
    }

    fn neighbors(&self) -> Vec<Vec<Option<usize>>> {
        let index = self.index();
        self.coordinates
            .iter()
            .map(|&(x, y)| {
                self.directions.iter().map(|&(dx, dy)| index.get(&(x + dx, y + dy)).copied()).collect()
            })
            .collect()
    }

    /// The symmetry that moves each cell to the given coordinates.
    fn symmetry(&self, roles: ColorRoles, image: impl Fn(i32, i32) -> (i32, i32)) -> Symmetry {
        let index = self.index();
        Symmetry::new(roles, self.coordinates.iter().map(|&(x, y)| Cell::new(index[&image(x, y)])).collect())
    }

    /// Regular hexagons with a corner at the top.
    fn layout(&self) -> Layout {
        let centers: Box<[Point]> = self
            .coordinates
            .iter()
            .map(|&(x, y)| (self.center)(x, y))
            .map(|(x, y)| Point::flat(x, y))
            .collect();
        let radius = 3f64.sqrt().recip();
        let outlines = centers
            .iter()
            .map(|center| {
                (0..6)
                    .map(|corner| {
                        let angle = std::f64::consts::FRAC_PI_3 * (f64::from(corner) - 1.5);
                        Point::flat(center.x + radius * angle.cos(), center.y + radius * angle.sin())
                    })
                    .collect()
            })
            .collect();
        Layout { centers, outlines }
    }
}

/// Height of a row of hexagonal cells whose centers lie one unit apart.
pub(crate) fn row_height() -> f64 {
    3f64.sqrt() / 2.0
}
