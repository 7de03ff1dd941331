//! The file in which a proof waits to be resumed.

use std::fs::{self, File};
use std::io::{BufReader, BufWriter, ErrorKind, Write};
use std::path::PathBuf;

use anyhow::Context;
use catena_proof::Solver;

pub struct Store {
    file: PathBuf,
}

impl Store {
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

    /// Writes beside the file and puts it in its place, so that it is whole at any time.
    pub fn save(&self, solver: &Solver) -> anyhow::Result<()> {
        let mut part = self.file.clone().into_os_string();
        part.push(".part");
        let write = || {
            let mut writer = BufWriter::new(File::create(&part)?);
            solver.save(&mut writer)?;
            writer.flush()?;
            writer.get_ref().sync_all()?;
            fs::rename(&part, &self.file)
        };
        write().with_context(|| format!("writing {}", self.file.display()))
    }
}
