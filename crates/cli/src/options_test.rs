//! One name per option: the table of CONTRIBUTING.md against the definitions of all commands.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::{env, fs};

use clap::{Arg, Command};

use crate::help_test::commands;

const START: &str =
    "<!-- options of several commands; CATENA_BLESS=1 cargo test -p catena --bin catena options -->\n";
const END: &str = "<!-- end of the options -->";

/// An option of several commands.
#[derive(Default)]
struct Row {
    /// Names of its values; more than one is a mistake.
    values: BTreeSet<String>,
    commands: BTreeSet<String>,
}

fn value(arg: &Arg) -> String {
    match arg.get_num_args().is_some_and(|number| number.takes_values()) {
        true => {
            let names = arg.get_value_names().unwrap_or_default().iter();
            names.map(|name| name.as_str()).collect::<Vec<_>>().join(" ")
        }
        false => "–".to_owned(),
    }
}

/// The options that several commands have. Those of a command and of its subcommands are options of one.
fn shared() -> BTreeMap<String, Row> {
    let mut rows: BTreeMap<String, Row> = BTreeMap::new();
    for (name, command) in commands() {
        let Some(name) = name.split(' ').nth(1) else { continue };
        for arg in command.get_arguments() {
            let Some(long) = arg.get_long().filter(|long| !["help", "version"].contains(long)) else {
                continue;
            };
            let row = rows.entry(format!("--{long}")).or_default();
            row.values.insert(value(arg));
            row.commands.insert(name.to_owned());
        }
    }
    rows.retain(|_, row| row.commands.len() > 1);
    rows
}

#[test]
fn an_option_has_one_kind_of_value_in_all_commands() {
    for (option, row) in shared() {
        assert_eq!(row.values.len(), 1, "{option} of {:?} has values {:?}", row.commands, row.values);
    }
}

#[test]
fn the_table_of_options_is_that_of_the_program() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../CONTRIBUTING.md");
    let page = fs::read_to_string(&path).expect("the page is there");
    let (before, rest) = page.split_once(START).expect("the table has a start");
    let (table, after) = rest.split_once(END).expect("the table has an end");
    let cells = |line: &str| line.trim_matches('|').split(" | ").map(|cell| cell.trim().to_owned()).collect();
    let told: Vec<Vec<String>> = table.lines().filter(|line| line.starts_with("| `")).map(cells).collect();
    let meaning = |option: &str| {
        let row = told.iter().find(|row| row[0] == format!("`{option}`"));
        row.and_then(|row| row.get(2)).cloned().unwrap_or_default()
    };
    let mut expected = "\n| option | value | meaning | commands |\n|---|---|---|---|\n".to_owned();
    for (option, row) in shared() {
        let values: Vec<&str> = row.values.iter().map(String::as_str).collect();
        let commands: Vec<&str> = row.commands.iter().map(String::as_str).collect();
        let (values, commands) = (values.join(" / "), commands.join(", "));
        expected += &format!("| `{option}` | {values} | {} | {commands} |\n", meaning(&option));
    }
    expected += "\n";
    if env::var_os("CATENA_BLESS").is_some() {
        fs::write(&path, format!("{before}{START}{expected}{END}{after}")).expect("the page can be written");
        return;
    }
    assert_eq!(table, expected, "CATENA_BLESS=1 writes the table; meanings are written by hand");
    let silent: Vec<&Vec<String>> = told.iter().filter(|row| row[2].is_empty()).collect();
    assert!(silent.is_empty(), "options without a meaning: {silent:?}");
}

/// Commands that compute nothing to be printed: they draw, serve, play with somebody, write a file or print a script.
const WITHOUT_JSON: [&str; 10] = [
    "catena completions",
    "catena gtp",
    "catena learn",
    "catena man",
    "catena model",
    "catena model export",
    "catena model new",
    "catena play",
    "catena render",
    "catena serve",
];

#[test]
fn every_command_that_computes_something_prints_it_as_json() {
    let has_json = |command: &Command| command.get_arguments().any(|arg| arg.get_long() == Some("json"));
    let without = commands().into_iter().skip(1).filter(|(_, command)| !has_json(command));
    let mut names: Vec<String> = without.map(|(name, _)| name).collect();
    names.sort();
    assert_eq!(names, WITHOUT_JSON);
}
