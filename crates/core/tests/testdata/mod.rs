//! Reading the project's test data.

#![allow(dead_code, reason = "each test file uses its part")]

use std::fs;
use std::path::{Path, PathBuf};

use catena_core::{Game, Move, Position, Setup, SwapRule};
use serde_json::Value;

pub fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata").join(name)
}

pub fn read(file: &Path) -> String {
    fs::read_to_string(file).unwrap_or_else(|error| panic!("{file:?}: {error}"))
}

/// The files of a folder of testdata with this extension, sorted.
pub fn files(folder: &str, extension: &str) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = fs::read_dir(path(folder))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|file| file.extension().is_some_and(|found| found == extension))
        .collect();
    files.sort();
    files
}

/// Game and size from a file name such as `hex_11_uniform.txt`.
pub fn setup(file: &Path) -> Setup {
    let stem = file.file_stem().unwrap().to_str().unwrap();
    let mut parts = stem.split('_');
    let game = Game::parse(parts.next().unwrap()).unwrap();
    Setup::new(game, parts.next().unwrap().parse().unwrap(), SwapRule::Off).unwrap()
}

pub fn names(value: &Value) -> Vec<String> {
    value.as_array().unwrap().iter().map(|name| name.as_str().unwrap().to_owned()).collect()
}

/// The position after the moves, cells separated by blanks.
pub fn position(game: &str, size: u64, moves: &str) -> Position {
    let game = Game::parse(game).unwrap();
    let mut position = Position::new(Setup::new(game, size, SwapRule::Off).unwrap());
    for name in moves.split_whitespace() {
        let cell = position.topology().cell(name).unwrap();
        position.play(Move::Place(cell)).unwrap();
    }
    position
}
