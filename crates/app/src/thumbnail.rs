//! A small picture of a game, for choosing one: the first example of its tutorial, without words.

use std::fmt::Write;

use catena_core::render::{self, Half, Place};
use catena_core::{Cell, Game, Setup, SwapRule};

use super::error::{AppError, AppResult};

const CELL: &str = "#efe4cd";
const GRID: &str = "#a8916a";
const BLACK: &str = "#1d1d20";
const WHITE: &str = "#ffffff";

/// Around the board, in cells.
const MARGIN: f64 = 0.3;

/// An SVG that looks well on light and on dark pages.
pub fn thumbnail(game: Game) -> AppResult<String> {
    let example = game.facts().tutorial.examples.first();
    let size = example.map_or(game.default_size(), |example| example.size);
    let setup = Setup::new(game, u64::from(size), SwapRule::Off).map_err(AppError::internal)?;
    let topology = setup.topology();
    let cells = |names: &str| -> Vec<Cell> {
        names.split_whitespace().filter_map(|name| topology.cell(name)).collect()
    };
    let (black, white) =
        example.map_or_else(Default::default, |found| (cells(found.black), cells(found.white)));
    let places = render::geometry(topology).places;
    // A sphere shows the half around its north pole.
    let places: Vec<&Place> = places.iter().filter(|place| place.half == Half::North).collect();
    let mut svg = header(&places);
    for place in &places {
        let points: Vec<String> =
            place.outline.iter().map(|point| format!("{:.2},{:.2}", point.x, point.y)).collect();
        // Writing to a string cannot fail.
        let _ = write!(svg, "<polygon points=\"{}\"/>", points.join(" "));
    }
    svg += "</g>";
    for (stones, color) in [(black, BLACK), (white, WHITE)] {
        for place in places.iter().filter(|place| stones.contains(&place.cell)) {
            let (x, y, r) = (place.center.x, place.center.y, place.stone);
            let _ = write!(
                svg,
                "<circle cx=\"{x:.2}\" cy=\"{y:.2}\" r=\"{r:.2}\" fill=\"{color}\" stroke=\"{BLACK}\" stroke-width=\"0.08\"/>"
            );
        }
    }
    Ok(svg + "</svg>")
}

/// The page just around the cells.
fn header(places: &[&Place]) -> String {
    let points = || places.iter().flat_map(|place| &place.outline);
    let (mut low, mut high) = ([f64::MAX; 2], [f64::MIN; 2]);
    for point in points() {
        for (axis, value) in [point.x, point.y].into_iter().enumerate() {
            low[axis] = low[axis].min(value);
            high[axis] = high[axis].max(value);
        }
    }
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{:.2} {:.2} {:.2} {:.2}\"><g fill=\"{CELL}\" \
         stroke=\"{GRID}\" stroke-width=\"0.12\" stroke-linejoin=\"round\">",
        low[0] - MARGIN,
        low[1] - MARGIN,
        high[0] - low[0] + 2.0 * MARGIN,
        high[1] - low[1] + 2.0 * MARGIN
    )
}
