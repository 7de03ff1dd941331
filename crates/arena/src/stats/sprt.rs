//! The sequential probability ratio test over pairs of games (Wald 1945; the generalised test of
//! Van den Bergh for the five results of a pair).

use std::fmt;

use super::{Pentanomial, score_of_elo};

/// Two hypotheses about an Elo difference, and how often each may be chosen wrongly.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Sprt {
    /// The first hypothesis: the difference is at most this.
    pub elo0: f64,
    /// The second: it is at least this.
    pub elo1: f64,
    /// Probability of accepting the second though the first is true.
    pub alpha: f64,
    /// Probability of accepting the first though the second is true.
    pub beta: f64,
}

/// Verdict of the test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub enum SprtVerdict {
    /// Not enough games yet.
    #[serde(rename = "undecided")]
    Open,
    /// The first hypothesis: the difference is `elo0` or less.
    #[serde(rename = "H0 accepted")]
    H0,
    /// The second: the difference is `elo1` or more.
    #[serde(rename = "H1 accepted")]
    H1,
}

impl fmt::Display for SprtVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Open => "undecided",
            Self::H0 => "H0 accepted",
            Self::H1 => "H1 accepted",
        })
    }
}

/// State of the test.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct SprtState {
    /// Log-likelihood ratio of the second hypothesis to the first.
    pub llr: f64,
    /// Below this the first is accepted…
    pub lower: f64,
    /// …and above this the second.
    pub upper: f64,
    /// Verdict so far.
    pub verdict: SprtVerdict,
}

impl SprtState {
    /// Progress of the ratio toward the bound of its sign; 1 decides.
    #[must_use]
    pub fn progress(&self) -> f64 {
        self.llr / if self.llr < 0.0 { self.lower } else { self.upper }
    }
}

impl Sprt {
    /// Reads `elo0,elo1` or `elo0,elo1,alpha,beta`; the errors are 0.05 otherwise.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let numbers: Option<Vec<f64>> = text.split(',').map(|part| part.trim().parse().ok()).collect();
        let sprt = match numbers?[..] {
            [elo0, elo1] => Self { elo0, elo1, alpha: 0.05, beta: 0.05 },
            [elo0, elo1, alpha, beta] => Self { elo0, elo1, alpha, beta },
            _ => return None,
        };
        let error = 1e-9..0.5;
        let fits = sprt.elo0 < sprt.elo1 && error.contains(&sprt.alpha) && error.contains(&sprt.beta);
        (fits && sprt.elo0.abs() < 2000.0 && sprt.elo1.abs() < 2000.0).then_some(sprt)
    }

    /// State of the test with these results; games without a partner wait.
    #[must_use]
    pub fn state(&self, results: &Pentanomial) -> SprtState {
        let (lower, upper) = ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln());
        let llr = self.llr(results);
        let verdict = match llr {
            llr if llr >= upper => SprtVerdict::H1,
            llr if llr <= lower => SprtVerdict::H0,
            _ => SprtVerdict::Open,
        };
        SprtState { llr, lower, upper, verdict }
    }

    fn llr(&self, results: &Pentanomial) -> f64 {
        // Results not seen yet are not impossible.
        const UNSEEN: f64 = 1e-3;
        if results.pairs.iter().all(|&count| count == 0) {
            return 0.0;
        }
        let counts = results.pairs.map(|count| if count == 0 { UNSEEN } else { count as f64 });
        let total: f64 = counts.iter().sum();
        let seen = counts.map(|count| count / total);
        let likely = |elo: f64| most_likely(&seen, score_of_elo(elo));
        let (first, second) = (likely(self.elo0), likely(self.elo1));
        let ratio = (0..5).map(|i| seen[i] * (second[i] / first[i]).ln()).sum::<f64>();
        total * ratio
    }
}

