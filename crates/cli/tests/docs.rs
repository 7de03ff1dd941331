//! The pages: links lead somewhere, references are those of the program, and every word has its line.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

mod pages;
mod repository;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use repository::{bless, files, read, root};

/// All pages of the repository.
fn pages() -> Vec<String> {
    let mut pages = files("docs", ".md");
    pages.extend(["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"].map(str::to_owned));
    pages
}

fn catena(args: &str) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_catena")).args(args.split(' ')).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn links_lead_somewhere() {
    let mut broken = Vec::new();
    for page in pages() {
        for link in links(&read(&page)) {
            if link.contains("://") {
                continue;
            }
            let (path, anchor) = link.split_once('#').unwrap_or((&link, ""));
            let target = resolve(&page, path);
            if !target.exists() {
                broken.push(format!("{page}: {link}: there is no such file"));
            } else if !anchor.is_empty()
                && !anchors(&std::fs::read_to_string(&target).unwrap()).contains(anchor)
            {
                broken.push(format!("{page}: {link}: there is no such heading"));
            }
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

/// Also those that are no links, as in comments: relative to the page, to `docs/` or to the root.
#[test]
fn pages_that_are_named_exist() {
    let mut missing = Vec::new();
    for page in pages().into_iter().chain(files("crates", ".rs")).chain(files("ui", ".js")) {
        let text = read(&page);
        let words = text.split(|c: char| !c.is_ascii_alphanumeric() && !"./_-".contains(c));
        for name in words.filter(|word| word.ends_with(".md") && !word.starts_with(['/', '.'])) {
            let places = [resolve(&page, name), root().join("docs").join(name), root().join(name)];
            if !places.iter().any(|place| place.exists()) {
                missing.push(format!("{page}: there is no {name}"));
            }
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

#[test]
fn scripts_run_files_that_exist() {
    for manifest in files("tests", "package.json") {
        let folder = root().join(&manifest).parent().unwrap().to_owned();
        let json: serde_json::Value = serde_json::from_str(&read(&manifest)).unwrap();
        for (name, script) in json["scripts"].as_object().into_iter().flatten() {
            // `node FILE …` or `FILE …`; what a script is given may be built later.
            let mut words = script.as_str().unwrap().split(' ').skip_while(|&word| word == "node");
            let program = words.next().unwrap();
            let ours = program.contains(['.', '/']);
            assert!(!ours || folder.join(program).exists(), "{manifest}: {name} runs {program}");
        }
    }
}

/// Two runs on a shared machine differ, and a reader would not know which figure holds.
#[test]
fn run_times_beside_the_papers_are_on_one_page() {
    let row = "random full playout, not checking any winning condition";
    let stated: Vec<String> = pages().into_iter().filter(|page| read(page).contains(row)).collect();
    assert_eq!(stated, ["docs/playouts.md"]);
}

/// The targets of `[text](target)`, `src="target"` and `![](target)` outside of code.
fn links(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (i, part) in text.split("```").enumerate() {
        if i % 2 == 1 {
            continue;
        }
        for (opening, closing) in [("](", ')'), ("src=\"", '"')] {
            for after in part.split(opening).skip(1) {
                found.push(after.split([closing, ' ']).next().unwrap().to_owned());
            }
        }
    }
    found
}

fn resolve(page: &str, path: &str) -> PathBuf {
    if path.is_empty() {
        return root().join(page);
    }
    root().join(page).parent().unwrap_or(Path::new("")).join(path)
}

/// The names that headings get: small letters, digits and dashes.
fn anchors(text: &str) -> BTreeSet<String> {
    let headings = text.lines().filter(|line| line.starts_with('#'));
    headings
        .map(|line| {
            let title = line.trim_start_matches('#').trim().to_lowercase();
            let kept = title.chars().filter(|c| c.is_alphanumeric() || [' ', '-', '_'].contains(c));
            kept.map(|c| if c == ' ' { '-' } else { c }).collect()
        })
        .collect()
}

#[test]
fn the_reference_of_parameters_is_that_of_the_program() {
    bless("docs/parameters.md", &catena("players --markdown"));
}

#[test]
fn every_parameter_and_preset_is_explained() {
    let explained = read("docs/glossary.md") + &read("docs/parameters.md");
    let params = catena("players --params");
    let params = params.split("What the presets change").next().unwrap();
    let (params, models) = params.split_once("Models, for players").unwrap();
    let models = models.lines().skip(1).filter(|line| !line.is_empty());
    let params = params.lines().filter(|line| line.contains(", default ")).chain(models);
    let presets = catena("players");
    let names = params.chain(presets.lines()).map(|line| line.split_whitespace().next().unwrap());
    let missing: Vec<&str> = names.filter(|name| !explained.contains(&format!("`{name}`"))).collect();
    assert!(missing.is_empty(), "neither in docs/glossary.md nor in docs/parameters.md: {missing:?}");
}

#[test]
fn the_glossary_is_in_one_form() {
    let glossary = read("docs/glossary.md");
    let mut terms = BTreeSet::new();
    for row in glossary.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| term")) {
        let cells: Vec<&str> = row.trim_matches('|').split(" | ").map(str::trim).collect();
        assert_eq!(cells.len(), 3, "a term, its meaning and its source: {row}");
        assert!(cells[1].ends_with('.'), "a sentence: {row}");
        assert!(terms.insert(cells[0]), "{} twice", cells[0]);
    }
}

#[test]
fn every_experiment_is_listed() {
    let list = read("docs/experiments/README.md");
    for path in files("docs/experiments", ".md") {
        let name = path.rsplit('/').next().unwrap();
        assert!(
            name == "README.md" || list.contains(&format!("({name})")),
            "docs/experiments/README.md lacks {name}"
        );
    }
}
