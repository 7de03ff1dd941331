//! Random numbers of the kinds that tuning needs.

use catena_playout::Rng;

/// A generator of real numbers.
#[derive(Clone, Debug)]
pub(super) struct RealSampler(Rng);

impl RealSampler {
    /// One for each use and number of it.
    pub fn new(seed: u64, number: u64) -> Self {
        let mut rng = Rng::new(seed);
        Self(Rng::new(rng.next_u64() ^ number))
    }

    /// From 0 to below 1.
    pub fn unit(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Each coordinate from 0 to below 1.
    pub fn point(&mut self, dimensions: usize) -> Vec<f64> {
        (0..dimensions).map(|_| self.unit()).collect()
    }

    /// Normal with mean 0 and deviation 1, by Box and Muller.
    pub fn normal(&mut self) -> f64 {
        let radius = (-2.0 * (1.0 - self.unit()).ln()).sqrt();
        radius * (std::f64::consts::TAU * self.unit()).cos()
    }

    /// Which of these, by their weights; `None` if there is none with a weight.
    pub fn weighted(&mut self, weights: &[f64]) -> Option<usize> {
        let mut left = self.unit() * weights.iter().sum::<f64>();
        let chosen = weights.iter().position(|weight| {
            left -= weight;
            left < 0.0
        });
        chosen.or_else(|| weights.iter().rposition(|&weight| weight > 0.0))
    }
}

#[cfg(test)]
mod tests {
    use super::RealSampler;

    #[test]
    fn normal_numbers_have_mean_0_and_variance_1() {
        let mut sampler = RealSampler::new(1, 2);
        let numbers: Vec<f64> = (0..20_000).map(|_| sampler.normal()).collect();
        let mean = numbers.iter().sum::<f64>() / 2e4;
        let variance = numbers.iter().map(|x| x * x).sum::<f64>() / 2e4;
        assert!(mean.abs() < 0.03 && (variance - 1.0).abs() < 0.05, "{mean} {variance}");
        let counts = (0..10_000).fold([0; 3], |mut counts, _| {
            counts[sampler.weighted(&[1.0, 0.0, 3.0]).unwrap()] += 1;
            counts
        });
        assert!(counts[1] == 0 && (2200..2800).contains(&counts[0]), "{counts:?}");
        assert_eq!(sampler.weighted(&[]), None);
    }
}
