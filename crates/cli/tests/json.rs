//! What `--json` prints against the schemas of docs/json.md.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

mod process;
mod schema;

use std::fs;
use std::path::Path;

use process::{folder, run};
use schema::{check, schemas};
use serde_json::Value;

/// Each with a schema and the exit code.
const CASES: &[(&str, &str, i32)] = &[
    ("match", "match --player random --opponent random --game hex --size 3 --games 4 --json", 0),
    ("match", "match --show 1 --json", 0),
    ("match-list", "match --list --json", 0),
    ("solve", "solve --game hex --size 3 --each-move --line --json", 0),
    ("solve", "solve --game hex --size 9 --time 10ms --json", 3),
    ("connections", "connections --game hex --size 4 lines.txt --json", 0),
    ("connections", "connections --game havannah --size 3 --json", 0),
    ("frames", "frames --size 4 --json", 0),
    ("complexity", "complexity --game hex --size 3 --json", 0),
    ("complexity", "complexity --game renkula --length 30 --json", 0),
    ("judge", "judge --game hex --size 4 games.txt --json", 1),
    ("analyze", "analyze --game hex --size 4 lines.txt --playouts 20 --json", 0),
    ("analyze", "analyze --game hex --size 4 lines.txt --playouts 20 --hide-best --json", 0),
    ("analyze", "analyze --game hex --size 4 games.txt --all --playouts 20 --solver-time 10ms --json", 1),
    ("learn-show", "learn show --game hex --top 2 --json", 0),
    (
        "selfplay",
        "selfplay --player joosten --game hex --size 3 --playouts 10 --games 2 -o new.selfplay --json",
        0,
    ),
    (
        "train",
        "train --game hex --size 3 --dir train --generations 1 --games-per-generation 16 --gate-games 2 --evaluations 4 \
         --channels 16 --layers 2 --json",
        0,
    ),
    ("learn-measure", "learn measure hex.patterns --records lines.txt --game hex --size 4 --json", 0),
    (
        "learn-patterns",
        "learn patterns --records lines.txt --game hex --size 4 --least 1 --least-local 1 --hold-out 0 -o new --json",
        0,
    ),
    ("bench", "bench --game renkula --json", 0),
    ("bench-tree", "bench tree --player joosten --game havannah --json", 0),
    ("players", "players --json", 0),
    ("players-paper", "players mohex2 --paper --json", 0),
    ("reproduce", "reproduce joosten-complexity --json", 0),
    ("model-show", "model show hex.network --json", 0),
    ("model-evaluate", "model evaluate hex.network --size 2 --json", 0),
    ("bench-playouts", "bench playouts --rounds 1 --millis 1 --game hex --json", 0),
    ("bench-network", "bench network --rounds 1 --millis 1 --game y --json", 0),
    (
        "tune",
        "tune --player joosten --opponent greedy --param explore=0..1 --game hex --size 3 --playouts 10 --games 8 --json",
        0,
    ),
];

#[test]
fn every_output_fits_its_schema() {
    let schemas = schemas();
    let defs = &schemas["$defs"];
    let folder = folder("json");
    fs::write(folder.join("lines.txt"), "b2 c2 b3 c3\n").unwrap();
    fs::write(folder.join("games.txt"), "a1 b1 a2 b2 a3 b3 a4\na1 a1\nb2\n").unwrap();
    let weights = Path::new(env!("CARGO_MANIFEST_DIR")).join("../model/weights");
    for file in ["hex.network", "hex.patterns"] {
        fs::copy(weights.join(file), folder.join(file)).unwrap();
    }
    for &(name, args, code) in CASES {
        let output = run(&folder, args);
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{args}: {told}");
        let values: Vec<Value> = serde_json::Deserializer::from_slice(&output.stdout)
            .into_iter()
            .map(|value| value.unwrap_or_else(|error| panic!("{args}: {error}")))
            .collect();
        assert!(!values.is_empty(), "{args}");
        for value in &values {
            check(value, &schemas[name], defs, name).unwrap_or_else(|error| panic!("{args}: {error}"));
        }
    }
    // That of workers is checked in cluster.rs, where there are some.
    let elsewhere = ["$defs", "worker-status"];
    let here = schemas.keys().filter(|name| !elsewhere.contains(&name.as_str()));
    let unused = here.filter(|name| CASES.iter().all(|case| case.0 != *name));
    assert_eq!(unused.collect::<Vec<_>>(), Vec::<&String>::new(), "schemas that nothing is checked against");
}

#[test]
fn the_check_finds_what_does_not_fit() {
    let schemas = schemas();
    let fits = |text: &str| {
        let value = serde_json::from_str(text).unwrap();
        check(&value, &schemas["judge"], &schemas["$defs"], "judge").is_ok()
    };
    assert!(fits(r#"{"winner": "black", "moves": 5, "how": "ring"}"#));
    assert!(fits(r#"{"error": "move 1"}"#));
    assert!(!fits(r#"{"winner": "black", "moves": 5}"#));
    assert!(!fits(r#"{"winner": "red", "moves": 5, "how": null}"#));
    assert!(!fits(r#"{"winner": "black", "moves": "5", "how": null}"#));
    assert!(!fits(r#"{"error": "move 1", "moves": 5}"#));
}
