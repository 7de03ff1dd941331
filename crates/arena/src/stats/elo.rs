//! Elo differences from scores.

use super::{Pentanomial, normal};

/// Quantile of the normal distribution for 95 % on both sides.
const Z: f64 = 1.959_964;

/// The Elo difference at which a score in (0, 1) is expected; infinite at its ends.
#[must_use]
pub fn elo_of_score(score: f64) -> f64 {
    // Also the footnote of Huang et al. 2013.
    let elo = -400.0 * (1.0 / score - 1.0).log10();
    // An even score is 0, not -0.
    elo + 0.0
}

/// The score expected at an Elo difference.
#[must_use]
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// A range that holds the true value in 95 of 100 cases.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Interval {
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

impl Interval {
    /// Returns true if a value lies in it.
    #[must_use]
    pub fn contains(&self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }
}

/// Estimated strength of one player against another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Games counted.
    pub games: u64,
    /// Points of the first player.
    pub points: f64,
    /// Points per game.
    pub score: f64,
    /// 95 % interval of the score.
    pub score_interval: Interval,
    /// Probability that the first player is the stronger one.
    pub superiority: f64,
}

impl Estimate {
    /// Nothing is known without games.
    ///
    /// The spread comes from whole pairs, because the two games of a pair are not independent. Each
    /// of the five results of a pair counts as seen a fifth of a time more than it was, so that few
    /// or equal results do not look certain. The interval is Wilson's with as many independent games
    /// as would spread like that.
    #[must_use]
    pub fn new(results: &Pentanomial) -> Option<Self> {
        let games = results.games();
        if games == 0 {
            return None;
        }
        let score = results.points() / games as f64;
        let spread = Spread::new(&results.pairs.map(|count| count as f64), games as f64);
        Some(Self {
            games,
            points: results.points(),
            score,
            score_interval: wilson(score, spread.independent),
            superiority: normal((score - 0.5) / spread.variance.sqrt()),
        })
    }

    /// The interval of a score from the (expected) numbers of the five results of pairs.
    pub(crate) fn interval_of(score: f64, pairs: &[f64; 5], games: f64) -> Interval {
        wilson(score, Spread::new(pairs, games).independent)
    }

    /// The Elo difference; infinite if all games were won or lost.
    #[must_use]
    pub fn elo(&self) -> f64 {
        elo_of_score(self.score)
    }

    /// 95 % interval of the Elo difference. After a clean score its outer end is infinite, the inner one finite.
    #[must_use]
    pub fn elo_interval(&self) -> Interval {
        Interval { low: elo_of_score(self.score_interval.low), high: elo_of_score(self.score_interval.high) }
    }
}

/// Spread of a score.
struct Spread {
    /// The variance of the mean score.
    variance: f64,
    /// Independent games that would spread as much.
    independent: f64,
}

impl Spread {
    fn new(pairs: &[f64; 5], games: f64) -> Self {
        const PRIOR: f64 = 0.2;
        let counts = pairs.map(|count| count + PRIOR);
        let total: f64 = counts.iter().sum();
        let moment = |power: i32| {
            counts.iter().zip(0..).map(|(n, half)| n * (f64::from(half) / 4.0).powi(power)).sum::<f64>()
                / total
        };
        let mean = moment(1);
        let variance = (moment(2) - mean * mean) / (games / 2.0).max(0.5);
        Self { variance, independent: mean * (1.0 - mean) / variance }
    }
}

