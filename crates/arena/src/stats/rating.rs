//! Ratings of many players from all their games: the maximum of the likelihood in the model of
//! Bradley and Terry (1952), a draw counted as half a win.

use super::Interval;

/// Options for ratings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatingOptions {
    /// Drawn games that each player is given against one of rating 0; without any, a player who has
    /// won or lost all games has no finite rating.
    pub prior: f64,
    /// A player whose rating is known; without one the mean is 0.
    pub anchor: Option<(usize, f64)>,
}

/// A player's rating.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// In Elo points.
    pub elo: f64,
    /// 95 % interval relative to the anchor, or to the mean.
    pub interval: Interval,
}

/// The largest difference that is reported; without a prior there may be no largest.
const CAP: f64 = 4000.0;

/// Ratings from `points[i][j]`, the points of i in its games against j.
#[must_use]
#[allow(clippy::needless_range_loop, reason = "matrices are written by their indices")]
pub fn ratings(points: &[Vec<f64>], options: RatingOptions) -> Vec<Rating> {
    let players = points.len();
    // Strengths are natural logarithms until the end.
    let scale = 400.0 / std::f64::consts::LN_10;
    let mut strength = vec![0.0; players];
    let mut information = Vec::new();
    for _ in 0..200 {
        let (slope, curve) = derivatives(points, &strength, options.prior);
        let step = solve(&ridged(&curve), &slope);
        let longest = step.iter().fold(0f64, |longest, step| longest.max(step.abs()));
        // Newton's steps are cut where the likelihood is flat.
        let cut = if longest > 1.0 { 1.0 / longest } else { 1.0 };
        for (value, step) in strength.iter_mut().zip(&step) {
            *value = (*value + cut * step).clamp(-CAP / scale, CAP / scale);
        }
        information = curve;
        if longest < 1e-10 {
            break;
        }
    }
    let mean = strength.iter().sum::<f64>() / players.max(1) as f64;
    let covariance = covariance(&information);
    let zero = options.anchor.map_or(mean, |(player, _)| strength[player]);
    let shift = options.anchor.map_or(0.0, |(_, elo)| elo);
    let spread = |i: usize| match options.anchor {
        Some((anchor, _)) => covariance[i][i] + covariance[anchor][anchor] - 2.0 * covariance[i][anchor],
        None => {
            let row: f64 = covariance[i].iter().sum::<f64>() / players as f64;
            let all: f64 = covariance.iter().flatten().sum::<f64>() / (players * players) as f64;
            covariance[i][i] - 2.0 * row + all
        }
    };
    (0..players)
        .map(|i| {
            let elo = scale * (strength[i] - zero) + shift;
            let margin = 1.959_964 * scale * spread(i).max(0.0).sqrt();
            Rating { elo, interval: Interval { low: elo - margin, high: elo + margin } }
        })
        .collect()
}

/// First derivatives of the log-likelihood, and the negated second ones.
#[allow(clippy::needless_range_loop, reason = "matrices are written by their indices")]
fn derivatives(points: &[Vec<f64>], strength: &[f64], prior: f64) -> (Vec<f64>, Vec<Vec<f64>>) {
    let players = points.len();
    let logistic = |x: f64| 1.0 / (1.0 + (-x).exp());
    let mut slope = vec![0.0; players];
    let mut curve = vec![vec![0.0; players]; players];
    for i in 0..players {
        let even = logistic(strength[i]);
        slope[i] += prior * (0.5 - even);
        curve[i][i] += prior * even * (1.0 - even);
        for j in 0..players {
            let games = points[i][j] + points[j][i];
            if i == j || games == 0.0 {
                continue;
            }
            let expected = logistic(strength[i] - strength[j]);
            slope[i] += points[i][j] - games * expected;
            let weight = games * expected * (1.0 - expected);
            curve[i][i] += weight;
            curve[i][j] -= weight;
        }
    }
    (slope, curve)
}

/// Without a prior only differences count, so that the matrix needs something to stand on.
fn ridged(curve: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let mut curve = curve.to_vec();
    for (i, row) in curve.iter_mut().enumerate() {
        row[i] += 1e-9;
    }
    curve
}

fn covariance(information: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let matrix = ridged(information);
    let unit = |i: usize| (0..matrix.len()).map(|j| f64::from(u8::from(i == j))).collect::<Vec<f64>>();
    (0..matrix.len()).map(|i| solve(&matrix, &unit(i))).collect()
}

