//! The forward pass in f32: plain, and what faster ones are compared with.

use std::sync::Arc;

use super::{Graph, Network, ONE};
use crate::lanes::{Lanes, Product, run};

/// Output of a network for a position, from the view of the player to move.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Output {
    /// A logit for each node. Nodes with stones have one too; it means nothing.
    pub policy: Vec<f32>,
    /// Logits of win, loss and, where the game has it, draw.
    pub outcome: [f32; 3],
}

/// A network in f32 on one board, and room to work in.
#[derive(Debug)]
pub struct Reference {
    network: Arc<Network>,
    graph: Arc<Graph>,
    input: Layer,
    blocks: Vec<Block>,
    policy: Layer,
    stream: Vec<f32>,
    /// The rectified stream, and a row of zeros for what is off the board.
    rectified: Vec<f32>,
    hidden: Vec<f32>,
    /// Inputs of each node, side by side.
    gathered: Vec<f32>,
    pooled: Vec<f32>,
    bias: Vec<f32>,
}

/// A convolution with its weights turned to inputs × outputs.
#[derive(Debug)]
struct Layer {
    weight: Vec<f32>,
    bias: Vec<f32>,
}

#[derive(Debug)]
struct Block {
    conv1: Layer,
    pool: Option<Vec<f32>>,
    conv2: Layer,
}

impl Layer {
    fn new(network: &Network, name: &str) -> Self {
        let bias = network.parameters().get(&format!("{name}.bias")).to_vec();
        Self { weight: transposed(network.parameters().get(&format!("{name}.weight")), bias.len()), bias }
    }

    fn multiply(&self, rows: &[f32], bias: &[f32], outputs: &mut [f32]) {
        run(Lanes::best(), Product { rows, weight: &self.weight, bias, outputs });
    }
}

/// A matrix of this many rows, column by column.
pub(super) fn transposed(matrix: &[f32], rows: usize) -> Vec<f32> {
    let columns = matrix.len() / rows;
    (0..columns).flat_map(|column| (0..rows).map(move |row| matrix[row * columns + column])).collect()
}

impl Reference {
    /// The network, ready for positions of a board.
    #[must_use]
    pub fn new(network: &Arc<Network>, graph: &Arc<Graph>) -> Self {
        let architecture = network.architecture();
        let (nodes, channels) = (graph.nodes(), architecture.channels);
        let widest = channels.max(architecture.planes());
        let blocks = (0..architecture.blocks()).map(|block| {
            let pool = format!("blocks.{block}.pool.weight");
            Block {
                conv1: Layer::new(network, &format!("blocks.{block}.conv1")),
                pool: architecture.pools(block).then(|| network.parameters().get(&pool).to_vec()),
                conv2: Layer::new(network, &format!("blocks.{block}.conv2")),
            }
        });
        Self {
            input: Layer::new(network, "input"),
            blocks: blocks.collect(),
            policy: Layer::new(network, "policy.conv"),
            stream: vec![0.0; nodes * channels],
            rectified: vec![0.0; (nodes + 1) * widest],
            hidden: vec![0.0; nodes * channels.max(architecture.policy_channels)],
            gathered: vec![0.0; nodes * architecture.neighbors.taps() * widest],
            pooled: vec![0.0; 2 * channels],
            bias: Vec::new(),
            network: network.clone(),
            graph: graph.clone(),
        }
    }

    /// Computes the outputs for encoded planes.
    ///
    /// # Panics
    /// If the planes are of another board.
    pub fn forward(&mut self, planes: &[u8], output: &mut Output) {
        self.observe(planes, output, |_, _| {});
    }

