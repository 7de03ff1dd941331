//! Coordinates around a flat board: a letter or a number at the end of each line of cells.

use std::collections::BTreeMap;

use crate::topology::{Point, Shape, row_height};
use crate::{Cell, Topology};

/// A coordinate beside the board.
pub(super) struct Label {
    pub(super) text: String,
    pub(super) at: Point,
    pub(super) line: Line,
}

/// Which coordinate the cells of a line share.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Line {
    Letter,
    Number,
}

/// Steps in the layout to the next letter and to the next number of a name.
struct Axes {
    letter: (f64, f64),
    number: (f64, f64),
    /// True if lines get a label at their far end too; on other boards it would meet another label.
    both_ends: bool,
}

fn axes(shape: Shape) -> Option<Axes> {
    let height = row_height();
    let (letter, number, both_ends) = match shape {
        Shape::Hexagon => ((-0.5, height), (1.0, 0.0), false),
        Shape::Rhombus => ((1.0, 0.0), (0.5, height), true),
        Shape::Triangle => ((1.0, 0.0), (0.5, -height), false),
        _ => return None,
    };
    Some(Axes { letter, number, both_ends })
}

/// The letter and the number of a name such as `c12`.
pub(super) fn letter_and_number(name: &str) -> (char, usize) {
    let (letter, number) = name.split_at(1);
    (letter.chars().next().unwrap_or('a'), number.parse().unwrap_or(1))
}

/// The coordinates of a board of straight lines, `reach` cells away from the ends of the lines;
/// none for other boards.
pub(super) fn line_labels(topology: &Topology, reach: f64) -> Vec<Label> {
    let Some(axes) = axes(topology.shape()) else { return Vec::new() };
    let mut letters: BTreeMap<String, Vec<Cell>> = BTreeMap::new();
    let mut numbers: BTreeMap<usize, Vec<Cell>> = BTreeMap::new();
    // Cells come in an order in which both coordinates grow along each line.
    for cell in topology.cells() {
        let (letter, number) = letter_and_number(topology.name(cell));
        letters.entry(letter.to_string()).or_default().push(cell);
        numbers.entry(number).or_default().push(cell);
    }
    let mut labels = Vec::new();
    for (text, cells) in letters {
        labels.extend(
            ends(topology, &cells, axes.number, &axes, reach).map(|at| (text.clone(), at, Line::Letter)),
        );
    }
    for (number, cells) in numbers {
        labels.extend(
            ends(topology, &cells, axes.letter, &axes, reach)
                .map(|at| (number.to_string(), at, Line::Number)),
        );
    }
    labels.into_iter().map(|(text, at, line)| Label { text, at, line }).collect()
}

/// The places before the first and, where wanted, behind the last cell of a line.
fn ends(
    topology: &Topology,
    cells: &[Cell],
    (dx, dy): (f64, f64),
    axes: &Axes,
    reach: f64,
) -> impl Iterator<Item = Point> + use<> {
    let beyond = |cell: Option<&Cell>, direction: f64| {
        let center = topology.layout().center(*cell?);
        Some(Point::flat(center.x + direction * reach * dx, center.y + direction * reach * dy))
    };
    let far = cells.last().filter(|_| axes.both_ends);
    [beyond(cells.first(), -1.0), beyond(far, 1.0)].into_iter().flatten()
}

/// Arm, ring and place of a \*Star name such as `S21`; arms count clockwise from the `*`.
pub(super) fn arm_ring_place(name: &str) -> (usize, usize, usize) {
    let digit = |at: usize| name[at..=at].parse().unwrap_or(0);
    let arm = ARMS.iter().position(|arm| name.starts_with(arm)).unwrap_or(0);
    // The tenth ring is written with its last digit.
    let ring = if digit(1) == 0 { 10 } else { digit(1) };
    (arm, ring, digit(2))
}

/// The letters of the arms of \*Star, clockwise from the top.
pub(super) const ARMS: [&str; 5] = ["*", "S", "T", "A", "R"];
