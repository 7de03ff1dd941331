//! From a position to a policy and a value.

use std::sync::Arc;

use catena_core::{Position, Setup};

use super::{Encoder, Int8, Network, Output, Quantized, Reference};

/// Output of a network for a position, from the view of the player to move.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NetworkEvaluation {
    /// A logit for each cell of the board. Cells with stones have one too; it means nothing. In
    /// Renkula! antipodes have the same.
    pub policy: Vec<f32>,
    /// The expected result: 1 for a win, 1/2 for a draw.
    pub value: f32,
    /// The probability of a draw.
    pub draw: f32,
}

/// A network on one board: encodes positions and evaluates them. Each thread has its own.
#[derive(Debug)]
pub struct Inference {
    encoder: Encoder,
    forward: Forward,
    outcomes: usize,
    planes: Vec<u8>,
    output: Output,
}

#[derive(Debug)]
enum Forward {
    Reference(Reference),
    Int8(Int8),
}

impl Inference {
    /// The fast way, in int8.
    ///
    /// # Panics
    /// If the board is of another game.
    #[must_use]
    pub fn new(network: &Arc<Quantized>, setup: &Setup) -> Self {
        let encoder = Encoder::new(network.network().architecture(), setup);
        let int8 = Int8::new(network, encoder.graph());
        Self::with(network.network(), encoder, Forward::Int8(int8))
    }

    /// The exact way, in f32.
    ///
    /// # Panics
    /// If the board is of another game.
    #[must_use]
    pub fn reference(network: &Arc<Network>, setup: &Setup) -> Self {
        let encoder = Encoder::new(network.architecture(), setup);
        let reference = Reference::new(network, encoder.graph());
        Self::with(network, encoder, Forward::Reference(reference))
    }

    fn with(network: &Network, encoder: Encoder, forward: Forward) -> Self {
        Self {
            planes: vec![0; encoder.len()],
            outcomes: network.architecture().outcomes(),
            encoder,
            forward,
            output: Output::default(),
        }
    }

    /// Evaluates a position. Allocates nothing once `evaluation` has been used on this board.
    ///
    /// # Panics
    /// If the position is of another board.
    pub fn evaluate(&mut self, position: &Position, evaluation: &mut NetworkEvaluation) {
        self.encoder.encode(position, &mut self.planes);
        match &mut self.forward {
            Forward::Reference(reference) => reference.forward(&self.planes, &mut self.output),
            Forward::Int8(int8) => int8.forward(&self.planes, &mut self.output),
        }
        let (graph, to_move) = (self.encoder.graph(), position.to_move());
        let logits = &self.output.policy;
        evaluation.policy.clear();
        evaluation.policy.extend(position.topology().cells().map(|cell| logits[graph.node(cell, to_move)]));
        let [win, _, draw] = self.output.probabilities(self.outcomes);
        evaluation.value = win + draw / 2.0;
        evaluation.draw = draw;
    }
}

impl Output {
    /// The probabilities of win, loss and draw; a game without draws has two outcomes.
    #[must_use]
    pub fn probabilities(&self, outcomes: usize) -> [f32; 3] {
        let logits = &self.outcome[..outcomes];
        let largest = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let mut probabilities = [0.0; 3];
        for (probability, logit) in probabilities.iter_mut().zip(logits) {
            // In double precision, so that the libraries of all systems agree after rounding.
            *probability = f64::from(logit - largest).exp() as f32;
        }
        let sum: f32 = probabilities.iter().sum();
        probabilities.map(|probability| probability / sum)
    }
}
