//! Loss of a network's output against its target, and the gradient by its logits.

use super::pass::Pass;
use super::vector::log_softmax;

/// Target of a network for a position.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Target {
    /// The nodes that can be chosen, with the probability of each; they sum to 1.
    pub(super) policy: Vec<(usize, f32)>,
    /// Probabilities of win, loss and draw.
    pub(super) outcome: [f32; 3],
    /// For each node whether the player to move owns it in the end: 1, 0, or nothing if it stays
    /// empty.
    pub(super) owner: Vec<Option<f32>>,
}

/// Loss of a network against a target.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Loss {
    /// Cross-entropy of the policy, in nats.
    pub(super) policy: f64,
    /// Entropy of the policy target, which no network can get below.
    pub(super) entropy: f64,
    /// Cross-entropy of the outcome, in nats.
    pub(super) value: f64,
    /// Mean cross-entropy of the owners.
    pub(super) owner: f64,
    /// 1 if the most probable move is that of the target, else 0.
    pub(super) top1: f64,
}

impl Loss {
    pub(super) fn add(&mut self, other: Self) {
        self.policy += other.policy;
        self.entropy += other.entropy;
        self.value += other.value;
        self.owner += other.owner;
        self.top1 += other.top1;
    }

    pub(super) fn divided(self, by: f64) -> Self {
        Self {
            policy: self.policy / by,
            entropy: self.entropy / by,
            value: self.value / by,
            owner: self.owner / by,
            top1: self.top1 / by,
        }
    }
}

/// Weights of the parts of the loss; the policy counts 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct LossWeights {
    pub(super) value: f32,
    pub(super) owner: f32,
}

impl Pass {
    /// The loss after [`forward`](Self::forward). Leaves its slopes by the logits where these were.
    pub(super) fn loss(&mut self, target: &Target, parts: LossWeights) -> Loss {
        let mut loss = Loss::default();
        let chosen = |a: &(usize, f32), b: &(usize, f32)| a.1.total_cmp(&b.1);
        let legal = || target.policy.iter().copied();
        let best = legal().max_by(chosen).map(|(node, _)| node);
        let guess = legal().map(|(node, _)| (node, self.policy[node])).max_by(chosen).map(|(node, _)| node);
        loss.top1 = f64::from(u8::from(best == guess));
        let logits: Vec<f32> = legal().map(|(node, _)| self.policy[node]).collect();
        self.policy.fill(0.0);
        for ((node, wanted), log) in legal().zip(log_softmax(&logits)) {
            loss.policy -= f64::from(wanted * log);
            loss.entropy -= if wanted > 0.0 { f64::from(wanted * wanted.ln()) } else { 0.0 };
            self.policy[node] = log.exp() - wanted;
        }
        let logs = log_softmax(&self.outcome);
        for ((slope, log), &wanted) in self.outcome.iter_mut().zip(logs).zip(&target.outcome) {
            loss.value -= f64::from(wanted * log);
            *slope = parts.value * (log.exp() - wanted);
        }
        let owned = target.owner.iter().flatten().count().max(1) as f32;
        for (slope, owner) in self.owner.iter_mut().zip(&target.owner) {
            let logit = *slope;
            *slope = owner.map_or(0.0, |owner| {
                let probability = 1.0 / (1.0 + (-logit).exp());
                // The cross-entropy in a form that does not overflow.
                let softplus = logit.max(0.0) + (-logit.abs()).exp().ln_1p();
                loss.owner += f64::from((softplus - owner * logit) / owned);
                parts.owner * (probability - owner) / owned
            });
        }
        loss
    }
}
