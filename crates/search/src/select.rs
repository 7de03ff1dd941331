//! Selection: UCT with RAVE, a progressive bias and progressive widening.

use crate::criticality::criticality_bonus;
use crate::node::Node;
use crate::rave::Rave;
use crate::{Exploration, Proof, RaveBlend, SearchConfig, Switch};

/// The child with the highest score of those that are tried by now. Children that lose or are pruned are
/// passed over while others are left.
///
/// `opposing` is what RAVE knows of the opponent's moves on the same cells, if the tree keeps it.
pub(crate) fn select(
    config: &SearchConfig,
    node: &Node,
    children: &[Node],
    raves: &[Rave],
    opposing: &[Rave],
) -> usize {
    let scores = Scores::new(config, node);
    let tried = moves_tried(config, node);
    let score = |index: usize| scores.score(&children[index], &raves[index]);
    if opposing.is_empty() {
        return best_of(children, tried, score);
    }
    best_of(children, tried, |index| {
        score(index) + criticality_bonus(config, &children[index], &raves[index], opposing.get(index))
    })
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
    /// The exploration of a move without visits, if nothing else speaks for it.
    explore_new: f32,
    /// The same if RAVE does. Inside of the blend RAVE alone counts: what it says changes with every playout.
    explore_new_beside_rave: f32,
}

impl<'a> Scores<'a> {
    fn new(config: &'a SearchConfig, node: &Node) -> Self {
        let log_visits = log_visits(node);
        // Without it a move whose value stays above that of untried ones would be tried for ever.
        let explore_new = config.explore * log_visits.sqrt();
        let explore_new_beside_rave = match config.exploration {
            Exploration::Inside => 0.0,
            Exploration::Outside => explore_new,
        };
        Self { config, log_visits, explore_new, explore_new_beside_rave }
    }

    /// The score of a move: value, RAVE and exploration blended, and the progressive bias.
    #[inline]
    fn score(&self, child: &Node, rave: &Rave) -> f32 {
        let config = self.config;
        let visits = child.visits();
        let rave = self.rave(rave);
        // Most moves of a young node have no visits: they must be cheap.
        if visits == 0 {
            let (value, explore) = match rave {
                Some(rave) => (rave.mean, self.explore_new_beside_rave),
                None => (config.first_play_urgency, self.explore_new),
            };
            return value + explore + progressive_bias(config, child, 0.0);
        }
        let (value, visits) = (1.0 - child.value(), visits as f32);
        let explore = exploration(config.explore, self.log_visits, visits);
        let blended = match (rave, config.exploration) {
            (None, _) => value + explore,
            (Some(rave), Exploration::Outside) => blend_rave(config, value, visits, rave) + explore,
            (Some(rave), Exploration::Inside) => blend_rave(config, value + explore, visits, rave),
        };
        blended + progressive_bias(config, child, visits)
    }

    /// RAVE of a move, virtual even playouts included; `None` if nothing is known.
    #[inline]
    fn rave(&self, rave: &Rave) -> Option<RaveEstimate> {
        let prior_visits = self.config.rave_prior_visits;
        let (value, weight) = rave.sums();
        let (value, weight) = (value + 0.5 * prior_visits, weight + prior_visits);
        let is_known = self.config.rave == Switch::On && weight > 0.0;
        is_known.then(|| RaveEstimate { mean: value / weight, count: weight })
    }
}

