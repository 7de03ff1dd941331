//! Results of tuning: the best values, their uncertainty, and their strength.

use catena_arena::stats::{Interval, elo_of_score};

use super::clop::Local;
use super::regression::{Sample, features, logistic};
use super::sampler::RealSampler;
use super::space::Space;
use super::tuner::{Method, Tuner, plain};

/// Elo of a logit of 1.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;
/// Quantile of the normal distribution for 95 % on both sides.
const Z: f64 = 1.959_964;

/// Estimate of one parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct Estimated {
    /// Its name.
    pub name: String,
    /// The best value.
    pub value: f64,
    /// As it is given to a player.
    pub text: String,
    /// Where the best value lies; SPSA does not say.
    pub interval: Option<Interval>,
    /// Elo that are lost a tenth of the range away from the best value, by the bend of the fitted
    /// function; below 0 if it does not bend down.
    pub sensitivity: f64,
    /// Where that lies.
    pub sensitivity_interval: Interval,
}

/// An Elo difference.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gain {
    /// The difference.
    pub elo: f64,
    /// Where it lies.
    pub interval: Interval,
}

/// All that is known.
#[derive(Clone, Debug)]
pub struct Findings {
    /// Each parameter.
    pub parameters: Vec<Estimated>,
    /// The estimate as coordinates from 0 to 1.
    pub point: Vec<f64>,
    /// Pairs of games.
    pub samples: usize,
    /// The sum of the weights of the samples: how many of them the estimate is of.
    pub weight: f64,
    /// The win rate at the estimate against the opponent.
    pub win_rate: f64,
    /// Where it lies.
    pub win_rate_interval: Interval,
    /// Against what the player has without tuning, if that lies in the range.
    pub gain: Option<Gain>,
    /// Covariance of where the highest point may be, in coordinates from 0 to 1: with the estimate,
    /// the ellipsoid of the confidence region.
    pub covariance: Vec<Vec<f64>>,
    /// The regression.
    pub local: Local,
}

impl Findings {
    /// From all samples, in the order of their numbers.
    #[must_use]
    pub fn new(space: &Space, tuner: &Tuner, samples: &[(u64, Sample)]) -> Self {
        let local = tuner.regression(samples);
        let point = tuner.estimate_by(samples, &local);
        let region = highest_points(&local, &plain(samples), &point);
        let parameters = (space.dimensions().iter().enumerate())
            .map(|(i, dimension)| {
                let mut along: Vec<f64> = region.iter().map(|there| there[i]).collect();
                along.sort_by(f64::total_cmp);
                // The estimate is the mean of the samples, which a steep edge moves inward. Fewer samples than
                // the function has coefficients say nothing of where it is highest.
                let (low, high) = if samples.len() > features(&point).len() {
                    (quantile(&along, 0.025).min(point[i]), quantile(&along, 0.975).max(point[i]))
                } else {
                    (0.0, 1.0)
                };
                let interval = Interval { low: dimension.value(low), high: dimension.value(high) };
                let bend = |square: f64| -ELO * square * 0.2f64.powi(2);
                let (square, off) = (local.fit.quadratic.square(i), Z * local.fit.square_deviation(i));
                Estimated {
                    name: dimension.name.clone(),
                    value: dimension.value(point[i]),
                    text: dimension.text(point[i]),
                    interval: (tuner.method() != Method::Spsa).then_some(interval),
                    sensitivity: bend(square),
                    sensitivity_interval: Interval { low: bend(square + off), high: bend(square - off) },
                }
            })
            .collect();
        let there = features(&point);
        let (logit, off) = (local.fit.quadratic.at(&point), Z * local.fit.deviation(&there));
        let gain = space.has_start().then(|| {
            let start = space.start();
            let apart: Vec<f64> = there.iter().zip(features(&start)).map(|(a, b)| a - b).collect();
            let (more, off) = (logit - local.fit.quadratic.at(&start), Z * local.fit.deviation(&apart));
            Gain { elo: ELO * more, interval: Interval { low: ELO * (more - off), high: ELO * (more + off) } }
        });
        Self {
            parameters,
            samples: samples.len(),
            weight: local.weights.iter().sum(),
            win_rate: logistic(logit),
            win_rate_interval: Interval { low: logistic(logit - off), high: logistic(logit + off) },
            gain,
            covariance: covariance(&region, point.len()),
            point,
            local,
        }
    }

    /// The Elo difference to the opponent at the estimate, and where it lies.
    #[must_use]
    pub fn elo(&self) -> Gain {
        let Interval { low, high } = self.win_rate_interval;
        let interval = Interval { low: elo_of_score(low), high: elo_of_score(high) };
        Gain { elo: elo_of_score(self.win_rate), interval }
    }
}

/// Where the highest point may be: that of many functions of the posterior, each among the samples
/// that are not confidently below the mean. Farther away a local fit knows nothing.
fn highest_points(local: &Local, samples: &[Sample], point: &[f64]) -> Vec<Vec<f64>> {
    const SAMPLES: usize = 400;
    let near = (-1.0f64).exp();
    let known = samples.iter().zip(&local.weights).filter(|(_, weight)| **weight >= near);
    let mut places: Vec<&[f64]> = known.map(|(sample, _)| sample.point.as_slice()).collect();
    places.push(point);
    let rows: Vec<Vec<f64>> = places.iter().map(|place| features(place)).collect();
    let mut sampler = RealSampler::new(1, samples.len() as u64);
    let sampled = (0..SAMPLES).map(|_| {
        let normal: Vec<f64> = rows[0].iter().map(|_| sampler.normal()).collect();
        let quadratic = local.fit.sampled(&normal);
        let logit = |row: &[f64]| quadratic.coefficients().iter().zip(row).map(|(b, x)| b * x).sum::<f64>();
        let best = (0..rows.len()).max_by(|&a, &b| logit(&rows[a]).total_cmp(&logit(&rows[b])));
        places[best.expect("the estimate is a place")].to_vec()
    });
    sampled.collect()
}

fn quantile(sorted: &[f64], share: f64) -> f64 {
    sorted[((sorted.len() - 1) as f64 * share).round() as usize]
}

fn covariance(points: &[Vec<f64>], dimensions: usize) -> Vec<Vec<f64>> {
    let count = points.len() as f64;
    let mean = |i: usize| points.iter().map(|point| point[i]).sum::<f64>() / count;
    let means: Vec<f64> = (0..dimensions).map(mean).collect();
    let pair = |i: usize, j: usize| {
        points.iter().map(|point| (point[i] - means[i]) * (point[j] - means[j])).sum::<f64>() / count
    };
    (0..dimensions).map(|i| (0..dimensions).map(|j| pair(i, j)).collect()).collect()
}
