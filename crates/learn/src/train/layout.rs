//! Where the tensors of an architecture lie, and what the rows of a board read.

use std::ops::Range;

use catena_model::network::{Architecture, Graph, Neighbors, Parameters};

/// The ranges of a network's tensors in its flat array.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    pub(super) input: Convolution,
    pub(super) blocks: Vec<Block>,
    pub(super) policy: Convolution,
    pub(super) policy_pool: Range<usize>,
    pub(super) policy_out: Range<usize>,
    pub(super) value_dense: Range<usize>,
    pub(super) value_dense_bias: Range<usize>,
    pub(super) value_out: Range<usize>,
    pub(super) value_out_bias: Range<usize>,
    pub(super) owner: Range<usize>,
    pub(super) owner_bias: usize,
}

/// A convolution: its weights as outputs × taps × inputs, and its biases.
#[derive(Clone, Debug)]
pub(super) struct Convolution {
    pub(super) weight: Range<usize>,
    pub(super) bias: Range<usize>,
    pub(super) taps: usize,
    pub(super) inputs: usize,
}

/// A residual block.
#[derive(Clone, Debug)]
pub(super) struct Block {
    pub(super) conv1: Convolution,
    pub(super) pool: Option<Range<usize>>,
    pub(super) conv2: Convolution,
}

impl Layout {
    pub(super) fn new(architecture: &Architecture) -> Self {
        let parameters = Parameters::zero(architecture);
        let range = |name: &str| {
            let tensor = parameters.tensors().iter().find(|tensor| tensor.name == name);
            tensor.expect("the names are those of the architecture").range.clone()
        };
        let convolution = |name: &str, taps: usize, inputs: usize| Convolution {
            weight: range(&format!("{name}.weight")),
            bias: range(&format!("{name}.bias")),
            taps,
            inputs,
        };
        let (taps, channels) = (architecture.neighbors.taps(), architecture.channels);
        let block = |number: usize| Block {
            conv1: convolution(&format!("blocks.{number}.conv1"), taps, channels),
            pool: architecture.pools(number).then(|| range(&format!("blocks.{number}.pool.weight"))),
            conv2: convolution(&format!("blocks.{number}.conv2"), taps, channels),
        };
        Self {
            input: convolution("input", taps, architecture.planes()),
            blocks: (0..architecture.blocks()).map(block).collect(),
            policy: convolution("policy.conv", 1, channels),
            policy_pool: range("policy.pool.weight"),
            policy_out: range("policy.out.weight"),
            value_dense: range("value.dense.weight"),
            value_dense_bias: range("value.dense.bias"),
            value_out: range("value.out.weight"),
            value_out_bias: range("value.out.bias"),
            owner: range("owner.weight"),
            owner_bias: range("owner.bias").start,
        }
    }
}

/// The rows that convolutions read on a board, forward and backward.
///
/// Directed: the nodes, then a row of zeros for what is off the board. Tied: the nodes, then for
/// each node the sum of its neighbors, so that both kinds are the same convolution.
#[derive(Clone, Debug)]
pub(super) struct BoardRows {
    pub(super) nodes: usize,
    /// Rows of a buffer, the added ones included.
    pub(super) rows: usize,
    /// Nodes that each node reads, tap by tap.
    pub(super) reads: Vec<u32>,
    /// Nodes that read each node, tap by tap.
    pub(super) read_by: Vec<u32>,
    /// Each node alone.
    pub(super) alone: Vec<u32>,
    /// The neighbors of each node where they are summed.
    neighbors: Option<Vec<Vec<u32>>>,
}

impl BoardRows {
    pub(super) fn new(graph: &Graph, neighbors: Neighbors) -> Self {
        let nodes = graph.nodes();
        let alone = (0..nodes as u32).collect();
        match neighbors {
            Neighbors::Directed => {
                let taps = graph.width();
                let reads: Vec<u32> =
                    (0..nodes).flat_map(|node| graph.taps(node)).map(|&row| u32::from(row)).collect();
                let mut read_by = vec![nodes as u32; nodes * taps];
                for (at, &row) in reads.iter().enumerate() {
                    if (row as usize) < nodes {
                        read_by[row as usize * taps + at % taps] = (at / taps) as u32;
                    }
                }
                Self { nodes, rows: nodes + 1, reads, read_by, alone, neighbors: None }
            }
            Neighbors::Tied => {
                // Neighborhood goes both ways, so reading and being read are the same.
                let reads: Vec<u32> =
                    (0..nodes as u32).flat_map(|node| [node, node + nodes as u32]).collect();
                let on_board = |node: usize| {
                    let around = graph.taps(node)[1..].iter().map(|&row| u32::from(row));
                    around.filter(|&row| (row as usize) < nodes).collect()
                };
                let neighbors = Some((0..nodes).map(on_board).collect());
                Self { nodes, rows: 2 * nodes, read_by: reads.clone(), reads, alone, neighbors }
            }
        }
    }

    /// Fills the rows after those of the nodes.
    #[inline(always)]
    pub(super) fn complete(&self, buffer: &mut [f32], stride: usize) {
        let (nodes, added) = buffer.split_at_mut(self.nodes * stride);
        added.fill(0.0);
        let Some(neighbors) = &self.neighbors else { return };
        for (sum, neighbors) in added.chunks_exact_mut(stride).zip(neighbors) {
            for &neighbor in neighbors {
                for (sum, value) in sum.iter_mut().zip(&nodes[neighbor as usize * stride..]) {
                    *sum += value;
                }
            }
        }
    }
}
