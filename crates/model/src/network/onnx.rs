//! Networks as ONNX models, for other programs.
//!
//! A model serves all boards of its game: what each node reads is an input beside the planes.
//!
//! | name | type | shape |
//! |---|---|---|
//! | `planes` | float | batch × nodes × planes, from 0 to 1 |
//! | `taps` | int64 | nodes × width, as [`Graph::taps`](super::Graph::taps); `nodes` for "off the board" |
//! | `policy` (output) | float | batch × nodes, logits |
//! | `outcome` (output) | float | batch × outcomes, logits of win, loss and perhaps draw |

mod protobuf;

use super::reference::transposed;
use super::{Neighbors, Network};
use protobuf::{Attribute, Axis, Element, Message, floats, ints, node, value_info};

/// The version of the format, and of the operators.
const IR_VERSION: u64 = 8;
const OPERATORS: u64 = 13;

impl Network {
    /// The network as an ONNX model in f32.
    #[must_use]
    pub fn to_onnx(&self) -> Vec<u8> {
        let mut model = OnnxModel { network: self, nodes: Vec::new(), tensors: Vec::new(), names: 0 };
        model.build();
        let architecture = self.architecture();
        let mut graph = Message::default();
        graph = model.nodes.iter().fold(graph, |graph, node| graph.message(1, node));
        graph = graph.bytes(2, format!("catena-{}", architecture.game));
        graph = model.tensors.iter().fold(graph, |graph, tensor| graph.message(5, tensor));
        let planes = [Axis::Named("batch"), Axis::Named("nodes"), Axis::Len(architecture.planes())];
        let width = match architecture.neighbors {
            Neighbors::Directed => Axis::Len(Neighbors::Directed.taps()),
            Neighbors::Tied => Axis::Named("width"),
        };
        graph = graph
            .message(11, &value_info("planes", Element::Float, &planes))
            .message(11, &value_info("taps", Element::Int64, &[Axis::Named("nodes"), width]))
            .message(12, &value_info("policy", Element::Float, &[Axis::Named("batch"), Axis::Named("nodes")]))
            .message(
                12,
                &value_info(
                    "outcome",
                    Element::Float,
                    &[Axis::Named("batch"), Axis::Len(architecture.outcomes())],
                ),
            );
        let hash = Message::default().bytes(1, "hash").bytes(2, self.hash().to_string());
        let operators = Message::default().bytes(1, "").int(2, OPERATORS);
        Message::default()
            .int(1, IR_VERSION)
            .bytes(2, "catena")
            .message(7, &graph)
            .message(8, &operators)
            .message(14, &hash)
            .into_bytes()
    }
}

/// A model under construction.
struct OnnxModel<'a> {
    network: &'a Network,
    nodes: Vec<Message>,
    tensors: Vec<Message>,
    names: usize,
}

