//! `catena man`: the manual pages.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Context;
use clap::Command;
use clap_mangen::Man;

use crate::Done;

#[derive(clap::Args)]
#[command(after_help = "\
With a folder there is a page for each command: catena.1, catena-match.1 and so on. Without one the page of \
catena itself goes to standard output.

Examples:
  catena man ~/.local/share/man/man1
  catena man | man -l -")]
pub struct Args {
    /// The folder to write all pages to; it is made if it is missing
    folder: Option<PathBuf>,
}

/// Writes the pages of a program.
pub fn run(args: &Args, mut program: Command) -> anyhow::Result<Done> {
    let Some(folder) = &args.folder else {
        let mut page = Vec::new();
        Man::new(program).render(&mut page)?;
        io::stdout().lock().write_all(&page)?;
        return Ok(Done::Well);
    };
    let named = || format!("writing to {}", folder.display());
    fs::create_dir_all(folder).with_context(named)?;
    // `catena help` is no command of its own.
    program = program.disable_help_subcommand(true);
    clap_mangen::generate_to(program, folder).with_context(named)?;
    Ok(Done::Well)
}