/// Wilson's interval of a proportion.
fn wilson(score: f64, games: f64) -> Interval {
    let shrink = 1.0 + Z * Z / games;
    let middle = (score + Z * Z / (2.0 * games)) / shrink;
    let half = Z * (score * (1.0 - score) / games + Z * Z / (4.0 * games * games)).sqrt() / shrink;
    // A clean score leaves one end open: rounding must not make it a large finite difference.
    Interval {
        low: if score <= 0.0 { 0.0 } else { (middle - half).max(0.0) },
        high: if score >= 1.0 { 1.0 } else { (middle + half).min(1.0) },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elo_and_score_are_each_others_inverse_and_known() {
        // Huang et al. 2013: a win rate of .81 is about 252 points.
        assert!((elo_of_score(0.81) - 251.9).abs() < 0.1);
        assert!((elo_of_score(0.75) - 190.85).abs() < 0.01);
        assert!((score_of_elo(36.0) - 0.5516).abs() < 1e-4);
        for elo in [-500.0, -36.0, 0.0, 1.0, 180.0] {
            assert!((elo_of_score(score_of_elo(elo)) - elo).abs() < 1e-9);
        }
        assert_eq!(elo_of_score(1.0), f64::INFINITY);
        assert_eq!(elo_of_score(0.0), f64::NEG_INFINITY);
    }

    #[test]
    fn wilsons_interval_is_the_published_one() {
        // 81 of 263, the example of Newcombe 1998: 0.2553 to 0.3662.
        let interval = wilson(81.0 / 263.0, 263.0);
        assert!(
            (interval.low - 0.2553).abs() < 1e-4 && (interval.high - 0.3662).abs() < 1e-4,
            "{interval:?}"
        );
    }

    #[test]
    fn independent_games_give_the_usual_interval_and_superiority() {
        // Pairs of fair independent games: 1/4, 1/2, 1/4.
        let estimate = Estimate::new(&Pentanomial { pairs: [250, 0, 500, 0, 250], single: [0; 3] }).unwrap();
        let margin = 1.96 * 0.5 / 2000f64.sqrt();
        assert!((estimate.score_interval.high - 0.5 - margin).abs() < 3e-4, "{estimate:?}");
        assert!((estimate.superiority - 0.5).abs() < 1e-6);
        // 550 of 1000 games: ½ (1 + erf((W - L) / sqrt(2 (W + L)))) = Φ(100 / sqrt(1000)) = 0.99922.
        // (550, 450) independent: n p², 2 n p q, n q² of 500 pairs.
        let estimate = Estimate::new(&Pentanomial { pairs: [101, 0, 248, 0, 151], single: [0; 3] }).unwrap();
        assert!((estimate.score - 0.55).abs() < 1e-9);
        assert!((estimate.superiority - 0.999_22).abs() < 5e-4, "{estimate:?}");
    }

    #[test]
    fn equal_results_are_not_certain() {
        let all_won = Estimate::new(&Pentanomial { pairs: [0, 0, 0, 0, 10], single: [0; 3] }).unwrap();
        assert_eq!(all_won.elo(), f64::INFINITY);
        assert!(all_won.score_interval.low > 0.7 && all_won.score_interval.low < 0.9, "{all_won:?}");
        assert!(all_won.superiority > 0.99);
        let interval = all_won.elo_interval();
        assert!(interval.low.is_finite() && interval.high == f64::INFINITY, "{interval:?}");
        let all_lost = Estimate::new(&Pentanomial { pairs: [10, 0, 0, 0, 0], single: [0; 3] }).unwrap();
        let interval = all_lost.elo_interval();
        assert!(interval.high.is_finite() && interval.low == f64::NEG_INFINITY, "{interval:?}");
        let one = Estimate::new(&Pentanomial { pairs: [0; 5], single: [0, 0, 1] }).unwrap();
        assert!(one.score_interval.low < 0.4, "{one:?}");
        assert_eq!(Estimate::new(&Pentanomial::default()), None);
    }

    #[test]
    fn intervals_hold_the_truth_as_often_as_they_say() {
        let mut rng = catena_playout::Rng::new(5);
        let mut held = 0;
        let (truth, trials) = (0.7, 2000);
        for _ in 0..trials {
            let mut results = Pentanomial::default();
            for _ in 0..40 {
                let game = |rng: &mut catena_playout::Rng| 2 * u64::from(rng.below(1000) < 700);
                let pair = [game(&mut rng), game(&mut rng)];
                results.add(&pair);
            }
            held += usize::from(Estimate::new(&results).unwrap().score_interval.contains(truth));
        }
        let share = held as f64 / f64::from(trials);
        assert!((0.93..=0.975).contains(&share), "{share}");
    }
}
