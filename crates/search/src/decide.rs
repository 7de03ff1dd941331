//! The decision at the root: the move to play, its principal variation, and whether the search is unstable.

use crate::node::Node;
use crate::report::Candidate;
use crate::tree::Tree;
use crate::{FinalMove, Proof, SearchConfig};

/// Visits below which a move is chance rather than expectation.
const MIN_LINE_VISITS: u32 = 4;

/// A move of the root as others see it.
pub(crate) fn candidate(config: &SearchConfig, tree: &Tree, index: usize) -> Candidate {
    let mut at = tree.child(tree.root(), index);
    let node = tree.node(at);
    let (rave_value, rave_weight) = tree.rave(at).sums();
    let mut line = vec![node.cell()];
    while let children @ [_, ..] = tree.children(at) {
        let next = choose_final_move(config, children);
        if children[next].visits() < MIN_LINE_VISITS {
            break;
        }
        line.push(children[next].cell());
        at = tree.child(at, next);
    }
    let proof = node.proof().map(Proof::reversed);
    Candidate {
        cell: node.cell(),
        visits: node.visits(),
        value: proof.map_or_else(|| 1.0 - node.value(), Proof::value),
        prior: config.selects_by_prior().then(|| node.prior()),
        rave: (rave_weight > 0.0).then(|| rave_value / rave_weight),
        proof,
        line,
    }
}

/// The move to play: a proven win, else the best by the rule, losing moves last.
pub(crate) fn choose_final_move(config: &SearchConfig, children: &[Node]) -> usize {
    // A favorite that turned out to lose is no measure for the others.
    let most = children.iter().filter(|node| may_be_played(node)).map(Node::visits).max().unwrap_or(0).max(1);
    let rank = |node: &Node| {
        let proof = match node.proof() {
            Some(Proof::Loss) => 3,
            Some(Proof::Win) => 0,
            _ if node.is_pruned() => 1,
            Some(Proof::Draw) | None => 2,
        };
        let measure = match config.final_move {
            FinalMove::Value if node.visits() > 0 => f64::from(1.0 - node.value()),
            FinalMove::Value => -1.0,
            FinalMove::Visits if node.visits() == 0 => f64::from(node.prior()) - 1.0,
            FinalMove::Visits => f64::from(node.visits()),
            FinalMove::Both if node.visits() >= most.div_ceil(2) => f64::from(1.0 - node.value()),
            FinalMove::Both => -1.0,
        };
        (proof, measure)
    };
    let better = |a: &usize, b: &usize| {
        rank(&children[*a])
            .partial_cmp(&rank(&children[*b]))
            .unwrap_or(std::cmp::Ordering::Equal)
            .then(b.cmp(a))
    };
    (0..children.len()).max_by(better).expect("a position that is not over has a move")
}

/// Returns true if a move neither loses nor is pruned.
pub(crate) fn may_be_played(node: &Node) -> bool {
    node.proof() != Some(Proof::Win) && !node.is_pruned()
}

/// The best resistance in a lost position: the cell that the opponent answers most moves with, so that
/// it has to find another way to win.
pub(crate) fn best_resistance(config: &SearchConfig, tree: &Tree) -> usize {
    let children = tree.children(tree.root());
    let replies =
        (0..children.len()).filter_map(|index| match tree.children(tree.child(tree.root(), index)) {
            [] => None,
            replies => Some(replies[choose_final_move(config, replies)].cell()),
        });
    let mut votes = vec![0; children.len()];
    for reply in replies {
        if let Some(index) = children.iter().position(|child| child.cell() == reply) {
            votes[index] += 1;
        }
    }
    let most = votes.iter().copied().max().unwrap_or(0);
    let winner = votes.iter().position(|&count| count == most && most > 0);
    winner.unwrap_or_else(|| choose_final_move(config, children))
}

/// Returns true if the most visited move is not the one of the highest value.
pub(crate) fn is_unstable(tree: &Tree) -> bool {
    let children = tree.children(tree.root());
    let best_by = |key: &dyn Fn(&Node) -> f32| {
        (0..children.len()).max_by(|&a, &b| key(&children[a]).total_cmp(&key(&children[b])))
    };
    let value = |node: &Node| if node.visits() > 0 && may_be_played(node) { 1.0 - node.value() } else { 0.0 };
    best_by(&|node| node.visits() as f32) != best_by(&value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn before_any_visit_the_prior_decides() {
        let children: Vec<Node> = (0..3).map(|_| Node::default()).collect();
        children.iter().zip([0.2, 0.7, 0.1]).for_each(|(child, prior)| child.set_prior(prior));
        let config = SearchConfig { final_move: FinalMove::Visits, ..SearchConfig::default() };
        assert_eq!(choose_final_move(&config, &children), 1);
        children[2].add(1, 0.5);
        assert_eq!(choose_final_move(&config, &children), 2);
    }

    #[test]
    fn by_value_a_move_that_was_never_tried_comes_last() {
        let children: Vec<Node> = (0..3).map(|_| Node::default()).collect();
        children[1].add(10, 9.0);
        let config = SearchConfig { final_move: FinalMove::Value, ..SearchConfig::default() };
        assert_eq!(choose_final_move(&config, &children), 1, "an untried move seems worth one half");
    }

    #[test]
    fn a_favorite_that_turned_out_to_lose_is_no_measure() {
        let children: Vec<Node> = (0..4).map(|_| Node::default()).collect();
        // Visits and their summed value for the opponent.
        for (child, (visits, value)) in
            children.iter().zip([(3, 0.3), (1_000, 300.0), (200, 110.0), (150, 75.0)])
        {
            child.add(visits, value);
        }
        let config = SearchConfig { final_move: FinalMove::Both, ..SearchConfig::default() };
        assert_eq!(choose_final_move(&config, &children), 1);
        children[1].prove(Proof::Win);
        assert_eq!(choose_final_move(&config, &children), 3, "the better one of the two with many visits");
        children[3].prune();
        assert_eq!(choose_final_move(&config, &children), 2);
    }
}
