//! The file in which a proof waits to be resumed.

use std::fs::File;
use std::io::{BufReader, ErrorKind};
use std::path::PathBuf;

use anyhow::Context;
use catena_arena::job::write_atomically;
use catena_proof::Solver;

pub struct SolverStore {
    file: PathBuf,
}

impl SolverStore {
    pub const fn new(file: PathBuf) -> Self {
        Self { file }
    }

    /// Reads the file, if there is one.
    pub fn load(&self, solver: &mut Solver) -> anyhow::Result<()> {
        let opened = match File::open(&self.file) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
            opened => opened.with_context(|| crate::args::reading(&self.file))?,
        };
        solver.load(&mut BufReader::new(opened)).with_context(|| crate::args::reading(&self.file))
    }

    /// Replaces the file as a whole.
    pub fn save(&self, solver: &Solver) -> anyhow::Result<()> {
        write_atomically(&self.file, |file| solver.save(file))
            .with_context(|| format!("writing {}", self.file.display()))
    }
}
