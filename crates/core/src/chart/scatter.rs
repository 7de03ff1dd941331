//! Two numbers of each of several things as numbered points, on axes of powers of ten.

use super::{Anchor, Axis, Chart, Marker, Plot, Tick};

/// A numbered point with its name.
#[derive(Clone, Debug, PartialEq)]
pub struct NumberedPoint {
    /// Its name in the legend.
    pub name: String,
    /// From left to right.
    pub x: f64,
    /// From below to above.
    pub y: f64,
    /// The mark.
    pub marker: Marker,
}

const WIDTH: f64 = 860.0;
const LEFT: f64 = 70.0;
const RIGHT: f64 = 590.0;
const TOP: f64 = 55.0;
const LEGEND: f64 = 615.0;
/// Height of a line of the legend.
const LINE: f64 = 21.0;
/// Points that are closer than this, in pixels, have one mark.
const SAME: f64 = 3.0;

/// A chart of exponents on logarithmic axes: points with their numbers, counted from 1, and a legend of names.
#[must_use]
pub fn exponents(title: &str, [x_label, y_label]: [&str; 2], points: &[NumberedPoint]) -> String {
    let bottom = TOP + (points.len() as f64 * LINE).max(400.0);
    let mut chart = Chart::new(title, LEFT, WIDTH, bottom + 60.0);
    let axis = |number: fn(&NumberedPoint) -> f64| Axis::around(points.iter().map(|p| number(p).log10()));
    let (x, y) = (axis(|point| point.x), axis(|point| point.y));
    let plot = Plot { left: LEFT, right: RIGHT, top: TOP, bottom, x, y };
    plot.x_grid(&mut chart, &ticks(x));
    plot.y_grid(&mut chart, &ticks(y), None);
    plot.x_label(&mut chart, 42.0, x_label);
    chart.upward_text((20.0, f64::midpoint(TOP, bottom)), y_label);
    let places: Vec<_> = points.iter().map(|point| plot.at(point.x.log10(), point.y.log10())).collect();
    let is_same = |a: usize, b: usize| {
        (places[a].0 - places[b].0).abs() < SAME && (places[a].1 - places[b].1).abs() < SAME
    };
    for (index, point) in points.iter().enumerate() {
        let (x, y) = places[index];
        chart.mark((x, y), point.marker, &point.name);
        if (0..index).all(|before| !is_same(before, index)) {
            let here: Vec<String> = (index..points.len())
                .filter(|&other| is_same(index, other))
                .map(|other| (other + 1).to_string())
                .collect();
            chart.text((x + 7.0, y - 5.0), Anchor::Start, &here.join(", "));
        }
        let line = TOP + 12.0 + index as f64 * LINE;
        chart.text((LEGEND + 20.0, line), Anchor::End, &(index + 1).to_string());
        chart.text((LEGEND + 28.0, line), Anchor::Start, &point.name);
    }
    chart.finish()
}

/// Powers of ten whose exponents are 1, 2 or 5 times a power of ten.
fn ticks(axis: Axis) -> Vec<Tick> {
    let exponents = [1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1_000.0, 2_000.0, 5_000.0];
    let inside =
        exponents.into_iter().filter(|exponent: &f64| (axis.low..=axis.high).contains(&exponent.log10()));
    inside.map(|exponent| Tick { at: exponent.log10(), label: format!("10^{exponent}") }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_have_numbers_and_names_and_equal_ones_share_a_label() {
        let point = |name: &str, x, y| NumberedPoint {
            name: name.to_owned(),
            x,
            y,
            marker: Marker::Disc { radius: 4.0, color: super::super::PRIMARY },
        };
        let points =
            [point("Chess", 46.0, 123.0), point("Renju", 105.0, 70.0), point("Go-Moku", 105.0, 70.0)];
        let svg = exponents("Games", ["states", "games"], &points);
        for text in [">1<", ">2, 3<", ">Chess<", ">Go-Moku<", ">10^100<", ">states<", ">games<"] {
            assert!(svg.contains(text), "{text}");
        }
        assert_eq!(svg.matches("<circle").count(), 3);
        // Once in the legend, never alone in the plot.
        assert_eq!(svg.matches(">3<").count(), 1);
    }
}
