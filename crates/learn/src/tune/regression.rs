//! Quadratic logistic regression: the logit of the win rate is a quadratic function of the
//! parameters, found as the maximum of the posterior with a normal prior.

use super::matrix::Cholesky;

/// Precision of the prior of each coefficient: weak, but enough that a few results that can be
/// told apart by a line do not make infinite slopes.
pub const PRIOR: f64 = 0.1;

/// Results measured at a point.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// Where, each coordinate from 0 to 1.
    pub point: Vec<f64>,
    /// Points scored there, a draw being half a point.
    pub points: f64,
    /// In this many games.
    pub games: f64,
}

/// A quadratic function of the coordinates: the win rate's logit.
#[derive(Clone, Debug, PartialEq)]
pub struct Quadratic {
    dimensions: usize,
    /// Of 1, of each coordinate, and of each product of two, in the order of [`features`].
    coefficients: Vec<f64>,
}

/// A quadratic function with its uncertainty.
#[derive(Clone, Debug)]
pub struct QuadraticFit {
    /// The most likely one.
    pub quadratic: Quadratic,
    /// The precision of the coefficients around it, factored.
    precision: Cholesky,
}

/// Number of coefficients of a quadratic function.
#[must_use]
pub const fn coefficients(dimensions: usize) -> usize {
    1 + dimensions + dimensions * (dimensions + 1) / 2
}

/// 1, the coordinates from -1 to 1, and their products.
#[must_use]
pub fn features(point: &[f64]) -> Vec<f64> {
    let mut features = Vec::with_capacity(coefficients(point.len()));
    features.push(1.0);
    features.extend(point.iter().map(|u| 2.0 * u - 1.0));
    for i in 1..=point.len() {
        for j in i..=point.len() {
            features.push(features[i] * features[j]);
        }
    }
    features
}

/// The logistic function.
#[must_use]
pub fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

impl Quadratic {
    /// The one with these coefficients, in the order of [`features`].
    ///
    /// # Panics
    /// If their number is wrong.
    #[must_use]
    pub fn new(dimensions: usize, coefficients: Vec<f64>) -> Self {
        assert_eq!(coefficients.len(), self::coefficients(dimensions), "a coefficient for each feature");
        Self { dimensions, coefficients }
    }

    /// The coefficients.
    #[must_use]
    pub fn coefficients(&self) -> &[f64] {
        &self.coefficients
    }

    /// The logit at a point.
    #[must_use]
    pub fn at(&self, point: &[f64]) -> f64 {
        dot(&self.coefficients, &features(point))
    }

    /// The coefficient of the square of a coordinate.
    #[must_use]
    pub fn square(&self, coordinate: usize) -> f64 {
        self.coefficients[square_index(self.dimensions, coordinate)]
    }

    /// The highest point with all coordinates from 0 to 1: coordinate by coordinate, from the
    /// middle and from corners (all of them up to six dimensions).
    #[must_use]
    pub fn highest(&self) -> Vec<f64> {
        let mut starts = vec![vec![0.5; self.dimensions]];
        // Not every corner where there would be thousands of them: beyond six, coordinates share.
        for corner in 0..1usize << self.dimensions.min(6) {
            starts.push((0..self.dimensions).map(|i| ((corner >> (i % 6)) & 1) as f64).collect());
        }
        let climbed = starts.into_iter().map(|start| self.climb(start));
        let best = climbed.max_by(|a, b| self.at(a).total_cmp(&self.at(b)));
        best.expect("there is a start in the middle")
    }

    fn climb(&self, mut point: Vec<f64>) -> Vec<f64> {
        const SWEEPS: usize = 200;
        for _ in 0..SWEEPS {
            let mut moved = 0.0f64;
            for i in 0..self.dimensions {
                let best = self.best_along(&point, i);
                moved = moved.max((best - point[i]).abs());
                point[i] = best;
            }
            if moved < 1e-6 {
                break;
            }
        }
        point
    }

    /// The best value of one coordinate, all others staying.
    fn best_along(&self, point: &[f64], i: usize) -> f64 {
        let mut moved = point.to_vec();
        let mut at = |u: f64| {
            moved[i] = u;
            self.at(&moved)
        };
        let (low, middle, high) = (at(0.0), at(0.5), at(1.0));
        let bend = low - 2.0 * middle + high;
        if bend < 0.0 {
            return (0.5 + 0.25 * (low - high) / bend).clamp(0.0, 1.0);
        }
        if high > low { 1.0 } else { 0.0 }
    }
}

