//! Reviews of short games: every output, resuming, and records that cannot be reviewed.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use catena_core::record::Record;
use serde_json::Value;

/// Black misses the win at b3.
const GAME: &str = "(;FF[4]GM[11]SZ[3]PB[Anna]PW[Bert];B[b2]C[well done];W[b1];B[c1];W[a3];B[a1];W[b3])";

/// A fresh folder of one test with a record in it.
fn folder(test: &str, record: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("analyze-{test}"));
    drop(fs::remove_dir_all(&folder));
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("game.sgf"), record).unwrap();
    folder
}

fn command(folder: &Path, args: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_catena"));
    command.arg("analyze").args(args.split_whitespace()).current_dir(folder);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Exit code, standard output and standard error.
fn analyze(folder: &Path, args: &str, input: &str) -> (i32, String, String) {
    let mut child = command(folder, args).spawn().unwrap();
    // A program that has seen enough closes its input, which is no error here.
    drop(child.stdin.take().unwrap().write_all(input.as_bytes()));
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

fn json(folder: &Path, args: &str) -> Value {
    let (code, output, errors) = analyze(folder, args, "");
    assert_eq!(code, 0, "{errors}");
    serde_json::from_str(&output).unwrap()
}

#[test]
fn the_table_lists_moves_and_mistakes() {
    let folder = folder("table", GAME);
    let (code, output, errors) = analyze(&folder, "game.sgf --playouts 20000", "");
    assert_eq!(code, 0, "{errors}");
    let lines: Vec<&str> = output.lines().collect();
    assert_eq!(
        lines[0],
        "Hex 3: Anna – Bert, values in % for black, champion with 20000 playouts per position"
    );
    assert_eq!(lines[1], "move                     before  after   loss  best line");
    insta::assert_snapshot!(lines[6..].join("\n"), @r"
       5  black a1            100.0    0.0  100.0  b3
       6  white b3              0.0    0.0    0.0

    mistakes, the worst first:
       5  black a1 (blunder, proved) gives away 100.0, better b3
          refuted by b3

    accuracy: black 5.3 %, white 100.0 %
    turning points: moves 5

    Result: unfinished after 6 moves
    ");
    assert!(errors.contains("7/7 positions"), "{errors}");
    // The progress shows the values of the table: one view, which both name.
    assert!(
        errors.lines().filter(|line| line.contains(" positions")).all(|line| line.contains("% for black")),
        "{errors}"
    );
    let (_, hidden, _) = analyze(&folder, "game.sgf --playouts 20000 --hide-best --view mover", "");
    assert!(
        hidden.contains("a1 (blunder, proved) gives away 100.0\n") && hidden.contains("for the mover"),
        "{hidden}"
    );
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "nothing is left behind");
}

#[test]
fn json_has_a_value_for_every_move_from_any_side() {
    let folder = folder("json", GAME);
    let black = json(&folder, "game.sgf --playouts 20000 --json");
    let white = json(&folder, "game.sgf --playouts 20000 --json --view white");
    assert_eq!(black["moves"].as_array().unwrap().len(), 6);
    assert_eq!((&black["mistakes"], &black["view"]), (&serde_json::json!([5]), &"black".into()));
    for (black, white) in black["moves"].as_array().unwrap().iter().zip(white["moves"].as_array().unwrap()) {
        for key in ["before", "after"] {
            let sum = black[key].as_f64().unwrap() + white[key].as_f64().unwrap();
            assert!((sum - 1.0).abs() < 1e-5, "{black} {white}");
        }
        assert_eq!(black["line"][0], black["best"]);
    }
    let fifth = &black["moves"][4];
    assert_eq!((&fifth["move"], &fifth["best"], &fifth["loss"]), (&"a1".into(), &"b3".into(), &1.0.into()));
    assert_eq!((&fifth["judgement"], &fifth["refutation"][0]), (&"blunder".into(), &"b3".into()));
    assert_eq!((&fifth["winner_before"], &fifth["winner_after"]), (&"black".into(), &"white".into()));
    assert_eq!(black["turning_points"], serde_json::json!([5]));
    assert_eq!(black["accuracy"]["white"], 100.0);
}

#[test]
fn annotated_records_read_back_with_all_comments_and_are_not_noted_twice() {
    let folder = folder("sgf", GAME);
    let (code, ..) = analyze(&folder, "game.sgf --playouts 20000 --sgf out.sgf --svg out.svg", "");
    assert_eq!(code, 0);
    let sgf = fs::read(folder.join("out.sgf")).unwrap();
    let record = Record::read(&sgf, None).unwrap();
    let nodes: Vec<_> = record.main_line().map(|id| record.node(id)).collect();
    assert!(nodes.iter().all(|node| node.win_rate().is_some_and(|rate| (0.0..=100.0).contains(&rate))));
    assert_eq!(nodes[5].win_rate(), Some(0.0));
    assert!(nodes[1].comment().unwrap().starts_with("well done\n\nCatena: black "), "{:?}", nodes[1]);
    assert!(
        nodes[5].comment().unwrap().contains("gives away 100.0 (blunder, proved). Best: b3. Refuted by b3"),
        "{:?}",
        nodes[5]
    );
    let svg = fs::read_to_string(folder.join("out.svg")).unwrap();
    assert!(svg.starts_with("<svg") && svg.contains("Hex 3: Anna – Bert") && svg.contains("5 a1"), "{svg}");
    let (code, ..) = analyze(&folder, "out.sgf --playouts 20000 --sgf again.sgf", "");
    assert_eq!(code, 0);
    assert_eq!(fs::read(folder.join("again.sgf")).unwrap(), sgf);
}

#[test]
fn an_interrupted_analysis_resumes() {
    let folder = folder("resume", "(;GM[Havannah]SZ[6];B[f6];W[g7];B[e5];W[d4])");
    let args = "game.sgf --time 400ms --solver-time 10ms --json";
    let mut child = command(&folder, args).spawn().unwrap();
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    assert!(lines.next().unwrap().unwrap().starts_with("1/5 "));
    child.kill().unwrap();
    child.wait().unwrap();
    let kept = folder.join("game.sgf.part");
    let bytes = fs::read(&kept).unwrap();
    let at = |byte: u8| bytes.iter().position(|&found| found == byte).unwrap();
    let end = bytes.iter().rposition(|&byte| byte == b'}').unwrap();
    let before: Value = serde_json::from_slice(&bytes[at(b'{')..=end]).unwrap();
    let (key, _) = before.as_object().unwrap().iter().find(|(key, _)| key.contains(" search=")).unwrap();
    assert!(
        key.contains(" | mcts selection=") && key.contains("time=0.4s playouts=off solver=0.01s seed=1"),
        "{key}"
    );
    let (code, output, errors) = analyze(&folder, args, "");
    assert_eq!(code, 0, "{errors}");
    assert!(errors.contains("resuming: ") && errors.contains(" in game.sgf.part"), "{errors}");
    let review: Value = serde_json::from_str(&output).unwrap();
    let moves = review["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 4, "{output}");
    assert!(!kept.exists(), "a finished analysis leaves nothing behind");
}

#[test]
fn what_is_kept_serves_the_same_settings_only() {
    let folder = folder("kept", GAME);
    let args = "game.sgf --playouts 5000 --json --keep --store kept.part";
    let (code, first, errors) = analyze(&folder, args, "");
    assert!(code == 0 && !errors.contains("resuming"), "{errors}");
    let (_, second, errors) = analyze(&folder, args, "");
    assert!(errors.contains(" answers are in kept.part"), "{errors}");
    assert_eq!(first, second);
    for other in ["--seed 2", "--player joosten", "--time 10ms"] {
        let (code, _, errors) = analyze(&folder, &format!("{args} {other}"), "");
        assert!(code == 0 && !errors.contains("resuming"), "{other}: {errors}");
    }
    // A checkpoint that was cut short is put aside.
    let bytes = fs::read(folder.join("kept.part")).unwrap();
    fs::write(folder.join("kept.part"), &bytes[..bytes.len() / 2]).unwrap();
    let (code, again, errors) = analyze(&folder, args, "");
    assert!(code == 0 && errors.contains("was damaged and is now kept.part.damaged"), "{errors}");
    assert_eq!(again, first);
    fs::write(folder.join("mine.json"), "{\"precious\": 1}").unwrap();
    let (code, _, errors) = analyze(&folder, "game.sgf --store mine.json", "");
    assert!(code == 1 && errors.contains("mine.json is no checkpoint of a job"), "{errors}");
    assert_eq!(fs::read_to_string(folder.join("mine.json")).unwrap(), "{\"precious\": 1}");
}

#[test]
fn any_record_of_moves_can_be_reviewed() {
    let folder = folder("formats", "(;GM[Y]SZ[5]AB[c3]AW[b4]PL[W];W[b2];B[b3];W[resign])");
    let review = json(&folder, "game.sgf --playouts 2000 --json");
    assert_eq!(review["result"], serde_json::json!({ "winner": "black", "moves": 3, "how": "resign" }));
    assert_eq!(review["moves"][2]["after"], 1.0);
    for (args, input, moves) in [
        ("- --game hex --size 4 --swap on", "b2 swap c3", 3),
        ("- --game star --size 2", "a1 a2", 0),
        ("-", "https://hexworld.org/board/#5c1,a3:sc3", 3),
    ] {
        let (code, output, errors) = analyze(&folder, &format!("{args} --playouts 2000 --json"), input);
        if moves == 0 {
            assert!(code == 1 && errors.contains("a1"), "{errors}");
            continue;
        }
        let review: Value = serde_json::from_str(&output).unwrap();
        let played = review["moves"].as_array().unwrap();
        assert_eq!(played.len(), moves, "{input}");
        for pair in played.windows(2) {
            assert_eq!(pair[0]["after"], pair[1]["before"], "values stay with their owners: {input}");
        }
    }
}

#[test]
fn what_cannot_be_reviewed_says_why() {
    let folder = folder("wrong", "(;GM[11]SZ[3]C[no moves]AB[a1])");
    for (args, input, exit, named) in [
        ("game.sgf", "", 1, "reading game.sgf: the record has no moves"),
        ("nothing.sgf", "", 1, "nothing.sgf"),
        ("- --game hex --size 3", "a1 a1", 1, "move 2"),
        ("- --game hex --size 3 --player random", "a1", 2, "random does not search"),
        ("- --game hex --size 3 --player koennecke", "a1", 2, "koennecke does not play hex"),
        ("- --game hex --size 3 --view sideways", "a1", 2, "sideways"),
        (
            "- --game hex --size 3 --playouts 9 --store kept --svg no/such/folder/x.svg",
            "a1",
            1,
            "no/such/folder/x.svg",
        ),
        ("- --game hex --size 3 --playouts 9 --store no/such/kept", "a1", 1, "no/such/kept"),
        ("", "", 2, "FILE"),
    ] {
        let (code, output, errors) = analyze(&folder, args, input);
        assert_eq!((code, output.as_str()), (exit, ""), "{args}: {errors}");
        assert!(errors.contains(named), "{args}: {errors}");
    }
}

#[test]
fn all_games_of_a_file_are_reviewed_in_their_order() {
    let folder = folder("all", GAME);
    let games = format!("{GAME}\n(;GM[Y]SZ[3];B[b2])\n{}\n(;GM[11]SZ[3])", GAME.replace("C[well done]", ""));
    fs::write(folder.join("games.sgf"), games).unwrap();
    let line = "games.sgf --all --visits 200 --solver-time off --concurrency 2 --store kept";
    let (code, output, errors) = analyze(&folder, &format!("{line} --json --sgf out.sgf"), "");
    assert_eq!(code, 1, "the last game has no moves: {errors}");
    let lines: Vec<Value> = output.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let numbers: Vec<u64> = lines.iter().map(|line| line["number"].as_u64().unwrap()).collect();
    assert_eq!(numbers, [1, 2, 3, 4]);
    assert_eq!((&lines[1]["game"], &lines[3]["error"]), (&"y".into(), &"the record has no moves".into()));
    assert_eq!(lines[0]["moves"], lines[2]["moves"], "the same game");
    assert!(errors.contains("error: reading games.sgf, game 4: the record has no moves"), "{errors}");
    let noted = fs::read_to_string(folder.join("out.sgf")).unwrap();
    assert_eq!(noted.matches("Catena: reviewed by").count(), 3, "{noted}");
    // The same as each for itself.
    let alone = json(&folder, "game.sgf --visits 200 --solver-time off --json");
    assert_eq!(alone["moves"], lines[0]["moves"]);
    // What is kept is not asked for again.
    let (_, table, errors) = analyze(&folder, line, "");
    assert!(errors.contains("resuming: ") && errors.contains("4/4 games, 0 s left  0 questions"), "{errors}");
    assert!(table.starts_with("Game 1\nHex 3: Anna – Bert") && table.contains("\nGame 3\n"), "{table}");
    for wrong in ["--number 2", "--svg x.svg", "--threads 2"] {
        assert_eq!(analyze(&folder, &format!("games.sgf --all {wrong}"), "").0, 2, "{wrong}");
    }
}

#[test]
fn an_interrupted_analysis_of_all_games_resumes() {
    let folder = folder("all-resume", GAME);
    fs::write(folder.join("games.txt"), "d4 e5 c3 b4\nf6 c5 e3\n").unwrap();
    let line = "games.txt --all --game hex --size 8 --time 300ms --solver-time 100ms --concurrency 1 --json";
    let mut child = command(&folder, line).spawn().unwrap();
    let kept = folder.join("games.txt.part");
    while !fs::metadata(&kept).is_ok_and(|kept| kept.len() > 0) {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let (code, output, errors) = analyze(&folder, line, "");
    assert!(code == 0 && errors.contains("resuming: "), "{errors}");
    assert_eq!(output.lines().count(), 2);
    assert!(!kept.exists(), "a finished analysis leaves nothing behind");
}
