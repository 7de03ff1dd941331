//! The numbers of a network: one flat array, and a table of the tensors in it.

use std::ops::Range;

use catena_playout::Rng;

use super::{Architecture, Neighbors};

/// A named part of the flat array, in row-major order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tensor {
    /// The name, as in the file.
    pub name: String,
    /// The length of each axis.
    pub shape: Vec<usize>,
    /// Where its numbers lie in the flat array.
    pub range: Range<usize>,
}

/// The tensors that an architecture has, in the order of the forward pass.
///
/// | name | shape |
/// |---|---|
/// | `input.weight`, `input.bias` | channels × taps × planes, channels |
/// | `blocks.N.conv1.weight`, `.bias` | channels × taps × channels, channels |
/// | `blocks.N.pool.weight` | channels × 2 channels (means, then maxima) |
/// | `blocks.N.conv2.weight`, `.bias` | channels × taps × channels, channels |
/// | `policy.conv.weight`, `.bias` | policy channels × channels, policy channels |
/// | `policy.pool.weight` | policy channels × 2 channels |
/// | `policy.out.weight` | policy channels |
/// | `value.dense.weight`, `.bias` | value channels × 2 channels, value channels |
/// | `value.out.weight`, `.bias` | outcomes × value channels, outcomes |
/// | `owner.weight`, `.bias` | channels, 1: trains the trunk, not used to play |
#[must_use]
pub fn tensors(architecture: &Architecture) -> Vec<Tensor> {
    let Architecture { channels: c, policy_channels: p, value_channels: v, .. } = *architecture;
    let taps = architecture.neighbors.taps();
    let outcomes = architecture.outcomes();
    let mut table = Table::default();
    table.add("input.weight", &[c, taps, architecture.planes()]);
    table.add("input.bias", &[c]);
    for block in 0..architecture.blocks() {
        table.add(format!("blocks.{block}.conv1.weight"), &[c, taps, c]);
        table.add(format!("blocks.{block}.conv1.bias"), &[c]);
        if architecture.pools(block) {
            table.add(format!("blocks.{block}.pool.weight"), &[c, 2 * c]);
        }
        table.add(format!("blocks.{block}.conv2.weight"), &[c, taps, c]);
        table.add(format!("blocks.{block}.conv2.bias"), &[c]);
    }
    table.add("policy.conv.weight", &[p, c]);
    table.add("policy.conv.bias", &[p]);
    table.add("policy.pool.weight", &[p, 2 * c]);
    table.add("policy.out.weight", &[p]);
    table.add("value.dense.weight", &[v, 2 * c]);
    table.add("value.dense.bias", &[v]);
    table.add("value.out.weight", &[outcomes, v]);
    table.add("value.out.bias", &[outcomes]);
    table.add("owner.weight", &[c]);
    table.add("owner.bias", &[1]);
    table.tensors
}

#[derive(Default)]
struct Table {
    tensors: Vec<Tensor>,
    len: usize,
}

impl Table {
    fn add(&mut self, name: impl Into<String>, shape: &[usize]) {
        let end = self.len + shape.iter().product::<usize>();
        self.tensors.push(Tensor { name: name.into(), shape: shape.to_vec(), range: self.len..end });
        self.len = end;
    }
}

/// All numbers of a network. Optimizers see one flat array, layers see tensors by name.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameters {
    tensors: Vec<Tensor>,
    values: Vec<f32>,
}

impl Parameters {
    /// All zero.
    #[must_use]
    pub fn zero(architecture: &Architecture) -> Self {
        let tensors = tensors(architecture);
        let len = tensors.last().map_or(0, |last| last.range.end);
        Self { tensors, values: vec![0.0; len] }
    }

    /// Where training starts: random weights of the size that keeps activations level.
    ///
    /// As in Fixup (Zhang, Dauphin and Ma 2019) the second convolution of each block starts at
    /// zero and the first is scaled by the number of blocks, so that no batch norm is needed.
    #[must_use]
    pub fn random(architecture: &Architecture, seed: u64) -> Self {
        let mut parameters = Self::zero(architecture);
        let mut rng = Rng::new(seed);
        let blocks = architecture.blocks() as f32;
        for Tensor { name, shape, range } in parameters.tensors.clone() {
            let part = name.rsplit_once('.').map_or("", |(part, _)| part);
            let scale = match part.rsplit('.').next().unwrap_or_default() {
                _ if name.ends_with(".bias") => 0.0,
                "conv2" => 0.0,
                "conv1" => blocks.sqrt().recip(),
                "pool" => 0.5,
                "out" | "owner" => 0.1,
                _ => 1.0,
            };
            let deviation = scale * (2.0 / fan_in(architecture, &shape)).sqrt();
            for value in &mut parameters.values[range] {
                *value = deviation * gaussian(&mut rng);
            }
        }
        parameters
    }

    /// The tensors in the order of the flat array.
    #[must_use]
    pub fn tensors(&self) -> &[Tensor] {
        &self.tensors
    }

    /// The numbers of a tensor.
    ///
    /// # Panics
    /// If the architecture has no such tensor.
    #[must_use]
    pub fn get(&self, name: &str) -> &[f32] {
        let tensor = self.tensors.iter().find(|tensor| tensor.name == name);
        &self.values[tensor.unwrap_or_else(|| panic!("there is no tensor {name}")).range.clone()]
    }

    /// All numbers.
    #[must_use]
    pub fn values(&self) -> &[f32] {
        &self.values
    }

    /// All numbers, to change them.
    #[must_use]
    pub fn values_mut(&mut self) -> &mut [f32] {
        &mut self.values
    }
}

/// Numbers that an output sums. A tied weight counts for each of six neighbors.
fn fan_in(architecture: &Architecture, shape: &[usize]) -> f32 {
    let inputs = match *shape {
        [_, _, inputs] if architecture.neighbors == Neighbors::Tied => 7 * inputs,
        [_, taps, inputs] => taps * inputs,
        [_, inputs] | [inputs] => inputs,
        _ => 1,
    };
    inputs as f32
}

/// A standard normal number (Box and Muller 1958).
fn gaussian(rng: &mut Rng) -> f32 {
    let unit = |rng: &mut Rng| ((rng.next_u64() >> 40) as f32 + 0.5) / (1u64 << 24) as f32;
    let (radius, angle) = (unit(rng), unit(rng));
    (-2.0 * radius.ln()).sqrt() * (std::f32::consts::TAU * angle).cos()
}
