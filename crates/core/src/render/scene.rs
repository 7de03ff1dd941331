//! Where everything of a board lies on the page, in units of about one cell.

use super::label::{self, letter_and_number};
use super::svg::Coordinates;
use crate::topology::{Point, Shape};
use crate::{Cell, Topology};
use std::collections::BTreeMap;
use std::f64::consts::{FRAC_PI_2, PI};

/// A cell as it is drawn; cells near the equator of a sphere are drawn twice.
pub(super) struct Spot {
    pub(super) cell: Cell,
    pub(super) center: Point,
    pub(super) outline: Vec<Point>,
    /// From the center to the nearest edge.
    pub(super) radius: f64,
    /// Radius of a stone here.
    pub(super) stone: f64,
    pub(super) panel: Panel,
    pub(super) standing: Standing,
}

/// The part of the picture that a spot lies in. Flat boards have only the first.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Panel {
    North,
    South,
}

/// A cell of the hemisphere itself or one from beyond the equator.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Standing {
    Own,
    Guest,
}

/// Words beside the board.
pub(super) struct Caption {
    pub(super) text: String,
    pub(super) at: Point,
}

/// All places of a picture.
pub(super) struct Scene {
    pub(super) spots: Vec<Spot>,
    pub(super) captions: Vec<Caption>,
}

impl Scene {
    pub(super) fn of(topology: &Topology, coordinates: Coordinates) -> Self {
        let mut spots = match topology.shape() {
            Shape::Sphere => hemispheres(topology),
            _ => topology.cells().map(|cell| flat_spot(topology, cell)).collect(),
        };
        size_stones(&mut spots);
        let captions = match coordinates {
            Coordinates::Shown => captions(topology, &spots),
            Coordinates::Hidden => Vec::new(),
        };
        Self { spots, captions }
    }

    pub(super) fn panel(&self, panel: Panel) -> impl Iterator<Item = &Spot> {
        self.spots.iter().filter(move |spot| spot.panel == panel)
    }
}

/// Stones fill their cells as far as they can without one looking heavier than another.
fn size_stones(spots: &mut [Spot]) {
    /// Stones leave a little of their cell to be seen.
    const IN_CELL: f64 = 0.87;
    /// The largest stone compared with the smallest.
    const SPREAD: f64 = 1.12;
    /// Stones from beyond the equator are only a hint.
    const GUEST: f64 = 0.7;
    let own = spots.iter().filter(|spot| spot.standing == Standing::Own);
    let smallest = own.map(|spot| spot.radius).fold(f64::INFINITY, f64::min);
    for spot in spots {
        let radius = IN_CELL * spot.radius.min(SPREAD * smallest);
        spot.stone = if spot.standing == Standing::Own { radius } else { GUEST * radius };
    }
}

fn flat_spot(topology: &Topology, cell: Cell) -> Spot {
    let center = topology.layout().center(cell);
    let outline = topology.layout().outline(cell).to_vec();
    let radius = inner_radius(center, &outline);
    Spot { cell, center, outline, radius, stone: 0.0, panel: Panel::North, standing: Standing::Own }
}

/// North and south side by side, each with its pole in the middle and distances from it true to
/// scale. The two meet like an opened shell: a point of the rim lies as far from the line between
/// them on one side as on the other, and antipodes are one another's picture upside down.
fn hemispheres(topology: &Topology) -> Vec<Spot> {
    let rows = 3 * usize::from(topology.size());
    let mut spots = Vec::new();
    for panel in [Panel::North, Panel::South] {
        for cell in topology.cells() {
            let from_north = letter_and_number(topology.name(cell)).0 as usize - 'a' as usize;
            let from_pole = if panel == Panel::North { from_north } else { rows - from_north };
            let standing = if 2 * from_pole <= rows { Standing::Own } else { Standing::Guest };
            // One row beyond the equator shows how chains go on.
            if 2 * from_pole <= rows + 1 {
                spots.push(sphere_spot(topology, cell, panel, standing));
            }
        }
    }
    let half = spots.iter().flat_map(|spot| &spot.outline).map(|p| p.x.abs()).fold(0.0, f64::max);
    for spot in spots.iter_mut().filter(|spot| spot.panel == Panel::South) {
        let shift = 2.0 * half + GAP;
        spot.center.x += shift;
        spot.outline.iter_mut().for_each(|p| p.x += shift);
    }
    spots
}

/// Between the hemispheres.
const GAP: f64 = 0.8;

fn sphere_spot(topology: &Topology, cell: Cell, panel: Panel, standing: Standing) -> Spot {
    let unit = f64::from(3 * topology.size()) / PI;
    let flat = |p: Point| azimuthal(p, panel, unit);
    let corners = topology.layout().outline(cell);
    let pieces = SMOOTH_EDGES.div_ceil(u32::from(topology.size()));
    let outline: Vec<Point> = (0..corners.len())
        .flat_map(|i| {
            let (a, b) = (corners[i], corners[(i + 1) % corners.len()]);
            (0..pieces).map(move |piece| between(a, b, f64::from(piece) / f64::from(pieces)))
        })
        .map(flat)
        .collect();
    let center = flat(topology.layout().center(cell));
    let radius = inner_radius(center, &outline);
    Spot { cell, center, outline, radius, stone: 0.0, panel, standing }
}

