//! One reader: every command that reads games reads files of every kind.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

mod process;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use process::{folder, run};

/// The same game in every kind of file; Black connects a1 to a5 by the last move.
const GAME: &[(&str, &str)] = &[
    ("game.sgf", "(;FF[4]GM[11]SZ[5];B[a1];W[c1];B[a2];W[c2];B[a3];W[c3];B[a4];W[c4];B[a5])"),
    ("game.hgf", "(;GM[Hex]SZ[5];B[a1];W[c1];B[a2];W[c2];B[a3];W[c3];B[a4];W[c4];B[a5])"),
    ("link.txt", "https://hexworld.org/board/#5c1,a1c1a2c2a3c3a4c4a5"),
    ("string.txt", "#5c1,a1c1a2c2a3c3a4c4a5"),
    ("moves.txt", "a1 c1 a2 c2 a3 c3 a4 c4 a5\n"),
    ("numbered.txt", "1. a1 c1 2. a2 c2 3. a3 c3 4. a4 c4 5. a5\n"),
    (
        "game.jsonl",
        r#"{"game": "hex", "size": 5, "moves": ["a1", "c1", "a2", "c2", "a3", "c3", "a4", "c4", "a5"]}"#,
    ),
];

/// A folder with the game in all texts, and games of self-play and of a match.
fn files(name: &str) -> (PathBuf, Vec<&'static str>) {
    let folder = folder(name);
    GAME.iter().for_each(|(file, text)| fs::write(folder.join(file), text).unwrap());
    let made = [
        "selfplay --game hex --size 5 --player joosten --playouts 10 --games 2 -o played.selfplay",
        "match --player joosten --opponent greedy --game hex --size 5 --playouts 10 --games 2 --store played.sqlite",
    ];
    for args in made {
        assert!(run(&folder, args).status.success(), "{args}");
    }
    let weights = Path::new(env!("CARGO_MANIFEST_DIR")).join("../model/weights/hex.patterns");
    fs::copy(weights, folder.join("hex.patterns")).unwrap();
    (folder, GAME.iter().map(|(file, _)| *file).chain(["played.selfplay", "played.sqlite"]).collect())
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

#[test]
fn every_command_reads_every_kind_of_file() {
    let (folder, files) = files("games-all");
    for file in files {
        // What the file says itself need not be said again.
        let board =
            if file.ends_with("s.txt") || file == "numbered.txt" { "--game hex --size 5" } else { "" };
        let commands = [
            format!("render {file} {board}"),
            format!("judge {file} --game hex --size 5"),
            format!("analyze {file} {board} --playouts 5"),
            format!("solve {file} {board}"),
            format!("connections {file} {board}"),
            format!("play {file} {board} --color none --player random"),
            format!("learn measure hex.patterns --records {file} --game hex --size 5"),
            format!(
                "match --player random --opponent random --game hex --size 5 --games 2 --openings records {file} \
                 --opening-moves 2 --store {file}.openings"
            ),
        ];
        for args in commands {
            let output = run(&folder, &args);
            assert_eq!(output.status.code(), Some(0), "{args}: {}", said(&output));
        }
        if GAME.iter().any(|(name, _)| *name == file) {
            let board_shown = said(&run(&folder, &format!("render {file} {board}")));
            assert!(board_shown.contains("Hex 5 after 9 moves"), "{file}: {board_shown}");
            let judged = said(&run(&folder, &format!("judge {file} --game hex --size 5")));
            assert_eq!(judged, "black 9 connection\n", "{file}");
        }
    }
}

#[test]
fn a_contradiction_is_wrong_usage_and_silence_is_not() {
    let (folder, _) = files("games-contradiction");
    let cases = [
        ("render game.sgf --game y", "the game is hex, not y"),
        ("render game.sgf --size 9", "the game is hex 5, not hex 9"),
        ("analyze link.txt --size 9 --playouts 1", "not hex 9"),
        ("solve played.selfplay --game y --size 5", "the game is hex, not y"),
        ("connections game.jsonl --size 4", "not hex 4"),
        ("render played.sqlite --size 11", "not hex 11"),
        ("render played.sqlite --number 3", "--number 3: played.sqlite has 2 games"),
    ];
    for (args, why) in cases {
        let output = run(&folder, args);
        assert_eq!(output.status.code(), Some(2), "{args}: {}", said(&output));
        assert!(said(&output).contains(why), "{args}: {}", said(&output));
    }
    let unknown = run(&folder, "render moves.txt");
    assert!(unknown.status.code() == Some(1) && said(&unknown).contains("which game"), "{}", said(&unknown));
    for args in
        ["render game.sgf --game hex", "render game.sgf --size 5", "render moves.txt --game hex --size 5"]
    {
        assert!(run(&folder, args).status.success(), "{args}");
    }
    let judged = run(&folder, "judge game.sgf --game y");
    assert_eq!((judged.status.code(), said(&judged).as_str()), (Some(1), "error the game is hex, not y\n"));
}

#[test]
fn a_file_of_several_games_gives_the_one_that_is_asked_for() {
    let (folder, _) = files("games-number");
    let first = run(&folder, "render played.sqlite");
    assert!(
        said(&first).contains("played.sqlite has 2 games: this is the first; --number N"),
        "{}",
        said(&first)
    );
    let asked = run(&folder, "render played.sqlite --number 1");
    assert_eq!(asked.stdout, first.stdout);
    assert!(asked.stderr.is_empty());
    assert!(run(&folder, "render played.sqlite --number 2").status.success());
    let exported = run(&folder, "selfplay --print played.selfplay").stdout;
    fs::write(folder.join("shown.jsonl"), exported).unwrap();
    let (text, binary) = (run(&folder, "judge shown.jsonl"), run(&folder, "judge played.selfplay"));
    assert_eq!(said(&binary), said(&text));
}

#[test]
fn renkula_and_bent_y_are_known_by_their_cells() {
    let folder = folder("games-cells");
    for (game, cells, size) in [("renkula", 92, 3), ("renkula", 362, 6), ("bent-y", 93, 4)] {
        let by_cells = run(&folder, &format!("render --game {game} --size {cells}"));
        assert!(by_cells.status.success(), "{}", said(&by_cells));
        assert_eq!(by_cells.stdout, run(&folder, &format!("render --game {game} --size {size}")).stdout);
    }
    let wrong = run(&folder, "render --game renkula --size 93");
    assert_eq!(wrong.status.code(), Some(2));
    assert!(
        said(&wrong).contains("sizes are 1 to 6, or by cells 12, 42, 92, 162, 252, 362"),
        "{}",
        said(&wrong)
    );
}

#[test]
fn of_several_limits_the_first_that_is_reached_ends_the_search() {
    let folder = folder("games-limits");
    fs::write(folder.join("moves.txt"), "a1 b1\n").unwrap();
    let commands = [
        "play --game hex --size 3 --color none",
        "analyze moves.txt --game hex --size 3",
        "match --player joosten --opponent greedy --game hex --size 3 --games 2",
        "selfplay --player joosten --game hex --size 3 --games 1 -o LIMIT.selfplay",
        "tune --player joosten --opponent greedy --param explore=0..1 --game hex --size 3 --games 2",
    ];
    // Without the other limit each of them would take hours.
    let limits =
        ["--time 10h --playouts 10", "--time 10h --visits 10", "--time 10ms --playouts 1000000000000"];
    for (number, limits) in limits.iter().enumerate() {
        for command in commands {
            let args = format!("{} {limits}", command.replace("LIMIT", &number.to_string()));
            let output = run(&folder, &args);
            assert!(output.status.success(), "{args}: {}", said(&output));
        }
    }
    // A program of others is told one limit.
    let program = env!("CARGO_BIN_EXE_catena");
    let args = format!(
        "match --player joosten --opponent gtp,name=other:{program} --game hex --size 3 --time 1s --playouts 10"
    );
    let output = run(&folder, &args);
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    assert!(said(&output).contains("one limit"), "{}", said(&output));
}
