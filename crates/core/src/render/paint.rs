//! Writes SVG elements. All numbers have at most one decimal, so the same picture is the same text.
//! Attributes handed in begin with a blank, or are empty.

use std::fmt::{self, Write};

use crate::topology::Point;
use crate::xml::Escaped;

/// Page units per cell.
const SCALE: f64 = 40.0;

/// An SVG under construction.
pub(super) struct Painter {
    out: String,
    origin: Point,
}

impl Painter {
    /// A page that holds these points with a margin around them, all in cells.
    pub(super) fn new(points: impl Iterator<Item = Point>, margin: f64, title: &str) -> Self {
        let start = (Point::flat(f64::MAX, f64::MAX), Point::flat(f64::MIN, f64::MIN));
        let (low, high) = points.fold(start, |(low, high), p| {
            (Point::flat(low.x.min(p.x), low.y.min(p.y)), Point::flat(high.x.max(p.x), high.y.max(p.y)))
        });
        let side = |low: f64, high: f64| ((high - low + 2.0 * margin) * SCALE).ceil();
        let (width, height) = (side(low.x, high.x), side(low.y, high.y));
        let out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
             height=\"{height}\" font-family=\"Helvetica, Arial, sans-serif\" text-anchor=\"middle\">\n\
             <title>{}</title>\n",
            Escaped(title)
        );
        Self { out, origin: Point::flat(low.x - margin, low.y - margin) }
    }

    /// Opens a group with these attributes.
    pub(super) fn open(&mut self, attributes: fmt::Arguments<'_>) {
        self.raw(format_args!("<g{attributes}>\n"));
    }

    /// Closes the group opened last.
    pub(super) fn close(&mut self) {
        self.out.push_str("</g>\n");
    }

    /// Adds text that is SVG already.
    pub(super) fn raw(&mut self, text: fmt::Arguments<'_>) {
        self.out.write_fmt(text).expect("writing to a string cannot fail");
    }

    /// A closed polygon; browsers show the tooltip when the mouse rests on it.
    pub(super) fn polygon(
        &mut self,
        points: &[Point],
        attributes: fmt::Arguments<'_>,
        tooltip: Option<&str>,
    ) {
        self.out.push_str("<polygon points=\"");
        for (i, &point) in points.iter().enumerate() {
            let (x, y) = self.page(point);
            let blank = if i == 0 { "" } else { " " };
            self.raw(format_args!("{blank}{x},{y}"));
        }
        match tooltip {
            Some(text) => {
                self.raw(format_args!("\"{attributes}><title>{}</title></polygon>\n", Escaped(text)));
            }
            None => self.raw(format_args!("\"{attributes}/>\n")),
        }
    }

    /// A circle with its radius in cells.
    pub(super) fn circle(&mut self, center: Point, radius: f64, attributes: fmt::Arguments<'_>) {
        let (x, y) = self.page(center);
        self.raw(format_args!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{}\"{attributes}/>\n",
            Length(radius * SCALE)
        ));
    }

    /// A straight line.
    pub(super) fn line(&mut self, from: Point, to: Point) {
        let ((x1, y1), (x2, y2)) = (self.page(from), self.page(to));
        self.raw(format_args!("<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\"/>\n"));
    }

    /// Words around a point, `size` cells high, or smaller to stay within `width` cells.
    pub(super) fn text(
        &mut self,
        at: Point,
        text: &str,
        size: f64,
        width: f64,
        attributes: fmt::Arguments<'_>,
    ) {
        /// Mean width of a digit or letter of common sans-serif fonts, in parts of the size.
        const LETTER_WIDTH: f64 = 0.6;
        /// From the middle of a capital letter down to its base line.
        const BASE_LINE: f64 = 0.36;
        let letters = text.chars().count().max(1) as f64;
        let size = size.min(width / (LETTER_WIDTH * letters));
        let (x, y) = self.page(Point::flat(at.x, at.y + BASE_LINE * size));
        let size = Length(size * SCALE);
        self.raw(format_args!(
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\"{attributes}>{}</text>\n",
            Escaped(text)
        ));
    }

    /// The whole picture.
    pub(super) fn finish(mut self) -> String {
        self.out.push_str("</svg>\n");
        self.out
    }

    fn page(&self, p: Point) -> (Length, Length) {
        (Length((p.x - self.origin.x) * SCALE), Length((p.y - self.origin.y) * SCALE))
    }
}

/// A length in page units.
pub(super) struct Length(f64);

impl Length {
    /// From a length in cells.
    pub(super) const fn cells(length: f64) -> Self {
        Self(length * SCALE)
    }
}

impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Adding zero turns a rounded "-0" into "0".
        write!(f, "{}", (self.0 * 10.0).round() / 10.0 + 0.0)
    }
}
