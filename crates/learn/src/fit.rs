//! Minorization-maximization: the weights under which the choices were most likely (Coulom 2007).
//!
//! A choice is a competition that the played candidate has won; its chance is its strength over the
//! sum E of all strengths, the strength being the product of its weights. One round gives every
//! weight γ of a kind that no candidate has twice the value W / Σ (strength of the teammates / E), W
//! being its wins, and never makes the choices less likely.
//!
//! Candidates stay the same over many choices, so sums are taken over spans: E by adding a weight
//! where a span starts and taking it off where it ends, Σ 1/E as the difference of two prefix sums.
//! A round costs as much as there are spans, not candidates.

use catena_core::Color;
use catena_model::pattern::{PatternIndex, PatternTable};

use crate::{Example, SpanOf};

/// Which weights are looked for; the others count as 1 (where they are not learned together).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Teams {
    /// Those of global patterns alone.
    Global,
    /// Those of local patterns alone.
    Local,
    /// Both, as teams.
    Both,
}

/// Choices between patterns by their indices.
#[derive(Clone, Debug, Default)]
pub struct FitData {
    /// Candidates, over the choices of all series in a row.
    spans: Vec<SpanOf<u32>>,
    choices: Vec<FitChoice>,
    near: Vec<Near>,
    patterns: usize,
}

#[derive(Clone, Copy, Debug)]
struct FitChoice {
    global: u32,
    local: u32,
    /// Where its near candidates end.
    near_end: u32,
    /// True if a series starts with it.
    first: bool,
}

/// A candidate with a known local pattern.
#[derive(Clone, Copy, Debug)]
struct Near {
    global: u32,
    local: u32,
}

const UNKNOWN: u32 = PatternIndex::UNKNOWN.index() as u32;

impl FitData {
    /// No choices yet between patterns of this table.
    #[must_use]
    pub fn new(table: &PatternTable) -> Self {
        Self { patterns: table.len(), ..Self::default() }
    }

    /// Adds the choices of a game.
    pub fn add(&mut self, table: &PatternTable, example: &Example) {
        for color in Color::ALL {
            let series = &example[color];
            let start = self.choices.len() as u32;
            let global = |key| table.global(key, color).index() as u32;
            self.spans.extend(series.spans.iter().map(|span| SpanOf {
                what: global(span.what),
                from: start + span.from,
                to: start + span.to,
            }));
            for (number, choice) in series.choices.iter().enumerate() {
                let mut played_local = UNKNOWN;
                for (index, near) in choice.near.iter().enumerate() {
                    let local = table.local(near.key, near.last, color).unwrap_or_default().index() as u32;
                    if local != UNKNOWN {
                        self.near.push(Near { global: global(near.key), local });
                    }
                    if choice.played_near == Some(index) {
                        played_local = local;
                    }
                }
                self.choices.push(FitChoice {
                    global: global(choice.played),
                    local: played_local,
                    near_end: self.near.len() as u32,
                    first: number == 0,
                });
            }
        }
    }

    /// The number of choices.
    #[must_use]
    pub fn choices(&self) -> usize {
        self.choices.len()
    }

    /// The number of patterns, the unknown one included.
    #[must_use]
    pub const fn patterns(&self) -> usize {
        self.patterns
    }

    /// Times each pattern was played, and times it could have been.
    #[must_use]
    pub fn counts(&self) -> Vec<(u32, u32)> {
        let mut counts = vec![(0, 0); self.patterns];
        for span in &self.spans {
            counts[span.what as usize].1 += span.to - span.from;
        }
        for near in &self.near {
            counts[near.local as usize].1 += 1;
        }
        for choice in &self.choices {
            counts[choice.global as usize].0 += 1;
            if choice.local != UNKNOWN {
                counts[choice.local as usize].0 += 1;
            }
        }
        counts
    }

    /// The near candidates of each choice.
    fn near(&self) -> impl Iterator<Item = &[Near]> {
        let mut start = 0;
        self.choices.iter().map(move |choice| {
            let end = choice.near_end as usize;
            let near = &self.near[start..end];
            start = end;
            near
        })
    }
}

/// Weights on their way to the most likely ones.
#[derive(Clone, Debug)]
pub struct WeightFit<'a> {
    data: &'a FitData,
    teams: Teams,
    prior: f64,
    /// By pattern; what is not looked for stays 1.
    gammas: Vec<f64>,
    wins: Vec<f64>,
    /// The sum of all strengths of each choice, and room for its making.
    sums: Vec<f64>,
    rising: Vec<f64>,
    falling: Vec<f64>,
}

