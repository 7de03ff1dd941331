//! A network in bytes: weights with one scale per output channel, activations with one scale per
//! channel and layer.

use std::sync::Arc;

use super::{Calibration, Network, ONE};
use crate::lanes::{Lanes, TILE, Tile, WORD, Weights, portion};

/// Precision of the weights of a layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Digits {
    /// Eight bits.
    One,
    /// Sixteen bits, for layers where that costs little: the first one, whose errors would go
    /// through all others, and the last one of the policy.
    Two,
}

impl Digits {
    /// The largest weight; its negative is the smallest.
    const fn largest(self) -> f32 {
        match self {
            Self::One => 127.0,
            // Of more than 127.5 × 256 the upper digit would be 128.
            Self::Two => 127.0 * 256.0,
        }
    }

    const fn count(self) -> usize {
        match self {
            Self::One => 1,
            Self::Two => 2,
        }
    }

    /// A digit of a weight, the upper one first.
    const fn of(self, weight: i16, digit: usize) -> i8 {
        let upper = (weight + 128) >> 8;
        match (self, digit) {
            (Self::One, _) => weight as i8,
            (Self::Two, 0) => upper as i8,
            (Self::Two, _) => (weight - 256 * upper) as i8,
        }
    }
}

/// A network prepared for int8 inference on any board. Threads share it.
#[derive(Debug)]
pub struct Quantized {
    pub(super) network: Arc<Network>,
    pub(super) lanes: Lanes,
    pub(super) input: Layer,
    pub(super) blocks: Vec<Block>,
    pub(super) policy: Layer,
    /// For pooled bytes; added to the bias of `policy`.
    pub(super) policy_pool: Vec<f32>,
    pub(super) policy_out: Vec<Tile>,
    pub(super) value_dense: Dense,
    pub(super) value_out: Dense,
    /// Factors that turn the residual stream into bytes: before each block, and at the end.
    pub(super) stream_factors: Vec<Vec<Tile>>,
}

/// A residual block.
#[derive(Debug)]
pub(super) struct Block {
    pub(super) conv1: Layer,
    /// For pooled bytes, inputs × outputs; added to the bias of `conv1`.
    pub(super) pool: Option<Vec<f32>>,
    pub(super) conv2: Layer,
}

/// A convolution: the sum of bytes × weights, times the scale, plus the bias.
#[derive(Debug)]
pub(super) struct Layer {
    pub(super) taps: usize,
    pub(super) words: usize,
    pub(super) digits: usize,
    /// In the order of [`Convolution`](crate::lanes::Convolution).
    pub(super) weights: Vec<Weights>,
    pub(super) scale: Vec<Tile>,
    pub(super) bias: Vec<Tile>,
}

/// Weights and biases of a layer in f32.
struct Weight<'a> {
    weight: &'a [f32],
    bias: &'a [f32],
}

/// A matrix of inputs × outputs and a bias, with outputs up to a multiple of 16.
#[derive(Debug)]
pub(super) struct Dense {
    pub(super) weight: Vec<f32>,
    pub(super) bias: Vec<f32>,
}

impl Quantized {
    /// Quantizes a network, for the fastest instructions of this processor.
    #[must_use]
    pub fn new(network: &Arc<Network>) -> Self {
        Self::with_lanes(network, Lanes::best())
    }

    /// Quantizes a network, for given instructions. The outputs do not depend on them.
    #[must_use]
    pub fn with_lanes(network: &Arc<Network>, lanes: Lanes) -> Self {
        let architecture = network.architecture();
        let calibration = network.calibration().map_or_else(|| Calibration::new(network), Clone::clone);
        let steps = |layer: usize| calibration.steps(layer);
        let get = |name: &str| network.parameters().get(name);
        let layer = |name: &str, digits: Digits, inputs: &[f32], outputs: &[f32]| {
            let (weight, bias) = (format!("{name}.weight"), format!("{name}.bias"));
            Layer::new(lanes, digits, Weight { weight: get(&weight), bias: get(&bias) }, inputs, outputs)
        };
        let kept = vec![1.0; architecture.channels.max(architecture.policy_channels)];
        let block = |block: usize| {
            let (stream, hidden) = (steps(2 * block), steps(2 * block + 1));
            let pool = || pool_weights(get(&format!("blocks.{block}.pool.weight")), &stream, &hidden);
            Block {
                conv1: layer(&format!("blocks.{block}.conv1"), Digits::One, &stream, &hidden),
                pool: architecture.pools(block).then(pool),
                conv2: layer(&format!("blocks.{block}.conv2"), Digits::One, &hidden, &kept),
            }
        };
        let planes = vec![f32::from(ONE).recip(); architecture.planes()];
        let last = steps(architecture.layers);
        let stream_factors = (0..=architecture.blocks())
            .map(|block| tiles(&steps(2 * block).iter().map(|step| step.recip()).collect::<Vec<_>>()));
        Self {
            lanes,
            input: layer("input", Digits::Two, &planes, &kept),
            blocks: (0..architecture.blocks()).map(block).collect(),
            policy: layer("policy.conv", Digits::Two, &last, &kept),
            policy_pool: pool_weights(get("policy.pool.weight"), &last, &kept),
            policy_out: tiles(get("policy.out.weight")),
            value_dense: Dense {
                weight: pool_weights(
                    get("value.dense.weight"),
                    &last,
                    &vec![1.0; architecture.value_channels],
                ),
                bias: get("value.dense.bias").to_vec(),
            },
            value_out: Dense::padded(get("value.out.weight"), get("value.out.bias")),
            stream_factors: stream_factors.collect(),
            network: network.clone(),
        }
    }