impl OnnxModel<'_> {
    fn build(&mut self) {
        let architecture = self.network.architecture().clone();
        if architecture.neighbors == Neighbors::Tied {
            for (name, value) in [("one", 1), ("last", i64::MAX)] {
                self.tensors.push(ints(name, &[value]));
            }
            self.nodes.push(node("Slice", &["taps", "one", "last", "one"], "neighbors", &[]));
        }
        // A row of zeros after the last node.
        self.tensors.push(ints("pads", &[0, 0, 0, 0, 1, 0]));
        self.tensors.push(ints("axis1", &[1]));
        self.tensors.push(ints("axis2", &[2]));
        let mut stream = self.convolution("input", "planes", architecture.planes());
        for block in 0..architecture.blocks() {
            let name = |part: &str| format!("blocks.{block}.{part}");
            let rectified = self.add("Relu", &[&stream], &[]);
            let mut hidden = self.convolution(&name("conv1"), &rectified, architecture.channels);
            if architecture.pools(block) {
                let bias = self.pooled_bias(&name("pool"), &rectified);
                hidden = self.add("Add", &[&hidden, &bias], &[]);
            }
            let hidden = self.add("Relu", &[&hidden], &[]);
            let part = self.convolution(&name("conv2"), &hidden, architecture.channels);
            stream = self.add("Add", &[&stream, &part], &[]);
        }
        let trunk = self.add("Relu", &[&stream], &[]);
        self.heads(&trunk);
    }

    fn heads(&mut self, trunk: &str) {
        let hidden = self.product("policy.conv.weight", trunk, self.network.architecture().policy_channels);
        let hidden = self.biased("policy.conv.bias", &hidden);
        let bias = self.pooled_bias("policy.pool", trunk);
        let hidden = self.add("Add", &[&hidden, &bias], &[]);
        let hidden = self.add("Relu", &[&hidden], &[]);
        let logits = self.product("policy.out.weight", &hidden, 1);
        self.nodes.push(node("Squeeze", &[&logits, "axis2"], "policy", &[]));
        let pooled = self.pooled(trunk);
        let dense = self.product("value.dense.weight", &pooled, self.network.architecture().value_channels);
        let dense = self.biased("value.dense.bias", &dense);
        let dense = self.add("Relu", &[&dense], &[]);
        let outcome = self.product("value.out.weight", &dense, self.network.architecture().outcomes());
        let bias = self.parameter("value.out.bias");
        self.nodes.push(node("Add", &[&outcome, &bias], "outcome", &[]));
    }

    /// A graph convolution of rows with this many channels.
    fn convolution(&mut self, name: &str, rows: &str, channels: usize) -> String {
        let padded = self.add("Pad", &[rows, "pads"], &[]);
        let along_nodes = [Attribute::Int("axis", 1)];
        let gathered = match self.network.architecture().neighbors {
            Neighbors::Directed => {
                let gathered = self.add("Gather", &[&padded, "taps"], &along_nodes);
                let shape = self.name();
                self.tensors.push(ints(&shape, &[0, 0, (Neighbors::Directed.taps() * channels) as i64]));
                self.add("Reshape", &[&gathered, &shape], &[])
            }
            Neighbors::Tied => {
                let neighbors = self.add("Gather", &[&padded, "neighbors"], &along_nodes);
                let sum = self.add("ReduceSum", &[&neighbors, "axis2"], &[Attribute::Int("keepdims", 0)]);
                self.add("Concat", &[rows, &sum], &[Attribute::Int("axis", 2)])
            }
        };
        let product =
            self.product(&format!("{name}.weight"), &gathered, self.network.architecture().channels);
        self.biased(&format!("{name}.bias"), &product)
    }

    /// The mean of each channel over the nodes, then the maximum.
    fn pooled(&mut self, rows: &str) -> String {
        let over_nodes = || [Attribute::Ints("axes", vec![1]), Attribute::Int("keepdims", 0)];
        let mean = self.add("ReduceMean", &[rows], &over_nodes());
        let maximum = self.add("ReduceMax", &[rows], &over_nodes());
        self.add("Concat", &[&mean, &maximum], &[Attribute::Int("axis", 1)])
    }

    /// Pooled channels times a matrix, for all nodes.
    fn pooled_bias(&mut self, name: &str, rows: &str) -> String {
        let pooled = self.pooled(rows);
        let channels = self.network.architecture().channels;
        let weight = format!("{name}.weight");
        let outputs = self.network.parameters().get(&weight).len() / (2 * channels);
        let product = self.product(&weight, &pooled, outputs);
        self.add("Unsqueeze", &[&product, "axis1"], &[])
    }

    /// Rows times a parameter of `outputs` rows.
    fn product(&mut self, name: &str, rows: &str, outputs: usize) -> String {
        let weight = transposed(self.network.parameters().get(name), outputs);
        self.tensors.push(floats(name, &[weight.len() / outputs, outputs], &weight));
        self.add("MatMul", &[rows, name], &[])
    }

    fn biased(&mut self, name: &str, rows: &str) -> String {
        let bias = self.parameter(name);
        self.add("Add", &[rows, &bias], &[])
    }

    /// A parameter as it is.
    fn parameter(&mut self, name: &str) -> String {
        let values = self.network.parameters().get(name);
        self.tensors.push(floats(name, &[values.len()], values));
        name.to_owned()
    }

    /// Adds an operator; the name of its output.
    fn add(&mut self, operator: &str, inputs: &[&str], attributes: &[Attribute]) -> String {
        let output = self.name();
        self.nodes.push(node(operator, inputs, &output, attributes));
        output
    }

    fn name(&mut self) -> String {
        self.names += 1;
        format!("t{}", self.names)
    }
}
