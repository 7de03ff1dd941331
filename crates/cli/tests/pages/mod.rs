//! Contents of pages besides text: commands, generated tables and pictures.

#[cfg(unix)]
mod commands;
mod gtp;
mod pictures;
