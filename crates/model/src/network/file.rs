//! Networks as safetensors files. Files come from anywhere: what they say is checked before any
//! of it is believed.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

use safetensors::tensor::{Dtype, TensorView};
use safetensors::{SafeTensorError, SafeTensors};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{Architecture, ArchitectureError, Calibration, Network, NetworkDescription, Parameters};

/// Bytes that a file can have.
pub const MAX_FILE: u64 = 64 << 20;

/// The tensor of the calibration, which a file may have or not: (layers + 1) × channels.
const CALIBRATION: &str = "calibration";

/// The key of the metadata that holds the [`Header`].
const METADATA: &str = "catena";

/// The version of the planes and of the forward pass. Files of another version are refused.
const FORMAT: u32 = 1;

/// Header of a network file, as JSON.
#[derive(Serialize, Deserialize)]
struct Header {
    format: u32,
    architecture: Architecture,
    #[serde(default)]
    description: NetworkDescription,
}

impl Network {
    /// Reads a file.
    ///
    /// # Errors
    /// If it cannot be read or is not a network.
    pub fn load(path: &Path) -> Result<Self, LoadError> {
        let mut bytes = Vec::new();
        // One byte more than allowed tells a file that is too large.
        File::open(path)?.take(MAX_FILE + 1).read_to_end(&mut bytes)?;
        Self::from_bytes(&bytes)
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// If they are not a network.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, LoadError> {
        if bytes.len() as u64 > MAX_FILE {
            return Err(LoadError::TooLarge);
        }
        let (_, metadata) = SafeTensors::read_metadata(bytes)?;
        let header = metadata.metadata().as_ref().and_then(|map| map.get(METADATA));
        let header: Header = serde_json::from_str(header.ok_or(LoadError::NoHeader)?)?;
        if header.format != FORMAT {
            return Err(LoadError::Format(header.format));
        }
        header.architecture.check()?;
        let stored = SafeTensors::deserialize(bytes)?;
        // Checked first, so that what is allocated is no larger than the file.
        let tensors = super::tensors(&header.architecture);
        for tensor in &tensors {
            check(&stored, &tensor.name, &tensor.shape)?;
        }
        let known = |name: &str| name == CALIBRATION || tensors.iter().any(|tensor| tensor.name == name);
        if let Some(name) = stored.names().into_iter().find(|name| !known(name)) {
            return Err(LoadError::Unknown(name.to_owned()));
        }
        let mut parameters = Parameters::zero(&header.architecture);
        for tensor in tensors {
            read(&stored, &tensor.name, &mut parameters.values_mut()[tensor.range])?;
        }
        let has_calibration = stored.names().contains(&CALIBRATION);
        let calibration = has_calibration.then(|| read_calibration(&stored, &header.architecture));
        Ok(Self {
            architecture: header.architecture,
            parameters,
            calibration: calibration.transpose()?,
            description: header.description,
        })
    }

    /// The bytes of a file. Equal networks give equal bytes.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let header = Header {
            format: FORMAT,
            architecture: self.architecture.clone(),
            description: self.description.clone(),
        };
        let header = serde_json::to_string(&header).expect("a header is plain data");
        let metadata = HashMap::from([(METADATA.to_owned(), header)]);
        let bytes = |values: &[f32]| values.iter().flat_map(|value| value.to_le_bytes()).collect::<Vec<u8>>();
        let parameters = bytes(self.parameters.values());
        let view = |shape: &[usize], data| {
            TensorView::new(Dtype::F32, shape.to_vec(), data).expect("the shape is that of the data")
        };
        let tensors = self.parameters.tensors().iter().map(|tensor| {
            let data = &parameters[4 * tensor.range.start..4 * tensor.range.end];
            (tensor.name.as_str(), view(&tensor.shape, data))
        });
        let calibration = self.calibration.as_ref().map(|calibration| bytes(&calibration.maxima));
        let shape = calibration_shape(&self.architecture);
        let views = tensors.chain(calibration.iter().map(|data| (CALIBRATION, view(&shape, data))));
        safetensors::serialize(views, Some(metadata)).expect("the tensors are well formed")
    }

    /// Writes a file, under another name first, so that no reader sees half of it.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn save(&self, path: &Path) -> io::Result<()> {
        let mut unfinished = path.as_os_str().to_owned();
        unfinished.push(".part");
        let mut file = File::create(&unfinished)?;
        file.write_all(&self.to_bytes())?;
        file.sync_all()?;
        std::fs::rename(unfinished, path)
    }
}

fn check(stored: &SafeTensors<'_>, name: &str, shape: &[usize]) -> Result<(), LoadError> {
    let view = stored.tensor(name).map_err(|_| LoadError::Missing(name.to_owned()))?;
    if view.dtype() != Dtype::F32 || view.shape() != shape {
        return Err(LoadError::Shape {
            name: name.to_owned(),
            expected: shape.to_vec(),
            found: format!("{:?} {:?}", view.dtype(), view.shape()),
        });
    }
    Ok(())
}

const fn calibration_shape(architecture: &Architecture) -> [usize; 2] {
    [architecture.layers + 1, architecture.channels]
}

fn read_calibration(stored: &SafeTensors<'_>, architecture: &Architecture) -> Result<Calibration, LoadError> {
    let shape = calibration_shape(architecture);
    check(stored, CALIBRATION, &shape)?;
    let mut maxima = vec![0.0; shape.iter().product()];
    read(stored, CALIBRATION, &mut maxima)?;
    Ok(Calibration { maxima, channels: architecture.channels })
}

/// Copies a tensor whose shape was checked.
fn read(stored: &SafeTensors<'_>, name: &str, values: &mut [f32]) -> Result<(), LoadError> {
    for (value, bytes) in values.iter_mut().zip(stored.tensor(name)?.data().as_chunks().0) {
        *value = f32::from_le_bytes(*bytes);
    }
    let finite = values.iter().all(|value| value.is_finite());
    if finite { Ok(()) } else { Err(LoadError::NotFinite(name.to_owned())) }
}

/// Why a file is not a network.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum LoadError {
    /// The file cannot be read.
    #[error("cannot read the file: {0}")]
    Io(#[from] io::Error),
    /// The file is larger than any network.
    #[error("the file is larger than {} MB", MAX_FILE >> 20)]
    TooLarge,
    /// The file is not in the safetensors format, or is damaged.
    #[error("not a safetensors file: {0}")]
    Safetensors(#[from] SafeTensorError),
    /// The metadata do not describe a network.
    #[error("the file has no metadata \"{METADATA}\" and so is not a network of Catena")]
    NoHeader,
    /// The description cannot be read.
    #[error("the metadata \"{METADATA}\" are wrong: {0}")]
    Header(#[from] serde_json::Error),
    /// The file is of another version.
    #[error("the file has format {0}; this program reads format {FORMAT}")]
    Format(u32),
    /// The architecture is impossible.
    #[error("impossible architecture: {0}")]
    Architecture(#[from] ArchitectureError),
    /// A tensor is missing.
    #[error("the tensor {0} is missing")]
    Missing(String),
    /// A tensor has another shape or type.
    #[error("the tensor {name} is {found}, not F32 {expected:?}")]
    Shape {
        /// The tensor.
        name: String,
        /// The shape that the architecture asks for.
        expected: Vec<usize>,
        /// The type and shape in the file.
        found: String,
    },
    /// A tensor that the architecture does not have.
    #[error("the architecture has no tensor {0}")]
    Unknown(String),
    /// A parameter is infinite or not a number.
    #[error("the tensor {0} holds a number that is not finite")]
    NotFinite(String),
}
