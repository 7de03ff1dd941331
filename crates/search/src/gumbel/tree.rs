//! The tree of a small search: nodes with the network's word, and the walk from the root to a leaf.

use catena_core::{Cell, Move, Position};

use super::{GumbelConfig, PolicyValue};

/// A position that was evaluated.
#[derive(Debug)]
pub(super) struct GumbelNode {
    /// Value by the network or the rules, for the player to move.
    pub(super) value: f32,
    /// Evaluations at and below this node, and the sum of their values.
    visits: u32,
    sum: f32,
    /// The moves; none where the value is certain.
    pub(super) edges: Vec<GumbelMove>,
}

/// A move of a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct GumbelMove {
    pub(super) cell: Cell,
    pub(super) logit: f32,
    /// The probability that the logit stands for.
    prior: f32,
    child: Option<u32>,
}

impl GumbelNode {
    const fn certain(value: f32) -> Self {
        Self { value, visits: 0, sum: 0.0, edges: Vec::new() }
    }

    /// The mean value for the player to move.
    pub(super) fn mean(&self) -> f32 {
        if self.visits == 0 { self.value } else { self.sum / self.visits as f32 }
    }
}

/// All nodes of a search; the root is the first.
#[derive(Debug, Default)]
pub(super) struct GumbelTree {
    nodes: Vec<GumbelNode>,
    places: Vec<(Cell, f32)>,
    path: Vec<u32>,
}

impl GumbelConfig {
    /// Weight of a value beside a logit at this node (σ of the paper).
    pub(super) fn scale(&self, node: &GumbelNode) -> f32 {
        (self.visit_offset + node.visits as f32) * self.value_scale
    }
}

impl GumbelTree {
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
    }

    pub(super) fn root(&self) -> &GumbelNode {
        &self.nodes[0]
    }

    /// Evaluates the root, which has moves even if it is lost.
    pub(super) fn add_root(&mut self, position: &Position, network: &mut dyn PolicyValue) {
        let threats = position.winning_places(!position.to_move());
        let mut root = self.evaluated(position, network);
        if let [threat] = threats[..] {
            root.edges.retain(|edge| edge.cell == threat);
        }
        root.visits = 1;
        root.sum = root.value;
        self.nodes.push(root);
    }

    /// One more evaluation below an edge of the root.
    pub(super) fn visit(
        &mut self,
        root: &Position,
        edge: usize,
        config: &GumbelConfig,
        network: &mut dyn PolicyValue,
    ) {
        let mut position = root.clone();
        self.path.clear();
        self.path.push(0);
        let (mut node, mut edge) = (0, edge);
        let mut value = loop {
            let GumbelMove { cell, child, .. } = self.nodes[node].edges[edge];
            position.play_unchecked(Move::Place(cell));
            if let Some(child) = child {
                self.path.push(child);
                node = child as usize;
                if self.nodes[node].edges.is_empty() {
                    break self.nodes[node].value;
                }
                edge = self.select(&self.nodes[node], config);
            } else {
                let leaf = self.leaf(&position, network);
                let child = self.nodes.len() as u32;
                self.nodes[node].edges[edge].child = Some(child);
                self.path.push(child);
                let value = leaf.value;
                self.nodes.push(leaf);
                break value;
            }
        };
        for &node in self.path.iter().rev() {
            let node = &mut self.nodes[node as usize];
            node.visits += 1;
            node.sum += value;
            value = 1.0 - value;
        }
    }

    /// Evaluates a new node: by the rules where one move decides, else by the network.
    fn leaf(&mut self, position: &Position, network: &mut dyn PolicyValue) -> GumbelNode {
        let own = position.to_move();
        if let Some(outcome) = position.outcome() {
            return GumbelNode::certain(
                outcome.winner.map_or(0.5, |winner| f32::from(u8::from(winner == own))),
            );
        }
        if !position.winning_places(own).is_empty() {
            return GumbelNode::certain(1.0);
        }
        let threats = position.winning_places(!own);
        if threats.len() > 1 {
            return GumbelNode::certain(0.0);
        }
        let mut node = self.evaluated(position, network);
        if let [threat] = threats[..] {
            node.edges.retain(|edge| edge.cell == threat);
        }
        node
    }

    fn evaluated(&mut self, position: &Position, network: &mut dyn PolicyValue) -> GumbelNode {
        self.places.clear();
        let value = network.evaluate(position, &mut self.places);
        let largest = self.places.iter().map(|&(_, logit)| logit).fold(f32::NEG_INFINITY, f32::max);
        let sum: f32 = self.places.iter().map(|&(_, logit)| (logit - largest).exp()).sum();
        let edge = |&(cell, logit): &(Cell, f32)| {
            let prior = (logit - largest).exp() / sum;
            GumbelMove { cell, logit: logit - largest - sum.ln(), prior, child: None }
        };
        GumbelNode { value, visits: 0, sum: 0.0, edges: self.places.iter().map(edge).collect() }
    }

    /// The value of a move for the player who makes it, if it was tried.
    pub(super) fn value_of(&self, edge: &GumbelMove) -> Option<f32> {
        edge.child.map(|child| 1.0 - self.nodes[child as usize].mean())
    }

    /// The value of a move that was not tried: what the network says of the node, mixed with the
    /// values of the moves that were, weighted by the policy (appendix D of the paper).
    pub(super) fn mixed_value(&self, node: &GumbelNode) -> f32 {
        let (mut visits, mut priors, mut values) = (0, 0.0, 0.0);
        for edge in &node.edges {
            if let Some(child) = edge.child {
                let child = &self.nodes[child as usize];
                visits += child.visits;
                priors += edge.prior;
                values += edge.prior * (1.0 - child.mean());
            }
        }
        if priors > 0.0 {
            let visits = visits as f32;
            (node.value + visits * values / priors) / (1.0 + visits)
        } else {
            node.value
        }
    }

    /// The move whose share of the visits is furthest behind the improved policy.
    fn select(&self, node: &GumbelNode, config: &GumbelConfig) -> usize {
        let (scale, mixed) = (config.scale(node), self.mixed_value(node));
        let weight = |edge: &GumbelMove| {
            // Relative to moves that were not tried, which then need no exponential.
            self.value_of(edge).map_or(edge.prior, |value| edge.prior * (scale * (value - mixed)).exp())
        };
        let sum: f32 = node.edges.iter().map(weight).sum();
        let share = |edge: &GumbelMove| {
            let visits = edge.child.map_or(0, |child| self.nodes[child as usize].visits);
            weight(edge) / sum - visits as f32 / (1 + node.visits) as f32
        };
        let mut best = (0, f32::NEG_INFINITY);
        for (number, edge) in node.edges.iter().enumerate() {
            let share = share(edge);
            if share > best.1 {
                best = (number, share);
            }
        }
        best.0
    }
}
