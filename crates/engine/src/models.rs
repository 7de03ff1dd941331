//! Where players get their models from.

use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use catena_core::Game;
use catena_model::embedded::Embedded;
use catena_model::network::Quantized;
use catena_model::pattern::{PatternTable, PlayoutGammas};
use catena_model::{Model, ModelHash, ModelKind, Models, UnusableModel};
use thiserror::Error;

/// Reads models, each once, and hands them out to the players of a process. A handle: its clones share what was
/// read.
#[derive(Clone, Debug)]
pub struct ModelStore(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    files: ModelFiles,
    known: Mutex<KnownModels>,
}

/// Which files players may name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ModelFiles {
    /// Any: whoever names a player may read files.
    Any,
    /// These alone: whoever names a player may be a stranger.
    Only(Vec<PathBuf>),
}

/// Models read so far, by the hash of the file.
#[derive(Debug, Default)]
struct KnownModels {
    /// The hashes of embedded files, by the address of their bytes: to hash them takes a millisecond.
    embedded: HashMap<usize, ModelHash>,
    patterns: HashMap<ModelHash, Arc<Model<PatternTable>>>,
    playout_patterns: HashMap<ModelHash, Arc<Model<PlayoutGammas>>>,
    networks: HashMap<ModelHash, Arc<Model<Arc<Quantized>>>>,
}

impl ModelStore {
    /// A store that has read nothing yet.
    #[must_use]
    pub fn new(files: ModelFiles) -> Self {
        Self(Arc::new(Shared { files, known: Mutex::default() }))
    }

    /// Adds an embedded model.
    pub(crate) fn add_embedded(&self, models: &mut Models, file: &Embedded) {
        let mut known = self.known();
        let address = file.bytes.as_ptr() as usize;
        let hash = *known.embedded.entry(address).or_insert_with(|| ModelHash::of(file.bytes));
        known.add(models, file.kind, hash, file.bytes).expect("a test reads the embedded models");
    }

    /// Adds a model from a file.
    pub(crate) fn add_file(
        &self,
        models: &mut Models,
        kind: ModelKind,
        path: &Path,
    ) -> Result<Game, ModelError> {
        let named = || path.display().to_string();
        if let ModelFiles::Only(files) = &self.0.files
            && !files.iter().any(|file| file == path)
        {
            return Err(ModelError::Denied { file: named() });
        }
        let bytes =
            fs::read(path).map_err(|error| ModelError::Read { file: named(), source: Arc::new(error) })?;
        let added = self.known().add(models, kind, ModelHash::of(&bytes), &bytes);
        added.map_err(|source| ModelError::Unusable { file: named(), source })
    }

    fn known(&self) -> std::sync::MutexGuard<'_, KnownModels> {
        // A model that was read stays right even if its reader panicked.
        self.0.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Default for ModelStore {
    /// Players may name any file.
    fn default() -> Self {
        Self::new(ModelFiles::Any)
    }
}

impl KnownModels {
    /// Adds the model of a file; which game it is for.
    fn add(
        &mut self,
        models: &mut Models,
        kind: ModelKind,
        hash: ModelHash,
        bytes: &[u8],
    ) -> Result<Game, UnusableModel> {
        Ok(match kind {
            ModelKind::Patterns => {
                let read = || Model::<PatternTable>::from_bytes(bytes);
                models.patterns.insert(once(&mut self.patterns, hash, read)?).game
            }
            ModelKind::PlayoutPatterns => {
                let read = || Model::<PlayoutGammas>::from_bytes(bytes);
                models.playout_patterns.insert(once(&mut self.playout_patterns, hash, read)?).game
            }
            ModelKind::Network => {
                let read = || Model::<Arc<Quantized>>::from_bytes(bytes);
                models.network.insert(once(&mut self.networks, hash, read)?).game
            }
        })
    }
}

/// The model with a hash, read unless it is known.
fn once<T>(
    known: &mut HashMap<ModelHash, Arc<Model<T>>>,
    hash: ModelHash,
    read: impl FnOnce() -> Result<Model<T>, UnusableModel>,
) -> Result<Arc<Model<T>>, UnusableModel> {
    if let Some(model) = known.get(&hash) {
        return Ok(model.clone());
    }
    let model = Arc::new(read()?);
    known.insert(hash, model.clone());
    Ok(model)
}

/// Why a file is no model for a player.
#[derive(Clone, Debug, Error)]
#[non_exhaustive]
pub enum ModelError {
    /// It cannot be read.
    #[error("{file} cannot be read: {source}")]
    Read {
        /// The file.
        file: String,
        /// Why.
        source: Arc<io::Error>,
    },
    /// It is not what it is named as.
    #[error("{file}: {source}")]
    Unusable {
        /// The file.
        file: String,
        /// Why.
        source: UnusableModel,
    },
    /// Strangers may not name files.
    #[error("the model {file:?} is not offered here: files are named on the command line of the server")]
    Denied {
        /// The file.
        file: String,
    },
}
