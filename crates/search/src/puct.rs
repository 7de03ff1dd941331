//! Selection by PUCT: the value of a move plus an exploration term that is proportional to its prior.
//!
//! As in AlphaZero, with two refinements of KataGo (Wu 2019): the exploration constant grows with the
//! logarithm of the visits, and a move without visits is expected to be somewhat worse than its node, the
//! more so the more of the prior was tried (first-play urgency).

use crate::SearchConfig;
use crate::node::Node;
use crate::select::best_of;

/// Visits at which the exploration constant has grown by `puct_growth` times the logarithm of 2.
const GROWTH_VISITS: f32 = 500.0;

/// The child with the highest score. Children that lose or are pruned are passed over while others are left.
pub(crate) fn select_puct(config: &SearchConfig, node: &Node, children: &[Node]) -> usize {
    let tried: f32 = children.iter().filter(|child| child.visits() > 0).map(Node::prior).sum();
    let urgency = node.value() - config.fpu_reduction * tried.sqrt();
    // The first visit of a node evaluated the node itself.
    let visits = node.visits().saturating_sub(1) as f32;
    // In double precision, so that the libraries of all systems agree after rounding.
    let growth = f64::from(visits / GROWTH_VISITS).ln_1p() as f32;
    let constant = config.puct + config.puct_growth * growth;
    let scale = constant * visits.max(1.0).sqrt();
    best_of(children, children.len(), |index| {
        let child = &children[index];
        let visits = child.visits();
        let value = if visits == 0 { urgency } else { 1.0 - child.value() };
        value + scale * child.prior() / (1.0 + visits as f32)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Proof;

    /// Children with a prior, visits and the mean value for the player who moves to them.
    fn children(stats: &[(f32, u32, f32)]) -> Vec<Node> {
        let child = |&(prior, visits, value): &(f32, u32, f32)| {
            let node = Node::default();
            node.set_prior(prior);
            node.add(visits, visits as f32 * (1.0 - value));
            node
        };
        stats.iter().map(child).collect()
    }

    fn node(visits: u32, value: f32) -> Node {
        let node = Node::default();
        node.add(visits, visits as f32 * value);
        node
    }

    fn config() -> SearchConfig {
        SearchConfig { puct: 0.5, puct_growth: 0.0, fpu_reduction: 0.2, ..SearchConfig::default() }
    }

    #[test]
    fn a_new_node_tries_the_largest_prior_first() {
        let children = children(&[(0.2, 0, 0.0), (0.7, 0, 0.0), (0.1, 0, 0.0)]);
        assert_eq!(select_puct(&config(), &node(1, 0.3), &children), 1);
    }

    #[test]
    fn the_score_is_value_plus_prior_over_visits() {
        // 0.5 * sqrt(100) = 5: 0.6 + 5 * 0.6 / 81 = 0.637, and 0.5 + 5 * 0.4 / 21 = 0.595.
        let even = children(&[(0.6, 80, 0.6), (0.4, 20, 0.5)]);
        assert_eq!(select_puct(&config(), &node(101, 0.58), &even), 0);
        // The second one with 0.55 has 0.645.
        let better = children(&[(0.6, 80, 0.6), (0.4, 20, 0.55)]);
        assert_eq!(select_puct(&config(), &node(101, 0.58), &better), 1);
    }

    #[test]
    fn an_untried_move_starts_below_its_node_by_the_tried_prior() {
        // Untried: 0.6 - 0.2 * sqrt(0.81) + 5 * 0.19 = 1.37; tried: v + 5 * 0.81 / 101 = v + 0.04.
        let high = children(&[(0.81, 100, 1.0), (0.19, 0, 0.0)]);
        assert_eq!(select_puct(&config(), &node(101, 0.6), &high), 1);
        // With a prior of 0.1 it has 0.6 - 0.18 + 0.5 = 0.92 and loses against 1.04, without reduction it wins.
        let low = children(&[(0.81, 100, 1.0), (0.1, 0, 0.0)]);
        assert_eq!(select_puct(&config(), &node(101, 0.6), &low), 0);
        let bold = SearchConfig { fpu_reduction: 0.0, ..config() };
        assert_eq!(select_puct(&bold, &node(101, 0.6), &low), 1);
    }

    #[test]
    fn the_exploration_constant_grows_with_the_visits() {
        // At 501 visits the constant is 0.5 + 1 * ln 2 = 1.19 and no longer 0.5.
        let two = children(&[(0.7, 400, 0.6), (0.3, 100, 0.57)]);
        assert_eq!(select_puct(&config(), &node(501, 0.6), &two), 0);
        let growing = SearchConfig { puct_growth: 1.0, ..config() };
        assert_eq!(select_puct(&growing, &node(501, 0.6), &two), 1);
    }

    #[test]
    fn proved_and_pruned_moves_are_passed_over() {
        let children = children(&[(0.5, 10, 0.9), (0.3, 10, 0.9), (0.2, 1, 0.1)]);
        children[0].prove(Proof::Win);
        children[1].prune();
        assert_eq!(select_puct(&config(), &node(22, 0.8), &children), 2);
        children[1].prove(Proof::Loss);
        assert_eq!(select_puct(&config(), &node(22, 0.8), &children), 1, "a move that wins is played");
    }
}
