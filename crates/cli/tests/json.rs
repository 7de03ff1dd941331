//! What `--json` prints against the schemas of docs/json.md.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

mod process;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use process::{folder, run};
use serde_json::{Map, Value};

/// The schemas of the page by name; `$defs` are the parts that they share.
fn schemas() -> BTreeMap<String, Value> {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/json.md");
    let page = fs::read_to_string(page).unwrap();
    let blocks = page.split("\n```json ").skip(1).map(|block| {
        let (name, rest) = block.split_once('\n').unwrap();
        let schema = serde_json::from_str(rest.split_once("\n```").unwrap().0);
        (name.to_owned(), schema.unwrap_or_else(|error| panic!("{name}: {error}")))
    });
    blocks.collect()
}

/// The part of JSON Schema that the page uses; any other keyword is an error.
fn check(value: &Value, schema: &Value, defs: &Value, path: &str) -> Result<(), String> {
    for (keyword, wanted) in schema.as_object().unwrap() {
        let fits = match keyword.as_str() {
            "$ref" => {
                let name = wanted.as_str().unwrap().strip_prefix("#/$defs/").unwrap();
                check(value, &defs[name], defs, path)?;
                true
            }
            "type" => match wanted {
                Value::Array(types) => types.iter().any(|name| is_of_type(value, name)),
                name => is_of_type(value, name),
            },
            "enum" => wanted.as_array().unwrap().contains(value),
            "oneOf" => {
                let all = wanted.as_array().unwrap().iter();
                let found: Vec<_> = all.map(|schema| check(value, schema, defs, path)).collect();
                if found.iter().filter(|found| found.is_ok()).count() != 1 {
                    return Err(format!("{path}: not exactly one of {found:?}"));
                }
                true
            }
            "required" => {
                let names = wanted.as_array().unwrap().iter().map(|name| name.as_str().unwrap());
                let missing: Vec<_> = names.filter(|name| value.get(name).is_none()).collect();
                if !missing.is_empty() {
                    return Err(format!("{path}: {missing:?} are missing"));
                }
                true
            }
            "properties" | "additionalProperties" => {
                check_members(value, schema, defs, path)?;
                true
            }
            "items" => {
                for (index, item) in value.as_array().into_iter().flatten().enumerate() {
                    check(item, wanted, defs, &format!("{path}[{index}]"))?;
                }
                true
            }
            "minItems" => value.as_array().is_none_or(|items| items.len() as u64 >= wanted.as_u64().unwrap()),
            "maxItems" => value.as_array().is_none_or(|items| items.len() as u64 <= wanted.as_u64().unwrap()),
            "minimum" => value.as_f64().is_none_or(|number| number >= wanted.as_f64().unwrap()),
            "maximum" => value.as_f64().is_none_or(|number| number <= wanted.as_f64().unwrap()),
            _ => return Err(format!("{path}: the keyword {keyword} is not known here")),
        };
        if !fits {
            return Err(format!("{path}: {value} against {keyword} {wanted}"));
        }
    }
    Ok(())
}

fn is_of_type(value: &Value, name: &Value) -> bool {
    match name.as_str().unwrap() {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        other => panic!("there is no type {other}"),
    }
}

fn check_members(value: &Value, schema: &Value, defs: &Value, path: &str) -> Result<(), String> {
    let none = Map::new();
    let known = schema.get("properties").and_then(Value::as_object).unwrap_or(&none);
    for (name, member) in value.as_object().into_iter().flatten() {
        let path = format!("{path}.{name}");
        match (known.get(name), schema.get("additionalProperties")) {
            (Some(schema), _) => check(member, schema, defs, &path)?,
            (None, Some(Value::Bool(false))) => return Err(format!("{path} is not in the schema")),
            (None, Some(schema)) if schema.is_object() => check(member, schema, defs, &path)?,
            _ => {}
        }
    }
    Ok(())
}

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
    ("learn-measure", "learn measure hex.patterns --records lines.txt --game hex --size 4 --json", 0),
    ("players", "players --json", 0),
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
    let unused = schemas.keys().filter(|name| *name != "$defs" && CASES.iter().all(|case| case.0 != *name));
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
