//! The forward pass in bytes. The stream stays in f32; what convolutions read are bytes.

use std::sync::Arc;

use super::quantize::{Layer, Quantized};
use super::{Graph, Output};
use crate::lanes::{Convolution, Finish, Lanes, Pool, Tile, VectorProduct, WORD, run};

/// A quantized network on one board, and room to work in. Nothing is allocated by an evaluation.
#[derive(Debug)]
pub struct Int8 {
    network: Arc<Quantized>,
    graph: Arc<Graph>,
    stream: Vec<f32>,
    /// This and the next two: a row for each node, and a row of zeros for "off the board".
    planes: Vec<[u8; WORD]>,
    rectified: Vec<[u8; WORD]>,
    hidden: Vec<[u8; WORD]>,
    pooled: Vec<f32>,
    bias: Vec<Tile>,
    dense: Vec<f32>,
    outcome: Vec<f32>,
}

impl Int8 {
    /// The network, ready for positions of a board.
    #[must_use]
    pub fn new(network: &Arc<Quantized>, graph: &Arc<Graph>) -> Self {
        let architecture = network.network.architecture();
        let nodes = graph.nodes();
        let rows = |channels: usize| vec![[0; WORD]; (nodes + 1) * channels / WORD];
        Self {
            stream: vec![0.0; nodes * architecture.channels],
            planes: rows(architecture.planes()),
            rectified: rows(architecture.channels),
            hidden: rows(architecture.channels),
            pooled: vec![0.0; 2 * architecture.channels],
            bias: Vec::with_capacity(network.policy.bias.len().max(network.input.bias.len())),
            dense: vec![0.0; architecture.value_channels],
            outcome: vec![0.0; network.value_out.bias.len()],
            network: network.clone(),
            graph: graph.clone(),
        }
    }

    /// Computes the outputs for encoded planes.
    ///
    /// # Panics
    /// If the planes are of another board.
    pub fn forward(&mut self, planes: &[u8], output: &mut Output) {
        let network = &*self.network;
        let lanes = network.lanes;
        let input = self.planes.as_flattened_mut();
        let nodes = self.graph.nodes();
        assert_eq!(planes.len(), nodes * network.network.architecture().planes(), "planes of this board");
        input[..planes.len()].copy_from_slice(planes);
        run(
            lanes,
            convolution(
                &network.input,
                &self.graph,
                &self.planes,
                &network.input.bias,
                Finish::Stream {
                    begins: true,
                    stream: &mut self.stream,
                    factor: &network.stream_factors[0],
                    bytes: self.rectified.as_flattened_mut(),
                },
            ),
        );
        let channels = self.stream.len();
        for (block, factor) in network.blocks.iter().zip(&network.stream_factors[1..]) {
            self.bias.clone_from(&block.conv1.bias);
            if let Some(pool) = &block.pool {
                let bytes = &self.rectified.as_flattened()[..channels];
                run(lanes, Pool { bytes, pooled: &mut self.pooled });
                add(lanes, &self.pooled, pool, &mut self.bias);
            }
            let hidden = Finish::Bytes(self.hidden.as_flattened_mut());
            run(lanes, convolution(&block.conv1, &self.graph, &self.rectified, &self.bias, hidden));
            run(
                lanes,
                convolution(
                    &block.conv2,
                    &self.graph,
                    &self.hidden,
                    &block.conv2.bias,
                    Finish::Stream {
                        begins: false,
                        stream: &mut self.stream,
                        factor,
                        bytes: self.rectified.as_flattened_mut(),
                    },
                ),
            );
        }
        self.heads(output);
    }

    /// Multiplications of bytes that an evaluation makes and adds up, those with the zeros beyond
    /// the border and the second digits of weights included.
    #[must_use]
    pub fn multiply_adds(&self) -> u64 {
        let network = &*self.network;
        let of = |layer: &Layer| layer.multiply_adds(if layer.taps == 1 { 1 } else { self.graph.width() });
        let blocks = network.blocks.iter().map(|block| of(&block.conv1) + of(&block.conv2));
        let per_node = of(&network.input) + blocks.sum::<usize>() + of(&network.policy);
        (self.graph.nodes() * per_node) as u64
    }

    fn heads(&mut self, output: &mut Output) {
        let network = &*self.network;
        let lanes = network.lanes;
        let bytes = &self.rectified.as_flattened()[..self.stream.len()];
        run(lanes, Pool { bytes, pooled: &mut self.pooled });
        self.bias.clone_from(&network.policy.bias);
        add(lanes, &self.pooled, &network.policy_pool, &mut self.bias);
        output.policy.resize(self.graph.nodes(), 0.0);
        let sum = Finish::Sum { weights: &network.policy_out, sums: &mut output.policy };
        run(lanes, convolution(&network.policy, &self.graph, &self.rectified, &self.bias, sum));
        self.dense.copy_from_slice(&network.value_dense.bias);
        let weight = &network.value_dense.weight;
        run(lanes, VectorProduct { vector: &self.pooled, weight, sums: &mut self.dense });
        self.dense.iter_mut().for_each(|value| *value = value.max(0.0));
        self.outcome.copy_from_slice(&network.value_out.bias);
        let weight = &network.value_out.weight;
        run(lanes, VectorProduct { vector: &self.dense, weight, sums: &mut self.outcome });
        output.outcome.copy_from_slice(&self.outcome[..3]);
    }
}

/// A convolution that reads all taps it has weights for.
fn convolution<'a>(
    layer: &'a Layer,
    graph: &'a Graph,
    rows: &'a [[u8; WORD]],
    bias: &'a [Tile],
    finish: Finish<'a>,
) -> Convolution<'a> {
    Convolution {
        taps: graph.all_taps(),
        // A single weight is for the node alone.
        used: if layer.taps == 1 { 1 } else { graph.width() },
        weight_taps: layer.taps,
        rows,
        words: layer.words,
        digits: layer.digits,
        weights: &layer.weights,
        scale: &layer.scale,
        bias,
        finish,
    }
}

/// Adds pooled channels times a matrix to a bias.
fn add(lanes: Lanes, pooled: &[f32], weight: &[f32], bias: &mut [Tile]) {
    run(lanes, VectorProduct { vector: pooled, weight, sums: bias.as_flattened_mut() });
}
