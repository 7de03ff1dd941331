//! A network as the small search asks it.

use std::sync::Arc;

use catena_core::{Cell, Position, Setup};
use catena_model::network::{Architecture, Encoder};
use catena_search::PolicyValue;

use super::pass::{Pass, Prepared};
use super::vector::log_softmax;

/// A network on one board, and room to work in.
#[derive(Debug)]
pub(super) struct Evaluator {
    weights: Arc<Prepared>,
    encoder: Encoder,
    planes: Vec<u8>,
    pass: Pass,
}

impl Evaluator {
    pub(super) fn new(architecture: &Architecture, weights: &Arc<Prepared>, setup: &Setup) -> Self {
        let encoder = Encoder::new(architecture, setup);
        Self {
            planes: vec![0; encoder.len()],
            pass: Pass::new(architecture, encoder.graph()),
            encoder,
            weights: weights.clone(),
        }
    }
}

impl PolicyValue for Evaluator {
    fn evaluate(&mut self, position: &Position, places: &mut Vec<(Cell, f32)>) -> f32 {
        self.encoder.encode(position, &mut self.planes);
        self.pass.forward(&self.weights, &self.planes);
        let (graph, board) = (self.encoder.graph(), position.board());
        let empty = position.topology().places().filter(|&cell| board.stone(cell).is_none());
        places.extend(empty.map(|cell| (cell, self.pass.policy[graph.node(cell, position.to_move())])));
        points(&self.pass.outcome)
    }
}

/// The expected points, from logits of win, loss and perhaps draw.
fn points(outcome: &[f32]) -> f32 {
    let logs = log_softmax(outcome);
    logs[0].exp() + logs.get(2).map_or(0.0, |draw| 0.5 * draw.exp())
}
