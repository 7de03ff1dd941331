//! A small search with a policy and value network that learns from few evaluations.
//!
//! Gumbel root selection with sequential halving, completed values and the improved policy
//! (Danihelka, Guez, Schrittwieser and Silver 2022). At the root a few moves are sampled without
//! replacement by the policy; rounds of equal visits halve them. Below the root the move is taken
//! whose share of visits is furthest behind the improved policy. With noise 0 it plays for strength.

mod tree;

use catena_core::{Cell, Position};
use catena_playout::Rng;

use tree::{GumbelMove, GumbelTree};

/// A network that evaluates positions.
pub trait PolicyValue {
    /// Writes each legal place with a logit, in any order, and returns the expected points of the
    /// player to move, from 0 to 1.
    fn evaluate(&mut self, position: &Position, places: &mut Vec<(Cell, f32)>) -> f32;
}

/// Distribution of the evaluations over the search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GumbelConfig {
    /// Leaves that are looked at.
    pub evaluations: u32,
    /// Moves of the root that are tried at most.
    pub considered: u32,
    /// The scale of the Gumbel noise at the root: 1 samples by the policy, 0 takes the best.
    pub noise: f32,
    /// Visits that values are trusted with before there are any (`c_visit` of the paper).
    pub visit_offset: f32,
    /// Weight of a value beside a logit (`c_scale` of the paper).
    pub value_scale: f32,
}

impl Default for GumbelConfig {
    fn default() -> Self {
        Self { evaluations: 32, considered: 16, noise: 1.0, visit_offset: 50.0, value_scale: 0.3 }
    }
}

/// Result of the search.
#[derive(Clone, Debug, PartialEq)]
pub struct GumbelResult {
    /// The move.
    pub cell: Cell,
    /// The expected points of the player to move, from 0 to 1.
    pub value: f32,
    /// The improved policy: each legal place with its probability.
    pub policy: Vec<(Cell, f32)>,
}

/// The search. It reuses its memory from move to move, not its tree.
#[derive(Debug)]
pub struct Gumbel {
    config: GumbelConfig,
    rng: Rng,
    tree: GumbelTree,
}

/// A move of the root while the halving goes on.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    edge: usize,
    /// Logit and noise.
    score: f32,
}

impl Gumbel {
    /// A search whose noise depends on the seed alone.
    #[must_use]
    pub fn new(config: GumbelConfig, seed: u64) -> Self {
        Self { config, rng: Rng::new(seed), tree: GumbelTree::default() }
    }

    /// Finds a move. A win in one is played at once, and the only defense against one.
    ///
    /// # Panics
    /// If the game is over.
    pub fn search(&mut self, position: &Position, network: &mut dyn PolicyValue) -> GumbelResult {
        assert!(position.outcome().is_none(), "there is a move to find");
        if let Some(&cell) = position.winning_places(position.to_move()).first() {
            return GumbelResult { cell, value: 1.0, policy: vec![(cell, 1.0)] };
        }
        self.tree.clear();
        self.tree.add_root(position, network);
        let best = self.halve(position, network);
        let cell = self.tree.root().edges[best].cell;
        let policy = self.improved_policy();
        GumbelResult { cell, value: self.tree.root().mean(), policy }
    }

    /// Sequential halving over the moves with the largest noisy logits; returns the survivor.
    fn halve(&mut self, position: &Position, network: &mut dyn PolicyValue) -> usize {
        let mut candidates = self.candidates();
        let rounds = candidates.len().max(2).ilog2() + u32::from(!candidates.len().is_power_of_two());
        let mut left = self.config.evaluations;
        for round in 0..rounds {
            let share = left / (rounds - round);
            let each = (share / candidates.len() as u32).max(1);
            for _ in 0..each {
                for candidate in &candidates {
                    if left > 0 {
                        left -= 1;
                        self.tree.visit(position, candidate.edge, &self.config, network);
                    }
                }
            }
            self.sort(&mut candidates);
            candidates.truncate(candidates.len().div_ceil(2));
        }
        candidates[0].edge
    }

    /// The moves that are tried: those with the largest sums of logit and noise.
    fn candidates(&mut self) -> Vec<Candidate> {
        let noise = self.config.noise;
        let edges = self.tree.root().edges.iter().enumerate();
        let mut candidates: Vec<Candidate> = edges
            .map(|(edge, GumbelMove { logit, .. })| Candidate {
                edge,
                score: logit + noise * gumbel(&mut self.rng),
            })
            .collect();
        candidates.sort_unstable_by(|a, b| b.score.total_cmp(&a.score));
        let most = self.config.considered.min(self.config.evaluations).max(1) as usize;
        candidates.truncate(most);
        candidates
    }

    fn sort(&self, candidates: &mut [Candidate]) {
        let root = self.tree.root();
        let scale = self.config.scale(root);
        let total = |candidate: &Candidate| {
            candidate.score + scale * self.tree.value_of(&root.edges[candidate.edge]).unwrap_or(root.value)
        };
        candidates.sort_by(|a, b| total(b).total_cmp(&total(a)));
    }

    /// Softmax of the logits plus the values, where a move without visits has the mixed value.
    fn improved_policy(&self) -> Vec<(Cell, f32)> {
        let root = self.tree.root();
        let (scale, mixed) = (self.config.scale(root), self.tree.mixed_value(root));
        let logits: Vec<f32> = root
            .edges
            .iter()
            .map(|edge| edge.logit + scale * self.tree.value_of(edge).unwrap_or(mixed))
            .collect();
        let largest = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let sum: f32 = logits.iter().map(|logit| (logit - largest).exp()).sum();
        let places = root.edges.iter().zip(&logits);
        places.map(|(edge, logit)| (edge.cell, (logit - largest).exp() / sum)).collect()
    }
}

/// A sample of the standard Gumbel distribution: the largest of logits with such noise is a
/// sample by their softmax.
fn gumbel(rng: &mut Rng) -> f32 {
    let unit = ((rng.next_u64() >> 11) as f64 + 0.5) / (1u64 << 53) as f64;
    -(-unit.ln()).ln() as f32
}

#[cfg(test)]
mod tests;
