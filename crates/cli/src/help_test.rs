//! The help of every command: at every width, with examples, and with columns that survive narrow terminals.

use clap::{Command, CommandFactory};

use crate::Cli;

/// Every command with its whole name.
pub fn commands() -> Vec<(String, Command)> {
    fn add(name: &str, command: &Command, all: &mut Vec<(String, Command)>) {
        all.push((name.to_owned(), command.clone()));
        for sub in command.get_subcommands().filter(|sub| sub.get_name() != "help") {
            add(&format!("{name} {}", sub.get_name()), sub, all);
        }
    }
    let mut program = Cli::command();
    program.build();
    let mut all = Vec::new();
    add("catena", &program, &mut all);
    all
}

/// An example fits a terminal of 60 columns as it stands, so that it can be copied.
const NARROW: usize = 60;

#[test]
fn every_command_has_examples_that_can_be_copied() {
    for (name, command) in commands() {
        let text = command.get_after_help().map(ToString::to_string).unwrap_or_default();
        let examples = text.split("Examples:\n").nth(1);
        let examples = examples.unwrap_or_else(|| panic!("{name} has no examples"));
        let examples: Vec<&str> = examples.lines().take_while(|line| !line.is_empty()).collect();
        assert!(examples.iter().any(|line| line.contains(&name)), "{name}: its examples are of others");
        for line in &examples {
            assert!(line.chars().count() < NARROW, "{name}: {line:?} is wrapped at {NARROW} columns");
        }
        // A column beside another one falls apart where the line is wrapped: meanings have a line of their own.
        for line in text.lines() {
            assert!(!line.trim_start().contains("  "), "{name}: two columns: {line:?}");
        }
    }
}

#[test]
fn examples_are_understood() {
    for (name, command) in commands() {
        let text = command.get_after_help().map(ToString::to_string).unwrap_or_default();
        let examples = text.split("Examples:\n").nth(1).unwrap_or_default().replace("\\\n", " ");
        for line in examples.lines().take_while(|line| !line.is_empty()) {
            let Some(at) = line.find("catena ") else { continue };
            let line = line[at..].split([')', '|', '>']).next().unwrap_or_default();
            // Words in quotes stay together.
            let quoted = line.split(['\'', '"']).enumerate().flat_map(|(i, part)| match i % 2 {
                0 => part.split_whitespace().map(str::to_owned).collect(),
                _ => vec![part.to_owned()],
            });
            let args: Vec<String> = quoted.collect();
            let parsed = Cli::command().try_get_matches_from(args);
            assert!(parsed.is_ok(), "{name}: {line}\n{}", parsed.unwrap_err());
        }
    }
}

#[test]
fn help_fits_terminals_of_60_80_and_120_columns() {
    for width in [NARROW, 80, 120] {
        for (name, command) in commands() {
            let help = command.term_width(width).render_long_help().to_string();
            let lines: Vec<&str> = help.lines().collect();
            for line in &lines {
                // A word alone may be longer, such as a list of possible values.
                let one_word = line.split_whitespace().nth(1).is_none();
                let usage = line.starts_with("Usage: ");
                assert!(line.chars().count() <= width || one_word || usage, "{name} at {width}: {line:?}");
            }
            // A line of prose ends because the next word does not fit, not because the source had an end there.
            let prose = |line: &str| !line.is_empty() && !line.starts_with(' ') && !line.ends_with(':');
            for pair in lines.windows(2).filter(|pair| prose(pair[0]) && prose(pair[1])) {
                let word = pair[1].split(' ').next().unwrap_or_default().chars().count();
                let filled = pair[0].chars().count() + 1 + word > width;
                assert!(filled, "{name} at {width}:\n{}\n{}", pair[0], pair[1]);
            }
        }
    }
}

#[test]
fn every_default_is_a_value() {
    for (name, command) in commands() {
        for arg in command.get_arguments() {
            let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
            let vague = help.contains("usual");
            assert!(!vague, "{name} --{}: {help}", arg.get_id());
        }
    }
}