impl QuadraticFit {
    /// The most likely function for samples with weights, by Newton's method from a guess.
    #[must_use]
    pub fn new(dimensions: usize, samples: &[Sample], weights: &[f64], guess: Option<&Quadratic>) -> Self {
        let rows: Vec<Vec<f64>> = samples.iter().map(|sample| features(&sample.point)).collect();
        Self::of_rows(dimensions, &rows, samples, weights, guess)
    }

    /// As `new`, with the features of the samples.
    pub(super) fn of_rows(
        dimensions: usize,
        rows: &[Vec<f64>],
        samples: &[Sample],
        weights: &[f64],
        guess: Option<&Quadratic>,
    ) -> Self {
        const STEPS: usize = 100;
        let size = coefficients(dimensions);
        let data = Data { rows, samples, weights };
        let mut beta = guess.map_or_else(|| vec![0.0; size], |guess| guess.coefficients.clone());
        let mut value = data.log_posterior(&beta);
        for _ in 0..STEPS {
            let (gradient, precision) = data.derivatives(&beta);
            let step = factored(&precision, size).solve(&gradient);
            // The posterior is concave, so a short enough step always climbs.
            let mut length = 1.0;
            let (next, climbed) = loop {
                let next: Vec<f64> = beta.iter().zip(&step).map(|(b, s)| b + length * s).collect();
                let climbed = data.log_posterior(&next);
                if climbed >= value || length < 1e-6 {
                    break (next, climbed);
                }
                length /= 2.0;
            };
            let done = dot(&gradient, &step) < 1e-9;
            (beta, value) = (next, climbed);
            if done {
                break;
            }
        }
        let (_, precision) = data.derivatives(&beta);
        let precision = factored(&precision, size);
        Self { quadratic: Quadratic { dimensions, coefficients: beta }, precision }
    }

    /// The standard deviation of a linear function of the coefficients, such as the logit at a
    /// point (with its features), or a difference of two.
    #[must_use]
    pub fn deviation(&self, direction: &[f64]) -> f64 {
        self.precision.forward(direction).iter().map(|x| x * x).sum::<f64>().sqrt()
    }

    /// A function of the posterior: the most likely one moved by normal random numbers, one for
    /// each coefficient.
    #[must_use]
    pub fn sampled(&self, normal: &[f64]) -> Quadratic {
        let moved = self.precision.backward(normal);
        let coefficients = self.quadratic.coefficients.iter().zip(moved).map(|(b, m)| b + m).collect();
        Quadratic { dimensions: self.quadratic.dimensions, coefficients }
    }

    /// The standard deviation of [`Quadratic::square`].
    #[must_use]
    pub fn square_deviation(&self, coordinate: usize) -> f64 {
        let dimensions = self.quadratic.dimensions;
        let mut direction = vec![0.0; coefficients(dimensions)];
        direction[square_index(dimensions, coordinate)] = 1.0;
        self.deviation(&direction)
    }
}

fn square_index(dimensions: usize, coordinate: usize) -> usize {
    1 + dimensions + (0..coordinate).map(|row| dimensions - row).sum::<usize>()
}

fn factored(precision: &[f64], size: usize) -> Cholesky {
    Cholesky::new(precision, size).expect("the prior makes every precision positive definite")
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

struct Data<'a> {
    rows: &'a [Vec<f64>],
    samples: &'a [Sample],
    weights: &'a [f64],
}

