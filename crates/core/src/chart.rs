//! Charts as standalone SVG pictures.
//!
//! A [`Chart`] is the page with its title and the shapes on it, a [`Plot`] a rectangle of it with two
//! axes, [`interval_rows`] a whole chart of numbers with their intervals, [`exponents`] one of numbered points. Colors are of the palette of
//! Okabe and Ito (2008), which color-blind people can tell apart. The same numbers give the same text.

mod axis;
mod rows;
mod scatter;

use std::fmt::{Arguments, Write};

pub use axis::{Axis, Plot, Tick, number, tick_positions};
pub use rows::{IntervalRow, interval_rows};
pub use scatter::{NumberedPoint, exponents};

use crate::xml::Escaped;

/// The page.
pub const BACKGROUND: &str = "#faf8f4";
/// Text and axes.
pub const INK: &str = "#3a3a3a";
/// Grid lines.
pub const GRID: &str = "#d9d4c8";
/// A grid line that matters, such as that of an even game.
pub const STRONG_GRID: &str = "#8a8578";
/// The main series.
pub const PRIMARY: &str = "#0072b2";
/// Color of the series that the main one is compared with, and of highlights.
pub const SECONDARY: &str = "#d55e00";

/// A place on the page, in pixels from its left and upper edges.
pub type Point = (f64, f64);

/// Which part of a text stands at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// Its beginning.
    Start,
    /// Its middle.
    Middle,
    /// Its end.
    End,
}

/// A mark for one number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Marker {
    /// A disc of a color.
    Disc {
        /// In pixels.
        radius: f64,
        /// The color.
        color: &'static str,
    },
    /// A disc that lets others behind it show.
    FaintDisc {
        /// In pixels.
        radius: f64,
    },
    /// An empty diamond.
    Diamond,
    /// A cross.
    Cross,
}

/// A page that shapes are added to.
#[derive(Clone, Debug)]
pub struct Chart {
    svg: String,
}

impl Chart {
    /// An empty page with its title, which begins at `left`.
    #[must_use]
    pub fn new(title: &str, left: f64, width: f64, height: f64) -> Self {
        let mut chart = Self { svg: String::new() };
        let title = Escaped(title);
        chart.put(format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
             height=\"{height}\" font-family=\"Helvetica, Arial, sans-serif\" font-size=\"13\" fill=\"{INK}\">\n\
             <title>{title}</title>\n<rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"{BACKGROUND}\"/>\n\
             <text x=\"{left}\" y=\"27\" font-size=\"15\" font-weight=\"bold\">{title}</text>\n"
        ));
        chart
    }

    /// The finished picture.
    #[must_use]
    pub fn finish(mut self) -> String {
        self.svg.push_str("</svg>\n");
        self.svg
    }

    fn put(&mut self, text: Arguments<'_>) {
        self.svg.write_fmt(text).expect("a string takes all text");
    }

    /// A line of text.
    pub fn text(&mut self, (x, y): Point, anchor: Anchor, text: &str) {
        let anchor = match anchor {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::End => " text-anchor=\"end\"",
        };
        self.put(format_args!("<text x=\"{x:.1}\" y=\"{y:.1}\"{anchor}>{}</text>\n", Escaped(text)));
    }

    /// Text that runs upwards, with its middle at the place.
    pub fn upward_text(&mut self, (x, y): Point, text: &str) {
        self.put(format_args!(
            "<text transform=\"translate({x:.1} {y:.1}) rotate(-90)\" text-anchor=\"middle\">{}</text>\n",
            Escaped(text)
        ));
    }

    /// Text with a rim in the color of the page, readable across lines.
    pub fn rimmed_text(&mut self, (x, y): Point, text: &str) {
        self.put(format_args!(
            "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"middle\" font-size=\"12\" stroke=\"{BACKGROUND}\" \
             stroke-width=\"3\" paint-order=\"stroke\">{}</text>\n",
            Escaped(text)
        ));
    }

    /// A thin straight line.
    pub fn rule(&mut self, from: Point, to: Point, color: &str) {
        self.segment(from, to, format_args!("stroke=\"{color}\""));
    }

    /// A dashed straight line.
    pub fn dashed_rule(&mut self, from: Point, to: Point) {
        self.segment(from, to, format_args!("stroke=\"{INK}\" stroke-dasharray=\"4 3\""));
    }

    /// A broad straight line that shows an interval.
    pub fn interval(&mut self, from: Point, to: Point) {
        self.segment(
            from,
            to,
            format_args!("stroke=\"{PRIMARY}\" stroke-width=\"3\" stroke-opacity=\"0.45\""),
        );
    }

    fn segment(&mut self, (x1, y1): Point, (x2, y2): Point, stroke: Arguments<'_>) {
        self.put(format_args!(
            "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" {stroke}/>\n"
        ));
    }

    /// The main series as a line through points.
    pub fn series(&mut self, points: &[Point]) {
        let points = list(points);
        self.put(format_args!(
            "<polyline points=\"{points}\" fill=\"none\" stroke=\"{PRIMARY}\" stroke-width=\"2.2\" \
             stroke-linejoin=\"round\"/>\n"
        ));
    }

    /// A faint area in the color of the main series.
    pub fn area(&mut self, corners: &[Point]) {
        let points = list(corners);
        self.put(format_args!("<polygon points=\"{points}\" fill=\"{PRIMARY}\" fill-opacity=\"0.13\"/>\n"));
    }

    /// A mark; the text appears where a mouse rests on it.
    pub fn mark(&mut self, (x, y): Point, marker: Marker, tooltip: &str) {
        let title =
            if tooltip.is_empty() { String::new() } else { format!("<title>{}</title>", Escaped(tooltip)) };
        match marker {
            Marker::Disc { radius, color } => self.put(format_args!(
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\" fill=\"{color}\">{title}</circle>\n"
            )),
            Marker::FaintDisc { radius } => self.put(format_args!(
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\" fill=\"{SECONDARY}\" \
                 fill-opacity=\"0.7\">{title}</circle>\n"
            )),
            Marker::Diamond => self.put(format_args!(
                "<path d=\"M{x:.1} {:.1}l6 6l-6 6l-6 -6z\" fill=\"#ffffff\" stroke=\"{SECONDARY}\" \
                 stroke-width=\"1.8\">{title}</path>\n",
                y - 6.0
            )),
            Marker::Cross => self.put(format_args!(
                "<path d=\"M{:.1} {:.1}l10 10m0 -10l-10 10\" stroke=\"{SECONDARY}\" \
                 stroke-width=\"2.4\">{title}</path>\n",
                x - 5.0,
                y - 5.0
            )),
        }
    }
}

fn list(points: &[Point]) -> String {
    points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect::<Vec<_>>().join(" ")
}
