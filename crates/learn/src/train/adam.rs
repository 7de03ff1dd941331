//! Adam (Kingma and Ba 2015) with decoupled weight decay (Loshchilov and Hutter 2019) and a
//! moving average of the weights, which plays better than the last ones.

/// Decay of the mean gradient per step.
const BETA1: f32 = 0.9;
/// Decay of the mean squared gradient per step.
const BETA2: f32 = 0.999;
/// Keeps the divisor away from zero.
const EPSILON: f32 = 1e-8;
/// Decay of the averaged weights per step, once there were enough steps.
const AVERAGE_KEPT: f32 = 0.999;

/// The state of the optimizer: all that a later step depends on.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Adam {
    /// Steps made.
    pub(super) step: u64,
    /// Moving mean of the gradients.
    pub(super) mean: Vec<f32>,
    /// Moving mean of their squares.
    pub(super) square: Vec<f32>,
    /// Moving mean of the weights.
    pub(super) average: Vec<f32>,
}

/// Parameters of a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct StepSize {
    pub(super) learning_rate: f32,
    pub(super) weight_decay: f32,
    /// Longer gradients are shortened to this length.
    pub(super) clip: f32,
}

impl Adam {
    pub(super) fn new(weights: &[f32]) -> Self {
        Self {
            step: 0,
            mean: vec![0.0; weights.len()],
            square: vec![0.0; weights.len()],
            average: weights.to_vec(),
        }
    }

    /// Moves the weights against the gradient; returns the length of the gradient.
    pub(super) fn step(&mut self, weights: &mut [f32], gradient: &[f32], size: StepSize) -> f32 {
        self.step += 1;
        let norm = gradient.iter().map(|slope| f64::from(slope * slope)).sum::<f64>().sqrt() as f32;
        let scale = if norm > size.clip { size.clip / norm } else { 1.0 };
        let steps = self.step as f32;
        let (correction1, correction2) = (1.0 - BETA1.powf(steps), 1.0 - BETA2.powf(steps));
        let kept = AVERAGE_KEPT.min(steps / (steps + 10.0));
        let moments = self.mean.iter_mut().zip(&mut self.square).zip(&mut self.average);
        for ((weight, &slope), ((mean, square), average)) in weights.iter_mut().zip(gradient).zip(moments) {
            let slope = slope * scale;
            *mean = BETA1 * *mean + (1.0 - BETA1) * slope;
            *square = BETA2 * *square + (1.0 - BETA2) * slope * slope;
            let change = (*mean / correction1) / ((*square / correction2).sqrt() + EPSILON);
            *weight -= size.learning_rate * (change + size.weight_decay * *weight);
            *average = kept * *average + (1.0 - kept) * *weight;
        }
        norm
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: StepSize = StepSize { learning_rate: 0.05, weight_decay: 0.0, clip: 1e9 };

    #[test]
    fn the_minimum_of_a_bowl_is_found() {
        let mut weights = [3.0, -2.0];
        let mut adam = Adam::new(&weights);
        for _ in 0..2000 {
            let gradient = [2.0 * (weights[0] - 1.0), 20.0 * (weights[1] - 0.5)];
            adam.step(&mut weights, &gradient, SIZE);
        }
        assert!((weights[0] - 1.0).abs() < 1e-2 && (weights[1] - 0.5).abs() < 1e-2, "{weights:?}");
        assert!((adam.average[0] - 1.0).abs() < 0.2, "{:?}", adam.average);
    }

    #[test]
    fn a_long_gradient_is_clipped() {
        let step = |scale: f32| {
            let mut weights = [0.0, 0.0];
            let mut adam = Adam::new(&weights);
            adam.step(&mut weights, &[3.0 * scale, 4.0 * scale], StepSize { clip: 1.0, ..SIZE });
            adam.mean
        };
        let (long, short) = (step(100.0), step(0.2));
        assert!((long[0] - short[0]).abs() < 1e-6 && (long[1] - short[1]).abs() < 1e-6);
    }

    #[test]
    fn weights_decay_without_a_gradient() {
        let mut weights = [1.0];
        Adam::new(&weights).step(&mut weights, &[0.0], StepSize { weight_decay: 0.1, ..SIZE });
        assert!((weights[0] - 0.995).abs() < 1e-6);
    }
}
