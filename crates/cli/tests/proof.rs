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
    let output = catena(&["solve", "--game", "havannah", "--size", "8", "--time", "100ms"]);
    assert_eq!(output.status.code(), Some(3));
    assert_eq!(lines(&output), ["unknown"]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("with --store FILE it could resume"));
}

#[test]
fn solve_resumes_from_a_store_and_refuses_a_wrong_one() {
    let folder = std::env::temp_dir().join(format!("catena-solve-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    let file = folder.join("proofs");
    let file = file.to_str().expect("a name in UTF-8");
    let solve = |size: &str, more: &[&str]| {
        catena(&[&["solve", "--game", "hex", "--size", size, "--store", file, "--each-move"], more].concat())
    };
    let output = solve("5", &["--threads", "2"]);
    assert!(output.status.success());
    assert_eq!(lines(&output).len(), 26);
    assert_eq!(lines(&solve("5", &[])), lines(&output));
    let other = format!("{file}-2");
    let stopped =
        catena(&["solve", "--game", "havannah", "--size", "8", "--time", "100ms", "--store", &other]);
    assert_eq!(stopped.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&stopped.stderr).contains("stopped; run the same command to resume"));
    assert!(std::path::Path::new(&other).exists());
    let wrong = solve("4", &[]);
    assert_eq!((wrong.status.code(), lines(&wrong).len()), (Some(1), 0));
    let error = String::from_utf8_lossy(&wrong.stderr).into_owned();
    assert!(
        error.contains("proofs of another game, size or swap rule") && error.lines().count() == 1,
        "{error}"
    );
    std::fs::write(file, "nonsense").expect("the file can be written");
    let error = String::from_utf8_lossy(&solve("5", &[]).stderr).into_owned();
    assert!(error.contains("not a file of proofs"), "{error}");
    assert_eq!(catena(&["solve", "--game", "hex", "--threads", "0"]).status.code(), Some(2));
    std::fs::remove_dir_all(&folder).expect("the folder can be removed");
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

/// Three stones that nowhere touch make a bridge of two 2-bridges, and white has nothing in time.
#[test]
fn frames_tells_the_sure_winner_in_every_form() {
    let moves = "a1 d4 b3 f5 a4";
    let position = ["frames", "--size", "4", "--moves", moves];
    let table = lines(&catena(&position));
    let starts_so = |start: &str| table.iter().any(|line| line.starts_with(start));
    assert!(starts_so("winner black, for sure (black bridge z 0 w 2;"), "{table:?}");
    // The evaluation comes last, and is the same each time.
    assert!(table.last().unwrap().starts_with("frames-value 0."), "{table:?}");
    assert_eq!(table, lines(&catena(&position)));
    let svg = std::env::temp_dir().join(format!("catena-frames-{}.svg", std::process::id()));
    let output = catena(&[&position[..], &["--json", "--svg", svg.to_str().unwrap()]].concat());
    assert!(output.status.success());
    let found: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&found["winner"], &found["black"]["bridge"]["w"]), (&"black".into(), &2.into()));
    assert_eq!(found["black"]["bridge"]["stones"].as_array().unwrap().len(), 3);
    assert_eq!(found["black"]["edges"].as_array().unwrap().len(), 6);
    let value = &found["value"];
    assert!(
        value["low"].as_f64() <= value["value"].as_f64() && value["value"].as_f64() <= value["high"].as_f64()
    );
    assert_eq!(value["white"]["edges"].as_array().unwrap().len(), 6);
    let drawn = std::fs::read_to_string(&svg).unwrap();
    std::fs::remove_file(&svg).unwrap();
    // Four cells of the carrier and three stones are tinted.
    let heat = drawn.split("class=\"heat\"").nth(1).unwrap().split("</g>").next().unwrap();
    assert_eq!(heat.matches("<polygon").count(), 7);
}

#[test]
fn frames_refuses_what_has_none() {
    for (args, why) in [
        (&["frames", "--game", "hex"][..], "error: frames are known for havannah\n"),
        (&["frames", "--size", "4", "--start", "z9"], "error: --start: there is no cell \"z9\"\n"),
        (
            &["frames", "--size", "2", "--moves", "a1 b1 a2"],
            "error: the game is over: there are no frames any more\n",
        ),
        (
            &[
                "frames",
                "--size",
                "2",
                "--moves",
                "a1",
                "--color",
                "black",
                "--svg",
                "/nowhere/x.svg",
                "--figure",
                "fork",
            ],
            "error: --figure: black has no such frame to draw\n",
        ),
    ] {
        let output = catena(args);
        assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(2), why));
    }
}
