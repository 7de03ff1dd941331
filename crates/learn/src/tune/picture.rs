//! What tuning has found as a standalone SVG picture: for each parameter the estimate over the
//! samples, and the fitted win rate with the results in bins.

use std::fmt::Write;

use catena_arena::plot::{BACKGROUND, GRID, INK, OURS, THEIRS, escaped, number, ticks};

use super::findings::Findings;
use super::regression::{Sample, features, logistic};
use super::space::{Dimension, Space};
use super::tuner::Tuner;

const WIDTH: f64 = 860.0;
const ROW: f64 = 220.0;
const TOP: f64 = 60.0;
const BINS: usize = 12;
/// How often the estimate is made anew for its course.
const COURSE: usize = 40;

/// A rectangle with two axes.
struct Panel {
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
    x: (f64, f64),
    y: (f64, f64),
}

impl Panel {
    fn at(&self, x: f64, y: f64) -> (f64, f64) {
        let share = |value: f64, (low, high): (f64, f64)| ((value - low) / (high - low)).clamp(0.0, 1.0);
        (
            self.left + (self.right - self.left) * share(x, self.x),
            self.bottom - (self.bottom - self.top) * share(y, self.y),
        )
    }

    fn line(&self, points: &[(f64, f64)]) -> String {
        let place = |&(x, y): &(f64, f64)| {
            let (x, y) = self.at(x, y);
            format!("{x:.1},{y:.1}")
        };
        points.iter().map(place).collect::<Vec<_>>().join(" ")
    }

    /// Frame, marks at both axes and what is shown.
    fn frame(&self, title: &str, x: &[(f64, String)], y: &[(f64, String)]) -> String {
        let Self { left, right, top, bottom, .. } = self;
        let mut svg = format!("<text x=\"{left:.1}\" y=\"{:.1}\">{}</text>\n", top - 8.0, escaped(title));
        let mut put = |text: std::fmt::Arguments<'_>| svg.write_fmt(text).expect("a string takes all text");
        for (value, label) in x {
            let (x, _) = self.at(*value, 0.0);
            put(format_args!(
                "<line x1=\"{x:.1}\" y1=\"{top:.1}\" x2=\"{x:.1}\" y2=\"{bottom:.1}\" stroke=\"{GRID}\"/>\
                 <text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\" font-size=\"11\">{label}</text>\n",
                bottom + 15.0
            ));
        }
        for (value, label) in y {
            let (_, y) = self.at(0.0, *value);
            put(format_args!(
                "<line x1=\"{left:.1}\" y1=\"{y:.1}\" x2=\"{right:.1}\" y2=\"{y:.1}\" stroke=\"{GRID}\"/>\
                 <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\" font-size=\"11\">{label}</text>\n",
                left - 5.0,
                y + 4.0
            ));
        }
        svg
    }
}

/// Draws it. The same samples give the same text.
#[must_use]
pub fn svg(
    title: &str,
    space: &Space,
    tuner: &Tuner,
    samples: &[(u64, Sample)],
    findings: &Findings,
) -> String {
    let height = TOP + ROW * space.dimensions().len() as f64 + 10.0;
    let title = escaped(title);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" \
         height=\"{height}\" font-family=\"Helvetica, Arial, sans-serif\" font-size=\"13\" fill=\"{INK}\">\n\
         <title>{title}</title>\n<rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"{BACKGROUND}\"/>\n\
         <text x=\"24\" y=\"28\" font-size=\"15\" font-weight=\"bold\">{title}</text>\n"
    );
    let course = course(tuner, samples);
    for (i, dimension) in space.dimensions().iter().enumerate() {
        let top = TOP + ROW * i as f64 + 14.0;
        svg.push_str(&over_samples(i, dimension, &course, samples.len(), top));
        svg.push_str(&curve(i, dimension, samples, findings, top));
    }
    svg.push_str("</svg>\n");
    svg
}

/// The estimate after more and more samples.
fn course(tuner: &Tuner, samples: &[(u64, Sample)]) -> Vec<(usize, Vec<f64>)> {
    let steps = COURSE.min(samples.len());
    let count = |step: usize| samples.len() * step / steps.max(1);
    (1..=steps).map(|step| (count(step), tuner.estimate(&samples[..count(step)]))).collect()
}