impl Data<'_> {
    fn each(&self) -> impl Iterator<Item = (&[f64], &Sample, f64)> {
        let rows = self.rows.iter().map(Vec::as_slice);
        rows.zip(self.samples).zip(self.weights).map(|((row, sample), &weight)| (row, sample, weight))
    }

    fn log_posterior(&self, beta: &[f64]) -> f64 {
        let likelihood: f64 = self
            .each()
            .map(|(row, sample, weight)| {
                let logit = dot(row, beta);
                // ln p = -ln(1 + e^-x) and ln(1 - p) = -x - ln(1 + e^-x), without overflow.
                let log_sum = logit.max(0.0) + (-logit.abs()).exp().ln_1p();
                weight * (sample.points * logit - sample.games * log_sum)
            })
            .sum();
        likelihood - 0.5 * PRIOR * dot(beta, beta)
    }

    /// The gradient of the logarithm of the posterior, and minus its second derivative.
    fn derivatives(&self, beta: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let size = beta.len();
        let mut gradient: Vec<f64> = beta.iter().map(|b| -PRIOR * b).collect();
        let mut precision = vec![0.0; size * size];
        for (row, sample, weight) in self.each() {
            let p = logistic(dot(row, beta));
            let slope = weight * (sample.points - sample.games * p);
            let bend = weight * sample.games * p * (1.0 - p);
            for i in 0..size {
                gradient[i] += slope * row[i];
                let factor = bend * row[i];
                // The lower triangle is all that is read.
                for (sum, x) in precision[i * size..=i * size + i].iter_mut().zip(row) {
                    *sum += factor * x;
                }
            }
        }
        for i in 0..size {
            precision[i * size + i] += PRIOR;
        }
        (gradient, precision)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use catena_playout::Rng;

    fn samples(dimensions: usize, count: usize, seed: u64) -> (Vec<Sample>, Vec<f64>) {
        let mut rng = Rng::new(seed);
        let mut unit = || f64::from(rng.below(1 << 30)) / f64::from(1 << 30);
        let samples = (0..count)
            .map(|_| {
                let point: Vec<f64> = (0..dimensions).map(|_| unit()).collect();
                let p = logistic(1.0 - point.iter().map(|u| 8.0 * (u - 0.4).powi(2)).sum::<f64>());
                let points = f64::from(u8::from(unit() < p)) + 0.5 * f64::from(u8::from(unit() < p));
                Sample { point, points, games: 2.0 }
            })
            .collect();
        (samples, (0..count).map(|_| unit()).collect())
    }

    /// The obvious way: uphill by small steps.
    fn slow(dimensions: usize, samples: &[Sample], weights: &[f64]) -> Vec<f64> {
        let mut beta = vec![0.0; coefficients(dimensions)];
        for _ in 0..200_000 {
            let mut gradient: Vec<f64> = beta.iter().map(|b| -PRIOR * b).collect();
            for (sample, weight) in samples.iter().zip(weights) {
                let x = features(&sample.point);
                let p = logistic(dot(&x, &beta));
                for (g, x) in gradient.iter_mut().zip(&x) {
                    *g += weight * (sample.points - sample.games * p) * x;
                }
            }
            for (b, g) in beta.iter_mut().zip(&gradient) {
                *b += 0.01 * g;
            }
            if gradient.iter().all(|g| g.abs() < 1e-8) {
                break;
            }
        }
        beta
    }

    #[test]
    fn newton_finds_what_slow_steps_uphill_find() {
        for dimensions in [1, 2, 3] {
            let (samples, weights) = samples(dimensions, 60, dimensions as u64);
            let fit = QuadraticFit::new(dimensions, &samples, &weights, None);
            let slow = slow(dimensions, &samples, &weights);
            for (fast, slow) in fit.quadratic.coefficients.iter().zip(&slow) {
                assert!((fast - slow).abs() < 1e-5, "{dimensions}: {fast} {slow}");
            }
            // From elsewhere it comes to the same place.
            let far = Quadratic::new(dimensions, vec![3.0; coefficients(dimensions)]);
            let again = QuadraticFit::new(dimensions, &samples, &weights, Some(&far));
            for (a, b) in again.quadratic.coefficients.iter().zip(&slow) {
                assert!((a - b).abs() < 1e-5);
            }
        }
    }

    #[test]
    fn results_that_a_line_tells_apart_and_no_results_are_no_problem() {
        let sample = |u: f64, points: f64| Sample { point: vec![u], points, games: 2.0 };
        let fit = QuadraticFit::new(1, &[sample(0.1, 0.0), sample(0.9, 2.0)], &[1.0, 1.0], None);
        assert!(fit.quadratic.coefficients.iter().all(|b| b.abs() < 10.0));
        assert!(fit.quadratic.highest()[0] > 0.99);
        let nothing = QuadraticFit::new(2, &[], &[], None);
        assert_eq!(nothing.quadratic.coefficients, [0.0; 6]);
        assert!((nothing.deviation(&[1.0, 0.0, 0.0, 0.0, 0.0, 0.0]) - PRIOR.powf(-0.5)).abs() < 1e-9);
    }

    #[test]
    fn the_highest_point_is_that_of_a_fine_grid() {
        let mut rng = Rng::new(3);
        for _ in 0..200 {
            let normal: Vec<f64> = (0..6).map(|_| f64::from(rng.below(2001)) / 1000.0 - 1.0).collect();
            let quadratic = Quadratic::new(2, normal);
            let best = quadratic.at(&quadratic.highest());
            for i in 0..=50 {
                for j in 0..=50 {
                    let there = quadratic.at(&[f64::from(i) / 50.0, f64::from(j) / 50.0]);
                    assert!(best >= there - 1e-6, "{quadratic:?}");
                }
            }
        }
    }

    #[test]
    fn a_square_has_its_own_coefficient() {
        let quadratic = Quadratic::new(3, (0..10).map(f64::from).collect());
        // 1, x, y, z, xx, xy, xz, yy, yz, zz
        assert_eq!([0, 1, 2].map(|i| quadratic.square(i)), [4.0, 7.0, 9.0]);
    }
}
