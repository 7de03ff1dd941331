//! Steps by a noisy gradient (Adam: Kingma and Ba 2015).

use catena_playout::network::Params;

const KEPT: f32 = 0.9;
const KEPT_SQUARES: f32 = 0.999;
const LEAST: f32 = 1e-8;

/// Numbers on their way, with the means of their gradients and of the squares of these.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Descent {
    pub(super) params: Params,
    pub(super) means: Vec<f32>,
    pub(super) squares: Vec<f32>,
    pub(super) steps: u64,
}

impl Descent {
    pub(super) fn new(params: Params) -> Self {
        let zeros = vec![0.0; Params::COUNT];
        Self { params, means: zeros.clone(), squares: zeros, steps: 0 }
    }

    /// A step of about this rate along the gradient of a choice.
    pub(super) fn step(&mut self, gradient: &Params, choices: usize, rate: f32) {
        self.steps += 1;
        let steps = i32::try_from(self.steps).unwrap_or(i32::MAX);
        let (seen, seen_squares) = (1.0 - KEPT.powi(steps), 1.0 - KEPT_SQUARES.powi(steps));
        let numbers = self.params.all_mut().iter_mut().zip(gradient.all());
        for ((number, slope), (mean, square)) in numbers.zip(self.means.iter_mut().zip(&mut self.squares)) {
            let slope = slope / choices as f32;
            *mean += (1.0 - KEPT) * (slope - *mean);
            *square += (1.0 - KEPT_SQUARES) * (slope * slope - *square);
            *number += rate * (*mean / seen) / ((*square / seen_squares).sqrt() + LEAST);
        }
    }
}
