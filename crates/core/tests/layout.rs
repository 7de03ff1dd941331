//! Laws of the drawings of flat boards: cells lie around their centers, one unit apart, and fit together.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use catena_core::topology::{Point, Shape};
use catena_core::{Cell, Game, Setup, SwapRule, Topology, render};

fn flat_boards() -> impl Iterator<Item = Topology> {
    let boards = Game::ALL.into_iter().flat_map(|game| {
        let setup = move |size: u16| Setup::new(game, size.into(), SwapRule::Off).unwrap();
        game.sizes().map(move |size| setup(size).topology().clone())
    });
    boards.filter(|board| board.shape() != Shape::Sphere)
}

fn distance(a: Point, b: Point) -> f64 {
    (a.x - b.x).hypot(a.y - b.y)
}

fn neighbors(board: &Topology) -> impl Iterator<Item = (Cell, Cell)> {
    board.cells().flat_map(|cell| board.neighbors(cell).map(move |next| (cell, next)))
}

#[test]
fn outlines_go_once_around_their_centers() {
    for board in flat_boards() {
        for cell in board.cells() {
            let (center, outline) = (board.layout().center(cell), board.layout().outline(cell));
            let turns = (0..outline.len()).map(|i| {
                let (a, b) = (outline[i], outline[(i + 1) % outline.len()]);
                (a.x - center.x) * (b.y - center.y) - (a.y - center.y) * (b.x - center.x)
            });
            let turns: Vec<f64> = turns.collect();
            let ahead = turns[0].signum();
            let name = || format!("{:?} {} {}", board.shape(), board.size(), board.name(cell));
            assert!(turns.iter().all(|turn| turn * ahead > 0.01), "{}: {turns:?}", name());
        }
    }
}

#[test]
fn neighbors_share_two_corners() {
    // The center of *Star is drawn as it is printed, with gaps.
    for board in flat_boards().filter(|board| board.shape() != Shape::Star) {
        for (cell, next) in neighbors(&board) {
            let [here, there] = [cell, next].map(|cell| board.layout().outline(cell));
            let shared = here.iter().filter(|a| there.iter().any(|b| distance(**a, *b) < 1e-6)).count();
            let names = [cell, next].map(|cell| board.name(cell));
            assert_eq!(shared, 2, "{:?} {} {names:?}", board.shape(), board.size());
        }
    }
}

#[test]
fn neighbors_lie_about_one_unit_apart() {
    for board in flat_boards().filter(|board| board.shape() != Shape::Star) {
        let between = |(cell, next)| distance(board.layout().center(cell), board.layout().center(next));
        let lengths: Vec<f64> = neighbors(&board).map(between).collect();
        let mean = lengths.iter().sum::<f64>() / lengths.len() as f64;
        let name = || format!("{:?} {}", board.shape(), board.size());
        assert!(lengths.is_empty() || (mean - 1.0).abs() < 0.05, "{}: {mean}", name());
        assert!(lengths.iter().all(|length| (0.7..1.4).contains(length)), "{}: {lengths:?}", name());
    }
}

/// Low and high ends of points in both directions: left, right, upper, lower.
fn ends<'a>(points: impl Iterator<Item = &'a Point> + Clone) -> [f64; 4] {
    let xs = points.clone().map(|point| point.x);
    let ys = points.map(|point| point.y);
    [
        xs.clone().fold(f64::INFINITY, f64::min),
        xs.fold(f64::NEG_INFINITY, f64::max),
        ys.clone().fold(f64::INFINITY, f64::min),
        ys.fold(f64::NEG_INFINITY, f64::max),
    ]
}

#[test]
fn the_view_box_has_the_same_margin_on_all_sides() {
    for board in flat_boards() {
        let drawing = render::geometry(&board);
        let outlines = drawing.places.iter().flat_map(|place| &place.outline);
        let points = outlines.chain(drawing.edges.iter().flat_map(|(_, points)| points));
        let labels: Vec<Point> = drawing.labels.iter().map(|label| label.at).collect();
        let [left, right, upper, lower] = ends(points.chain(&labels));
        let (view, name) = (drawing.view_box, format!("{:?} {}", board.shape(), board.size()));
        let margins =
            [left - view.x, view.x + view.width - right, upper - view.y, view.y + view.height - lower];
        assert!(margins.iter().all(|margin| (margin - margins[0]).abs() < 1e-9), "{name}: {margins:?}");
        assert!(margins[0] > 0.0, "{name}");
    }
}

#[test]
fn the_sides_of_hex_surround_its_cells() {
    for board in flat_boards().filter(|board| board.shape() == Shape::Rhombus) {
        let drawing = render::geometry(&board);
        let sides = ends(drawing.edges.iter().flat_map(|(_, points)| points));
        let cells = ends(drawing.places.iter().flat_map(|place| &place.outline));
        let beyond = [cells[0] - sides[0], sides[1] - cells[1], cells[2] - sides[2], sides[3] - cells[3]];
        assert!(beyond.iter().all(|beyond| *beyond > 0.0), "{}: {beyond:?}", board.size());
        assert!((beyond[0] - beyond[1]).abs() < 1e-9 && (beyond[2] - beyond[3]).abs() < 1e-9, "{beyond:?}");
    }
}

#[test]
fn boards_are_told_apart_where_they_are_printed() {
    let names: Vec<String> = flat_boards().map(|board| format!("{board:?}")).collect();
    let different: std::collections::BTreeSet<&String> = names.iter().collect();
    assert_eq!(different.len(), names.len());
    assert!(names.contains(&"Rhombus 11".to_owned()), "{names:?}");
}
