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
mod calibrate;
mod encode;
mod file;
mod graph;
mod inference;
mod int8;
mod onnx;
mod parameters;
mod planes;
mod quantize;
mod reference;
mod statistics;

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::ModelHash;
pub use crate::lanes::{Lanes, multiply_adds};
pub use architecture::{
    Architecture, ArchitectureError, CHANNEL_GROUP, MAX_CHANNELS, MAX_LAYERS, Neighbors, Statistics,
};
pub use calibrate::Calibration;
pub use encode::{Encoder, ONE};
pub use file::{LoadError, MAX_FILE};
pub use graph::Graph;
pub use inference::{Inference, NetworkEvaluation};
pub use int8::Int8;
pub use parameters::{Parameters, Tensor, tensors};
pub use planes::names as plane_names;
pub use quantize::Quantized;
pub use reference::{Output, Reference};

/// A network: its shape, its numbers and where they come from.
///
/// ```
/// use catena_core::Game;
/// use catena_model::network::{Architecture, Network};
///
/// let network = Network::random(Architecture::new(Game::Hex, 2, 16), 1)?;
/// let file = std::env::temp_dir().join(format!("catena-doctest-{}.safetensors", std::process::id()));
/// network.save(&file)?;
/// assert_eq!(Network::load(&file)?.parameters().values(), network.parameters().values());
/// # std::fs::remove_file(&file)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    architecture: Architecture,
    parameters: Parameters,
    calibration: Option<Calibration>,
    /// Description from the file.
    pub description: NetworkDescription,
}

/// Information about a network for people. It has no influence on the outputs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct NetworkDescription {
    /// In a sentence.
    pub summary: String,
    /// Training options and results, as JSON.
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
        Ok(Self { architecture, parameters, calibration: None, description: NetworkDescription::default() })
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

    /// Measured ranges of the activations, if there are any.
    #[must_use]
    pub const fn calibration(&self) -> Option<&Calibration> {
        self.calibration.as_ref()
    }

    /// Measures how large activations become and keeps it in the file, so that it need not be
    /// measured again when the network is quantized.
    #[must_use]
    pub fn calibrated(mut self) -> Self {
        self.calibration = None;
        let shared = Arc::new(self);
        let calibration = Calibration::new(&shared);
        let network = Arc::unwrap_or_clone(shared);
        Self { calibration: Some(calibration), ..network }
    }

    /// The numbers, to train them. What was measured with the old ones is forgotten.
    #[must_use]
    pub fn parameters_mut(&mut self) -> &mut Parameters {
        self.calibration = None;
        &mut self.parameters
    }

    /// The hash of its file as [`to_bytes`](Self::to_bytes) writes it.
    #[must_use]
    pub fn hash(&self) -> ModelHash {
        ModelHash::of(&self.to_bytes())
    }
}
