//! One position forward and backward through a network: its loss and the gradient of the loss.
//!
//! Positions are taken one at a time: all activations of one stay in the cache, boards of all
//! sizes mix freely, and nothing depends on a batch.

use std::ops::Range;

use catena_model::network::{Architecture, Graph, ONE};

use super::kernel::{Lanes, Rows, Taps, Weights, Work, add_weight_gradient, convolve, dispatch};
use super::layout::{BoardRows, Convolution, Layout};
use super::vector::{
    add, add_outer, add_product, add_where_positive, column_sums, dot, pool_channels, product_by_columns,
    rectify, unpool_channels, where_positive,
};

/// Rows of input planes are padded to whole tiles.
const PLANE_TILE: usize = 16;

/// The weights of a network as a forward pass reads them.
#[derive(Clone, Debug)]
pub(super) struct Prepared {
    values: Vec<f32>,
    /// Weights of convolutions as taps × inputs × outputs: input, blocks, policy.
    turned: Vec<Vec<f32>>,
}

impl Prepared {
    pub(super) fn new(layout: &Layout, values: &[f32]) -> Self {
        let convolutions = std::iter::once(&layout.input)
            .chain(layout.blocks.iter().flat_map(|block| [&block.conv1, &block.conv2]))
            .chain([&layout.policy]);
        Self { turned: convolutions.map(|layer| turned(layer, values)).collect(), values: values.to_vec() }
    }
}

/// A weight of outputs × rest as rest × outputs.
fn turned(layer: &Convolution, values: &[f32]) -> Vec<f32> {
    let (weight, outputs) = (&values[layer.weight.clone()], layer.bias.len());
    let rest = weight.len() / outputs;
    (0..rest).flat_map(|at| (0..outputs).map(move |out| weight[out * rest + at])).collect()
}

/// Room for one position of one board, forward and backward.
#[derive(Debug)]
pub(super) struct Pass {
    layout: Layout,
    board: BoardRows,
    channels: usize,
    plane_stride: usize,
    planes: Vec<f32>,
    stream: Vec<f32>,
    /// Inputs of each convolution of the trunk and the heads.
    rectified: Vec<Vec<f32>>,
    /// Means and maxima of what each pooling read: blocks, then heads.
    pooled: Vec<Vec<f32>>,
    hidden: Vec<f32>,
    policy_hidden: Vec<f32>,
    value_hidden: Vec<f32>,
    pub(super) policy: Vec<f32>,
    pub(super) outcome: Vec<f32>,
    pub(super) owner: Vec<f32>,
    /// Slopes of the loss by the stream, by what is inside a block, and by what a layer read.
    slope_stream: Vec<f32>,
    slope_inside: Vec<f32>,
    slope_read: Vec<f32>,
    slope_policy: Vec<f32>,
}

impl Pass {
    pub(super) fn new(architecture: &Architecture, graph: &Graph) -> Self {
        let board = BoardRows::new(graph, architecture.neighbors);
        let (nodes, channels) = (graph.nodes(), architecture.channels);
        let plane_stride = architecture.planes().next_multiple_of(PLANE_TILE);
        let buffer = || vec![0.0; board.rows * channels];
        Self {
            layout: Layout::new(architecture),
            channels,
            plane_stride,
            planes: vec![0.0; board.rows * plane_stride],
            stream: vec![0.0; nodes * channels],
            rectified: (0..=architecture.layers).map(|_| buffer()).collect(),
            pooled: vec![vec![0.0; 2 * channels]; architecture.blocks() + 1],
            hidden: vec![0.0; nodes * channels],
            policy_hidden: vec![0.0; nodes * architecture.policy_channels],
            value_hidden: vec![0.0; architecture.value_channels],
            policy: vec![0.0; nodes],
            outcome: vec![0.0; architecture.outcomes()],
            owner: vec![0.0; nodes],
            slope_stream: buffer(),
            slope_inside: buffer(),
            slope_read: vec![0.0; nodes * channels],
            slope_policy: vec![0.0; nodes * architecture.policy_channels],
            board,
        }
    }

