//! The file in which an unfinished game waits to be resumed.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use catena_arena::job::replace_file;
use catena_core::record::Record;
use catena_core::{Position, Setup};

use crate::args::reading;

/// Where a game is saved after every move, if anywhere.
pub struct Autosave(Option<PathBuf>);

impl Autosave {
    pub const fn new(file: Option<PathBuf>) -> Self {
        Self(file)
    }

    pub fn file(&self) -> Option<&Path> {
        self.0.as_deref()
    }

    /// The saved game, if there is one that is not over.
    ///
    /// # Errors
    /// If the file is no game, or one of another board: it is not overwritten then.
    pub fn resume(&self, setup: &Setup) -> anyhow::Result<Option<Position>> {
        let Some(file) = &self.0 else { return Ok(None) };
        let bytes = match fs::read(file) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error).with_context(|| reading(file)),
        };
        let advice = "--new starts another game and overwrites the file";
        let record =
            Record::read(&bytes, Some(setup)).with_context(|| format!("{} ({advice})", reading(file)))?;
        let saved = record.setup();
        if (saved.game(), saved.size()) != (setup.game(), setup.size()) {
            let (game, size) = (saved.game(), saved.size());
            bail!(
                "{} holds a game of {game} {size}, not of {} {}; {advice}",
                file.display(),
                setup.game(),
                setup.size()
            );
        }
        let position = record.position();
        let unfinished = position.outcome().is_none() && !position.plies().is_empty();
        Ok(unfinished.then_some(position))
    }

    /// Saves the game; what was saved before stays until the new file is whole.
    ///
    /// # Errors
    /// With a sentence, if the file cannot be written.
    pub fn write(&self, sgf: &str) -> Result<(), String> {
        let Some(file) = &self.0 else { return Ok(()) };
        let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
        let written =
            folder.map_or(Ok(()), fs::create_dir_all).and_then(|()| replace_file(file, sgf.as_bytes()));
        written.map_err(|error| format!("the game could not be saved in {}: {error}", file.display()))
    }
}
