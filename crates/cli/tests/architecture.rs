//! The invariants of docs/architecture.md, read from manifests and sources.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

mod repository;

use std::collections::{BTreeMap, BTreeSet};

use repository::{code, files, folder_of, has_word, packages, read, sources, table};

/// The table of crates: name, and the crates that it uses, in the order of dependency.
fn crates() -> Vec<(String, BTreeSet<String>)> {
    let rows = table("docs/architecture.md", "## Crates, in the order of dependency");
    let names = |cell: &str| cell.replace('`', "").split(", ").map(str::to_owned).collect::<BTreeSet<_>>();
    rows.iter()
        .map(|row| {
            let name = row[0].trim_matches('`').to_owned();
            (name, if row[1] == "–" { BTreeSet::new() } else { names(&row[1]) })
        })
        .collect()
}

/// The sources of all crates but one.
fn sources_outside(of: &str) -> Vec<String> {
    crates().iter().filter(|(name, _)| name != of).flat_map(|(name, _)| sources(name)).collect()
}

/// Fails with every line of code that breaks a rule.
fn assert_none(paths: &[String], rule: &str, breaks: impl Fn(&str) -> bool) {
    let lines =
        paths.iter().flat_map(|path| code(path).into_iter().map(move |(number, line)| (path, number, line)));
    let found: Vec<String> = lines
        .filter(|(_, _, line)| breaks(line))
        .map(|(path, number, line)| format!("{path}:{number}: {}", line.trim()))
        .collect();
    assert!(found.is_empty(), "{rule}\n{}", found.join("\n"));
}

#[test]
fn crates_use_what_the_list_says_and_only_crates_above() {
    let listed = crates();
    let packages = packages();
    let ours: BTreeMap<String, String> = packages
        .iter()
        .filter_map(|package| Some((package["name"].as_str()?.to_owned(), folder_of(package)?)))
        .collect();
    let names: BTreeSet<&String> = listed.iter().map(|(name, _)| name).collect();
    assert_eq!(names, ours.values().collect(), "the crates of docs/architecture.md are those of crates/");
    for package in &packages {
        let Some(krate) = folder_of(package) else { continue };
        let place = listed.iter().position(|(name, _)| *name == krate).unwrap();
        let dependencies = package["dependencies"].as_array().unwrap();
        let mut used = BTreeSet::new();
        for dependency in dependencies {
            let Some(name) = ours.get(dependency["name"].as_str().unwrap()) else { continue };
            let above = listed[..place].iter().any(|(other, _)| other == name);
            assert!(above, "{krate} uses {name}, which is not above it in docs/architecture.md");
            // Those of tests too: a test that needs more stands in the wrong crate.
            used.insert(name.clone());
        }
        assert_eq!(used, listed[place].1, "what {krate} uses, and what docs/architecture.md says");
    }
}

#[test]
fn unsafe_code_stays_in_its_folders() {
    let lanes = [
        "crates/playout/src/lanes/",
        "crates/model/src/lanes/",
        "crates/learn/src/train/kernel",
        "crates/web/src/server/heap.rs",
    ];
    let mut paths = files("crates", ".rs");
    paths.retain(|path| !lanes.iter().any(|folder| path.starts_with(folder)));
    paths.retain(|path| !path.ends_with("cli/tests/architecture.rs"));
    let words = ["unsafe {", "unsafe fn", "unsafe impl", "unsafe trait", "unsafe extern"];
    assert_none(
        &paths,
        "unsafe code belongs into the lanes of playout and model, the training kernel and the call of the allocator",
        |line| words.iter().any(|word| line.contains(word)),
    );
    for (krate, _) in crates() {
        let manifest = read(format!("crates/{krate}/Cargo.toml"));
        let forbids =
            manifest.contains("unsafe_code = \"forbid\"") || manifest.contains("[lints]\nworkspace = true");
        let has_lanes = ["playout", "model", "learn", "web"].contains(&krate.as_str());
        assert!(forbids || has_lanes, "crates/{krate}/Cargo.toml does not forbid unsafe code");
    }
}

#[test]
fn only_the_program_prints() {
    let words = ["print!", "println!", "dbg!", "stdout()", "stderr()"];
    assert_none(&sources_outside("cli"), "below cli nothing prints", |line| {
        words.iter().any(|word| line.contains(word))
    });
}

#[test]
fn no_static_holds_what_was_learned() {
    // A type that can be filled later can hold weights; tables computed by the compiler cannot.
    let cells = ["OnceLock", "LazyLock", "OnceCell", "Mutex", "RwLock", "RefCell", "AtomicPtr"];
    assert_none(&sources_outside("cli"), "a model is a value of its player, never a static", |line| {
        let filled_later =
            has_word(&line.replace("'static", ""), "static") && cells.iter().any(|cell| line.contains(cell));
        // The instruction set of the processor is no weight.
        let detected = line.contains("LazyLock<InstructionSet>");
        (filled_later && !detected) || line.contains("thread_local!")
    });
}

#[test]
fn each_protocol_and_format_has_one_owner() {
    let words = ["genmove", "boardsize", "clear_board", "known_command", "list_commands", "time_settings"];
    assert_none(&sources_outside("gtp"), "only gtp knows the words of GTP", |line| {
        words.iter().any(|word| line.contains(&format!("\"{word}")))
    });
    for (dependency, owners) in [
        ("axum", &["web"][..]),
        ("hyper", &["web"]),
        ("tokio", &["app", "cluster", "web"]),
        ("async-nats", &["cluster"]),
        ("rusqlite", &["arena", "web"]),
    ] {
        for (krate, _) in crates() {
            let manifest = read(format!("crates/{krate}/Cargo.toml"));
            let uses = manifest.lines().any(|line| line.split(['.', ' ']).next() == Some(dependency));
            assert!(
                !uses || owners.contains(&krate.as_str()),
                "{krate} uses {dependency}, which is for {owners:?}"
            );
        }
    }
}

#[test]
fn the_app_knows_no_transport_and_starts_no_threads() {
    let manifest = read("crates/app/Cargo.toml");
    let channels = r#"tokio = { version = "1", default-features = false, features = ["sync"] }"#;
    assert!(manifest.contains(channels), "of tokio the app uses channels and semaphores only");
    // Tests at the end of a file may do what they want.
    let is_test = |path: &str, number: usize| {
        let text = read(path);
        text.lines().take(number).any(|line| line.trim() == "#[cfg(test)]" || line.trim() == "mod tests {")
    };
    let words = [
        "thread::spawn",
        "thread::scope",
        "thread::Builder",
        "tokio::spawn",
        "tokio::task",
        "std::net::Tcp",
        "std::fs",
    ];
    for path in sources("app") {
        for (number, line) in code(&path) {
            let breaks = words.iter().any(|word| line.contains(word)) && !is_test(&path, number);
            assert!(!breaks, "{path}:{number}: the app leaves this to whoever carries it: {}", line.trim());
        }
    }
}

#[test]
fn the_tree_knows_no_game() {
    let mut tree = sources("search");
    let parts = ["src/tree.rs", "src/tree/", "src/node.rs"];
    tree.retain(|path| parts.iter().any(|part| path.contains(part)));
    assert!(tree.len() >= 2, "the tree has moved: {tree:?}");
    assert_none(&tree, "a node is a cell with numbers", |line| {
        ["Game", "Rules", "Position"].iter().any(|word| has_word(line, word))
    });
}