    /// Where the tensors lie.
    #[cfg(test)]
    pub(super) const fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Computes logits of the policy and the outcome from encoded planes.
    pub(super) fn forward(&mut self, weights: &Prepared, planes: &[u8]) {
        dispatch(Forward { pass: self, weights, planes });
    }

    #[inline(always)]
    fn forward_in<L: Lanes>(&mut self, weights: &Prepared, planes: &[u8]) {
        self.read_planes(planes);
        let (channels, nodes) = (self.channels, self.board.nodes);
        let taps = Taps { rows: &self.board.reads, taps: self.layout.input.taps };
        let input = Rows { values: &self.planes, stride: self.plane_stride };
        let bias = &weights.values[self.layout.input.bias.clone()];
        convolve::<L>(
            input,
            taps,
            forward_weights(&self.layout.input, &weights.turned[0]),
            bias,
            &mut self.stream,
        );
        for (number, block) in self.layout.blocks.iter().enumerate() {
            let read = &mut self.rectified[2 * number];
            rectify(&self.stream, read);
            self.board.complete(read, channels);
            let mut bias = weights.values[block.conv1.bias.clone()].to_vec();
            if let Some(pool) = &block.pool {
                pool_channels(&read[..nodes * channels], &mut self.pooled[number]);
                add_product(&weights.values[pool.clone()], &self.pooled[number], &mut bias);
            }
            let turned = &weights.turned[1 + 2 * number..];
            let read = Rows { values: read, stride: channels };
            convolve::<L>(read, taps, forward_weights(&block.conv1, &turned[0]), &bias, &mut self.hidden);
            let read = &mut self.rectified[2 * number + 1];
            rectify(&self.hidden, read);
            self.board.complete(read, channels);
            let read = Rows { values: read, stride: channels };
            let bias = &weights.values[block.conv2.bias.clone()];
            convolve::<L>(read, taps, forward_weights(&block.conv2, &turned[1]), bias, &mut self.hidden);
            add(&self.hidden, &mut self.stream);
        }
        rectify(&self.stream, &mut self.rectified[2 * self.layout.blocks.len()]);
        self.forward_heads::<L>(weights);
    }

    #[inline(always)]
    fn read_planes(&mut self, planes: &[u8]) {
        let scale = f32::from(ONE).recip();
        let rows = planes.chunks_exact(self.layout.input.inputs);
        for (row, bytes) in self.planes.chunks_exact_mut(self.plane_stride).zip(rows) {
            for (value, &byte) in row.iter_mut().zip(bytes) {
                *value = f32::from(byte) * scale;
            }
        }
        self.board.complete(&mut self.planes, self.plane_stride);
    }

    #[inline(always)]
    fn forward_heads<L: Lanes>(&mut self, weights: &Prepared) {
        let (layout, channels, nodes) = (&self.layout, self.channels, self.board.nodes);
        let part = |range: &Range<usize>| &weights.values[range.clone()];
        let trunk = &self.rectified[2 * layout.blocks.len()][..nodes * channels];
        let pooled = &mut self.pooled[layout.blocks.len()];
        pool_channels(trunk, pooled);
        let mut bias = part(&layout.policy.bias).to_vec();
        add_product(part(&layout.policy_pool), pooled, &mut bias);
        let taps = Taps { rows: &self.board.alone, taps: 1 };
        let turned = weights.turned.last().expect("the policy's weight is the last");
        let policy_weights = forward_weights(&layout.policy, turned);
        convolve::<L>(
            Rows { values: trunk, stride: channels },
            taps,
            policy_weights,
            &bias,
            &mut self.policy_hidden,
        );
        let out = part(&layout.policy_out);
        for (logit, row) in self.policy.iter_mut().zip(self.policy_hidden.chunks_exact(out.len())) {
            *logit = row.iter().zip(out).map(|(value, weight)| value.max(0.0) * weight).sum();
        }
        for (logit, row) in self.owner.iter_mut().zip(trunk.chunks_exact(channels)) {
            *logit = weights.values[layout.owner_bias] + dot(row, part(&layout.owner));
        }
        self.value_hidden.copy_from_slice(part(&layout.value_dense_bias));
        add_product(part(&layout.value_dense), pooled, &mut self.value_hidden);
        self.value_hidden.iter_mut().for_each(|value| *value = value.max(0.0));
        self.outcome.copy_from_slice(part(&layout.value_out_bias));
        add_product(part(&layout.value_out), &self.value_hidden, &mut self.outcome);
    }

