//! Ranges of the activations: measured in games of the network against itself, so that bytes can hold them.

use std::sync::Arc;

use catena_core::{Cell, Move, Position, Setup, SwapRule};
use catena_playout::Rng;

use super::{Encoder, Graph, Network, ONE, Output, Reference};

/// Activations of other positions may be so much larger. Cutting off the largest ones costs more
/// than coarse steps do.
const MARGIN: f32 = 1.5;

/// A channel that the games hardly use gets at least this part of the layer's range.
const LEAST_PART: f32 = 1.0 / 32.0;

/// Positions that are looked at.
const POSITIONS: usize = 200;

/// The largest activation of each channel that every convolution of the trunk and the heads read.
#[derive(Clone, Debug, PartialEq)]
pub struct Calibration {
    /// (Layers + 1) × channels.
    pub(super) maxima: Vec<f32>,
    pub(super) channels: usize,
}

impl Calibration {
    /// Lets the network play against itself, each move drawn by its policy, on boards of three
    /// sizes.
    #[must_use]
    pub fn new(network: &Arc<Network>) -> Self {
        let architecture = network.architecture();
        let maxima = vec![0.0; (architecture.layers + 1) * architecture.channels];
        let mut calibration = Self { maxima, channels: architecture.channels };
        let game = architecture.game;
        let sizes: Vec<u16> = game.sizes().collect();
        let sizes = [game.default_size(), sizes[sizes.len() / 3], sizes[sizes.len() * 2 / 3]];
        let mut rng = Rng::new(1);
        let mut left = POSITIONS;
        for size in sizes.into_iter().cycle() {
            if left == 0 {
                break;
            }
            let setup = Setup::new(game, size.into(), SwapRule::Off).expect("a size of the game");
            left -= calibration.watch_game(network, setup, left, &mut rng);
        }
        calibration
    }

    /// Plays a game, of at most this many positions; how many there were.
    fn watch_game(&mut self, network: &Arc<Network>, setup: Setup, most: usize, rng: &mut Rng) -> usize {
        let mut encoder = Encoder::new(network.architecture(), &setup);
        let mut reference = Reference::new(network, encoder.graph());
        let mut planes = vec![0; encoder.len()];
        let mut output = Output::default();
        let mut position = Position::new(setup);
        let mut seen = 0;
        while position.outcome().is_none() && seen < most {
            encoder.encode(&position, &mut planes);
            reference.observe(&planes, &mut output, |layer, rows| self.include(layer, rows));
            position.play_unchecked(Move::Place(sample(&position, encoder.graph(), &output, rng)));
            seen += 1;
        }
        seen
    }

    fn include(&mut self, layer: usize, rows: &[f32]) {
        let maxima = &mut self.maxima[layer * self.channels..][..self.channels];
        for row in rows.chunks_exact(self.channels) {
            for (most, &value) in maxima.iter_mut().zip(row) {
                *most = most.max(value);
            }
        }
    }

    /// Quantization step of each channel.
    pub(super) fn steps(&self, layer: usize) -> Vec<f32> {
        let maxima = &self.maxima[layer * self.channels..][..self.channels];
        let largest = maxima.iter().fold(f32::MIN_POSITIVE, |most, &value| most.max(value));
        let step = |&most: &f32| MARGIN * most.max(LEAST_PART * largest) / f32::from(ONE);
        maxima.iter().map(step).collect()
    }
}

/// An empty cell, drawn by the softmax of the logits.
fn sample(position: &Position, graph: &Graph, output: &Output, rng: &mut Rng) -> Cell {
    let to_move = position.to_move();
    let empty = || position.topology().places().filter(|&cell| position.board().stone(cell).is_none());
    let logit = |cell: Cell| output.policy[graph.node(cell, to_move)];
    let largest = empty().map(logit).fold(f32::NEG_INFINITY, f32::max);
    let weight = |cell: Cell| (logit(cell) - largest).exp();
    let mut left = empty().map(weight).sum::<f32>() * (rng.next_u64() >> 40) as f32 / (1u64 << 24) as f32;
    let chosen = empty().find(|&cell| {
        left -= weight(cell);
        left < 0.0
    });
    chosen.or_else(|| empty().next()).expect("an open position has an empty cell")
}