impl<'a> WeightFit<'a> {
    /// Starts with all weights 1. The prior is a number of wins and of as many losses that each pattern
    /// gets against a candidate of weight 1, so that no weight is 0 or without bound.
    #[must_use]
    pub fn new(data: &'a FitData, teams: Teams, prior: f64) -> Self {
        let mut wins = vec![0.0; data.patterns];
        for choice in &data.choices {
            if teams != Teams::Local {
                wins[choice.global as usize] += 1.0;
            }
            if teams != Teams::Global {
                wins[choice.local as usize] += 1.0;
            }
        }
        let choices = data.choices.len();
        Self {
            data,
            teams,
            prior,
            gammas: vec![1.0; data.patterns],
            wins,
            sums: vec![0.0; choices],
            rising: vec![0.0; choices + 1],
            falling: vec![0.0; choices + 1],
        }
    }

    /// The weights by pattern.
    #[must_use]
    pub fn gammas(&self) -> &[f64] {
        &self.gammas
    }

    /// Goes on from these weights; as many as there are patterns.
    pub fn set_gammas(&mut self, gammas: &[f64]) {
        self.gammas.copy_from_slice(gammas);
    }

    /// Which weights it looks for.
    #[must_use]
    pub const fn teams(&self) -> Teams {
        self.teams
    }

    /// The logarithm of how likely the choices are under the weights.
    #[must_use]
    pub fn log_likelihood(&mut self) -> f64 {
        self.sum_up();
        let strength = |choice: &FitChoice| self.weight(choice.global) * self.local(choice.local);
        self.data.choices.iter().zip(&self.sums).map(|(choice, sum)| (strength(choice) / sum).ln()).sum()
    }

    /// The same with the prior's games: what no round makes smaller.
    #[must_use]
    pub fn objective(&mut self) -> f64 {
        let virtual_games: f64 =
            self.learned().map(|index| self.gammas[index]).map(|g| g.ln() - 2.0 * (1.0 + g).ln()).sum();
        self.log_likelihood() + self.prior * virtual_games
    }

    /// The patterns that are looked for.
    fn learned(&self) -> impl Iterator<Item = usize> + use<'_> {
        (1..self.gammas.len()).filter(|&index| self.wins[index] > 0.0 || self.prior > 0.0)
    }

    /// One round; returns the log-likelihood before it.
    pub fn iterate(&mut self) -> f64 {
        let before = self.log_likelihood();
        if self.teams != Teams::Local {
            let losses = self.global_losses();
            self.update(&losses);
        }
        if self.teams == Teams::Both {
            self.sum_up();
        }
        if self.teams != Teams::Global {
            let losses = self.local_losses();
            self.update(&losses);
        }
        before
    }

    #[inline]
    fn weight(&self, global: u32) -> f64 {
        if self.teams == Teams::Local { 1.0 } else { self.gammas[global as usize] }
    }

    #[inline]
    fn local(&self, local: u32) -> f64 {
        if self.teams == Teams::Global { 1.0 } else { self.gammas[local as usize] }
    }

    /// Sums up the strengths of each choice's candidates.
    fn sum_up(&mut self) {
        let data = self.data;
        self.rising.fill(0.0);
        self.falling.fill(0.0);
        for span in &data.spans {
            let weight = self.weight(span.what);
            self.rising[span.from as usize] += weight;
            self.falling[span.to as usize] += weight;
        }
        let mut running = 0.0;
        for (number, (choice, near)) in data.choices.iter().zip(data.near()).enumerate() {
            // The sum restarts with each series, so that rounding errors do not add up.
            running = if choice.first { 0.0 } else { running - self.falling[number] };
            running += self.rising[number];
            let bonus: f64 =
                near.iter().map(|near| self.weight(near.global) * (self.local(near.local) - 1.0)).sum();
            self.sums[number] = running + bonus;
        }
    }

    /// Σ teammates / E of every global pattern.
    fn global_losses(&self) -> Vec<f64> {
        let mut prefix = Vec::with_capacity(self.sums.len() + 1);
        prefix.push(0.0);
        for sum in &self.sums {
            prefix.push(prefix[prefix.len() - 1] + 1.0 / sum);
        }
        let mut losses = vec![0.0; self.gammas.len()];
        for span in &self.data.spans {
            losses[span.what as usize] += prefix[span.to as usize] - prefix[span.from as usize];
        }
        for (near, sum) in self.data.near().zip(&self.sums) {
            for near in near {
                losses[near.global as usize] += (self.local(near.local) - 1.0) / sum;
            }
        }
        losses
    }

    /// Σ teammates / E of every local pattern.
    fn local_losses(&self) -> Vec<f64> {
        let mut losses = vec![0.0; self.gammas.len()];
        for (near, sum) in self.data.near().zip(&self.sums) {
            for near in near {
                losses[near.local as usize] += self.weight(near.global) / sum;
            }
        }
        losses
    }

    /// New weights of the patterns that lost anything; a pattern is either global or local.
    fn update(&mut self, losses: &[f64]) {
        for (index, &loss) in losses.iter().enumerate().skip(1).filter(|(_, loss)| **loss > 0.0) {
            let gamma = self.gammas[index];
            let wins = self.wins[index] + self.prior;
            if wins > 0.0 {
                self.gammas[index] = wins / (loss + 2.0 * self.prior / (1.0 + gamma));
            }
        }
    }
}
