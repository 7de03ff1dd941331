//! Adam (Kingma and Ba 2015), here maximizing a log-likelihood.

use catena_model::policy_net::Params;

/// Decay of the mean of gradients.
const BETA1: f32 = 0.9;
/// Decay of the mean of squared gradients.
const BETA2: f32 = 0.999;
/// Keeps a parameter whose gradient has been 0 from dividing by 0.
const EPSILON: f32 = 1e-8;

/// Parameters in training, with the moments of their gradients.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Adam {
    pub(super) params: Params,
    first_moments: Vec<f32>,
    second_moments: Vec<f32>,
    steps: u64,
}

impl Adam {
    pub(super) fn new(params: Params) -> Self {
        let zeros = vec![0.0; Params::COUNT];
        Self { params, first_moments: zeros.clone(), second_moments: zeros, steps: 0 }
    }

    /// A step along the mean gradient of a batch.
    pub(super) fn step(&mut self, gradient: &Params, batch: usize, learning_rate: f32) {
        self.steps += 1;
        let steps = i32::try_from(self.steps).unwrap_or(i32::MAX);
        let (correction1, correction2) = (1.0 - BETA1.powi(steps), 1.0 - BETA2.powi(steps));
        let params = self.params.all_mut().iter_mut().zip(gradient.all());
        let moments = self.first_moments.iter_mut().zip(&mut self.second_moments);
        for ((param, sum), (first, second)) in params.zip(moments) {
            let mean = sum / batch as f32;
            *first += (1.0 - BETA1) * (mean - *first);
            *second += (1.0 - BETA2) * (mean * mean - *second);
            *param += learning_rate * (*first / correction1) / ((*second / correction2).sqrt() + EPSILON);
        }
    }

    /// Everything that the next step depends on.
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let numbers = self.params.all().iter().chain(&self.first_moments).chain(&self.second_moments);
        self.steps.to_le_bytes().into_iter().chain(numbers.flat_map(|number| number.to_le_bytes())).collect()
    }

    pub(super) fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (steps, numbers) = bytes.split_first_chunk::<8>()?;
        let numbers: Vec<f32> =
            numbers.as_chunks::<4>().0.iter().map(|&number| f32::from_le_bytes(number)).collect();
        let (params, moments) = numbers.split_at_checked(Params::COUNT)?;
        let (first, second) = moments.split_at_checked(Params::COUNT)?;
        (second.len() == Params::COUNT).then_some(Self {
            params: Params::new(params.to_vec())?,
            first_moments: first.to_vec(),
            second_moments: second.to_vec(),
            steps: u64::from_le_bytes(*steps),
        })
    }
}
