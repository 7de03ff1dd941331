//! The Bent Y board: a face of the icosahedron and the nine faces that touch it, flattened.
//!
//! Cells are named by ring and place: ring `a` is the border, the next ring inwards `b` and so on;
//! places count clockwise from the corner at the top, and from the point below it on inner rings.

use std::f64::consts::TAU;

use super::subdivision::{Order, Subdivision, Weights};
use super::{Borders, Cell, ColorRoles, Layout, Parts, Point, Shape, Symmetry, Topology, letter};

/// Vertices: three of the middle face, clockwise from the top; then for each of them the corner of
/// the board beyond it, and the border vertex clockwise after that corner.
const fn middle(i: usize) -> usize {
    i % 3
}
const fn corner(i: usize) -> usize {
    3 + i % 3
}
const fn after_corner(i: usize) -> usize {
    6 + i % 3
}

impl Topology {
    /// The bent triangle of this frequency: 5f² + 3f + 1 cells, 2f + 1 on each side.
    #[must_use]
    pub fn bent_triangle(frequency: u16) -> Self {
        let faces: Vec<[usize; 3]> = faces().collect();
        let surface = Subdivision::new(usize::from(frequency), &faces);
        let rings = rings(&surface);
        let order = Order::new(rings.iter().flatten().copied().collect());
        let names = rings
            .iter()
            .enumerate()
            .flat_map(|(ring, cells)| (1..=cells.len()).map(move |place| format!("{}{place}", letter(ring))));
        let start: Vec<Point> = order.old().iter().map(|&cell| flattened(surface.weights(cell))).collect();
        let unordered: Vec<Vec<usize>> =
            (0..surface.len()).map(|cell| order.neighbors(&surface, cell)).collect();
        let centers = relaxed(start, &unordered);
        let border = rings[0].len();
        let rows: Vec<Vec<usize>> =
            (0..centers.len()).map(|cell| clockwise(&centers, cell, &unordered[cell], border)).collect();
        let generators = [turned as fn(usize) -> usize, mirrored].map(|image| {
            let images = surface.permutation(&order, image);
            Symmetry::new(ColorRoles::Kept, images.into_iter().map(Cell::new).collect())
        });
        Self::assemble(Parts {
            shape: Shape::BentTriangle,
            size: frequency,
            names: names.collect(),
            borders: (0..centers.len()).map(|cell| sides(cell, border)).collect(),
            antipodes: Vec::new(),
            generators: generators.into(),
            layout: Layout { outlines: outlines(&centers, &rows, border), centers },
            neighbors: rows.into_iter().map(|row| row.into_iter().map(Some).collect()).collect(),
        })
    }
}

fn faces() -> impl Iterator<Item = [usize; 3]> {
    let around = (0..3).flat_map(|i| {
        [
            [middle(i), after_corner(i + 2), corner(i)],
            [middle(i), corner(i), after_corner(i)],
            [middle(i), after_corner(i), middle(i + 1)],
        ]
    });
    std::iter::once([middle(0), middle(1), middle(2)]).chain(around)
}

/// A third of a full turn, clockwise.
const fn turned(vertex: usize) -> usize {
    vertex / 3 * 3 + (vertex + 1) % 3
}

/// The reflection that keeps the corner at the top.
const fn mirrored(vertex: usize) -> usize {
    match vertex / 3 {
        2 => after_corner(2 - vertex % 3),
        kind => kind * 3 + (3 - vertex % 3) % 3,
    }
}

/// The cells of the border, of the ring inside it and so on, each ring clockwise from the top.
fn rings(surface: &Subdivision) -> Vec<Vec<usize>> {
    let f = surface.frequency();
    let around = |depth: usize| -> Vec<usize> {
        let legs = (0..3).flat_map(|i| {
            // Through the face on either side of a border vertex, and through the one between them.
            [
                (corner(i), after_corner(i), f - depth, (middle(i), depth)),
                (middle(i), middle(i + 1), depth, (after_corner(i), f - depth)),
                (after_corner(i), corner(i + 1), f - depth, (middle(i + 1), depth)),
            ]
        });
        let cells = legs.flat_map(|(from, to, length, apex)| {
            (0..length).map(move |step| surface.at(&[(from, length - step), (to, step), apex]))
        });
        cells.collect()
    };
    let within = |depth: usize| -> Vec<usize> {
        let side = f - 3 * depth;
        let at = |i: usize, step: usize| {
            surface.at(&[
                (middle(i), depth + side - step),
                (middle(i + 1), depth + step),
                (middle(i + 2), depth),
            ])
        };
        match side {
            0 => vec![at(0, 0)],
            _ => (0..3).flat_map(|i| (0..side).map(move |step| at(i, step))).collect(),
        }
    };
    (0..=f).map(around).chain((1..=f / 3).map(within)).collect()
}

/// The sides that a cell lies on; the first cells are the border.
fn sides(cell: usize, border: usize) -> Borders {
    if cell >= border {
        return Borders::empty();
    }
    let (side, place) = (3 * cell / border, 3 * cell % border);
    let before = if place == 0 { Borders::THREE_SIDES[(side + 2) % 3] } else { Borders::empty() };
    Borders::THREE_SIDES[side].union(before)
}

