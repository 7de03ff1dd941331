//! Win rates whose highest point is known, for tests and for the comparison in `docs/tuning.md`.

use super::regression::{Sample, logistic};
use super::sampler::RealSampler;
use super::tuner::Tuner;

/// A win rate over coordinates from 0 to 1.
#[derive(Clone, Copy, Debug)]
pub struct Landscape {
    /// The name in tables.
    pub name: &'static str,
    /// Number of coordinates.
    pub dimensions: usize,
    /// Where the win rate is highest; anywhere, if it is flat.
    pub highest: [f64; 4],
    logit: fn(&[f64]) -> f64,
}

/// All of them.
pub const LANDSCAPES: [Landscape; 7] = [
    // A hill of 70 % that falls to about 8 % at the far end.
    Landscape { name: "quadratic 1", dimensions: 1, highest: [0.3, 0.0, 0.0, 0.0], logit: quadratic },
    Landscape { name: "quadratic 2", dimensions: 2, highest: [0.3, 0.6, 0.0, 0.0], logit: quadratic },
    Landscape { name: "quadratic 4", dimensions: 4, highest: [0.3, 0.6, 0.45, 0.7], logit: quadratic },
    // Steep on one side and flat on the other, as constants of a search often are (Coulom's "log").
    Landscape { name: "steep 1", dimensions: 1, highest: [0.25, 0.0, 0.0, 0.0], logit: steep },
    // A ridge across: two coordinates that have to move together.
    Landscape { name: "ridge 2", dimensions: 2, highest: [0.4, 0.6, 0.0, 0.0], logit: ridge },
    Landscape { name: "edge 2", dimensions: 2, highest: [1.0, 0.5, 0.0, 0.0], logit: edge },
    Landscape { name: "flat 2", dimensions: 2, highest: [0.5, 0.5, 0.0, 0.0], logit: |_| 0.3 },
];

fn quadratic(point: &[f64]) -> f64 {
    let highest = [0.3, 0.6, 0.45, 0.7];
    0.85 - 7.0 * point.iter().zip(highest).map(|(u, h)| (u - h).powi(2)).sum::<f64>()
}

fn steep(point: &[f64]) -> f64 {
    // x² in the logarithm of a coordinate that spans a factor of 17.
    let x = (point[0] + 0.0625).ln() - 0.3125f64.ln();
    0.85 - 1.2 * x * x
}

fn ridge(point: &[f64]) -> f64 {
    let (along, across) = (point[0] + point[1] - 1.0, point[1] - point[0] - 0.2);
    0.85 - 12.0 * along.powi(2) - 2.0 * across.powi(2) - 20.0 * across.powi(4)
}

fn edge(point: &[f64]) -> f64 {
    0.85 - 1.5 * (1.0 - point[0]) - 5.0 * (point[1] - 0.5).powi(2)
}

impl Landscape {
    /// The one of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        LANDSCAPES.iter().find(|landscape| landscape.name == name)
    }

    /// The win rate at a point.
    #[must_use]
    pub fn win_rate(&self, point: &[f64]) -> f64 {
        logistic((self.logit)(point))
    }

    /// Difference between the highest win rate and that of a point.
    #[must_use]
    pub fn regret(&self, point: &[f64]) -> f64 {
        self.win_rate(&self.highest[..self.dimensions]) - self.win_rate(point)
    }

    /// Distance of a point from the highest.
    #[must_use]
    pub fn distance(&self, point: &[f64]) -> f64 {
        point.iter().zip(self.highest).map(|(u, h)| (u - h).powi(2)).sum::<f64>().sqrt()
    }

    /// Lets a tuner try points one after another, two games at each, until this many are known.
    pub fn play(&self, tuner: &mut Tuner, seed: u64, games: u64, samples: &mut Vec<(u64, Sample)>) {
        for number in samples.len() as u64..games / 2 {
            let point = tuner.next(number, samples);
            let mut sampler = RealSampler::new(!seed, number);
            let rate = self.win_rate(&point);
            let won = |sampler: &mut RealSampler| f64::from(u8::from(sampler.unit() < rate));
            let points = won(&mut sampler) + won(&mut sampler);
            samples.push((number, Sample { point, points, games: 2.0 }));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_higher_than_the_highest_point() {
        let mut sampler = RealSampler::new(1, 1);
        for landscape in &LANDSCAPES {
            for _ in 0..10_000 {
                let point = sampler.point(landscape.dimensions);
                assert!(landscape.regret(&point) >= -1e-12, "{} {point:?}", landscape.name);
            }
        }
    }
}
