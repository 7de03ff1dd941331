//! Choice of the next point, and the estimate of the highest one.

use super::clop::Local;
use super::regression::Sample;
use super::sampler::RealSampler;
use super::spsa;

/// Method of choosing points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Near the highest point of local quadratic logistic regression (Coulom 2011).
    Clop,
    /// Two sides of a point that moves to the better one (Spall 1992).
    Spsa,
    /// Anywhere, and quadratic logistic regression over all samples.
    Uniform,
}

impl Method {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Clop, Self::Spsa, Self::Uniform];

    /// The name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Clop => "clop",
            Self::Spsa => "spsa",
            Self::Uniform => "uniform",
        }
    }
}

/// Chooses points. What it says depends on seed, number and samples alone, so that it can be asked
/// again after an interruption.
#[derive(Clone, Debug)]
pub struct Tuner {
    method: Method,
    /// Where SPSA starts; as many coordinates as there are parameters.
    start: Vec<f64>,
    seed: u64,
    /// The last regression, and how many samples it is of.
    local: Option<(usize, Local)>,
}

impl Tuner {
    /// A method, where it starts and its seed.
    #[must_use]
    pub const fn new(method: Method, start: Vec<f64>, seed: u64) -> Self {
        Self { method, start, seed, local: None }
    }

    /// The method.
    #[must_use]
    pub const fn method(&self) -> Method {
        self.method
    }

    /// The point of sample `number`, given those that are known, in the order of their numbers.
    pub fn next(&mut self, number: u64, samples: &[(u64, Sample)]) -> Vec<f64> {
        let mut sampler = RealSampler::new(self.seed, number);
        let dimensions = self.start.len();
        match self.method {
            Method::Uniform => sampler.point(dimensions),
            Method::Spsa => spsa::perturbed(&self.partners_position(number, samples), self.seed, number),
            Method::Clop => {
                let used = due(samples.len());
                let known = plain(&samples[..used]);
                if self.local.as_ref().is_none_or(|(count, _)| *count != used) {
                    self.local = Some((used, Local::new(dimensions, &known)));
                }
                let (_, local) = self.local.as_ref().expect("it was made above");
                local.sample(dimensions, &known, &mut sampler)
            }
        }
    }

    /// SPSA's position without steps after that of `number`: both sides are those of one point where
    /// samples are tried one after another.
    fn partners_position(&self, number: u64, samples: &[(u64, Sample)]) -> Vec<f64> {
        let end = samples.partition_point(|(known, _)| *known < number - number % 2);
        spsa::position(&self.start, &samples[..end])
    }

    /// Where the highest point seems to be.
    #[must_use]
    pub fn estimate(&self, samples: &[(u64, Sample)]) -> Vec<f64> {
        self.estimate_by(samples, &self.regression(samples))
    }

    /// As `estimate`, with the regression of these samples at hand.
    pub(super) fn estimate_by(&self, samples: &[(u64, Sample)], local: &Local) -> Vec<f64> {
        match self.method {
            Method::Clop => local.mean(self.start.len(), &plain(samples)),
            Method::Spsa => spsa::position(&self.start, samples),
            Method::Uniform => local.fit.quadratic.highest(),
        }
    }

    /// Regression on the samples: near the highest point, but for uniform sampling everywhere.
    pub(super) fn regression(&self, samples: &[(u64, Sample)]) -> Local {
        let known = plain(samples);
        match self.method {
            Method::Clop | Method::Spsa => Local::new(self.start.len(), &known),
            Method::Uniform => Local::everywhere(self.start.len(), &known),
        }
    }
}

/// Without their numbers.
pub(super) fn plain(samples: &[(u64, Sample)]) -> Vec<Sample> {
    samples.iter().map(|(_, sample)| sample.clone()).collect()
}

/// Number of samples that the regression uses: all of a few, later a multiple of about a thirtieth, because a
/// fit of thousands takes its time and changes little.
fn due(samples: usize) -> usize {
    let step = (samples.max(1).ilog2() as usize).saturating_sub(5);
    samples >> step << step
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regressions_become_rare_but_never_old() {
        assert_eq!([0, 1, 7, 63].map(due), [0, 1, 7, 63]);
        for samples in 64..10_000 {
            let used = due(samples);
            assert!(used <= samples && (samples - used) * 32 <= samples, "{samples} {used}");
        }
    }

    #[test]
    fn the_same_samples_lead_to_the_same_point() {
        let sample = |u: f64| Sample { point: vec![u, 1.0 - u], points: 2.0 * u, games: 2.0 };
        let samples: Vec<(u64, Sample)> = (0..101).map(|i| (i, sample(i as f64 / 101.0))).collect();
        for method in Method::ALL {
            let mut fresh = Tuner::new(method, vec![0.5; 2], 3);
            let mut used = fresh.clone();
            for known in [0, 10, 99, 100] {
                used.next(known as u64, &samples[..known]);
            }
            assert_eq!(fresh.next(101, &samples), used.next(101, &samples), "{method:?}");
        }
    }
}
