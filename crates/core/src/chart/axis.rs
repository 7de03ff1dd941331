//! Axes: from numbers to places on the page, with ticks and grid lines.

use super::{Anchor, Chart, GRID, INK, Point, STRONG_GRID};

/// Pixels from a text's base line to the middle of its small letters.
const HALF_LINE: f64 = 4.5;

/// The numbers at the two ends of an axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Axis {
    /// At the left or lower end.
    pub low: f64,
    /// At the other end.
    pub high: f64,
}

impl Axis {
    /// Probabilities.
    pub const UNIT: Self = Self { low: 0.0, high: 1.0 };

    /// Where a number lies between the ends, which it does not leave.
    fn share(self, value: f64) -> f64 {
        ((value - self.low) / (self.high - self.low)).clamp(0.0, 1.0)
    }

    /// An axis that shows all finite numbers, with a margin.
    #[must_use]
    pub fn around(values: impl Iterator<Item = f64>) -> Self {
        let finite = values.filter(|value| value.is_finite());
        let (low, high) = finite
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
        if low > high {
            return Self::UNIT;
        }
        let margin = ((high - low) * 0.06).max(1e-3 * high.abs()).max(1e-6);
        Self { low: low - margin, high: high + margin }
    }

    /// About six round numbers on the axis.
    #[must_use]
    pub fn ticks(self) -> Vec<Tick> {
        let positions = tick_positions(self.low, self.high);
        positions.into_iter().map(|at| Tick { at, label: number(at) }).collect()
    }
}

/// A labeled place of an axis.
#[derive(Clone, Debug, PartialEq)]
pub struct Tick {
    /// The number that it stands for.
    pub at: f64,
    /// Text beside the tick.
    pub label: String,
}

impl Tick {
    /// Every quarter of an axis of probabilities, in percent.
    #[must_use]
    pub fn quarters(unit: &str) -> Vec<Self> {
        let tick = |percent: u32| Self { at: f64::from(percent) / 100.0, label: format!("{percent}{unit}") };
        [0, 25, 50, 75, 100].map(tick).into()
    }
}

/// A rectangle of the page with two axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plot {
    /// Its left edge on the page.
    pub left: f64,
    /// Its right edge.
    pub right: f64,
    /// Its upper edge.
    pub top: f64,
    /// Its lower edge.
    pub bottom: f64,
    /// From left to right.
    pub x: Axis,
    /// From below to above.
    pub y: Axis,
}

impl Plot {
    /// Where a pair of numbers is on the page.
    #[must_use]
    pub fn at(&self, x: f64, y: f64) -> Point {
        (
            self.left + (self.right - self.left) * self.x.share(x),
            self.bottom - (self.bottom - self.top) * self.y.share(y),
        )
    }

    /// Where pairs of numbers are on the page.
    #[must_use]
    pub fn points(&self, pairs: impl IntoIterator<Item = (f64, f64)>) -> Vec<Point> {
        pairs.into_iter().map(|(x, y)| self.at(x, y)).collect()
    }

    /// Upright grid lines with labels below.
    pub fn x_grid(&self, chart: &mut Chart, ticks: &[Tick]) {
        for tick in ticks {
            let (x, _) = self.at(tick.at, self.y.low);
            chart.rule((x, self.top), (x, self.bottom), GRID);
            chart.text((x, self.bottom + 18.0), Anchor::Middle, &tick.label);
        }
    }

    /// A line below with ticks and labels, `gap` pixels under the plot.
    pub fn x_axis(&self, chart: &mut Chart, ticks: &[Tick], gap: f64) {
        let y = self.bottom + gap;
        chart.rule((self.left, y), (self.right, y), INK);
        for tick in ticks {
            let (x, _) = self.at(tick.at, self.y.low);
            chart.rule((x, y), (x, y + 5.0), INK);
            chart.text((x, y + 20.0), Anchor::Middle, &tick.label);
        }
    }

    /// Level grid lines with labels at the left; that at `strong` is darker.
    pub fn y_grid(&self, chart: &mut Chart, ticks: &[Tick], strong: Option<f64>) {
        for tick in ticks {
            let (_, y) = self.at(self.x.low, tick.at);
            let color = if strong == Some(tick.at) { STRONG_GRID } else { GRID };
            chart.rule((self.left, y), (self.right, y), color);
            chart.text((self.left - 8.0, y + HALF_LINE), Anchor::End, &tick.label);
        }
    }

    /// Writes the title of the horizontal axis, `below` pixels under the plot.
    pub fn x_label(&self, chart: &mut Chart, below: f64, text: &str) {
        chart.text((f64::midpoint(self.left, self.right), self.bottom + below), Anchor::Middle, text);
    }
}

/// About six round numbers between two ends.
#[must_use]
pub fn tick_positions(low: f64, high: f64) -> Vec<f64> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_numbers() {
        let labels = |low, high| Axis { low, high }.ticks().into_iter().map(|t| t.label).collect::<Vec<_>>();
        assert_eq!(labels(0.0, 1.0), ["0", "0.2", "0.4", "0.6", "0.8", "1"]);
        assert_eq!(labels(-310.0, 26.0), ["-300", "-200", "-100", "0"]);
    }

    #[test]
    fn axes_show_all_finite_numbers() {
        assert_eq!(Axis::around([].into_iter()), Axis::UNIT);
        let axis = Axis::around([f64::INFINITY, 3.0, 5.0, f64::NAN].into_iter());
        assert!(axis.low < 3.0 && axis.low > 2.0 && axis.high > 5.0 && axis.high < 6.0, "{axis:?}");
        let alone = Axis::around([-40.0].into_iter());
        assert!(alone.low < -40.0 && alone.high > -40.0 && alone.high < -39.0, "{alone:?}");
    }

    #[test]
    fn plots_place_numbers_and_keep_them_inside() {
        let plot = Plot { left: 10.0, right: 110.0, top: 20.0, bottom: 70.0, x: Axis::UNIT, y: Axis::UNIT };
        assert_eq!(plot.at(0.5, 0.0), (60.0, 70.0));
        assert_eq!(plot.at(7.0, 1.0), (110.0, 20.0));
        let plot = Plot { x: Axis { low: -2.0, high: 6.0 }, ..plot };
        assert_eq!([-2.0, 0.0, 6.0].map(|x| plot.at(x, 0.5)), [(10.0, 45.0), (35.0, 45.0), (110.0, 45.0)]);
    }
}
