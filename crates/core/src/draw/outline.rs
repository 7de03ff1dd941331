//! Outlines of cells and of whole boards as plane polygons.

use std::collections::BTreeMap;

use crate::topology::Point;

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
