//! SPSA: simultaneous perturbation stochastic approximation (Spall 1992). All coordinates are moved
//! at once by a coin each; the difference of two measurements on both sides gives the direction.

use super::regression::Sample;
use super::sampler::RealSampler;

/// Initial distance of a perturbation, as a part of the range.
const PERTURB: f64 = 0.15;
/// Initial step for a difference of one point a game.
const STEP: f64 = 0.05;
/// Iterations that count as done before the first, so that first steps are not too long.
const STABILITY: f64 = 50.0;

/// Spall's exponents of the two sequences.
const STEP_DECAY: f64 = 0.602;
const PERTURB_DECAY: f64 = 0.101;

/// Where the pairs of measurements so far lead to: samples with numbers 2k and 2k + 1 belong to
/// step k, and those whose partner is missing wait.
pub(super) fn position(start: &[f64], samples: &[(u64, Sample)]) -> Vec<f64> {
    let mut point = start.to_vec();
    for pair in samples.windows(2) {
        let [(number, one), (next, other)] = pair else { continue };
        if number % 2 == 1 || *next != number + 1 {
            continue;
        }
        let difference = one.points / one.games - other.points / other.games;
        let step = (number / 2) as f64;
        let gain =
            STEP * (STABILITY / (STABILITY + step)).powf(STEP_DECAY) * (step + 1.0).powf(PERTURB_DECAY);
        for (i, u) in point.iter_mut().enumerate() {
            // The side is that of what was played: values are rounded and kept in the range. The
            // distance is not divided by, because where games are played at once the point may have
            // moved between the two.
            let apart = one.point[i] - other.point[i];
            if apart != 0.0 {
                *u = (*u + gain * difference * apart.signum()).clamp(0.0, 1.0);
            }
        }
    }
    point
}

/// The point to try for a sample: one side of where it stands.
pub(super) fn perturbed(position: &[f64], seed: u64, number: u64) -> Vec<f64> {
    let step = number / 2;
    let mut sampler = RealSampler::new(seed, step);
    let far = PERTURB / (step as f64 + 1.0).powf(PERTURB_DECAY);
    let side = if number.is_multiple_of(2) { far } else { -far };
    let coin = |sampler: &mut RealSampler| if sampler.unit() < 0.5 { side } else { -side };
    position.iter().map(|u| (u + coin(&mut sampler)).clamp(0.0, 1.0)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_moves_to_the_side_that_scores() {
        let sample = |u: f64, points: f64| Sample { point: vec![u], points, games: 2.0 };
        let start = [0.5];
        let up = position(&start, &[(0, sample(0.6, 2.0)), (1, sample(0.4, 0.0))]);
        let down = position(&start, &[(0, sample(0.6, 0.0)), (1, sample(0.4, 1.0))]);
        assert!(up[0] > 0.5 && down[0] < 0.5 && up[0] - 0.5 > 0.5 - down[0]);
        // A sample without its partner says nothing.
        assert_eq!(position(&start, &[(1, sample(0.6, 2.0)), (2, sample(0.4, 0.0))]), [0.5]);
        let [one, other] = [0, 1].map(|number| perturbed(&[0.5, 0.5, 0.5], 9, number));
        for i in 0..3 {
            assert!((one[i] + other[i] - 1.0).abs() < 1e-12 && one[i] != other[i]);
        }
    }
}
