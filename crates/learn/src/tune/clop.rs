//! CLOP: confident local optimization (Coulom 2011).
//!
//! Samples whose estimated value is confidently below the mean of all samples lose their weight;
//! what is left is close enough to the highest point for a quadratic function to fit.

use super::regression::{Quadratic, QuadraticFit, Sample, features, logistic};
use super::sampler::RealSampler;

/// Coulom's H: how many standard deviations of the mean take a weight down by a factor of e.
pub const SHARPNESS: f64 = 3.0;

/// Regression where it matters: the last fit, and the weights that led to it.
#[derive(Clone, Debug)]
pub struct Local {
    /// The quadratic function of the samples with their weights.
    pub fit: QuadraticFit,
    /// The weight of each sample.
    pub weights: Vec<f64>,
    /// Steps that the weights came from; the lowest counts.
    steps: Vec<Step>,
}

/// A quadratic function beside the mean of the samples that it came from.
#[derive(Clone, Debug)]
struct Step {
    quadratic: Quadratic,
    mean: f64,
    deviation: f64,
}

impl Step {
    /// Logarithm of the weight of a point.
    fn log_weight(&self, logit: f64) -> f64 {
        (logit - self.mean) / (SHARPNESS * self.deviation)
    }
}

impl Local {
    /// Fits and takes weights away in turn until little changes.
    #[must_use]
    pub fn new(dimensions: usize, samples: &[Sample]) -> Self {
        let rows: Vec<Vec<f64>> = samples.iter().map(|sample| features(&sample.point)).collect();
        let mut weights = vec![1.0; samples.len()];
        let mut fit = QuadraticFit::of_rows(dimensions, &rows, samples, &weights, None);
        let mut steps: Vec<Step> = Vec::new();
        let mut sum = samples.len() as f64;
        // Each round takes away a hundredth at least, and weights end where the mean of what is left
        // is too uncertain to be confident about anything.
        while !samples.is_empty() {
            let (mean, deviation) = mean(samples, &weights);
            let step = Step { quadratic: fit.quadratic.clone(), mean, deviation };
            for (weight, sample) in weights.iter_mut().zip(samples) {
                *weight = weight.min(step.log_weight(step.quadratic.at(&sample.point)).exp());
            }
            steps.push(step);
            fit = QuadraticFit::of_rows(dimensions, &rows, samples, &weights, Some(&fit.quadratic));
            let left: f64 = weights.iter().sum();
            if left > 0.99 * sum {
                break;
            }
            sum = left;
        }
        Self { fit, weights, steps }
    }

    /// All samples count in full: regression without a locality.
    #[must_use]
    pub fn everywhere(dimensions: usize, samples: &[Sample]) -> Self {
        let weights = vec![1.0; samples.len()];
        let fit = QuadraticFit::new(dimensions, samples, &weights, None);
        Self { fit, weights, steps: Vec::new() }
    }

    /// The weight of any point, from 0 to 1.
    #[must_use]
    pub fn weight(&self, point: &[f64]) -> f64 {
        self.log_weight(point).exp()
    }

    fn log_weight(&self, point: &[f64]) -> f64 {
        let x = features(point);
        let logit = |q: &Quadratic| q.coefficients().iter().zip(&x).map(|(b, x)| b * x).sum::<f64>();
        self.steps.iter().map(|step| step.log_weight(logit(&step.quadratic))).fold(0.0, f64::min)
    }

    /// The mean of the samples by their weights, which Coulom found better than the highest point of
    /// the function; the middle without samples.
    #[must_use]
    pub fn mean(&self, dimensions: usize, samples: &[Sample]) -> Vec<f64> {
        let sum: f64 = self.weights.iter().sum();
        if sum <= 0.0 {
            return vec![0.5; dimensions];
        }
        let mean =
            |i: usize| samples.iter().zip(&self.weights).map(|(s, w)| w * s.point[i]).sum::<f64>() / sum;
        (0..dimensions).map(mean).collect()
    }

