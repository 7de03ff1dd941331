//! Patterns as a standalone SVG picture: Black is to move at the dot.

use std::fmt::Write;

use catena_core::chart::{BACKGROUND, INK, SECONDARY};
use catena_core::xml::Escaped;
use catena_model::pattern::{Pattern, Slot, Spot};

use crate::Ranked;
use crate::prune::offset;

const TILE: f64 = 150.0;
const CAPTION: f64 = 44.0;
const CELL: f64 = 26.0;
const COLUMNS: usize = 6;
const MARGIN: f64 = 20.0;
const HEAD: f64 = 34.0;

const BOARD: &str = "#e8dcc0";
const LINES: &str = "#9a8d70";
const BEYOND: &str = "#b9b4a8";
const DOT: &str = SECONDARY;

/// Draws rows of patterns under a title each. The same patterns give the same text.
#[must_use]
pub fn table(title: &str, sections: &[(&str, &[Ranked])]) -> String {
    let rows: usize = sections.iter().map(|(_, ranked)| ranked.len().div_ceil(COLUMNS)).sum();
    let width = 2.0 * MARGIN + COLUMNS as f64 * TILE;
    let height = MARGIN + HEAD * (1 + sections.len()) as f64 + rows as f64 * (TILE + CAPTION) + MARGIN;
    let mut svg = String::new();
    let title = Escaped(title);
    put(
        &mut svg,
        format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
             height=\"{height}\" font-family=\"Helvetica, Arial, sans-serif\" font-size=\"12\" fill=\"{INK}\">\n\
             <title>{title}</title>\n<rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"{BACKGROUND}\"/>\n\
             <text x=\"{MARGIN}\" y=\"{:.0}\" font-size=\"16\" font-weight=\"bold\">{title}</text>\n",
            MARGIN + 16.0
        ),
    );
    let mut top = MARGIN + HEAD;
    for (name, ranked) in sections {
        let name = Escaped(name);
        put(
            &mut svg,
            format_args!("<text x=\"{MARGIN}\" y=\"{:.0}\" font-size=\"14\">{name}</text>\n", top + 16.0),
        );
        top += HEAD;
        for (number, ranked) in ranked.iter().enumerate() {
            let x = MARGIN + (number % COLUMNS) as f64 * TILE;
            let y = top + (number / COLUMNS) as f64 * (TILE + CAPTION);
            tile(&mut svg, ranked, x, y);
        }
        top += ranked.len().div_ceil(COLUMNS) as f64 * (TILE + CAPTION);
    }
    svg.push_str("</svg>\n");
    svg
}

/// A pattern with its rank, weight and counts.
fn tile(svg: &mut String, ranked: &Ranked, x: f64, y: f64) {
    let (cx, cy) = (x + TILE / 2.0, y + TILE / 2.0);
    let learned = &ranked.learned;
    hexagon(svg, cx, cy, BOARD);
    for index in 0..learned.pattern.reach().cells() {
        spot(svg, learned.pattern, Slot::new(index), cx, cy);
    }
    put(svg, format_args!("<circle cx=\"{cx:.1}\" cy=\"{cy:.1}\" r=\"4.5\" fill=\"{DOT}\"/>\n"));
    put(
        svg,
        format_args!(
            "<text x=\"{cx:.1}\" y=\"{:.1}\" text-anchor=\"middle\">P{}  γ {}</text>\
             <text x=\"{cx:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{} of {}</text>\n",
            y + TILE + 12.0,
            ranked.rank,
            weight(learned.gamma),
            y + TILE + 27.0,
            learned.played,
            learned.appeared
        ),
    );
}

fn spot(svg: &mut String, pattern: Pattern, slot: Slot, cx: f64, cy: f64) {
    let (c, r) = offset(slot);
    let x = cx + CELL * (f64::from(c) + f64::from(r) / 2.0);
    let y = cy + CELL * f64::from(r) * 3f64.sqrt() / 2.0;
    let spot = pattern.spot(slot);
    hexagon(svg, x, y, if spot == Spot::Beyond { BEYOND } else { BOARD });
    let fill = match spot {
        Spot::Own => "#1a1a1a",
        Spot::Foreign => "#ffffff",
        Spot::Empty | Spot::Beyond => return,
    };
    let radius = 0.38 * CELL;
    put(
        svg,
        format_args!(
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\" fill=\"{fill}\" stroke=\"{INK}\"/>\n"
        ),
    );
    if pattern.last() == Some(slot) {
        let radius = 0.2 * CELL;
        put(
            svg,
            format_args!(
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\" fill=\"none\" stroke=\"{DOT}\" \
                 stroke-width=\"2\"/>\n"
            ),
        );
    }
}

fn hexagon(svg: &mut String, x: f64, y: f64, fill: &str) {
    let radius = CELL / 3f64.sqrt();
    let corners: Vec<String> = (0..6)
        .map(|corner| std::f64::consts::FRAC_PI_3 * (f64::from(corner) - 1.5))
        .map(|angle| format!("{:.1},{:.1}", x + radius * angle.cos(), y + radius * angle.sin()))
        .collect();
    let points = corners.join(" ");
    put(svg, format_args!("<polygon points=\"{points}\" fill=\"{fill}\" stroke=\"{LINES}\"/>\n"));
}

/// A weight with three digits.
#[must_use]
pub fn weight(gamma: f32) -> String {
    match gamma {
        gamma if gamma >= 100.0 => format!("{gamma:.0}"),
        gamma if gamma >= 10.0 => format!("{gamma:.1}"),
        gamma if gamma >= 0.1 => format!("{gamma:.2}"),
        gamma if gamma >= 0.001 => format!("{gamma:.4}"),
        gamma => format!("{gamma:.1e}"),
    }
}

fn put(svg: &mut String, text: std::fmt::Arguments<'_>) {
    svg.write_fmt(text).expect("a string takes all text");
}