    /// Adds the gradient after [`loss`](Self::loss) to `gradient`.
    pub(super) fn backward(&mut self, weights: &Prepared, gradient: &mut [f32]) {
        dispatch(Backward { pass: self, weights, gradient });
    }

    #[inline(always)]
    fn backward_in<L: Lanes>(&mut self, weights: &Prepared, gradient: &mut [f32]) {
        self.backward_heads::<L>(weights, gradient);
        let (channels, nodes) = (self.channels, self.board.nodes);
        for number in (0..self.layout.blocks.len()).rev() {
            let block = &self.layout.blocks[number];
            self.board.complete(&mut self.slope_stream, channels);
            let slopes = &self.slope_stream[..];
            self.board.backward::<L>(&block.conv2, &self.rectified[2 * number + 1], slopes, gradient);
            self.board.slopes_of_reads::<L>(&block.conv2, weights, slopes, &mut self.slope_read);
            let inside = &mut self.slope_inside[..];
            where_positive(&self.slope_read, &self.rectified[2 * number + 1], inside);
            self.board.complete(inside, channels);
            self.board.backward::<L>(&block.conv1, &self.rectified[2 * number], inside, gradient);
            self.board.slopes_of_reads::<L>(&block.conv1, weights, inside, &mut self.slope_read);
            if let Some(pool) = &block.pool {
                let sums = column_sums(&inside[..nodes * channels], channels);
                let pooled = &self.pooled[number];
                add_outer(&sums, pooled, &mut gradient[pool.clone()]);
                let slopes = product_by_columns(&weights.values[pool.clone()], &sums);
                unpool_channels(&slopes, pooled, &self.rectified[2 * number], &mut self.slope_read);
            }
            add_where_positive(&self.slope_read, &self.rectified[2 * number], &mut self.slope_stream);
        }
        let input = &self.layout.input;
        let slopes = &self.slope_stream[..nodes * channels];
        add(&column_sums(slopes, channels), &mut gradient[input.bias.clone()]);
        let taps = Taps { rows: &self.board.reads, taps: input.taps };
        let planes = Rows { values: &self.planes, stride: self.plane_stride };
        let slopes = Rows { values: slopes, stride: channels };
        add_weight_gradient::<L>(planes, taps, slopes, input.inputs, &mut gradient[input.weight.clone()]);
    }

    /// Fills the slopes by the stream after the last block.
    #[inline(always)]
    fn backward_heads<L: Lanes>(&mut self, weights: &Prepared, gradient: &mut [f32]) {
        let (layout, channels, nodes) = (&self.layout, self.channels, self.board.nodes);
        let part = |range: &Range<usize>| &weights.values[range.clone()];
        let trunk = &self.rectified[2 * layout.blocks.len()][..nodes * channels];
        let pooled = &self.pooled[layout.blocks.len()];

        // Value.
        add_outer(&self.outcome, &self.value_hidden, &mut gradient[layout.value_out.clone()]);
        add(&self.outcome, &mut gradient[layout.value_out_bias.clone()]);
        let slopes = product_by_columns(part(&layout.value_out), &self.outcome);
        let mut dense = vec![0.0; slopes.len()];
        where_positive(&slopes, &self.value_hidden, &mut dense);
        add_outer(&dense, pooled, &mut gradient[layout.value_dense.clone()]);
        add(&dense, &mut gradient[layout.value_dense_bias.clone()]);
        let mut slope_pooled = product_by_columns(part(&layout.value_dense), &dense);

        // Policy.
        let out = part(&layout.policy_out);
        let out_gradient = &mut gradient[layout.policy_out.clone()];
        let rows =
            self.policy_hidden.chunks_exact(out.len()).zip(self.slope_policy.chunks_exact_mut(out.len()));
        for ((row, slopes), &slope) in rows.zip(&self.policy) {
            for (((value, to), weight), sum) in row.iter().zip(slopes).zip(out).zip(&mut *out_gradient) {
                *to = if *value > 0.0 { slope * weight } else { 0.0 };
                *sum += slope * value.max(0.0);
            }
        }
        let sums = column_sums(&self.slope_policy, out.len());
        add(&sums, &mut gradient[layout.policy.bias.clone()]);
        add_outer(&sums, pooled, &mut gradient[layout.policy_pool.clone()]);
        add(&product_by_columns(part(&layout.policy_pool), &sums), &mut slope_pooled);
        let taps = Taps { rows: &self.board.alone, taps: 1 };
        let slopes = Rows { values: &self.slope_policy, stride: out.len() };
        let read = Rows { values: trunk, stride: channels };
        add_weight_gradient::<L>(read, taps, slopes, channels, &mut gradient[layout.policy.weight.clone()]);
        let zero = vec![0.0; channels];
        convolve::<L>(slopes, taps, backward_weights(&layout.policy, weights), &zero, &mut self.slope_read);

        // Owner.
        let owner = part(&layout.owner);
        let rows = trunk.chunks_exact(channels).zip(self.slope_read.chunks_exact_mut(channels));
        for ((row, slopes), &slope) in rows.zip(&self.owner) {
            gradient[layout.owner_bias] += slope;
            let sums = &mut gradient[layout.owner.clone()];
            for (((value, to), weight), sum) in row.iter().zip(slopes).zip(owner).zip(sums) {
                *to += slope * weight;
                *sum += slope * value;
            }
        }
        unpool_channels(&slope_pooled, pooled, trunk, &mut self.slope_read);
        where_positive(&self.slope_read, trunk, &mut self.slope_stream);
    }
}

