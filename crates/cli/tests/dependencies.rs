//! Whose code we build on: licenses, duplicate versions, and a line for each in docs/dependencies.md.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

mod repository;

use std::collections::{BTreeMap, BTreeSet};

use repository::{folder_of, packages, table};
use serde_json::Value;

/// Licenses that go with MIT OR Apache-2.0.
const LICENSES: [&str; 8] = [
    "MIT",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-3-Clause",
    "ISC",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// Packages that Cargo.lock has in several versions, and why we cannot help it.
const DUPLICATES: [(&str, &str); 11] = [
    ("block-buffer", "of the older digest"),
    ("const-oid", "of the older digest"),
    ("cpufeatures", "of the older sha2"),
    ("crypto-common", "of the older digest"),
    ("digest", "of the older sha2"),
    ("getrandom", "of the older rand and of ring"),
    ("hashbrown", "safetensors needs the older one, rusqlite the newer"),
    ("rand", "nkeys and nuid, which async-nats uses, need the older one"),
    ("rand_core", "of the older rand"),
    ("sha2", "the signatures of nkeys need the older one"),
    ("syn", "the macros of serde, clap and thiserror have moved to 3, those of tracing have not"),
];

#[test]
fn every_license_is_allowed() {
    for package in packages() {
        let license = package["license"].as_str().unwrap_or("none");
        let allowed = License::new(license).any();
        assert!(allowed, "{} has the license {license}, which is not in the list", package["name"]);
    }
}

#[test]
fn licenses_are_read_as_they_are_written() {
    for (text, allowed) in [
        ("MIT", true),
        ("GPL-3.0", false),
        ("MIT OR GPL-3.0", true),
        ("MIT/GPL-3.0", true),
        ("MIT AND GPL-3.0", false),
        ("(MIT OR GPL-3.0) AND Unicode-3.0", true),
        ("(MIT OR Apache-2.0) AND GPL-3.0", false),
        ("GPL-3.0 WITH LLVM-exception OR GPL-3.0", false),
    ] {
        assert_eq!(License::new(text).any(), allowed, "{text}");
    }
}

#[test]
fn no_package_is_built_in_two_versions() {
    let packages = packages();
    let mut versions: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for package in &packages {
        let field = |name: &str| package[name].as_str().unwrap();
        versions.entry(field("name")).or_default().insert(field("version"));
    }
    versions.retain(|_, versions| versions.len() > 1);
    let found: Vec<&str> = versions.keys().copied().collect();
    assert_eq!(found, DUPLICATES.map(|(name, _)| name), "in several versions: {versions:?}");
}

#[test]
fn the_docs_name_what_each_crate_uses() {
    let rows = table("docs/dependencies.md", "# Dependencies");
    let users = |dependency: &str| {
        let named = |row: &&Vec<String>| row[0].split([',', ' ']).any(|word| word == dependency);
        rows.iter().find(named).map(|row| row[1].clone())
    };
    for package in packages() {
        let Some(krate) = folder_of(&package) else { continue };
        for dependency in outside(&package) {
            let name = dependency["name"].as_str().unwrap();
            let users =
                users(name).unwrap_or_else(|| panic!("docs/dependencies.md has no line about {name}"));
            let for_tests = dependency["kind"] == "dev";
            let named = users.split([',', ' ']).any(|word| word == krate) || users.contains("all crates");
            assert!(named || for_tests, "docs/dependencies.md does not say that {krate} uses {name}");
        }
    }
}

#[test]
fn the_docs_name_nothing_that_is_gone() {
    let used: BTreeSet<String> = packages()
        .iter()
        .filter(|package| folder_of(package).is_some())
        .flat_map(|package| {
            outside(package)
                .map(|dependency| dependency["name"].as_str().unwrap().to_owned())
                .collect::<Vec<_>>()
        })
        .collect();
    for row in table("docs/dependencies.md", "# Dependencies") {
        let elsewhere = row[1].contains("fuzz") || row[1].contains("tests/");
        for name in row[0].split('(').next().unwrap().split(',').map(str::trim) {
            assert!(
                elsewhere || used.contains(name),
                "docs/dependencies.md names {name}, which nothing uses"
            );
        }
    }
}

/// The direct dependencies of a package that are not ours.
fn outside(package: &Value) -> impl Iterator<Item = &Value> {
    let dependencies = package["dependencies"].as_array().unwrap().iter();
    dependencies.filter(|dependency| !dependency["name"].as_str().unwrap().starts_with("catena"))
}

/// An SPDX expression, read from the left.
struct License {
    words: Vec<String>,
    at: usize,
}

impl License {
    fn new(text: &str) -> Self {
        let spaced = text.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
        Self { words: spaced.split_whitespace().map(str::to_owned).collect(), at: 0 }
    }

    /// Returns true if one of the alternatives is allowed.
    fn any(&mut self) -> bool {
        let mut allowed = self.all();
        while self.take("OR") {
            allowed |= self.all();
        }
        allowed
    }

    fn all(&mut self) -> bool {
        let mut allowed = self.one();
        while self.take("AND") {
            allowed &= self.one();
        }
        allowed
    }

    fn one(&mut self) -> bool {
        if self.take("(") {
            let allowed = self.any();
            assert!(self.take(")"), "an open bracket in a license");
            return allowed;
        }
        let mut name = self.next();
        if self.take("WITH") {
            name = format!("{name} WITH {}", self.next());
        }
        LICENSES.contains(&name.as_str())
    }

    fn next(&mut self) -> String {
        self.at += 1;
        self.words.get(self.at - 1).cloned().unwrap_or_default()
    }

    fn take(&mut self, word: &str) -> bool {
        let here = self.words.get(self.at).is_some_and(|next| next == word);
        self.at += usize::from(here);
        here
    }
}