fn over_samples(i: usize, d: &Dimension, course: &[(usize, Vec<f64>)], samples: usize, top: f64) -> String {
    let end = samples.max(1) as f64;
    let panel =
        Panel { left: 80.0, right: 400.0, top, bottom: top + ROW - 60.0, x: (0.0, end), y: (0.0, 1.0) };
    let x: Vec<_> = ticks(0.0, end).into_iter().map(|tick| (tick, number(tick))).collect();
    let mut svg = panel.frame(&format!("{}, estimate over pairs of games", d.name), &x, &marks(d));
    let points: Vec<(f64, f64)> = course.iter().map(|(count, point)| (*count as f64, point[i])).collect();
    let line = panel.line(&points);
    svg.push_str(&format!(
        "<polyline points=\"{line}\" fill=\"none\" stroke=\"{OURS}\" stroke-width=\"2\"/>\n"
    ));
    svg
}

/// Values of a parameter at places of its axis.
fn marks(d: &Dimension) -> Vec<(f64, String)> {
    [0.0, 0.25, 0.5, 0.75, 1.0].map(|u| (u, d.text(u))).into()
}

/// The win rate along one parameter, all others at the estimate, with its interval; and the mean
/// score of samples in bins by their weights, larger where there is more weight.
fn curve(i: usize, d: &Dimension, samples: &[(u64, Sample)], findings: &Findings, top: f64) -> String {
    let panel =
        Panel { left: 480.0, right: 830.0, top, bottom: top + ROW - 60.0, x: (0.0, 1.0), y: (0.0, 1.0) };
    let y: Vec<_> = [0.0, 0.25, 0.5, 0.75, 1.0].map(|p| (p, format!("{:.0} %", 100.0 * p))).into();
    let mut svg = panel.frame(&format!("{}, win rate and interval", d.name), &marks(d), &y);
    let at = |u: f64| {
        let mut point = findings.point.clone();
        point[i] = u;
        let fit = &findings.local.fit;
        (fit.quadratic.at(&point), 1.96 * fit.deviation(&features(&point)))
    };
    let places: Vec<f64> = (0..=40).map(|step| f64::from(step) / 40.0).collect();
    let rate = |side: f64| {
        places.iter().map(move |&u| {
            let (logit, off) = at(u);
            (u, logistic(logit + side * off))
        })
    };
    let band: Vec<(f64, f64)> = rate(-1.0).chain(rate(1.0).collect::<Vec<_>>().into_iter().rev()).collect();
    let middle: Vec<(f64, f64)> = rate(0.0).collect();
    svg.push_str(&format!(
        "<polygon points=\"{}\" fill=\"{OURS}\" fill-opacity=\"0.15\"/>\n\
         <polyline points=\"{}\" fill=\"none\" stroke=\"{OURS}\" stroke-width=\"2\"/>\n",
        panel.line(&band),
        panel.line(&middle)
    ));
    for (u, score, share) in bins(i, samples, &findings.local.weights) {
        let (x, y) = panel.at(u, score);
        let radius = 2.0 + 6.0 * share.sqrt();
        svg.push_str(&format!(
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\" fill=\"{THEIRS}\" fill-opacity=\"0.7\"/>\n"
        ));
    }
    let (x, _) = panel.at(findings.point[i], 0.0);
    svg.push_str(&format!(
        "<line x1=\"{x:.1}\" y1=\"{:.1}\" x2=\"{x:.1}\" y2=\"{:.1}\" stroke=\"{INK}\" stroke-dasharray=\"4 3\"/>\n",
        panel.top, panel.bottom
    ));
    svg
}

/// Middle, mean score and share of the weight of each bin that has some.
fn bins(i: usize, samples: &[(u64, Sample)], weights: &[f64]) -> Vec<(f64, f64, f64)> {
    let mut sums = [[0.0; 3]; BINS];
    for ((_, sample), weight) in samples.iter().zip(weights) {
        let bin = ((sample.point[i] * BINS as f64) as usize).min(BINS - 1);
        sums[bin][0] += weight * sample.points;
        sums[bin][1] += weight * sample.games;
        sums[bin][2] += weight;
    }
    let all: f64 = sums.iter().map(|sum| sum[2]).sum();
    let middle = |bin: usize| (bin as f64 + 0.5) / BINS as f64;
    let known = sums.iter().enumerate().filter(|(_, sum)| sum[2] > 0.01 * all);
    known.map(|(bin, sum)| (middle(bin), sum[0] / sum[1], sum[2] / all)).collect()
}
