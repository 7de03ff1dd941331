//! The text board: one character per cell, coordinates around, a legend and whose turn it is.

use super::highlight::Highlights;
use super::label::{self, Line};
use crate::topology::{Point, Shape, row_height};
use crate::{Cell, Color, Position, Topology};
use std::collections::BTreeMap;

/// Draws a position for a terminal: plain ASCII, no empty lines, no blanks at line ends, and a
/// newline at the end of each line.
///
/// The board of Renkula! is the unfolded icosahedron: each row is a circle around the poles and
/// closes at its ends; the gaps between the triangles at the top and at the bottom close too.
///
/// # Examples
/// ```
/// use catena_core::{Game, Move, Position, Setup, SwapRule, render};
/// let mut position = Position::new(Setup::new(Game::Hex, 3, SwapRule::Off)?);
/// let cell = position.topology().cell("b2").expect("b2 is the center");
/// position.play(Move::Place(cell)).expect("the board is empty");
/// let expected = [
///     " a b c",
///     "1 . . . 1",
///     " 2 .[X]. 2",
///     "  3 . . . 3",
///     "     a b c",
///     "X black  O white  [ ] last move",
///     "Hex 3 after 1 move: white to move",
/// ];
/// assert!(render::text(&position).lines().eq(expected));
/// # Ok::<(), catena_core::SizeError>(())
/// ```
#[must_use]
pub fn text(position: &Position) -> String {
    let topology = position.topology();
    let highlights = Highlights::of(position);
    let mut canvas = Canvas::default();
    for cell in topology.cells() {
        let (column, row) = spot(topology, cell);
        let sign = sign(position, &highlights, cell);
        if highlights.is_last(cell) {
            canvas.write((column - 1, row), &format!("[{sign}]"));
        } else {
            canvas.write((column, row), &sign.to_string());
        }
    }
    match topology.shape() {
        Shape::Star => label_arms(&mut canvas, topology),
        Shape::Sphere => label_circles(&mut canvas, topology),
        _ => label_lines(&mut canvas, topology),
    }
    format!("{canvas}{}\n{}\n", legend(position, &highlights), super::caption(position))
}

/// The character of a cell.
fn sign(position: &Position, highlights: &Highlights, cell: Cell) -> char {
    match position.board().stone(cell) {
        Some(color) if highlights.is_winning(cell) => winning_sign(color),
        Some(Color::Black) => 'X',
        Some(Color::White) => 'O',
        None => empty_sign(position.topology(), cell),
    }
}

const fn winning_sign(color: Color) -> char {
    match color {
        Color::Black => '#',
        Color::White => '@',
    }
}

/// Empty cells help to count where coordinates around the board cannot.
fn empty_sign(topology: &Topology, cell: Cell) -> char {
    let name = topology.name(cell);
    match topology.shape() {
        Shape::Star if label::arm_ring_place(name).2 == 0 => '+',
        shape if shape.is_lattice() || shape == Shape::Star => '.',
        _ if label::letter_and_number(name).1.is_multiple_of(COUNTING_STEP) => ':',
        _ => '.',
    }
}

/// Every this many cells of a circle or ring are marked.
const COUNTING_STEP: usize = 5;

fn legend(position: &Position, highlights: &Highlights) -> String {
    let mut parts = vec!["X black".to_owned(), "O white".to_owned()];
    match position.topology().shape() {
        Shape::Star => parts.push("+ arm  = bridge  names: arm, ring, place".to_owned()),
        shape if shape.is_lattice() => {}
        Shape::Sphere => parts.push(": every fifth".to_owned()),
        _ => {
            parts.push(": every fifth  names: ring from the border, place clockwise from the top".to_owned())
        }
    }
    if position.topology().cells().any(|cell| highlights.is_last(cell)) {
        parts.push("[ ] last move".to_owned());
    }
    if let Some(winner) =
        position.outcome().and_then(|outcome| outcome.winner).filter(|_| highlights.any_winning())
    {
        parts.push(format!("{} winning stones", winning_sign(winner)));
    }
    parts.join("  ")
}

/// Column and row of a cell.
fn spot(topology: &Topology, cell: Cell) -> (i32, i32) {
    let name = topology.name(cell);
    match topology.shape() {
        Shape::Star => {
            let (arm, ring, place) = label::arm_ring_place(name);
            star_spot(arm, ring as i32, place as i32)
        }
        Shape::Sphere => {
            let (letter, number) = label::letter_and_number(name);
            net_spot(i32::from(topology.size()), letter as i32 - 'a' as i32, number as i32 - 1)
        }
        shape if shape.is_lattice() => flat_spot(topology.layout().center(cell)),
        _ => free_spot(topology.layout().center(cell)),
    }
}

/// Rows are half a cell apart sideways, so two characters for each cell fit the grid.
fn flat_spot(center: Point) -> (i32, i32) {
    ((2.0 * center.x).round() as i32, (center.y / row_height()).round() as i32)
}