struct Forward<'a> {
    pass: &'a mut Pass,
    weights: &'a Prepared,
    planes: &'a [u8],
}

impl Work for Forward<'_> {
    #[inline(always)]
    fn run<L: Lanes>(self) {
        self.pass.forward_in::<L>(self.weights, self.planes);
    }
}

struct Backward<'a> {
    pass: &'a mut Pass,
    weights: &'a Prepared,
    gradient: &'a mut [f32],
}

impl Work for Backward<'_> {
    #[inline(always)]
    fn run<L: Lanes>(self) {
        self.pass.backward_in::<L>(self.weights, self.gradient);
    }
}

impl BoardRows {
    /// Adds the gradient of a convolution's weight and bias.
    #[inline(always)]
    fn backward<L: Lanes>(&self, layer: &Convolution, read: &[f32], slopes: &[f32], gradient: &mut [f32]) {
        let (outputs, inputs) = (layer.bias.len(), layer.inputs);
        let slopes = &slopes[..self.nodes * outputs];
        add(&column_sums(slopes, outputs), &mut gradient[layer.bias.clone()]);
        let taps = Taps { rows: &self.reads, taps: layer.taps };
        let (read, slopes) =
            (Rows { values: read, stride: inputs }, Rows { values: slopes, stride: outputs });
        add_weight_gradient::<L>(read, taps, slopes, inputs, &mut gradient[layer.weight.clone()]);
    }

    /// The slopes by what a convolution read, from those by what it gave.
    #[inline(always)]
    fn slopes_of_reads<L: Lanes>(
        &self,
        layer: &Convolution,
        weights: &Prepared,
        slopes: &[f32],
        to: &mut [f32],
    ) {
        let taps = Taps { rows: &self.read_by, taps: layer.taps };
        let slopes = Rows { values: slopes, stride: layer.bias.len() };
        convolve::<L>(slopes, taps, backward_weights(layer, weights), &vec![0.0; layer.inputs], to);
    }
}

const fn forward_weights<'a>(layer: &Convolution, turned: &'a [f32]) -> Weights<'a> {
    let outputs = layer.bias.end - layer.bias.start;
    Weights {
        values: turned,
        inputs: layer.inputs,
        tap_stride: layer.inputs * outputs,
        input_stride: outputs,
    }
}

/// The transposed convolution: it reads slopes of outputs and gives slopes of inputs.
fn backward_weights<'a>(layer: &Convolution, weights: &'a Prepared) -> Weights<'a> {
    Weights {
        values: &weights.values[layer.weight.clone()],
        inputs: layer.bias.len(),
        tap_stride: layer.inputs,
        input_stride: layer.taps * layer.inputs,
    }
}