/// The most likely chances of the five results among those with a given mean score: each is
/// `seen / (1 + x (value - mean))` with the x that makes the mean right.
fn most_likely(seen: &[f64; 5], mean: f64) -> [f64; 5] {
    let value = |i: usize| i as f64 / 4.0 - mean;
    let off = |x: f64| (0..5).map(|i| seen[i] * value(i) / (1.0 + x * value(i))).sum::<f64>();
    // The sum falls with x between the two places where a chance becomes infinite.
    let (mut low, mut high) = (-1.0 / value(4), -1.0 / value(0));
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        if off(middle) > 0.0 { low = middle } else { high = middle }
    }
    let x = f64::midpoint(low, high);
    std::array::from_fn(|i| seen[i] / (1.0 + x * value(i)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use catena_playout::Rng;

    #[test]
    fn bounds_are_walds() {
        let state = Sprt::parse("0,10").unwrap().state(&Pentanomial::default());
        assert!((state.upper - 2.944).abs() < 1e-3 && (state.lower + 2.944).abs() < 1e-3);
        assert_eq!((state.llr, state.verdict), (0.0, SprtVerdict::Open));
        for wrong in [
            "",
            "1",
            "10,0",
            "5,5",
            "-2000,0",
            "0,2000",
            "0,10,0.05",
            "0,10,0,0.05",
            "0,10,0.6,0.05",
            "a,b",
            "0,nan",
        ] {
            assert_eq!(Sprt::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn many_pairs_give_the_ratio_of_normal_scores() {
        let results = Pentanomial { pairs: [100, 950, 1950, 1000, 115], single: [0; 3] };
        let llr = Sprt::parse("0,5").unwrap().llr(&results);
        // n (s1 - s0)(2 m - s0 - s1) / (2 v).
        let n: f64 = results.pairs.iter().sum::<u64>() as f64;
        let mean = results.points() / results.games() as f64;
        let square: f64 =
            results.pairs.iter().zip(0..).map(|(&c, h)| c as f64 * (f64::from(h) / 4.0).powi(2)).sum();
        let variance = square / n - mean * mean;
        let (s0, s1) = (score_of_elo(0.0), score_of_elo(5.0));
        let near = n * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance);
        assert!((llr - near).abs() < 0.01, "{llr} {near}");
    }

    /// Frequency with which the test of 0 against `elo1` accepts when the difference is `truth`, with draws
    /// and with openings that favor one color.
    fn accepted(sprt: &Sprt, truth: f64, trials: u32) -> (f64, f64) {
        let mut rng = Rng::new(11);
        let uniform = |rng: &mut Rng| (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
        let (mut accepted, mut pairs) = (0u32, 0u64);
        for _ in 0..trials {
            let mut results = Pentanomial::default();
            loop {
                let bias = 150.0 * (uniform(&mut rng) - 0.5);
                let mut game = |elo: f64| 2 * u64::from(uniform(&mut rng) < score_of_elo(elo));
                // Biased openings make the mean score a little smaller than at one difference.
                let pair = [game(truth + bias), game(truth - bias)];
                results.add(&pair);
                match sprt.state(&results).verdict {
                    SprtVerdict::Open => continue,
                    SprtVerdict::H1 => accepted += 1,
                    SprtVerdict::H0 => {}
                }
                break;
            }
            pairs += results.pairs.iter().sum::<u64>();
        }
        (f64::from(accepted) / f64::from(trials), pairs as f64 / f64::from(trials))
    }

    #[test]
    fn error_rates_hold() {
        let sprt = Sprt { elo0: 0.0, elo1: 60.0, alpha: 0.05, beta: 0.1 };
        let (wrong, _) = accepted(&sprt, 0.0, 1500);
        assert!(wrong <= 0.05 + 0.012, "accepted wrongly in {wrong}");
        let (right, pairs) = accepted(&sprt, 60.0, 1500);
        assert!(right >= 0.9 - 0.016, "accepted rightly in {right}");
        assert!(pairs < 200.0, "a fixed number would have needed about 290 pairs: {pairs}");
        assert!(accepted(&sprt, 150.0, 300).0 > 0.99);
        assert!(accepted(&sprt, -60.0, 300).0 < 0.01);
    }
}
