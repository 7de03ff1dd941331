//! The Renkula! board: the vertices of the icosahedron's class-I subdivision.

use std::f64::consts::TAU;

use super::subdivision::{Order, Subdivision, Weights};
use super::{Borders, Cell, ColorRoles, Layout, Parts, Point, Shape, Symmetry, Topology, letter};

/// Icosahedron vertices: the north pole, five upper, five lower, the south pole.
const NORTH: usize = 0;
const SOUTH: usize = 11;
const fn upper(i: usize) -> usize {
    1 + i % 5
}
const fn lower(i: usize) -> usize {
    6 + i % 5
}

impl Topology {
    /// The sphere of this frequency. Cells are named by their distance from the north pole and
    /// their place on that circle, counted eastward from the path through U0 and L0.
    #[must_use]
    pub fn sphere(frequency: u16) -> Self {
        let faces: Vec<[usize; 3]> = faces().collect();
        let sphere = Subdivision::new(usize::from(frequency), &faces);
        let points: Vec<Point> = (0..sphere.len()).map(|cell| point(sphere.weights(cell))).collect();
        let circles = circles(&sphere, &points);
        let order = Order::new(circles.iter().flatten().copied().collect());
        let centers: Box<[Point]> = order.old().iter().map(|&old| points[old]).collect();
        let names = circles
            .iter()
            .enumerate()
            .flat_map(|(distance, circle)| {
                (1..=circle.len()).map(move |place| format!("{}{place}", letter(distance)))
            })
            .collect();
        let rows: Vec<Vec<usize>> = (0..centers.len())
            .map(|cell| in_circular_order(&centers, cell, order.neighbors(&sphere, cell)))
            .collect();
        let antipodes = sphere.permutation(&order, antipode_of);
        let generators = [turn_about_pole, turn_about_upper, antipode_of].map(|image| {
            let images = sphere.permutation(&order, image);
            Symmetry::new(ColorRoles::Kept, images.into_iter().map(Cell::new).collect())
        });
        Self::assemble(Parts {
            shape: Shape::Sphere,
            size: frequency,
            names,
            borders: vec![Borders::default(); centers.len()],
            antipodes,
            generators: generators.into(),
            layout: Layout { outlines: outlines(&centers, &rows), centers },
            neighbors: rows.into_iter().map(|row| row.into_iter().map(Some).collect()).collect(),
        })
    }
}

/// The vertex opposite to a vertex.
const fn antipode_of(vertex: usize) -> usize {
    match vertex {
        NORTH => SOUTH,
        SOUTH => NORTH,
        1..=5 => lower(vertex - 1 + 2),
        _ => upper(vertex - 6 + 3),
    }
}

/// The rotation by 72 degrees about the poles.
const fn turn_about_pole(vertex: usize) -> usize {
    match vertex {
        NORTH | SOUTH => vertex,
        1..=5 => upper(vertex),
        _ => lower(vertex - 5),
    }
}

/// The rotation by 72 degrees about the upper vertex U0, whose neighbors in circular order are
/// the north pole, U1, L0, L4 and U4.
const fn turn_about_upper(vertex: usize) -> usize {
    const CIRCLE: [usize; 5] = [NORTH, upper(1), lower(0), lower(4), upper(4)];
    let mut i = 0;
    while i < CIRCLE.len() {
        if CIRCLE[i] == vertex {
            return CIRCLE[(i + 1) % 5];
        }
        if antipode_of(CIRCLE[i]) == vertex {
            return antipode_of(CIRCLE[(i + 1) % 5]);
        }
        i += 1;
    }
    vertex
}

