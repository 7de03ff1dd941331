//! A network as the small search asks it.

use std::sync::Arc;

use catena_core::{Cell, Position, Setup};
use catena_model::network::{Inference, NetworkEvaluation, Quantized};
use catena_search::PolicyValue;

/// A network on one board, and room to work in.
#[derive(Debug)]
pub(super) struct Evaluator {
    inference: Inference,
    evaluation: NetworkEvaluation,
}

impl Evaluator {
    pub(super) fn new(network: &Arc<Quantized>, setup: &Setup) -> Self {
        Self { inference: Inference::new(network, setup), evaluation: NetworkEvaluation::default() }
    }
}

impl PolicyValue for Evaluator {
    fn evaluate(&mut self, position: &Position, places: &mut Vec<(Cell, f32)>) -> f32 {
        self.inference.evaluate(position, &mut self.evaluation);
        let (board, logits) = (position.board(), &self.evaluation.policy);
        let empty = position.topology().places().filter(|&cell| board.stone(cell).is_none());
        places.extend(empty.map(|cell| (cell, logits[cell.index()])));
        self.evaluation.value
    }
}
