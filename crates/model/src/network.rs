//! A residual policy and value network over the graph of a board.
//!
//! [`Architecture`] says how large it is, [`Parameters`] holds its numbers, [`Encoder`] turns a
//! position into input planes, [`Reference`] computes the outputs in f32. One set of parameters
//! serves all sizes of a game. [`Network::load`] and [`Network::save`] use safetensors files.
//!
//! The trunk keeps a stream of channels per node, `x`. The input layer is a graph convolution of
//! the planes; a residual block adds `conv2(relu(conv1(relu(x))))` to it. In some blocks the mean
//! and the maximum of `relu(x)` over the board, times a matrix, are added to what `conv1` gives.
//! There is no normalization: nothing depends on a batch.

mod architecture;
mod encode;
mod file;
mod graph;
mod parameters;
mod planes;
mod reference;
mod statistics;

use std::fmt;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

pub use architecture::{
    Architecture, ArchitectureError, CHANNEL_GROUP, MAX_CHANNELS, MAX_LAYERS, Neighbors, Statistics,
};
pub use encode::{Encoder, ONE};
pub use file::{LoadError, MAX_FILE};
pub use graph::Graph;
pub use parameters::{Parameters, Tensor, tensors};
pub use planes::names as plane_names;
pub use reference::{Output, Reference};

/// A network: its shape, its numbers and where they come from.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    architecture: Architecture,
    parameters: Parameters,
    /// What the file says about the network.
    pub description: Description,
}

/// What people want to know about a network. It has no influence on the outputs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Description {
    /// In a sentence.
    pub summary: String,
    /// How it was trained, as JSON.
    pub training: serde_json::Map<String, serde_json::Value>,
}

impl Network {
    /// A network of this shape with these numbers.
    ///
    /// # Errors
    /// If the architecture is impossible.
    ///
    /// # Panics
    /// If the parameters are those of another architecture.
    pub fn new(architecture: Architecture, parameters: Parameters) -> Result<Self, ArchitectureError> {
        architecture.check()?;
        assert_eq!(parameters.tensors(), tensors(&architecture), "the parameters fit the architecture");
        Ok(Self { architecture, parameters, description: Description::default() })
    }

    /// An untrained network.
    ///
    /// # Errors
    /// If the architecture is impossible.
    pub fn random(architecture: Architecture, seed: u64) -> Result<Self, ArchitectureError> {
        architecture.check()?;
        let parameters = Parameters::random(&architecture, seed);
        Self::new(architecture, parameters)
    }

    /// The shape.
    #[must_use]
    pub const fn architecture(&self) -> &Architecture {
        &self.architecture
    }

    /// The numbers.
    #[must_use]
    pub const fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// The numbers, to train them.
    #[must_use]
    pub const fn parameters_mut(&mut self) -> &mut Parameters {
        &mut self.parameters
    }

    /// A hash of all that the outputs depend on: architecture and parameters.
    #[must_use]
    pub fn hash(&self) -> Hash {
        let mut digest = Sha256::new();
        digest.update(serde_json::to_vec(&self.architecture).expect("an architecture is plain data"));
        for value in self.parameters.values() {
            digest.update(value.to_le_bytes());
        }
        Hash(digest.finalize().into())
    }
}

/// The content hash of a network (SHA-256), shown as 64 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Hash(pub [u8; 32]);

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
