//! The file of a policy network: after the header its numbers.

use super::params::{Params, PolicyNet};
use crate::file::{self, Content, FileKind, ModelFileError};

impl PolicyNet {
    /// The file as bytes.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let body: Vec<u8> = self.params.all().iter().flat_map(|number| number.to_le_bytes()).collect();
        file::write(FileKind::PolicyNet, &Content { game: self.game, flags: 0, body: &body })
    }

    /// Reads a file.
    ///
    /// # Errors
    /// If it is something else, of another version, or damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ModelFileError> {
        let Content { game, body, .. } = file::read(FileKind::PolicyNet, bytes)?;
        let (numbers, rest) = body.as_chunks::<4>();
        let numbers: Vec<f32> = numbers.iter().map(|&number| f32::from_le_bytes(number)).collect();
        // Only a file that was made wrong on purpose has a right checksum and fails.
        let is_sound = rest.is_empty() && numbers.iter().all(|number| number.is_finite());
        let params = Params::new(numbers).filter(|_| is_sound);
        params.map(|params| Self { game, params }).ok_or(ModelFileError::Damaged(FileKind::PolicyNet))
    }
}
