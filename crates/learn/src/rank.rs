//! The strongest and the weakest patterns.

use catena_model::pattern::{Learned, PatternWeights, Prune};

/// A pattern with its place by weight, from 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ranked {
    /// Its place.
    pub rank: usize,
    /// The pattern.
    pub learned: Learned,
}

/// The strongest patterns, and as many of the weakest that are not provably inferior: the
/// weights of those were set, not learned.
#[must_use]
pub fn strongest(weights: &PatternWeights, count: usize) -> (Vec<Ranked>, Vec<Ranked>) {
    let mut all = weights.patterns().to_vec();
    all.sort_by(|a, b| b.gamma.total_cmp(&a.gamma).then(a.pattern.cmp(&b.pattern)));
    let ranked: Vec<Ranked> =
        all.into_iter().zip(1..).map(|(learned, rank)| Ranked { rank, learned }).collect();
    let learned = |ranked: &&Ranked| ranked.learned.prune == Prune::Keep;
    let strong = ranked.iter().filter(learned).take(count).copied().collect();
    let weak = ranked.iter().rev().filter(learned).take(count).copied().collect();
    (strong, weak)
}
