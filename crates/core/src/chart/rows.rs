//! Numbers with their intervals, one per row.

use super::{Anchor, Axis, Chart, Marker, PRIMARY, Plot};

/// One row of a chart of intervals.
#[derive(Clone, Debug, PartialEq)]
pub struct IntervalRow {
    /// Written at the left.
    pub label: String,
    /// The number.
    pub value: f64,
    /// The ends of its interval.
    pub interval: Option<(f64, f64)>,
    /// A result from elsewhere to compare with, such as a paper's.
    pub reference: Option<f64>,
    /// Written at the right.
    pub note: String,
}

const WIDTH: f64 = 760.0;
const ROW: f64 = 28.0;
const LEFT: f64 = 290.0;
/// Room at the right of the plot, more where notes are long, and of a character of a note.
const NOTES: f64 = 130.0;
const NOTE_CHARACTER: f64 = 6.8;
const TOP: f64 = 52.0;
/// Characters of a label that fit beside the plot.
const LABEL: usize = 40;

/// A disc with its interval for each row, and a cross where there is a reference.
#[must_use]
pub fn interval_rows(title: &str, unit: &str, rows: &[IntervalRow]) -> String {
    let bottom = TOP + ROW * rows.len().max(1) as f64;
    let numbers = |row: &IntervalRow| {
        let (low, high) = row.interval.unzip();
        [Some(row.value), row.reference, low, high]
    };
    let x = Axis::around(rows.iter().flat_map(numbers).flatten());
    let longest = rows.iter().map(|row| row.note.chars().count()).max().unwrap_or(0);
    let right = WIDTH - NOTES.max(24.0 + NOTE_CHARACTER * longest as f64);
    let plot = Plot { left: LEFT, right, top: TOP, bottom, x, y: Axis::UNIT };
    let mut chart = Chart::new(title, 24.0, WIDTH, bottom + 56.0);
    plot.x_grid(&mut chart, &x.ticks());
    plot.x_label(&mut chart, 38.0, unit);
    for (index, row) in rows.iter().enumerate() {
        add(&mut chart, &plot, row, TOP + ROW * (index as f64 + 0.5));
    }
    chart.finish()
}

fn add(chart: &mut Chart, plot: &Plot, row: &IntervalRow, y: f64) {
    let at = |value: f64| (plot.at(value, 0.0).0, y);
    let label: String = row.label.chars().take(LABEL).collect();
    chart.text((LEFT - 12.0, y + 4.5), Anchor::End, &label);
    chart.text((plot.right + 12.0, y + 4.5), Anchor::Start, &row.note);
    if let Some((low, high)) = row.interval {
        chart.interval(at(low), at(high));
    }
    if let Some(reference) = row.reference {
        chart.mark(at(reference), Marker::Cross, "");
    }
    if row.value.is_finite() {
        chart.mark(at(row.value), Marker::Disc { radius: 5.0, color: PRIMARY }, "");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_drawn_whatever_their_numbers() {
        let row = |value: f64, reference: Option<f64>| IntervalRow {
            label: "a <b> & c".to_owned(),
            value,
            interval: Some((value - 10.0, value + 10.0)),
            reference,
            note: String::new(),
        };
        let rows = [row(10.0, Some(5.0)), row(f64::INFINITY, None), row(-300.0, None)];
        let svg = interval_rows("t", "Elo", &rows);
        assert_eq!(svg.matches("<circle").count(), 2);
        assert_eq!(svg.matches("<path").count(), 1);
        assert!(svg.contains("a &lt;b&gt; &amp; c") && !svg.contains("NaN") && !svg.contains("inf"));
        let noted = IntervalRow { note: "1000.5 points of 2000 games".to_owned(), ..row(1.0, None) };
        let svg = interval_rows("t", "Elo", &[noted]);
        let end = svg.find(r#"">1000.5 points"#).expect("the note is drawn");
        let x: f64 = svg[..end]
            .rsplit("x=\"")
            .next()
            .and_then(|text| text.split('"').next()?.parse().ok())
            .expect("a number");
        assert!(x + 27.0 * NOTE_CHARACTER < WIDTH, "a note that begins at {x} is cut");
        assert!(interval_rows("none", "", &[]).ends_with("</svg>\n"));
    }
}
