//! `catena play` as a person meets it.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

mod process;

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Stdio;

use process::{catena, folder};

/// Plays with these lines typed; what is shown, and what is complained about.
fn play(folder: &Path, args: &str, lines: &str) -> (String, String) {
    let mut child = catena(folder, &format!("play {args}")).stdin(Stdio::piped()).spawn().unwrap();
    // A program that refuses its arguments does not read.
    drop(child.stdin.take().unwrap().write_all(lines.as_bytes()));
    let output = child.wait_with_output().unwrap();
    (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn the_table_says_what_to_do() {
    let folder = folder("play-greeting");
    let args = "--game hex --size 4 --color white --opponent random --playouts 50";
    let (shown, _) = play(&folder, args, "help\nrules\nmoves\nhint\nquit\n");
    let start: Vec<&str> = shown.lines().take(3).collect();
    assert!(start[0].starts_with("Hex 4. ") && start[0].contains("left and right"), "{shown}");
    assert_eq!(start[1..], ["  X black: random, from north to south", "  O white: you, from west to east"]);
    // The second prompt follows the help.
    let help = shown.split("white> ").nth(1).unwrap();
    assert_eq!(help.lines().count(), 11, "{help}");
    assert!(shown.contains("There are no draws"), "{shown}");
    let hint = shown.lines().find(|line| line.contains("hint: ")).unwrap();
    assert!(hint.contains("win rate") && hint.contains("playouts"), "{hint}");
    assert!(!shown.contains('\x1b'), "no colors where there is no terminal");
    assert!(!folder.join("catena").exists(), "a script that names no file leaves none");
}

#[test]
fn a_saved_game_has_names_and_result() {
    let folder = folder("play-save");
    let (shown, _) = play(&folder, "--game y --size 3 --opponent random", "b1\nsave g.sgf\nresign\n");
    assert!(shown.contains("saved as g.sgf"), "{shown}");
    assert!(shown.ends_with("You lost.\nwhite 3 resign\n"), "{shown}");
    let sgf = fs::read_to_string(folder.join("g.sgf")).unwrap();
    assert!(sgf.contains("PB[human]") && sgf.contains("PW[random]") && !sgf.contains("RE["), "{sgf}");
    let args = "--game y --size 3 --opponent random --save over.sgf";
    play(&folder, args, "b1\nresign\n");
    let sgf = fs::read_to_string(folder.join("over.sgf")).unwrap();
    assert!(sgf.contains("RE[W+R"), "{sgf}");
}

#[test]
fn a_game_resumes() {
    let folder = folder("play-resume");
    let args = "--game hex --size 5 --color both --save ours.sgf";
    let (shown, _) = play(&folder, args, "a1\nb2\nundo\nc3\n");
    assert!(shown.contains("saved in ours.sgf; run the same command to resume"), "{shown}");
    let (shown, _) = play(&folder, args, "moves\nquit\n");
    assert!(shown.contains("Resuming your game after 2 moves") && shown.contains("a1 c3"), "{shown}");
    let (shown, _) = play(&folder, &format!("{args} --new"), "moves\nd4\n");
    assert!(!shown.contains("Resuming") && shown.contains("no moves yet"), "{shown}");
    let (shown, _) = play(&folder, args, "new\nmoves\nquit\n");
    assert!(shown.contains("Resuming your game after 1 move;") && shown.contains("no moves yet"), "{shown}");
    // Nothing to resume: the empty board, and a game that is over.
    let (shown, _) = play(&folder, args, "a1\nresign\n");
    assert!(!shown.contains("Resuming"), "{shown}");
    let (shown, _) = play(&folder, args, "quit\n");
    assert!(!shown.contains("Resuming"), "{shown}");
}

#[test]
fn a_file_of_something_else_is_left_alone() {
    let folder = folder("play-foreign");
    fs::write(folder.join("letter.sgf"), "Dear Anna").unwrap();
    let args = "--game hex --size 5 --color both --save letter.sgf";
    let (_, errors) = play(&folder, args, "a1\n");
    assert!(errors.starts_with("error: reading letter.sgf (--new starts another game"), "{errors}");
    assert_eq!(fs::read_to_string(folder.join("letter.sgf")).unwrap(), "Dear Anna");
    play(&folder, "--game y --size 5 --color both --save y.sgf", "a1\n");
    let (_, errors) = play(&folder, "--game hex --size 5 --color both --save y.sgf", "b2\n");
    assert!(errors.starts_with("error: y.sgf holds a game of y 5, not of hex 5; "), "{errors}");
}
