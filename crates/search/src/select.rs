//! Which move to try next: UCT with RAVE and a progressive bias.

use crate::node::Node;
use crate::rave::Rave;
use crate::{Exploration, Proof, SearchConfig, Switch};

/// The child with the highest score of those that are tried by now. Children that lose or need not be tried are
/// passed over while others are left.
pub(crate) fn select(config: &SearchConfig, node: &Node, children: &[Node], raves: &[Rave]) -> usize {
    let scores = Scores::new(config, node);
    let tried = moves_tried(config, node);
    let mut best = (f32::NEG_INFINITY, 0);
    for (index, (child, rave)) in children.iter().zip(raves).enumerate() {
        if index >= tried && best.0 > f32::MIN {
            break;
        }
        let score = if child.is_open() {
            scores.of(child, rave)
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

/// How many of the children, which then come in the order of their priors, are tried by now (progressive widening).
pub(crate) fn moves_tried(config: &SearchConfig, node: &Node) -> usize {
    if config.widens() {
        (config.progressive_widening * (node.visits() as f32 + 1.0).sqrt()).ceil() as usize
    } else {
        usize::MAX
    }
}

/// How much less even than the evenest a first stone may look and still be tried; the values of all first
/// stones lie within some hundredths until they are searched deeply.
const BALANCE_EXPLORATION: f32 = 0.1;

/// The child that is nearest to even, for a stone that the opponent may take over. No RAVE, which knows what is good,
/// not what is even.
pub(crate) fn select_most_balanced(node: &Node, children: &[Node]) -> usize {
    let log_visits = f64::from(node.visits().max(1)).ln() as f32;
    let score = |child: &Node| match (child.proof(), child.visits()) {
        (Some(_), _) => f32::MIN,
        (None, 0) => f32::MAX,
        (None, visits) => {
            BALANCE_EXPLORATION * (log_visits / visits as f32).sqrt() - (child.value() - 0.5).abs()
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

/// How promising moves are for the player who makes them.
struct Scores<'a> {
    config: &'a SearchConfig,
    log_visits: f32,
    /// What exploration adds to a move without visits.
    explore_new: f32,
}

impl<'a> Scores<'a> {
    fn new(config: &'a SearchConfig, node: &Node) -> Self {
        // In double precision, so that the libraries of all systems agree after rounding.
        let log_visits = f64::from(node.visits().max(1)).ln() as f32;
        let explore_new = match config.exploration {
            Exploration::Outside => config.explore * log_visits.sqrt(),
            Exploration::Inside => 0.0,
        };
        Self { config, log_visits, explore_new }
    }

    #[inline]
    fn of(&self, child: &Node, rave: &Rave) -> f32 {
        let bias = self.config.progressive_bias;
        let visits = child.visits();
        let (rave_value, rave_weight) = rave.sums();
        let start = self.config.rave_prior_visits;
        let (rave_value, rave_weight) = (rave_value + 0.5 * start, rave_weight + start);
        let knows_rave = self.config.rave == Switch::On && rave_weight > 0.0;
        // Most moves of a young node have no visits: they must be cheap.
        if visits == 0 {
            let value = if knows_rave { rave_value / rave_weight } else { self.config.first_play_urgency };
            return value + self.explore_new + if bias > 0.0 { bias * child.prior() } else { 0.0 };
        }
        let visits = visits as f32;
        let value = 1.0 - child.value();
        let explore = self.config.explore * (self.log_visits / visits).sqrt();
        let biased = if bias > 0.0 { bias * child.prior() / (visits + 1.0).sqrt() } else { 0.0 };
        if !knows_rave {
            return value + explore + biased;
        }
        let (rave, half) = (rave_value / rave_weight, self.config.rave_equivalence);
        biased
            + match self.config.exploration {
                Exploration::Outside => blend(value, visits, rave, half) + explore,
                Exploration::Inside => blend(value + explore, visits, rave, half),
            }
    }
}

/// UCT with RAVE: the two means, weighted by how far the real visits have come.
fn blend(value: f32, visits: f32, rave: f32, half: f32) -> f32 {
    let weight = half / (half + visits);
    (1.0 - weight) * value + weight * rave
}