    /// A point whose density is its weight, by slice sampling from one of the samples.
    pub(super) fn sample(
        &self,
        dimensions: usize,
        samples: &[Sample],
        sampler: &mut RealSampler,
    ) -> Vec<f64> {
        const SWEEPS: usize = 8;
        let Some(start) = sampler.weighted(&self.weights) else { return sampler.point(dimensions) };
        let mut point = samples[start].point.clone();
        for _ in 0..SWEEPS {
            for i in 0..dimensions {
                let level = self.log_weight(&point) + (1.0 - sampler.unit()).ln();
                let here = point[i];
                let (mut low, mut high) = (0.0, 1.0);
                // The slice shrinks toward where it is known to be, so this ends.
                loop {
                    point[i] = low + (high - low) * sampler.unit();
                    if self.log_weight(&point) >= level || high - low < 1e-12 {
                        break;
                    }
                    if point[i] < here {
                        low = point[i];
                    } else {
                        high = point[i];
                    }
                }
            }
        }
        point
    }
}

/// The logit of the mean score of all samples by their weights, and its standard deviation: the
/// regression with a constant alone, a drawn game being the prior.
fn mean(samples: &[Sample], weights: &[f64]) -> (f64, f64) {
    let sum = |f: &dyn Fn(&Sample) -> f64| samples.iter().zip(weights).map(|(s, w)| w * f(s)).sum::<f64>();
    let (points, games) = (0.5 + sum(&|sample| sample.points), 1.0 + sum(&|sample| sample.games));
    let score = points / games;
    let logit = (score / (1.0 - score)).ln();
    debug_assert!((logistic(logit) - score).abs() < 1e-9);
    (logit, (games * score * (1.0 - score)).powf(-0.5))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hill(count: u32) -> Vec<Sample> {
        // Scores as expected, without noise: the highest point is at 0.7.
        (0..count)
            .map(|i| {
                let u = (f64::from(i) + 0.5) / f64::from(count);
                Sample { point: vec![u], points: 2.0 * logistic(1.0 - 12.0 * (u - 0.7).powi(2)), games: 2.0 }
            })
            .collect()
    }

    #[test]
    fn far_samples_lose_their_weight_and_near_ones_keep_it() {
        let samples = hill(1000);
        let local = Local::new(1, &samples);
        assert!(local.weight(&[0.7]) == 1.0 && local.weight(&[0.6]) > 0.5);
        assert!(local.weight(&[0.1]) < 1e-3, "{}", local.weight(&[0.1]));
        let all = samples.iter().zip(&local.weights).all(|(s, &w)| (local.weight(&s.point) - w).abs() < 1e-9);
        assert!(all, "the weights of samples are those of their points");
        // The more samples, the closer it looks.
        let share = |count: u32| {
            let local = Local::new(1, &hill(count));
            local.weights.iter().sum::<f64>() / f64::from(count)
        };
        assert!(share(4000) < share(400) && share(400) < share(40));
    }

    #[test]
    fn points_are_sampled_by_their_weight() {
        let samples = hill(300);
        let local = Local::new(1, &samples);
        let mut sampler = RealSampler::new(5, 0);
        let mut bins = [0.0; 10];
        for _ in 0..5000 {
            bins[(10.0 * local.sample(1, &samples, &mut sampler)[0]) as usize] += 1.0 / 5000.0;
        }
        let density: Vec<f64> = (0..10)
            .map(|bin| (0..100).map(|i| local.weight(&[(f64::from(bin * 100 + i) + 0.5) / 1000.0])).sum())
            .collect();
        let sum: f64 = density.iter().sum();
        for (bin, density) in bins.iter().zip(&density) {
            assert!((bin - density / sum).abs() < 0.02, "{bins:?} {density:?}");
        }
    }

    #[test]
    fn nothing_known_means_anywhere() {
        let local = Local::new(2, &[]);
        assert_eq!((local.weight(&[0.0, 1.0]), local.mean(2, &[])), (1.0, vec![0.5, 0.5]));
    }
}
