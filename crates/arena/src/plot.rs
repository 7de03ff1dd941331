//! Numbers with their intervals as a standalone SVG picture: a row for each, in the colours of Okabe
//! and Ito (2008).

use std::fmt::Write;

use crate::stats::Interval;

/// One row of a picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    /// What it is.
    pub label: String,
    /// The number.
    pub value: f64,
    /// Where the true value lies.
    pub interval: Option<Interval>,
    /// What somebody else found, such as a paper.
    pub reference: Option<f64>,
    /// Said at the right.
    pub note: String,
}

const WIDTH: f64 = 760.0;
const ROW: f64 = 28.0;
const LEFT: f64 = 290.0;
const RIGHT: f64 = WIDTH - 130.0;
const TOP: f64 = 52.0;

/// Behind everything.
pub const BACKGROUND: &str = "#faf8f4";
/// Of text.
pub const INK: &str = "#3a3a3a";
/// Of lines in the back.
pub const GRID: &str = "#d9d4c8";
/// Of what we have found.
pub const OURS: &str = "#0072b2";
/// Of what it is compared with.
pub const THEIRS: &str = "#d55e00";

/// Characters of a label that fit beside the picture.
const LABEL: usize = 40;

/// Draws a dot with its interval for each row, and a cross where a reference is. The same numbers
/// give the same text.
#[must_use]
pub fn bars(title: &str, unit: &str, rows: &[Bar]) -> String {
    let (low, high) = range(rows);
    let x = |value: f64| LEFT + (RIGHT - LEFT) * ((value - low) / (high - low)).clamp(0.0, 1.0);
    let bottom = TOP + ROW * rows.len().max(1) as f64;
    let height = bottom + 56.0;
    let mut svg = String::new();
    let mut put = |text: std::fmt::Arguments<'_>| svg.write_fmt(text).expect("a string takes all text");
    let title = escaped(title);
    put(format_args!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" \
         height=\"{height}\" font-family=\"Helvetica, Arial, sans-serif\" font-size=\"13\" fill=\"{INK}\">\n\
         <title>{title}</title>\n<rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"{BACKGROUND}\"/>\n\
         <text x=\"24\" y=\"28\" font-size=\"15\" font-weight=\"bold\">{title}</text>\n"
    ));
    for tick in ticks(low, high) {
        let x = x(tick);
        put(format_args!(
            "<line x1=\"{x:.1}\" y1=\"{TOP}\" x2=\"{x:.1}\" y2=\"{bottom}\" stroke=\"{GRID}\"/>\
             <text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>\n",
            bottom + 18.0,
            number(tick)
        ));
    }
    put(format_args!(
        "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>\n",
        f64::midpoint(LEFT, RIGHT),
        bottom + 38.0,
        escaped(unit)
    ));
    for (index, row) in rows.iter().enumerate() {
        put(format_args!("{}", drawn(row, TOP + ROW * (index as f64 + 0.5), &x)));
    }
    svg.push_str("</svg>\n");
    svg
}

/// A label, a dot with its interval, a cross and a note.
fn drawn(row: &Bar, y: f64, x: &dyn Fn(f64) -> f64) -> String {
    let mut svg = String::new();
    let mut put = |text: std::fmt::Arguments<'_>| svg.write_fmt(text).expect("a string takes all text");
    let label: String = row.label.chars().take(LABEL).collect();
    put(format_args!(
        "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>\
         <text x=\"{:.1}\" y=\"{:.1}\">{}</text>\n",
        LEFT - 12.0,
        y + 4.5,
        escaped(&label),
        RIGHT + 12.0,
        y + 4.5,
        escaped(&row.note)
    ));
    if let Some(interval) = row.interval {
        let (from, to) = (x(interval.low), x(interval.high));
        put(format_args!(
            "<line x1=\"{from:.1}\" y1=\"{y:.1}\" x2=\"{to:.1}\" y2=\"{y:.1}\" stroke=\"{OURS}\" \
             stroke-width=\"3\" stroke-opacity=\"0.45\"/>\n"
        ));
    }
    if let Some(reference) = row.reference {
        let x = x(reference);
        put(format_args!(
            "<path d=\"M{:.1} {:.1}l10 10m0 -10l-10 10\" stroke=\"{THEIRS}\" stroke-width=\"2.4\"/>\n",
            x - 5.0,
            y - 5.0
        ));
    }
    if row.value.is_finite() {
        put(format_args!("<circle cx=\"{:.1}\" cy=\"{y:.1}\" r=\"5\" fill=\"{OURS}\"/>\n", x(row.value)));
    }
    svg
}

/// What the axis shows: everything that is finite, and a little more.
fn range(rows: &[Bar]) -> (f64, f64) {
    let ends = |row: &Bar| {
        let interval = row.interval.map(|interval| [interval.low, interval.high]);
        [Some(row.value), row.reference, interval.map(|i| i[0]), interval.map(|i| i[1])]
    };
    let all = || rows.iter().flat_map(ends).flatten().filter(|value| value.is_finite());
    let (low, high) = (all().fold(f64::INFINITY, f64::min), all().fold(f64::NEG_INFINITY, f64::max));
    if low > high {
        return (0.0, 1.0);
    }
    let margin = ((high - low) * 0.06).max(1e-3 * high.abs()).max(1e-6);
    (low - margin, high + margin)
}

/// About six round numbers between two ends.
#[must_use]
pub fn ticks(low: f64, high: f64) -> Vec<f64> {
    let rough = (high - low) / 6.0;
    let power = 10f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power).into_iter().find(|&step| step >= rough);
    let step = step.unwrap_or(10.0 * power);
    let first = (low / step).ceil() as i64;
    (first..).map(|k| k as f64 * step).take_while(|&tick| tick <= high).take(50).collect()
}

/// A number as text, without digits that only rounding has made.
#[must_use]
pub fn number(value: f64) -> String {
    let rounded = (value * 1e6).round() / 1e6;
    format!("{}", if rounded == 0.0 { 0.0 } else { rounded })
}

/// Text as XML has it.
#[must_use]
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_drawn_whatever_their_numbers() {
        let row = |value: f64, reference: Option<f64>| Bar {
            label: "a <b> & c".to_owned(),
            value,
            interval: Some(Interval { low: value - 10.0, high: value + 10.0 }),
            reference,
            note: String::new(),
        };
        let svg = bars("t", "Elo", &[row(10.0, Some(5.0)), row(f64::INFINITY, None), row(-300.0, None)]);
        assert_eq!(svg.matches("<circle").count(), 2);
        assert_eq!(svg.matches("<path").count(), 1);
        assert!(svg.contains("a &lt;b&gt; &amp; c") && !svg.contains("NaN") && !svg.contains("inf"));
        assert!(bars("none", "", &[]).ends_with("</svg>\n"));
        assert_eq!(ticks(0.0, 1.0), [0.0, 0.2, 0.4, 0.6000000000000001, 0.8, 1.0]);
    }
}
