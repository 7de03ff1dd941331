//! The repository as its own tests read it: files, sources without comments, packages, tables of the docs.

#![allow(dead_code, reason = "each test uses its part")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// Folders that hold nothing of ours.
const SKIPPED: [&str; 3] = ["target", "node_modules", ".git"];

pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

pub fn read(path: impl AsRef<Path>) -> String {
    let path = root().join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The files below a folder with an ending, by their paths from the root, sorted.
pub fn files(folder: &str, ending: &str) -> Vec<String> {
    let mut found = Vec::new();
    collect(&root().join(folder), ending, &mut found);
    found.sort();
    found
}

fn collect(folder: &Path, ending: &str, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        if path.is_dir() && !SKIPPED.contains(&name) {
            collect(&path, ending, found);
        } else if path.is_file() && name.ends_with(ending) {
            found.push(path.strip_prefix(root()).unwrap().to_str().unwrap().to_owned());
        }
    }
}

/// The sources that a crate is made of, without its tests and examples.
pub fn sources(krate: &str) -> Vec<String> {
    files(&format!("crates/{krate}/src"), ".rs")
}

/// The lines of a source with their numbers, without comments.
pub fn code(path: &str) -> Vec<(usize, String)> {
    let strip = |line: &str| line.split("//").next().unwrap_or_default().trim_end().to_owned();
    read(path).lines().enumerate().map(|(i, line)| (i + 1, strip(line))).collect()
}

/// Returns true if a word stands in a line, not as a part of another.
pub fn has_word(line: &str, word: &str) -> bool {
    let part = |c: char| c.is_alphanumeric() || c == '_';
    line.match_indices(word).any(|(at, _)| {
        !line[..at].chars().next_back().is_some_and(part)
            && !line[at + word.len()..].chars().next().is_some_and(part)
    })
}

/// Packages that this machine builds, from `cargo metadata`.
pub fn packages() -> Vec<Value> {
    let output = |command: &mut Command| {
        let output = command.current_dir(root()).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    let version = output(Command::new("rustc").arg("-vV"));
    let host = version.lines().find_map(|line| line.strip_prefix("host: ")).unwrap();
    // The host's packages alone: those of other systems may not be downloaded.
    let mut cargo = Command::new(std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned()));
    let metadata = cargo.args(["metadata", "--format-version=1", "--locked", "--filter-platform", host]);
    let metadata: Value = serde_json::from_str(&output(metadata)).unwrap();
    metadata["packages"].as_array().unwrap().clone()
}

/// A package of this workspace: its folder below `crates/`.
pub fn folder_of(package: &Value) -> Option<String> {
    let manifest = Path::new(package["manifest_path"].as_str()?).strip_prefix(root()).ok()?.to_owned();
    let folder = manifest.strip_prefix("crates").ok()?.parent()?;
    Some(folder.to_str()?.to_owned())
}

/// The cells of the rows of the table below a heading of a page.
pub fn table(page: &str, heading: &str) -> Vec<Vec<String>> {
    let text = read(page);
    let start = text.find(heading).unwrap_or_else(|| panic!("{page} has no heading {heading}"));
    let lines = text[start..].lines().skip_while(|line| !line.starts_with('|'));
    lines
        .take_while(|line| line.starts_with('|'))
        .skip(2)
        .map(|line| {
            line.trim_matches('|').split(" |").map(|cell| cell.trim_matches(['|', ' ']).to_owned()).collect()
        })
        .collect()
}

/// Compares a generated text with its file, or writes it if `CATENA_BLESS` is set.
pub fn bless(path: &str, text: &str) {
    if std::env::var_os("CATENA_BLESS").is_some() {
        fs::write(root().join(path), text).unwrap();
    }
    let recorded = fs::read_to_string(root().join(path)).unwrap_or_default();
    if recorded == text {
        return;
    }
    let differing = recorded.lines().zip(text.lines()).find(|(old, new)| old != new);
    let (old, new) = differing.unwrap_or(("the end", "more, or less"));
    panic!("{path} is not up to date; CATENA_BLESS=1 writes it\nfile:  {old}\nfound: {new}");
}
