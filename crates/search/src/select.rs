//! Selection: UCT with RAVE, a progressive bias and progressive widening.

use crate::node::Node;
use crate::rave::Rave;
use crate::{Exploration, Proof, SearchConfig, Switch};

/// The child with the highest score of those that are tried by now. Children that lose or are pruned are
/// passed over while others are left.
pub(crate) fn select(config: &SearchConfig, node: &Node, children: &[Node], raves: &[Rave]) -> usize {
    let scores = Scores::new(config, node);
    best_of(children, moves_tried(config, node), |index| scores.score(&children[index], &raves[index]))
}

/// The child with the highest score among the first `tried`, and one that is open in any case if there is
/// one. Only open children are scored.
#[inline]
pub(crate) fn best_of(children: &[Node], tried: usize, score: impl Fn(usize) -> f32) -> usize {
    let mut best = (f32::NEG_INFINITY, 0);
    for (index, child) in children.iter().enumerate() {
        if index >= tried && best.0 > f32::MIN {
            break;
        }
        let score = if child.is_open() {
            score(index)
        } else {
            match child.proof() {
                Some(Proof::Loss) => return index,
                Some(Proof::Draw) if !child.is_pruned() => 0.5,
                Some(Proof::Win | Proof::Draw) | None => f32::MIN,
            }
        };
        if score > best.0 {
            best = (score, index);
        }
    }
    best.1
}

/// Number of the children, which then come in the order of their priors, that are tried by now (progressive
/// widening).
pub(crate) fn moves_tried(config: &SearchConfig, node: &Node) -> usize {
    if config.widens() {
        (config.progressive_widening * (node.visits() as f32 + 1.0).sqrt()).ceil() as usize
    } else {
        usize::MAX
    }
}

/// The exploration constant among openings that are offered for a swap: their values lie within some
/// hundredths until they are searched deeply.
const BALANCE_EXPLORATION: f32 = 0.1;

/// The most balanced child, for an opening that the opponent may take over. Without RAVE, which knows
/// what is good, not what is balanced.
pub(crate) fn select_most_balanced(node: &Node, children: &[Node]) -> usize {
    let log_visits = log_visits(node);
    let score = |child: &Node| match (child.proof(), child.visits()) {
        (Some(_), _) => f32::MIN,
        (None, 0) => f32::MAX,
        (None, visits) => {
            exploration(BALANCE_EXPLORATION, log_visits, visits as f32) - (child.value() - 0.5).abs()
        }
    };
    let mut best = (f32::NEG_INFINITY, 0);
    for (index, child) in children.iter().enumerate() {
        let score = score(child);
        if score > best.0 {
            best = (score, index);
        }
    }
    best.1
}

/// Scores of the moves of a node for the player who makes them.
struct Scores<'a> {
    config: &'a SearchConfig,
    log_visits: f32,
    /// The exploration of a move without visits.
    explore_new: f32,
}

impl<'a> Scores<'a> {
    fn new(config: &'a SearchConfig, node: &Node) -> Self {
        let log_visits = log_visits(node);
        let explore_new = match (config.exploration, config.rave) {
            // RAVE alone speaks for a move without visits; what it says changes with every playout.
            (Exploration::Inside, Switch::On) => 0.0,
            // Nothing else does: without exploration a move whose value stays above that of untried ones
            // would be tried for ever.
            (Exploration::Outside, _) | (Exploration::Inside, Switch::Off) => {
                config.explore * log_visits.sqrt()
            }
        };
        Self { config, log_visits, explore_new }
    }

    /// The score of a move: value, RAVE and exploration blended, and the progressive bias.
    #[inline]
    fn score(&self, child: &Node, rave: &Rave) -> f32 {
        let config = self.config;
        let visits = child.visits();
        let rave_mean = self.rave_mean(rave);
        // Most moves of a young node have no visits: they must be cheap.
        if visits == 0 {
            let value = rave_mean.unwrap_or(config.first_play_urgency);
            return value + self.explore_new + progressive_bias(config, child, 0.0);
        }
        let (value, visits) = (1.0 - child.value(), visits as f32);
        let explore = exploration(config.explore, self.log_visits, visits);
        let blended = match (rave_mean, config.exploration) {
            (None, _) => value + explore,
            (Some(rave), Exploration::Outside) => {
                blend_rave(value, visits, rave, config.rave_equivalence) + explore
            }
            (Some(rave), Exploration::Inside) => {
                blend_rave(value + explore, visits, rave, config.rave_equivalence)
            }
        };
        blended + progressive_bias(config, child, visits)
    }

    /// The mean RAVE value of a move, virtual even playouts included; `None` if nothing is known.
    #[inline]
    fn rave_mean(&self, rave: &Rave) -> Option<f32> {
        let prior_visits = self.config.rave_prior_visits;
        let (value, weight) = rave.sums();
        let (value, weight) = (value + 0.5 * prior_visits, weight + prior_visits);
        (self.config.rave == Switch::On && weight > 0.0).then(|| value / weight)
    }
}

/// In double precision, so that the libraries of all systems agree after rounding.
fn log_visits(node: &Node) -> f32 {
    f64::from(node.visits().max(1)).ln() as f32
}

/// The exploration term of UCT: large for moves with few of their node's visits.
#[inline]
fn exploration(constant: f32, log_visits: f32, visits: f32) -> f32 {
    constant * (log_visits / visits).sqrt()
}

/// Term of the prior in the score: less and less with the visits of the move.
#[inline]
fn progressive_bias(config: &SearchConfig, child: &Node, visits: f32) -> f32 {
    let bias = config.progressive_bias;
    if bias > 0.0 { bias * child.prior() / (visits + 1.0).sqrt() } else { 0.0 }
}

/// UCT with RAVE: the two means, weighted by how far the real visits have come. At `equivalence` visits
/// both weigh the same.
#[inline]
fn blend_rave(value: f32, visits: f32, rave: f32, equivalence: f32) -> f32 {
    let weight = equivalence / (equivalence + visits);
    (1.0 - weight) * value + weight * rave
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The root of a node with a good move that took almost all visits, and one that was never tried.
    #[test]
    fn without_rave_untried_moves_are_explored_wherever_exploration_stands() {
        let (node, children) = (Node::default(), [Node::default(), Node::default()]);
        node.add(1_000, 400.0);
        children[0].add(1_000, 400.0);
        let raves = [Rave::default(), Rave::default()];
        for exploration in [Exploration::Inside, Exploration::Outside] {
            let config = SearchConfig { exploration, rave: Switch::Off, ..SearchConfig::default() };
            assert_eq!(select(&config, &node, &children, &raves), 1, "{exploration:?}");
        }
    }
}