/// Gaussian elimination with pivots.
fn solve(matrix: &[Vec<f64>], right: &[f64]) -> Vec<f64> {
    let n = right.len();
    let mut rows: Vec<Vec<f64>> =
        matrix.iter().zip(right).map(|(row, &value)| row.iter().copied().chain([value]).collect()).collect();
    for column in 0..n {
        let pivot = (column..n)
            .max_by(|&a, &b| rows[a][column].abs().total_cmp(&rows[b][column].abs()))
            .expect("the range is not empty");
        rows.swap(column, pivot);
        let (done, below) = rows.split_at_mut(column + 1);
        let top = &done[column];
        for row in below {
            let factor = row[column] / top[column];
            for k in column..=n {
                row[k] -= factor * top[k];
            }
        }
    }
    let mut solution = vec![0.0; n];
    for i in (0..n).rev() {
        let known: f64 = (i + 1..n).map(|k| rows[i][k] * solution[k]).sum();
        solution[i] = (rows[i][n] - known) / rows[i][i];
    }
    solution
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::score_of_elo;

    const PLAIN: RatingOptions = RatingOptions { prior: 0.0, anchor: None };

    #[test]
    fn two_players_have_the_closed_form() {
        let anchored = RatingOptions { anchor: Some((1, 1500.0)), ..PLAIN };
        let found = ratings(&[vec![0.0, 75.0], vec![25.0, 0.0]], anchored);
        assert!((found[0].elo - 1500.0 - 190.85).abs() < 0.01, "{found:?}");
        assert!((found[1].elo - 1500.0).abs() < 1e-9 && found[1].interval.high - found[1].elo < 1e-6);
        // The standard error of a logit is 1 / sqrt(n p q).
        let margin = 1.96 * 173.717_8 / (100.0 * 0.75 * 0.25f64).sqrt();
        assert!((found[0].interval.high - found[0].elo - margin).abs() < 0.1, "{found:?}");
    }

    #[test]
    fn exact_scores_give_back_the_ratings_behind_them() {
        let truth = [300.0, 120.0, 0.0, -420.0];
        let points: Vec<Vec<f64>> = (0..4)
            .map(|i| {
                (0..4).map(|j| if i == j { 0.0 } else { 50.0 * score_of_elo(truth[i] - truth[j]) }).collect()
            })
            .collect();
        for (rating, truth) in ratings(&points, PLAIN).iter().zip(truth) {
            assert!((rating.elo - truth).abs() < 1e-3, "{rating:?} {truth}");
        }
    }

    #[test]
    fn a_prior_keeps_perfect_scores_finite() {
        let points = [vec![0.0, 10.0], vec![0.0, 0.0]];
        let found = ratings(&points, RatingOptions { prior: 1.0, anchor: None });
        assert!(found[0].elo > 150.0 && found[0].elo < 500.0, "{found:?}");
        assert!(ratings(&points, PLAIN)[0].elo > 1000.0);
    }

    #[test]
    fn a_prior_is_drawn_games_against_one_more_player() {
        let anchor = Some((1, 100.0));
        let with_prior = ratings(&[vec![0.0, 9.0], vec![2.0, 0.0]], RatingOptions { prior: 4.0, anchor });
        let with_games = [vec![0.0, 9.0, 2.0], vec![2.0, 0.0, 2.0], vec![2.0, 2.0, 0.0]];
        let with_games = ratings(&with_games, RatingOptions { prior: 0.0, anchor });
        for (prior, games) in with_prior.iter().zip(&with_games) {
            let differences = [
                prior.elo - games.elo,
                prior.interval.low - games.interval.low,
                prior.interval.high - games.interval.high,
            ];
            assert!(differences.iter().all(|difference| difference.abs() < 0.01), "{prior:?} {games:?}");
        }
    }

    #[test]
    fn equals_of_a_round_robin_have_the_closed_form() {
        let games = 36.0;
        let against = |i, j| if i == j { 0.0 } else { games / 2.0 };
        let points: Vec<Vec<f64>> = (0..3).map(|i| (0..3).map(|j| against(i, j)).collect()).collect();
        // The inverse of n/4 (3 I - J) off its null space is 4/(3n) (I - J/3).
        let margin = |variance: f64| 1.96 * 173.717_8 * variance.sqrt();
        for rating in ratings(&points, PLAIN) {
            let expected = margin(8.0 / (9.0 * games));
            assert!(rating.elo.abs() < 1e-6, "{rating:?}");
            assert!((rating.interval.high - rating.elo - expected).abs() < 0.1, "{rating:?} {expected}");
        }
        let anchored = ratings(&points, RatingOptions { anchor: Some((2, 0.0)), ..PLAIN });
        let expected = margin(8.0 / (3.0 * games));
        assert!(
            (anchored[0].elo - anchored[0].interval.low - expected).abs() < 0.1,
            "{anchored:?} {expected}"
        );
    }
}