/// Cells by distance from the north pole, each circle eastward from the path N-U0-L0-S.
fn circles(sphere: &Subdivision, points: &[Point]) -> Vec<Vec<usize>> {
    let mut circles = vec![vec![on_path(sphere, 0)]];
    let mut seen = vec![false; sphere.len()];
    seen[circles[0][0]] = true;
    for distance in 1..=3 * sphere.frequency() {
        let mut circle = Vec::new();
        for &cell in &circles[distance - 1] {
            for &next in sphere.neighbors(cell) {
                if !std::mem::replace(&mut seen[next], true) {
                    circle.push(next);
                }
            }
        }
        let longitude = |cell: usize| points[cell].y.atan2(points[cell].x);
        let start = longitude(on_path(sphere, distance));
        let east = |cell: usize| (longitude(cell) - start + TAU + 1e-9) % TAU;
        circle.sort_by(|&a, &b| east(a).total_cmp(&east(b)));
        circles.push(circle);
    }
    circles
}

/// The cell at this distance from the north pole on the path along edges N-U0-L0-S.
fn on_path(sphere: &Subdivision, distance: usize) -> usize {
    let corners = [NORTH, upper(0), lower(0), SOUTH];
    let edge = (distance / sphere.frequency()).min(2);
    sphere.on_edge(corners[edge], corners[edge + 1], distance - edge * sphere.frequency())
}

fn faces() -> impl Iterator<Item = [usize; 3]> {
    (0..5).flat_map(|i| {
        [
            [NORTH, upper(i), upper(i + 1)],
            [upper(i), lower(i), upper(i + 1)],
            [upper(i + 1), lower(i), lower(i + 1)],
            [lower(i), SOUTH, lower(i + 1)],
        ]
    })
}

/// A vertex of the icosahedron on the unit sphere; U0 at longitude 0, L0 36 degrees east of it.
fn vertex(vertex: usize) -> Point {
    let height = 5f64.sqrt().recip();
    let (z, longitude) = match vertex {
        NORTH => (1.0, 0.0),
        SOUTH => (-1.0, 0.0),
        1..=5 => (height, TAU / 5.0 * (vertex - 1) as f64),
        _ => (-height, TAU / 5.0 * (vertex as f64 - 5.5)),
    };
    let radius = (1.0 - z * z).sqrt();
    Point { x: radius * longitude.cos(), y: radius * longitude.sin(), z }
}

fn point(weights: &Weights) -> Point {
    let mut sum = Point::flat(0.0, 0.0);
    for (i, &part) in weights.iter().enumerate() {
        let corner = vertex(i);
        sum.x += f64::from(part) * corner.x;
        sum.y += f64::from(part) * corner.y;
        sum.z += f64::from(part) * corner.z;
    }
    on_sphere(sum)
}

fn on_sphere(p: Point) -> Point {
    let length = (p.x * p.x + p.y * p.y + p.z * p.z).sqrt();
    Point { x: p.x / length, y: p.y / length, z: p.z / length }
}

fn dot(a: Point, b: Point) -> f64 {
    a.x * b.x + a.y * b.y + a.z * b.z
}

fn cross(a: Point, b: Point) -> Point {
    Point { x: a.y * b.z - a.z * b.y, y: a.z * b.x - a.x * b.z, z: a.x * b.y - a.y * b.x }
}

/// The row sorted by the angle under which the cell sees its neighbors.
fn in_circular_order(centers: &[Point], cell: usize, mut row: Vec<usize>) -> Vec<usize> {
    row.sort_unstable();
    let up = centers[cell];
    let first = centers[row[0]];
    let side = cross(up, first);
    let angle = |neighbor: usize| {
        let p = centers[neighbor];
        (dot(p, side).atan2(dot(p, first) - dot(p, up) * dot(first, up)) + TAU) % TAU
    };
    row[1..].sort_by(|&a, &b| angle(a).total_cmp(&angle(b)));
    row
}

/// Cells of the dual graph: the corners are the middles of the triangles around a cell.
fn outlines(centers: &[Point], rows: &[Vec<usize>]) -> Box<[Box<[Point]>]> {
    let triangle = |a: Point, b: Point, c: Point| {
        on_sphere(Point { x: a.x + b.x + c.x, y: a.y + b.y + c.y, z: a.z + b.z + c.z })
    };
    rows.iter()
        .enumerate()
        .map(|(cell, row)| {
            (0..row.len())
                .map(|i| triangle(centers[cell], centers[row[i]], centers[row[(i + 1) % row.len()]]))
                .collect()
        })
        .collect()
}