/// Where a vertex lies on the unit sphere around the middle face, seen from above: x to the right,
/// y downwards.
fn vertex(vertex: usize) -> Point {
    let root = 5f64.sqrt();
    let near = ((5.0 + 2.0 * root) / 15.0).sqrt();
    let far = ((5.0 - 2.0 * root) / 15.0).sqrt();
    let (z, turn) = match vertex / 3 {
        0 => (near, 0.0),
        1 => (-far, 0.0),
        _ => (far, 0.5),
    };
    let angle = TAU * ((vertex % 3) as f64 + turn) / 3.0 - TAU / 4.0;
    let radius = (1.0 - z * z).sqrt();
    Point { x: radius * angle.cos(), y: radius * angle.sin(), z }
}

/// A cell of the sphere in the plane, as far from the middle as on the sphere.
fn flattened(weights: &Weights) -> Point {
    let sum = weights.iter().enumerate().filter(|(_, part)| **part > 0).fold(
        Point { x: 0.0, y: 0.0, z: 0.0 },
        |sum, (i, &part)| {
            let (at, part) = (vertex(i), f64::from(part));
            Point { x: sum.x + part * at.x, y: sum.y + part * at.y, z: sum.z + part * at.z }
        },
    );
    let from_axis = sum.x.hypot(sum.y);
    if from_axis < 1e-9 {
        return Point::flat(0.0, 0.0);
    }
    let distance = from_axis.atan2(sum.z);
    Point::flat(distance * sum.x / from_axis, distance * sum.y / from_axis)
}

/// The points moved as springs of length 1 between neighbors would: a dome does not lie flat, but
/// its cells may at least be as equal as they can.
fn relaxed(mut at: Vec<Point>, neighbors: &[Vec<usize>]) -> Box<[Point]> {
    const STEPS: usize = 300;
    const STIFFNESS: f64 = 0.15;
    let edges = |at: &[Point]| {
        let lengths = neighbors.iter().enumerate().flat_map(|(cell, row)| {
            row.iter().map(move |&next| (at[next].x - at[cell].x).hypot(at[next].y - at[cell].y))
        });
        lengths.fold((0.0, 0.0), |(sum, count), length| (sum + length, count + 1.0))
    };
    let (sum, count) = edges(&at);
    at.iter_mut().for_each(|point| *point = Point::flat(point.x * count / sum, point.y * count / sum));
    for _ in 0..STEPS {
        let moved = |(cell, row): (usize, &Vec<usize>)| {
            row.iter().fold(at[cell], |point, &next| {
                let (dx, dy) = (at[next].x - at[cell].x, at[next].y - at[cell].y);
                let pull = STIFFNESS * (1.0 - dx.hypot(dy).recip());
                Point::flat(point.x + pull * dx, point.y + pull * dy)
            })
        };
        at = neighbors.iter().enumerate().map(moved).collect();
    }
    at.into()
}

/// The neighbors of a cell clockwise; of a border cell from the next to the last on the border.
fn clockwise(centers: &[Point], cell: usize, neighbors: &[usize], border: usize) -> Vec<usize> {
    let first =
        if cell < border { (cell + 1) % border } else { neighbors.iter().copied().min().unwrap_or(cell) };
    let direction =
        |next: usize| (centers[next].y - centers[cell].y).atan2(centers[next].x - centers[cell].x);
    let from_first = |next: usize| (direction(next) - direction(first) + TAU + 1e-9) % TAU;
    let mut row = neighbors.to_vec();
    row.sort_by(|&a, &b| from_first(a).total_cmp(&from_first(b)));
    row
}

/// Cells of the dual graph: the corners are the middles of the triangles around a cell. The border
/// is a smooth line outside of its cells.
fn outlines(centers: &[Point], rows: &[Vec<usize>], border: usize) -> Box<[Box<[Point]>]> {
    let triangle = |a: usize, b: usize, c: usize| {
        let [a, b, c] = [a, b, c].map(|cell| centers[cell]);
        Point::flat((a.x + b.x + c.x) / 3.0, (a.y + b.y + c.y) / 3.0)
    };
    let outside = |cell: usize, normals: &[(f64, f64)], from: Point| {
        debug_assert!(cell < border);
        let (x, y) = normals.iter().fold((0.0, 0.0), |sum, normal| (sum.0 + normal.0, sum.1 + normal.1));
        Point::flat(from.x + MARGIN * x / x.hypot(y), from.y + MARGIN * y / x.hypot(y))
    };
    // Of the edge from a border cell clockwise to the next one.
    let normal = |cell: usize| {
        let (from, to) = (centers[cell], centers[(cell + 1) % border]);
        let length = (to.x - from.x).hypot(to.y - from.y);
        ((to.y - from.y) / length, (from.x - to.x) / length)
    };
    let beyond_edge = |cell: usize| {
        let (from, to) = (centers[cell], centers[(cell + 1) % border]);
        outside(cell, &[normal(cell)], Point::flat((from.x + to.x) / 2.0, (from.y + to.y) / 2.0))
    };
    rows.iter()
        .enumerate()
        .map(|(cell, row)| {
            let inner = row.windows(2).map(|pair| triangle(cell, pair[0], pair[1]));
            if cell >= border {
                let last = triangle(cell, row[row.len() - 1], row[0]);
                return inner.chain([last]).collect();
            }
            let before = (cell + border - 1) % border;
            let tip = outside(cell, &[normal(before), normal(cell)], centers[cell]);
            inner.chain([beyond_edge(before), tip, beyond_edge(cell)]).collect()
        })
        .collect()
}

/// From the middle of a border cell to the rim.
const MARGIN: f64 = 0.5;