/// Finer than the rows of a lattice, so that cells of no particular order stay apart.
fn free_spot(center: Point) -> (i32, i32) {
    ((4.0 * center.x).round() as i32, (2.0 * center.y).round() as i32)
}

fn label_lines(canvas: &mut Canvas, topology: &Topology) {
    for label in label::line_labels(topology, 1.0) {
        let (column, row) = flat_spot(label.at);
        let is_left_of_row = topology.cells().all(|cell| {
            let (other, its_row) = spot(topology, cell);
            its_row != row || other > column
        });
        // Row numbers end at the board whatever their length; on the hexagon rows have letters.
        if label.line == Line::Number && topology.shape() != Shape::Hexagon && is_left_of_row {
            canvas.write_before((column, row), &label.text);
        } else {
            canvas.write_apart((column, row), &label.text);
        }
    }
}

/// Where the arms of \*Star point to on the grid: a pentagon with whole numbers, so that rings,
/// arms and the lines parallel to them stay straight.
const ARM_STEPS: [(i32, i32); 5] = [(0, -2), (3, -1), (2, 1), (-2, 1), (-3, -1)];

fn star_spot(arm: usize, ring: i32, place: i32) -> (i32, i32) {
    let (from, to) = (ARM_STEPS[arm], ARM_STEPS[(arm + 1) % 5]);
    (ring * from.0 + place * (to.0 - from.0), ring * from.1 + place * (to.1 - from.1))
}

/// The letter of the arm beyond its tip, and the place digits at the ends of the lines parallel
/// to it.
fn label_arms(canvas: &mut Canvas, topology: &Topology) {
    canvas.write((0, 0), "=");
    let rings = i32::from(topology.size());
    for (arm, letter) in label::ARMS.iter().enumerate() {
        for place in 0..rings {
            let (column, row) = star_spot(arm, rings, place);
            let (dx, dy) = ARM_STEPS[arm];
            let text = if place == 0 { (*letter).to_owned() } else { place.to_string() };
            // One row is enough above the first arm, which points straight up.
            canvas.write((column + dx, row + dy.max(-1)), &text);
        }
    }
}

/// The place of a cell in the unfolded icosahedron of frequency `f`: five triangles below the
/// north pole, a band of ten, five triangles above the south pole. `distance` counts from the
/// north pole, `place` along the circle from 0.
fn net_spot(f: i32, distance: i32, place: i32) -> (i32, i32) {
    const MIDDLE_TRIANGLE: i32 = 2;
    let in_triangle = |width: i32| match width {
        0 => MIDDLE_TRIANGLE * f,
        width => place / width * f + place % width,
    };
    let column = if distance < f {
        2 * in_triangle(distance) + f - distance
    } else if distance <= 2 * f {
        2 * place + distance - f
    } else {
        2 * in_triangle(3 * f - distance) + distance - f
    };
    (column, distance)
}

/// The first and the last name of each circle, beside the net.
fn label_circles(canvas: &mut Canvas, topology: &Topology) {
    const MARGIN: i32 = 3;
    let (first, last) = canvas.columns();
    for cell in topology.cells() {
        let name = topology.name(cell);
        let (_, row) = spot(topology, cell);
        let (letter, number) = label::letter_and_number(name);
        let next = topology.cell(&format!("{letter}{}", number + 1));
        if number == 1 {
            canvas.write_before((first - MARGIN, row), name);
        }
        if next.is_none() && number > 1 {
            canvas.write((last + MARGIN, row), name);
        }
    }
}

/// A sheet of characters that grows with what is written on it; rows and columns may be negative.
#[derive(Default)]
struct Canvas {
    rows: BTreeMap<i32, BTreeMap<i32, char>>,
}

impl Canvas {
    /// Writes from this place to the right, over what stands there.
    fn write(&mut self, (column, row): (i32, i32), text: &str) {
        let row = self.rows.entry(row).or_default();
        row.extend((column..).zip(text.chars()));
    }

    /// Writes a label that ends at this place.
    fn write_before(&mut self, (column, row): (i32, i32), text: &str) {
        self.write((column + 1 - text.len() as i32, row), text);
    }

    /// Writes a label from this place to the right, or from the next one where it would touch
    /// what stands to its left.
    fn write_apart(&mut self, (column, row): (i32, i32), text: &str) {
        let touches = self.rows.get(&row).is_some_and(|row| row.contains_key(&(column - 1)));
        self.write((column + i32::from(touches), row), text);
    }

    /// First and last column in use.
    fn columns(&self) -> (i32, i32) {
        let columns = || self.rows.values().flat_map(BTreeMap::keys).copied();
        (columns().min().unwrap_or(0), columns().max().unwrap_or(0))
    }
}

impl std::fmt::Display for Canvas {
    /// The rows in use, without blanks at their ends, each closed by a newline.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (first, _) = self.columns();
        for row in self.rows.values() {
            let last = row.keys().next_back().copied().unwrap_or(first);
            let line: String = (first..=last).map(|column| row.get(&column).unwrap_or(&' ')).collect();
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }
}
