//! The commands that prove: `solve` and `connections`.

use std::process::{Command, Output};

fn catena(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_catena")).args(args).output().expect("the program runs")
}

fn lines(output: &Output) -> Vec<String> {
    String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect()
}

#[test]
fn solve_names_the_winner_and_each_move() {
    let output = catena(&["solve", "--game", "hex", "--size", "3", "--each-move"]);
    assert!(output.status.success());
    let lines = lines(&output);
    assert_eq!(lines[0], "winner black");
    let winning: Vec<&str> = lines[1..].iter().filter_map(|line| line.strip_suffix(" win")).collect();
    assert_eq!(winning, ["c1", "a2", "b2", "c2", "a3"]);
    assert_eq!(lines.len(), 10);
}

#[test]
fn solve_shows_a_line_to_the_end() {
    let output = catena(&["solve", "--game", "havannah", "--size", "3", "--moves", "a1", "--line"]);
    let lines = lines(&output);
    assert_eq!(lines[0], "winner black");
    assert!(lines[1].starts_with("line "), "{lines:?}");
}

#[test]
fn solve_says_unknown_when_the_time_is_over() {
    let output = catena(&["solve", "--game", "havannah", "--size", "8", "--limit", "100ms"]);
    assert!(output.status.success());
    assert_eq!(lines(&output), ["unknown"]);
}

#[test]
fn connections_shows_the_winning_carrier() {
    let output = catena(&["connections", "--game", "hex", "--size", "3", "--moves", "b2"]);
    let lines = lines(&output);
    assert!(
        lines.iter().any(|line| line.starts_with("black winning-carrier") && !line.ends_with("none")),
        "{lines:?}"
    );
    assert_eq!(catena(&["connections", "--game", "star"]).status.code(), Some(2));
}