/// Pieces of an edge at frequency 1, where the edges of the sphere are visibly bent.
const SMOOTH_EDGES: u32 = 8;

/// A point of the straight line between two points; the projection does not mind its length.
fn between(a: Point, b: Point, along: f64) -> Point {
    let mix = |a: f64, b: f64| a + along * (b - a);
    Point { x: mix(a.x, b.x), y: mix(a.y, b.y), z: mix(a.z, b.z) }
}

/// The azimuthal equidistant projection as seen from above the pole.
fn azimuthal(p: Point, panel: Panel, unit: f64) -> Point {
    let from_axis = p.x.hypot(p.y);
    let (side, height) = if panel == Panel::North { (1.0, p.z) } else { (-1.0, -p.z) };
    if from_axis < 1e-9 {
        return Point::flat(0.0, 0.0);
    }
    let distance = unit * (FRAC_PI_2 - height.atan2(from_axis));
    Point::flat(side * distance * p.x / from_axis, -distance * p.y / from_axis)
}

/// Coordinates at the ends of lines, the letters of arms, the names of hemispheres; `reach` is the
/// distance from the middle of the last cell to its coordinate.
fn captions(topology: &Topology, spots: &[Spot]) -> Vec<Caption> {
    // The sides of Hex take some room.
    let reach = if topology.shape() == Shape::Rhombus { 1.4 } else { 1.05 };
    match topology.shape() {
        Shape::Star => label::ARMS
            .iter()
            .filter_map(|arm| {
                let tip = topology.cell(&format!("{arm}{}0", topology.size() % 10))?;
                let at = topology.layout().center(tip);
                let stretch = 1.0 + reach / at.x.hypot(at.y);
                Some(Caption { text: (*arm).to_owned(), at: Point::flat(at.x * stretch, at.y * stretch) })
            })
            .collect(),
        Shape::Sphere => [("north", Panel::North), ("south", Panel::South)]
            .into_iter()
            .map(|(name, panel)| {
                let own = || spots.iter().filter(|spot| spot.panel == panel);
                let bottom = own().flat_map(|spot| &spot.outline).map(|p| p.y).fold(0.0, f64::max);
                let pole = topology.cells().next_back().filter(|_| panel == Panel::South);
                let pole = pole.unwrap_or(Cell::new(0));
                let x = own().find(|spot| spot.cell == pole).map_or(0.0, |spot| spot.center.x);
                Caption { text: name.to_owned(), at: Point::flat(x, bottom + 0.5) }
            })
            .collect(),
        _ => label::line_labels(topology, reach)
            .into_iter()
            .map(|label| Caption { text: label.text, at: label.at })
            .collect(),
    }
}

/// The distance from a point to the nearest edge of a polygon around it.
pub(super) fn inner_radius(center: Point, outline: &[Point]) -> f64 {
    edges(outline).map(|(a, b)| distance_to_segment(center, a, b)).fold(f64::INFINITY, f64::min)
}

fn distance_to_segment(p: Point, a: Point, b: Point) -> f64 {
    let (dx, dy) = (b.x - a.x, b.y - a.y);
    let length = dx * dx + dy * dy;
    let along =
        if length == 0.0 { 0.0 } else { (((p.x - a.x) * dx + (p.y - a.y) * dy) / length).clamp(0.0, 1.0) };
    (a.x + along * dx - p.x).hypot(a.y + along * dy - p.y)
}

fn edges(outline: &[Point]) -> impl Iterator<Item = (Point, Point)> {
    (0..outline.len()).map(|i| (outline[i], outline[(i + 1) % outline.len()]))
}

/// The closed lines around a set of cells that share their corners: an edge of one cell only is
/// an edge of the whole. The longest line comes first; holes follow.
pub(super) fn rims<'a>(outlines: impl Iterator<Item = &'a [Point]>) -> Vec<Vec<Point>> {
    let mut open: BTreeMap<(Key, Key), (Point, Point)> = BTreeMap::new();
    for (a, b) in outlines.flat_map(edges) {
        // All outlines turn the same way, so the neighbor has the same edge backwards.
        if open.remove(&(key(b), key(a))).is_none() {
            open.insert((key(a), key(b)), (a, b));
        }
    }
    let mut next: BTreeMap<Key, (Point, Point)> =
        open.into_iter().map(|((from, _), edge)| (from, edge)).collect();
    let mut rims = Vec::new();
    while let Some((_, (first, mut end))) = next.pop_first() {
        let mut rim = vec![first];
        while let Some((from, to)) = next.remove(&key(end)) {
            rim.push(from);
            end = to;
        }
        rims.push(rim);
    }
    rims.sort_by_key(|rim| std::cmp::Reverse(rim.len()));
    rims
}

/// A point by its place in steps so small that no two corners of a board share one.
type Key = (i64, i64);

fn key(p: Point) -> Key {
    const STEPS: f64 = 1000.0;
    ((p.x * STEPS).round() as i64, (p.y * STEPS).round() as i64)
}
