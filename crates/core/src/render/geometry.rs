//! A board as places on a page, for programs that draw it themselves.

use super::scene::{Panel, Scene, Spot, Standing};
use super::svg::Coordinates;
use super::svg::{MARGIN, hex_corners};
use crate::topology::{Borders, Point, Shape};
use crate::{Cell, Color, Topology};

/// A board without stones, in units of about one cell, y downwards.
#[derive(Clone, Debug)]
pub struct Geometry {
    /// The page around everything.
    pub view_box: ViewBox,
    /// The cells; those near the equator of a sphere twice.
    pub places: Vec<Place>,
    /// Coordinates, arms and hemispheres.
    pub labels: Vec<Label>,
    /// The sides of Hex as polygons below the cells, with their owners.
    pub edges: Vec<(Color, Vec<Point>)>,
    /// From middle to middle of cells that touch without a common edge.
    pub lines: Vec<[Point; 2]>,
}

/// A part of a page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ViewBox {
    /// The left end.
    pub x: f64,
    /// The upper end.
    pub y: f64,
    /// To the right end.
    pub width: f64,
    /// To the lower end.
    pub height: f64,
}

/// Where a cell is drawn.
#[derive(Clone, Debug)]
pub struct Place {
    /// The cell.
    pub cell: Cell,
    /// Its middle.
    pub center: Point,
    /// Its corners in circular order.
    pub outline: Vec<Point>,
    /// The radius of a stone here.
    pub stone: f64,
    /// Which part of the picture it lies in.
    pub half: Half,
    /// Shows if the cell belongs to this half.
    pub presence: Presence,
    /// Kind of cell, where the rules distinguish several.
    pub ground: Ground,
}

/// The half of a sphere that a place is drawn in; flat boards have only the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Half {
    /// Around the north pole, or the whole of a flat board.
    North,
    /// Around the south pole.
    South,
}

/// A cell of the half itself or one from beyond the equator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// Its own.
    Own,
    /// From beyond the equator, to show how chains go on.
    Guest,
}

/// Words beside the board.
#[derive(Clone, Debug)]
pub struct Label {
    /// The words.
    pub text: String,
    /// Their middle.
    pub at: Point,
}

/// The places of a board; Renkula! as two hemispheres side by side.
///
/// # Examples
/// ```
/// use catena_core::{Game, Setup, SwapRule, render};
/// let setup = Setup::new(Game::Hex, 11, SwapRule::Off)?;
/// assert_eq!(render::geometry(setup.topology()).places.len(), 121);
/// # Ok::<(), catena_core::SizeError>(())
/// ```
#[must_use]
pub fn geometry(topology: &Topology) -> Geometry {
    let scene = Scene::of(topology, Coordinates::Shown);
    let edges = edges(topology);
    let corners = scene.spots.iter().flat_map(|spot| spot.outline.iter().copied());
    let points = corners
        .chain(scene.captions.iter().map(|caption| caption.at))
        .chain(edges.iter().flat_map(|(_, side)| side.iter().copied()));
    Geometry {
        view_box: view_box(points),
        lines: lines(topology, &scene.spots),
        labels: scene
            .captions
            .into_iter()
            .map(|caption| Label { text: caption.text, at: caption.at })
            .collect(),
        places: scene.spots.into_iter().map(|spot| place(topology, spot)).collect(),
        edges,
    }
}

fn place(topology: &Topology, spot: Spot) -> Place {
    Place {
        cell: spot.cell,
        center: spot.center,
        stone: spot.stone,
        half: match spot.panel {
            Panel::North => Half::North,
            Panel::South => Half::South,
        },
        presence: match spot.standing {
            Standing::Own => Presence::Own,
            Standing::Guest => Presence::Guest,
        },
        ground: Ground::of(topology, spot.cell),
        outline: spot.outline,
    }
}

fn view_box(points: impl Iterator<Item = Point>) -> ViewBox {
    let start = (Point::flat(f64::MAX, f64::MAX), Point::flat(f64::MIN, f64::MIN));
    let (low, high) = points.fold(start, |(low, high), p| {
        (Point::flat(low.x.min(p.x), low.y.min(p.y)), Point::flat(high.x.max(p.x), high.y.max(p.y)))
    });
    ViewBox {
        x: low.x - MARGIN,
        y: low.y - MARGIN,
        width: high.x - low.x + 2.0 * MARGIN,
        height: high.y - low.y + 2.0 * MARGIN,
    }
}

/// The sides of Hex: bands from the middles of the border cells outwards.
fn edges(topology: &Topology) -> Vec<(Color, Vec<Point>)> {
    let Some((outer, inner)) = hex_corners(topology) else { return Vec::new() };
    let owners = [Color::Black, Color::White, Color::Black, Color::White];
    (0..4)
        .map(|i| {
            let next = (i + 1) % 4;
            (owners[i], vec![outer[i], outer[next], inner[next], inner[i]])
        })
        .collect()
}

/// The neighbors of flat boards whose cells have no edge in common.
fn lines(topology: &Topology, spots: &[Spot]) -> Vec<[Point; 2]> {
    if topology.shape() != Shape::Star {
        return Vec::new();
    }
    let mut lines = Vec::new();
    for spot in spots {
        for neighbor in topology.neighbors(spot.cell).filter(|&neighbor| neighbor > spot.cell) {
            let other = &spots[neighbor.index()];
            let near = |a: &Point, b: &Point| (a.x - b.x).hypot(a.y - b.y) < 1e-6;
            let shared = spot.outline.iter().filter(|a| other.outline.iter().any(|b| near(a, b))).count();
            if shared < 2 {
                lines.push([spot.center, other.center]);
            }
        }
    }
    lines
}

/// Kind of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// Like most.
    Plain,
    /// At a side of Havannah or Y, a peri of \*Star, or one of the twelve pentagons of the sphere.
    Side,
    /// A corner of Havannah or Y, or a quark of \*Star.
    Corner,
}

impl Ground {
    /// The kind of a cell. The sides of Hex are drawn around the cells instead.
    #[must_use]
    pub fn of(topology: &Topology, cell: Cell) -> Self {
        let borders = topology.borders(cell);
        let (is_corner, is_side) = match topology.shape() {
            Shape::Hexagon => (borders.count(Borders::CORNERS) > 0, borders.count(Borders::SIDES) > 0),
            Shape::Star => (borders.contains(Borders::QUARK), borders.contains(Borders::PERI)),
            Shape::Rhombus => (false, false),
            // Inner cells with five neighbors are the landmarks of bent boards.
            _ if borders.is_empty() => (false, topology.neighbors(cell).count() == 5),
            _ => (borders.bits().count_ones() > 1, true),
        };
        match (is_corner, is_side) {
            (true, _) => Self::Corner,
            (_, true) => Self::Side,
            _ => Self::Plain,
        }
    }
}
