//! The \*Star board: rings of five arms around an unplayable bridge.

use std::f64::consts::{FRAC_PI_2, TAU};

use super::{Borders, Cell, ColorRoles, Layout, Parts, Point, Shape, Symmetry, Topology};

impl Borders {
    /// Star: a cell of the outer ring.
    pub const PERI: Self = Self::from_bits_retain(0b01);
    /// Star: the outermost cell of an arm.
    pub const QUARK: Self = Self::from_bits_retain(0b10);
}

const ARMS: usize = 5;
const ARM_LETTERS: [char; ARMS] = ['*', 'S', 'T', 'A', 'R'];

/// Cells in all rings inside ring `r`, which is also the index of the first cell of ring `r`.
const fn before_ring(r: usize) -> usize {
    ARMS * r * (r - 1) / 2
}

/// The cell at `place` on ring `r`, counted around from the arm `*`; places wrap around.
const fn on_ring(r: usize, place: usize) -> usize {
    before_ring(r) + place % (ARMS * r)
}

impl Topology {
    /// The star of `size` rings; ring r has 5r cells, named arm, ring and place on the arm.
    #[must_use]
    pub fn star(size: u16) -> Self {
        let n = usize::from(size);
        let places = || (1..=n).flat_map(|r| (0..ARMS * r).map(move |place| (r, place)));
        let names =
            places().map(|(r, place)| format!("{}{}{}", ARM_LETTERS[place / r], r % 10, place % r)).collect();
        let borders = places()
            .map(|(r, place)| match (r == n, place % r == 0) {
                (true, true) => Borders::PERI.union(Borders::QUARK),
                (true, false) => Borders::PERI,
                _ => Borders::default(),
            })
            .collect();
        let rotate = places().map(|(r, place)| Cell::new(on_ring(r, place + r))).collect();
        let mirror = places().map(|(r, place)| Cell::new(on_ring(r, ARMS * r - place))).collect();
        Self::assemble(Parts {
            shape: Shape::Star,
            size,
            names,
            neighbors: neighbors(n),
            borders,
            antipodes: Vec::new(),
            generators: vec![
                Symmetry::new(ColorRoles::Kept, rotate),
                Symmetry::new(ColorRoles::Kept, mirror),
            ],
            layout: layout(n),
        })
    }
}

/// The places of ring `r - 1` that a place of ring `r` touches: one for an arm cell, else two.
fn inner(r: usize, place: usize) -> impl Iterator<Item = usize> {
    let (arm, along) = (place / r, place % r);
    let same = arm * (r - 1) + along;
    (r > 1).then_some(same).into_iter().chain((r > 1 && along > 0).then(|| same - 1))
}

/// Neighbors in circular order: along the ring, inwards (in the first ring across the bridge),
/// back along the ring, outwards.
fn neighbors(n: usize) -> Vec<Vec<Option<usize>>> {
    let places = (1..=n).flat_map(|r| (0..ARMS * r).map(move |place| (r, place)));
    places
        .map(|(r, place)| {
            let around = ARMS * r;
            let mut row = vec![on_ring(r, place + 1)];
            if r == 1 {
                row.extend([on_ring(1, place + 2), on_ring(1, place + 3)]);
            } else {
                row.extend(inner(r, place).map(|at| on_ring(r - 1, at)));
            }
            row.push(on_ring(r, place + around - 1));
            if r < n {
                // The outer cells that count this one as inner lie side by side around its arm.
                let (arm, along) = (place / r, place % r);
                let first = arm * (r + 1) + along + ARMS * (r + 1);
                let start = if along == 0 { first - 1 } else { first };
                row.extend((start..=first + 1).map(|at| on_ring(r + 1, at)));
            }
            row.into_iter().map(Some).collect()
        })
        .collect()
}

/// The point of a place on ring `r` of a pentagon that grows by one unit per ring.
fn position(r: usize, place: usize) -> Point {
    let corner = |arm: usize| {
        let angle = TAU * (arm % ARMS) as f64 / ARMS as f64 - FRAC_PI_2;
        (r as f64 * angle.cos(), r as f64 * angle.sin())
    };
    let (arm, along) = ((place / r) % ARMS, (place % r) as f64 / r as f64);
    let (from, to) = (corner(arm), corner(arm + 1));
    Point::flat(from.0 + along * (to.0 - from.0), from.1 + along * (to.1 - from.1))
}

/// Cells of the dual graph: the corners are the middles of the triangles around a cell. Beyond the
/// outer ring the next ring stands in, and the bridge is a pentagon in the middle.
fn layout(n: usize) -> Layout {
    let at = |r: usize, place: usize| position(r, place % (ARMS * r));
    let middle = |points: [Point; 3]| {
        let mean = |axis: fn(&Point) -> f64| points.iter().map(axis).sum::<f64>() / 3.0;
        Point::flat(mean(|p| p.x), mean(|p| p.y))
    };
    let places = || (1..=n).flat_map(|r| (0..ARMS * r).map(move |place| (r, place)));
    let outlines = places()
        .map(|(r, place)| {
            let center = at(r, place);
            let mut circle = vec![at(r, place + 1)];
            if r == 1 {
                circle.push(Point::flat(0.0, 0.0));
            } else {
                circle.extend(inner(r, place).map(|inside| at(r - 1, inside)));
            }
            circle.push(at(r, place + ARMS * r - 1));
            let (arm, along) = (place / r, place % r);
            let first = arm * (r + 1) + along + ARMS * (r + 1);
            let start = if along == 0 { first - 1 } else { first };
            circle.extend((start..=first + 1).map(|outside| at(r + 1, outside)));
            (0..circle.len()).map(|i| middle([center, circle[i], circle[(i + 1) % circle.len()]])).collect()
        })
        .collect();
    Layout { centers: places().map(|(r, place)| at(r, place)).collect(), outlines }
}
