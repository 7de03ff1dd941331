//! `catena reproduce --file`: experiments of one's own.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

mod process;
mod repository;

use std::fs;

use process::{folder, json, run};

/// The example of docs/experiment-files.md.
fn example() -> String {
    let page = repository::read("docs/experiment-files.md");
    page.split("```toml\n").nth(1).unwrap().split("```").next().unwrap().to_owned()
}

#[test]
fn the_example_of_the_docs_is_measured() {
    let folder = folder("reproduce-file");
    fs::write(folder.join("mine.toml"), example()).unwrap();
    let found = json(&run(&folder, "reproduce --file mine.toml --json"));
    assert_eq!(found[0]["name"], "exploration");
    let findings = found[0]["findings"].as_array().unwrap();
    assert_eq!(findings.len(), 2);
    assert_eq!((&findings[0]["games"], &findings[0]["verdict"]), (&20.into(), &"measured".into()));
    assert_eq!(findings[1]["verdict"], "agrees", "{findings:?}");
    assert!(findings[0]["interval"][0].as_f64() < findings[0]["ours"].as_f64());
    assert!(!folder.join("docs").exists(), "a file of one's own writes no page");
    // Once more: all games are in the store; by name, and as a table.
    let again = run(&folder, "reproduce exploration --file mine.toml");
    let table = String::from_utf8(again.stdout).unwrap();
    assert!(table.starts_with("exploration\n") && table.contains("measured"), "{table}");
}

#[test]
fn players_can_be_frozen() {
    let folder = folder("reproduce-frozen");
    fs::write(folder.join("mine.toml"), example()).unwrap();
    let frozen = String::from_utf8(run(&folder, "reproduce --file mine.toml --freeze").stdout).unwrap();
    assert_eq!(frozen.lines().count(), 5, "a name, a heading and three players: {frozen}");
    fs::write(folder.join("frozen.toml"), format!("{}\n{frozen}", example())).unwrap();
    assert!(run(&folder, "reproduce --file frozen.toml").status.success());
    let line = frozen.lines().find(|line| line.starts_with("\"greedy in havannah\"")).unwrap();
    let changed = format!("{}\n{frozen}", example()).replace(line, "\"greedy in havannah\" = \"0123\"");
    fs::write(folder.join("changed.toml"), changed).unwrap();
    let output = run(&folder, "reproduce --file changed.toml");
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(told.contains("greedy is not what it was when the file was written"), "{told}");
}

#[test]
fn a_wrong_file_is_refused_before_the_first_game() {
    let folder = folder("reproduce-wrong");
    for (from, to, why) in [
        ("\"joosten,explore=0.1\"", "\"nobody\"", "there is no player \"nobody\""),
        ("size = 4", "size = 99", "havannah has no size 99"),
        ("\"havannah\"", "\"go\"", "\"go\" is not a game"),
        ("50 playouts", "for ever", "\"for ever\" is no limit"),
        ("openings = \"empty\"", "openings = \"closed\"", "\"closed\" is no kind of openings"),
        ("claim", "clam", "unknown field `clam`"),
    ] {
        assert!(example().contains(from), "{from}");
        fs::write(folder.join("wrong.toml"), example().replace(from, to)).unwrap();
        let output = run(&folder, "reproduce --file wrong.toml");
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{told}");
        assert!(told.starts_with("error: ") && told.contains(why), "{told}");
        assert!(!folder.join("catena").exists(), "no store was made: {told}");
    }
    assert_eq!(run(&folder, "reproduce").status.code(), Some(2));
    assert_eq!(run(&folder, "reproduce --file missing.toml").status.code(), Some(1));
}