/// What RAVE says of a move.
#[derive(Clone, Copy)]
struct RaveEstimate {
    mean: f32,
    /// Playouts that it comes from, by their weight.
    count: f32,
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

/// UCT with RAVE: the two means, weighted by how far the real visits have come.
#[inline]
fn blend_rave(config: &SearchConfig, value: f32, visits: f32, rave: RaveEstimate) -> f32 {
    let weight = match config.rave_blend {
        RaveBlend::Visits => config.rave_equivalence / (config.rave_equivalence + visits),
        RaveBlend::Counts => {
            // RAVE counts as this many visits would: at first `rave_initial_weight` for each of its playouts,
            // never more than `rave_final_weight` in all.
            let playouts_per_visit = 1.0 / config.rave_initial_weight + rave.count / config.rave_final_weight;
            rave.count / (rave.count + visits * playouts_per_visit)
        }
    };
    (1.0 - weight) * value + weight * rave.mean
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bias_of_a_prior_shrinks_with_the_visits() {
        let config = SearchConfig { progressive_bias: 2.0, ..SearchConfig::default() };
        let child = Node::default();
        child.set_prior(0.25);
        for (visits, expected) in [(0.0, 0.5), (3.0, 0.25), (24.0, 0.1)] {
            assert!((progressive_bias(&config, &child, visits) - expected).abs() < 1e-4, "{visits}");
        }
        assert_eq!(progressive_bias(&SearchConfig::default(), &child, 3.0), 0.0);
    }

    /// The root of a node with a good move that took almost all visits, and one that was never tried.
    #[test]
    fn untried_moves_that_rave_does_not_know_are_explored_wherever_exploration_stands() {
        let (node, children) = (Node::default(), [Node::default(), Node::default()]);
        node.add(1_000, 400.0);
        children[0].add(1_000, 400.0);
        let raves = [Rave::default(), Rave::default()];
        // RAVE knows nothing of either move.
        for exploration in [Exploration::Inside, Exploration::Outside] {
            for rave in [Switch::On, Switch::Off] {
                let config = SearchConfig { exploration, rave, ..SearchConfig::default() };
                assert_eq!(select(&config, &node, &children, &raves, &[]), 1, "{exploration:?} {rave:?}");
            }
        }
    }

    #[test]
    fn a_critical_cell_is_preferred_to_one_of_the_same_value() {
        let (node, children) = (Node::default(), [Node::default(), Node::default()]);
        node.add(200, 100.0);
        children.iter().for_each(|child| child.add(100, 50.0));
        let (raves, opposing) = ([Rave::default(), Rave::default()], [Rave::default(), Rave::default()]);
        // Both cells have the same RAVE value for the player to move; only the second one decides for the opponent.
        raves.iter().for_each(|rave| rave.add(50.0, 100.0));
        [(0, 50.0), (1, 90.0)].into_iter().for_each(|(index, won)| opposing[index].add(won, 100.0));
        let selected = |criticality: f32| {
            let config = SearchConfig { criticality, ..SearchConfig::default() };
            select(&config, &node, &children, &raves, &opposing)
        };
        assert_eq!((selected(0.0), selected(1.0)), (0, 1));
    }

    #[test]
    fn the_weight_of_rave_is_the_ratio_of_counts() {
        let config = SearchConfig { rave_blend: RaveBlend::Counts, ..SearchConfig::default() };
        let (a, b) = (f64::from(config.rave_initial_weight), f64::from(config.rave_final_weight));
        assert_eq!((config.rave_initial_weight, config.rave_final_weight), (2.12, 830.0));
        for (count, visits) in [(8.0, 1.0), (8.0, 100.0), (500.0, 20.0), (20_000.0, 830.0)] {
            // As the authors of MoHex have it.
            let expected = count / (visits * (1.0 / a + count / b) + count);
            let rave = RaveEstimate { mean: 1.0, count: count as f32 };
            let weight = blend_rave(&config, 0.0, visits as f32, rave);
            assert!((f64::from(weight) - expected).abs() < 1e-6, "{count} {visits}: {weight} {expected}");
        }
        // With many playouts RAVE is worth 830 visits, with few of them 2.12 for each.
        let weight = |count, visits| blend_rave(&config, 0.0, visits, RaveEstimate { mean: 1.0, count });
        assert!((weight(1e7, 830.0) - 0.5).abs() < 1e-3);
        assert!((weight(1e-3, 2.12e-3) - 0.5).abs() < 1e-3);
    }
}
