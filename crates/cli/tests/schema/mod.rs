//! The schemas of docs/json.md, and the check of a value against one of them.

use std::collections::BTreeMap;
use std::fs;

use serde_json::{Map, Value};

/// The schemas of the page by name; `$defs` are the parts that they share.
pub fn schemas() -> BTreeMap<String, Value> {
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
pub fn check(value: &Value, schema: &Value, defs: &Value, path: &str) -> Result<(), String> {
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
