//! Results of tuning as a standalone SVG picture: for each parameter the estimate over the samples, and the
//! fitted win rate with the results in bins.

use catena_core::chart::{Anchor, Axis, Chart, Marker, Plot, Tick};

use super::findings::Findings;
use super::regression::{Sample, features, logistic};
use super::space::{Dimension, Space};
use super::tuner::Tuner;

const WIDTH: f64 = 860.0;
const ROW: f64 = 220.0;
const TOP: f64 = 60.0;
const BINS: usize = 12;
/// Estimates on the way that are shown.
const ESTIMATES: usize = 40;

/// Two plots for each parameter.
#[must_use]
pub fn svg(
    title: &str,
    space: &Space,
    tuner: &Tuner,
    samples: &[(u64, Sample)],
    findings: &Findings,
) -> String {
    let height = TOP + ROW * space.dimensions().len() as f64 + 10.0;
    let mut chart = Chart::new(title, 24.0, WIDTH, height);
    let estimates = estimates(tuner, samples);
    for (i, dimension) in space.dimensions().iter().enumerate() {
        let top = TOP + ROW * i as f64 + 14.0;
        let bottom = top + ROW - 60.0;
        let x = Axis { low: 0.0, high: samples.len().max(1) as f64 };
        let left = Plot { left: 80.0, right: 400.0, top, bottom, x, y: Axis::UNIT };
        over_samples(&mut chart, &left, i, dimension, &estimates);
        let right = Plot { left: 480.0, right: 830.0, top, bottom, x: Axis::UNIT, y: Axis::UNIT };
        win_rate(&mut chart, &right, i, dimension, samples, findings);
    }
    chart.finish()
}

/// The estimate after more and more samples.
fn estimates(tuner: &Tuner, samples: &[(u64, Sample)]) -> Vec<(usize, Vec<f64>)> {
    let steps = ESTIMATES.min(samples.len());
    let count = |step: usize| samples.len() * step / steps.max(1);
    (1..=steps).map(|step| (count(step), tuner.estimate(&samples[..count(step)]))).collect()
}

fn over_samples(chart: &mut Chart, plot: &Plot, i: usize, d: &Dimension, estimates: &[(usize, Vec<f64>)]) {
    let title = format!("{}, estimate over pairs of games", d.name);
    chart.text((plot.left, plot.top - 8.0), Anchor::Start, &title);
    plot.x_grid(chart, &plot.x.ticks());
    plot.y_grid(chart, &values(d), None);
    chart.series(&plot.points(estimates.iter().map(|(count, point)| (*count as f64, point[i]))));
}

/// Values of a parameter at places of its axis.
fn values(d: &Dimension) -> Vec<Tick> {
    [0.0, 0.25, 0.5, 0.75, 1.0].map(|u| Tick { at: u, label: d.text(u) }).into()
}

/// The win rate along one parameter, all others at the estimate, with its interval; and the mean
/// score of samples in bins by their weights, larger where there is more weight.
fn win_rate(
    chart: &mut Chart,
    plot: &Plot,
    i: usize,
    d: &Dimension,
    samples: &[(u64, Sample)],
    findings: &Findings,
) {
    let title = format!("{}, win rate and interval", d.name);
    chart.text((plot.left, plot.top - 8.0), Anchor::Start, &title);
    plot.x_grid(chart, &values(d));
    plot.y_grid(chart, &Tick::quarters(" %"), Some(0.5));
    let at = |u: f64| {
        let mut point = findings.point.clone();
        point[i] = u;
        let fit = &findings.local.fit;
        (fit.quadratic.at(&point), 1.96 * fit.deviation(&features(&point)))
    };
    let rate = |deviations: f64| {
        let pair = |u: f64| {
            let (logit, off) = at(u);
            (u, logistic(logit + deviations * off))
        };
        plot.points((0..=40).map(|step| pair(f64::from(step) / 40.0)))
    };
    let band: Vec<_> = rate(-1.0).into_iter().chain(rate(1.0).into_iter().rev()).collect();
    chart.area(&band);
    chart.series(&rate(0.0));
    for (u, score, share) in bins(i, samples, &findings.local.weights) {
        chart.mark(plot.at(u, score), Marker::FaintDisc { radius: 2.0 + 6.0 * share.sqrt() }, "");
    }
    let best = findings.point[i];
    chart.dashed_rule(plot.at(best, 0.0), plot.at(best, 1.0));
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
