//! The codemap of docs/architecture.md: one line per source file, from the first sentence of the file itself,
//! and walks that name files and functions.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

mod repository;

use std::collections::{BTreeMap, BTreeSet};

use repository::{bless, code, has_word, read, root, sources, table};

const PAGE: &str = "docs/architecture.md";
const BEGIN: &str = "<!-- codemap: CATENA_BLESS=1 cargo test -p catena --test codemap writes it -->\n";
const END: &str = "<!-- end of the codemap -->\n";

#[test]
fn every_source_file_has_its_line() {
    let page = read(PAGE);
    let (before, rest) = page.split_once(BEGIN).expect("the page has a codemap");
    let (_, after) = rest.split_once(END).expect("the codemap ends");
    let crates = table(PAGE, "## Crates, in the order of dependency");
    let map: String = crates.iter().map(|row| crate_map(row[0].trim_matches('`'))).collect();
    bless(PAGE, &format!("{before}{BEGIN}{map}{END}{after}"));
}

/// The files of a crate, those above that others use.
fn crate_map(krate: &str) -> String {
    let mut modules: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for path in sources(krate) {
        modules.entry(module(&path)).or_default().push(path);
    }
    let mut text = format!("\n### {krate}\n\n");
    for name in in_order(&modules) {
        let mut files = modules[&name].clone();
        // `tree.rs` before `tree/…`.
        files.sort_by_key(|path| (path.matches('/').count() > 3, path.clone()));
        for path in files {
            let short = path.strip_prefix(&format!("crates/{krate}/src/")).unwrap();
            text.push_str(&format!("- `{short}`: {}\n", sentence(&path)));
        }
    }
    text
}

/// The module of a crate that a file belongs to: `tree` of `crates/search/src/tree/tests.rs`.
fn module(path: &str) -> String {
    let name = path.split('/').nth(3).unwrap();
    name.strip_suffix(".rs").unwrap_or(name).to_owned()
}

/// The modules of a crate so that each follows those it uses, as far as they do not use each other.
fn in_order(modules: &BTreeMap<String, Vec<String>>) -> Vec<String> {
    let uses: BTreeMap<&String, BTreeSet<&String>> = modules
        .iter()
        .map(|(name, files)| {
            let lines: Vec<String> = files.iter().flat_map(|path| code(path)).map(|(_, line)| line).collect();
            let used = modules.keys().filter(|other| *other != name).filter(|other| {
                let path = format!("crate::{other}");
                lines.iter().any(|line| has_word(line, &path))
            });
            (name, used.collect())
        })
        .collect();
    let mut order = Vec::new();
    let mut seen = BTreeSet::new();
    let last = ["lib", "main"];
    for name in modules.keys().filter(|name| !last.contains(&name.as_str())) {
        visit(name, &uses, &mut seen, &mut order);
    }
    order.retain(|name| !last.contains(&name.as_str()));
    order.extend(last.iter().filter(|name| modules.contains_key(**name)).map(|name| (*name).to_owned()));
    order
}

fn visit<'a>(
    name: &'a String,
    uses: &BTreeMap<&'a String, BTreeSet<&'a String>>,
    seen: &mut BTreeSet<&'a String>,
    order: &mut Vec<String>,
) {
    if seen.insert(name) {
        for used in &uses[name] {
            visit(used, uses, seen, order);
        }
        order.push(name.clone());
    }
}

/// The first sentence of a file about itself.
fn sentence(path: &str) -> String {
    let text = read(path);
    let lines = text.lines().map_while(|line| line.strip_prefix("//!")).map(str::trim);
    let paragraph = lines.take_while(|line| !line.is_empty()).collect::<Vec<_>>().join(" ");
    assert!(!paragraph.is_empty(), "{path} does not begin by saying what it is for (//!)");
    let mut end = paragraph.len();
    for (at, _) in paragraph.match_indices(". ") {
        if paragraph[at + 2..].starts_with(|c: char| c.is_uppercase() || c == '`') {
            end = at;
            break;
        }
    }
    let plain = paragraph[..end].trim_end_matches('.').replace("[`", "`").replace("`]", "`");
    plain.replace("\\*", "*").replace('*', "\\*").replace('|', "\\|")
}

#[test]
fn the_walks_name_files_and_functions_that_exist() {
    let page = read(PAGE);
    let (text, _) = page.split_once(BEGIN).unwrap();
    let mut named = 0;
    for quoted in text.split('`').skip(1).step_by(2) {
        let (path, item) = quoted.split_once(": ").unwrap_or((quoted, ""));
        if !path.ends_with(".rs") && !path.ends_with(".js") {
            continue;
        }
        let file = if path.starts_with("ui/") || path.starts_with("crates/") {
            path.to_owned()
        } else {
            format!("crates/{path}")
        };
        assert!(root().join(&file).exists(), "{PAGE} names {path}, which does not exist");
        if item.is_empty() {
            continue;
        }
        named += 1;
        let name = item.rsplit("::").next().unwrap();
        let source = read(&file);
        let defines = |kind: &str| source.contains(&format!("{kind} {name}"));
        let found = ["fn", "struct", "enum", "trait", "const", "function"].iter().any(|kind| defines(kind));
        assert!(found, "{PAGE} names {item} of {path}, which is not there");
    }
    assert!(named >= 20, "the walks name functions; found {named}");
}