    /// As [`forward`](Self::forward); also shows what each convolution of the trunk and the heads
    /// read, numbered from 0 after the input layer: nodes × channels, rectified.
    pub fn observe(&mut self, planes: &[u8], output: &mut Output, mut seen: impl FnMut(usize, &[f32])) {
        let architecture = self.network.architecture();
        let (nodes, channels) = (self.graph.nodes(), architecture.channels);
        assert_eq!(planes.len(), nodes * architecture.planes(), "planes of this board");
        let scale = f32::from(ONE).recip();
        for (value, &byte) in self.rectified.iter_mut().zip(planes) {
            *value = f32::from(byte) * scale;
        }
        self.rectified[planes.len()..].fill(0.0);
        gather(&self.graph, architecture.planes(), &self.rectified, &mut self.gathered);
        self.input.multiply(&self.gathered, &self.input.bias, &mut self.stream);
        for (number, block) in self.blocks.iter().enumerate() {
            rectify(&self.stream, &mut self.rectified, nodes * channels);
            seen(2 * number, &self.rectified[..nodes * channels]);
            self.bias.clone_from(&block.conv1.bias);
            if let Some(pool) = &block.pool {
                pool_channels(&self.rectified[..nodes * channels], &mut self.pooled);
                add_product(pool, &self.pooled, &mut self.bias);
            }
            gather(&self.graph, channels, &self.rectified, &mut self.gathered);
            block.conv1.multiply(&self.gathered, &self.bias, &mut self.hidden[..nodes * channels]);
            rectify(&self.hidden, &mut self.rectified, nodes * channels);
            seen(2 * number + 1, &self.rectified[..nodes * channels]);
            gather(&self.graph, channels, &self.rectified, &mut self.gathered);
            let hidden = &mut self.hidden[..nodes * channels];
            block.conv2.multiply(&self.gathered, &block.conv2.bias, hidden);
            for (sum, part) in self.stream.iter_mut().zip(hidden) {
                *sum += *part;
            }
        }
        rectify(&self.stream, &mut self.rectified, nodes * channels);
        seen(architecture.layers, &self.rectified[..nodes * channels]);
        self.heads(output);
    }

    fn heads(&mut self, output: &mut Output) {
        let parameters = self.network.parameters();
        let architecture = self.network.architecture();
        let nodes = self.graph.nodes();
        let trunk = &self.rectified[..nodes * architecture.channels];
        pool_channels(trunk, &mut self.pooled);
        self.bias.clone_from(&self.policy.bias);
        add_product(parameters.get("policy.pool.weight"), &self.pooled, &mut self.bias);
        let hidden = &mut self.hidden[..nodes * architecture.policy_channels];
        self.policy.multiply(trunk, &self.bias, hidden);
        let out = parameters.get("policy.out.weight");
        output.policy.clear();
        output.policy.extend(
            hidden
                .chunks_exact(out.len())
                .map(|row| row.iter().zip(out).map(|(value, weight)| value.max(0.0) * weight).sum::<f32>()),
        );
        self.bias.clear();
        self.bias.extend(parameters.get("value.dense.bias"));
        add_product(parameters.get("value.dense.weight"), &self.pooled, &mut self.bias);
        self.bias.iter_mut().for_each(|value| *value = value.max(0.0));
        output.outcome = [0.0; 3];
        let outcome = &mut output.outcome[..architecture.outcomes()];
        outcome.copy_from_slice(parameters.get("value.out.bias"));
        add_product(parameters.get("value.out.weight"), &self.bias, outcome);
    }
}

/// Puts side by side what each node reads, tap by tap; tied neighbors are summed.
fn gather(graph: &Graph, channels: usize, rows: &[f32], gathered: &mut Vec<f32>) {
    let row = |node: u16| &rows[usize::from(node) * channels..][..channels];
    gathered.clear();
    for node in 0..graph.nodes() {
        let mut last = None;
        for (tap, &from) in graph.taps(node).iter().enumerate() {
            let weight = graph.weight_of(tap);
            if last == Some(weight) {
                let at = gathered.len() - channels;
                for (sum, value) in gathered[at..].iter_mut().zip(row(from)) {
                    *sum += value;
                }
            } else {
                gathered.extend_from_slice(row(from));
                last = Some(weight);
            }
        }
    }
}

/// Copies the positive part of the first `len` numbers and puts zeros after it.
fn rectify(from: &[f32], to: &mut [f32], len: usize) {
    for (to, from) in to.iter_mut().zip(&from[..len]) {
        *to = from.max(0.0);
    }
    to[len..].fill(0.0);
}

/// The mean of each channel over all nodes, then the maximum.
fn pool_channels(rows: &[f32], pooled: &mut [f32]) {
    let channels = pooled.len() / 2;
    let nodes = rows.len() / channels;
    pooled.fill(0.0);
    let (means, maxima) = pooled.split_at_mut(channels);
    for row in rows.chunks_exact(channels) {
        for ((mean, maximum), &value) in means.iter_mut().zip(&mut *maxima).zip(row) {
            *mean += value;
            *maximum = maximum.max(value);
        }
    }
    means.iter_mut().for_each(|mean| *mean /= nodes as f32);
}

/// Adds a matrix times a vector.
fn add_product(matrix: &[f32], vector: &[f32], sums: &mut [f32]) {
    for (sum, row) in sums.iter_mut().zip(matrix.chunks_exact(vector.len())) {
        *sum += row.iter().zip(vector).map(|(weight, value)| weight * value).sum::<f32>();
    }
}