    /// The network in f32.
    #[must_use]
    pub const fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// The instructions in use.
    #[must_use]
    pub const fn lanes(&self) -> Lanes {
        self.lanes
    }
}

impl Layer {
    /// Quantizes `outputs × taps × inputs` weights. A byte of an input stands for so much, and a
    /// unit of an output shall stand for so much.
    fn new(
        lanes: Lanes,
        digits: Digits,
        weight: Weight<'_>,
        input_steps: &[f32],
        output_steps: &[f32],
    ) -> Self {
        let Weight { weight, bias } = weight;
        let (outputs, inputs) = (bias.len(), input_steps.len());
        let taps = weight.len() / (outputs * inputs);
        let mut whole = Vec::with_capacity(weight.len());
        let mut scale = Vec::with_capacity(outputs);
        for row in weight.chunks_exact(taps * inputs) {
            let scaled = || row.iter().zip(input_steps.iter().cycle()).map(|(weight, step)| weight * step);
            let largest = scaled().fold(0f32, |most, weight| most.max(weight.abs()));
            let unit = if largest > 0.0 { largest / digits.largest() } else { 1.0 };
            whole.extend(scaled().map(|weight| (weight / unit).round() as i16));
            scale.push(unit);
        }
        let divided = |values: &[f32]| -> Vec<Tile> {
            tiles(&values.iter().zip(output_steps).map(|(value, step)| value / step).collect::<Vec<_>>())
        };
        Self {
            taps,
            words: inputs / WORD,
            digits: digits.count(),
            weights: pack(lanes, digits, &whole, [outputs, taps, inputs]),
            scale: divided(&scale),
            bias: divided(bias),
        }
    }
}

impl Layer {
    /// Multiplications for each node that reads this many taps.
    pub(super) fn multiply_adds(&self, taps: usize) -> usize {
        self.digits * taps * self.words * WORD * self.scale.len() * TILE
    }
}

impl Dense {
    fn padded(weight: &[f32], bias: &[f32]) -> Self {
        let (outputs, inputs) = (bias.len(), weight.len() / bias.len());
        let width = outputs.next_multiple_of(TILE);
        let mut padded = vec![0.0; inputs * width];
        for (output, row) in weight.chunks_exact(inputs).enumerate() {
            for (input, weight) in row.iter().enumerate() {
                padded[input * width + output] = *weight;
            }
        }
        let mut bias = bias.to_vec();
        bias.resize(width, 0.0);
        Self { weight: padded, bias }
    }
}

/// Weights of `outputs × taps × inputs` as bytes, in the order in which a convolution reads them.
fn pack(lanes: Lanes, digits: Digits, whole: &[i16], shape: [usize; 3]) -> Vec<Weights> {
    let [outputs, taps, inputs] = shape;
    let mut packed = Vec::with_capacity(digits.count() * whole.len() / (TILE * WORD));
    let word_of = |digit: usize, tile: usize, tap: usize, word: usize| {
        Weights(std::array::from_fn(|lane| {
            let at = ((tile * TILE + lane) * taps + tap) * inputs + word * WORD;
            std::array::from_fn(|input| digits.of(whole[at + input], digit))
        }))
    };
    let tiles = outputs / TILE;
    let mut tile = 0;
    while tile < tiles {
        let end = tile + portion(tiles - tile, crate::lanes::tiles(lanes));
        for digit in 0..digits.count() {
            for tap in 0..taps {
                for word in 0..inputs / WORD {
                    packed.extend((tile..end).map(|tile| word_of(digit, tile, tap, word)));
                }
            }
        }
        tile = end;
    }
    packed
}

/// Outputs × pooled channels, turned to inputs × outputs, for pooled bytes that stand for so much
/// each and outputs that shall.
fn pool_weights(weight: &[f32], input_steps: &[f32], output_steps: &[f32]) -> Vec<f32> {
    let inputs = 2 * input_steps.len();
    let outputs = weight.len() / inputs;
    let at = |input: usize, output: usize| {
        weight[output * inputs + input] * input_steps[input % input_steps.len()] / output_steps[output]
    };
    (0..inputs).flat_map(|input| (0..outputs).map(move |output| at(input, output))).collect()
}

fn tiles(values: &[f32]) -> Vec<Tile> {
    values.as_chunks().0.to_vec()
}
