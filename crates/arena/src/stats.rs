//! Statistics of results: Elo with an interval, likelihood of superiority, a sequential test, and ratings of
//! many players.

mod elo;
mod rating;
mod sprt;

pub use elo::{Estimate, Interval, elo_of_score, score_of_elo};
pub use rating::{Rating, RatingOptions, ratings};
pub use sprt::{Sprt, SprtState, SprtVerdict};

/// Results of pairs of games from one opening with colors swapped, for one player: how many pairs
/// gave it 0, ½, 1, 1½ and 2 points; and games whose partner is not played yet.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pentanomial {
    /// Pairs by their half points.
    pub pairs: [u64; 5],
    /// Lost, drawn and won games without a partner.
    pub single: [u64; 3],
}

impl Pentanomial {
    /// Games counted.
    #[must_use]
    pub fn games(&self) -> u64 {
        2 * self.pairs.iter().sum::<u64>() + self.single.iter().sum::<u64>()
    }

    /// Points, half a point for a draw.
    #[must_use]
    pub fn points(&self) -> f64 {
        let of_pairs: u64 = self.pairs.iter().zip(0..).map(|(&count, half)| count * half).sum();
        let of_single: u64 = self.single.iter().zip(0..).map(|(&count, half)| count * half).sum();
        (of_pairs + of_single) as f64 / 2.0
    }

    /// Adds the half points of a pair: one or two games.
    pub fn add(&mut self, half_points: &[u64]) {
        match *half_points {
            [one] => self.single[one as usize] += 1,
            [one, other] => self.pairs[(one + other) as usize] += 1,
            _ => unreachable!("a pair has one or two games"),
        }
    }
}

/// The distribution function of the normal distribution, by the error function of Abramowitz and
/// Stegun, formula 7.1.26 (error below 2e-7).
fn normal(x: f64) -> f64 {
    let z = x.abs() / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * z);
    let poly = t
        * (0.254_829_592
            + t * (-0.284_496_736 + t * (1.421_413_741 + t * (-1.453_152_027 + t * 1.061_405_429))));
    let erf = 1.0 - poly * (-z * z).exp();
    if x < 0.0 { 0.5 * (1.0 - erf) } else { 0.5 * (1.0 + erf) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_count_in_pairs_and_alone() {
        let mut results = Pentanomial::default();
        for half_points in [&[2, 1][..], &[0, 0], &[1], &[2]] {
            results.add(half_points);
        }
        assert_eq!(results, Pentanomial { pairs: [1, 0, 0, 1, 0], single: [0, 1, 1] });
        assert_eq!((results.games(), results.points()), (6, 3.0));
    }

    #[test]
    fn the_normal_distribution_is_known() {
        for (x, p) in [(0.0, 0.5), (1.0, 0.841_344_7), (1.96, 0.975_002_1), (-1.644_854, 0.05)] {
            assert!((normal(x) - p).abs() < 1e-6, "{x}");
        }
    }
}
