//! `learn` as a real process: games in, weights out, pictures; interrupted; asked for nonsense.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn folder(name: &str) -> PathBuf {
    let folder =
        PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("learn-{name}-{}", std::process::id()));
    drop(std::fs::remove_dir_all(&folder));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn run(folder: &Path, args: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_catena"));
    command.args(args.split_whitespace()).current_dir(folder).stdin(Stdio::null()).output().unwrap()
}

fn error(folder: &Path, args: &str) -> (Option<i32>, String) {
    let output = run(folder, args);
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

/// Games of two players who fill rows: the same moves in another order each time.
fn games(lines: usize) -> String {
    let mut text = String::from("# columns b and c of a board of five\n");
    for line in 0..lines {
        let own: Vec<String> = (0..4).map(|k| format!("b{}", (line + k) % 5 + 1)).collect();
        let other: Vec<String> = (0..4).map(|k| format!("d{}", (line + 2 * k) % 5 + 1)).collect();
        let moves: Vec<&str> = own.iter().zip(&other).flat_map(|(a, b)| [a.as_str(), b.as_str()]).collect();
        writeln!(text, "{} {}", line % 2 + 1, moves.join(" ")).unwrap();
    }
    text
}

const LEARN: &str = "learn patterns --records games.txt --game hex --size 5 --least 5 --least-local 5";

#[test]
fn games_give_weights_and_pictures() {
    let folder = folder("whole");
    std::fs::write(folder.join("games.txt"), games(60)).unwrap();
    let output = run(&folder, &format!("{LEARN} -o hex.patterns"));
    let (text, log) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert!(output.status.success(), "{log}");
    assert!(text.contains("learned from 54 games, 378 moves"), "{text}");
    assert!(text.contains("6 games held out, 42 moves"), "{text}");
    assert!(log.contains("global, epoch 1 of 200: log-likelihood of a move"), "{log}");
    assert!(!folder.join("hex.patterns.part").exists() && !folder.join("hex.patterns.new").exists());
    let shown = run(&folder, "learn show hex.patterns --top 3 --svg patterns.svg");
    let text = String::from_utf8(shown.stdout).unwrap();
    assert!(text.starts_with("Hex: ") && text.contains("strongest"), "{text}");
    let svg = std::fs::read_to_string(folder.join("patterns.svg")).unwrap();
    assert!(svg.matches(" of ").count() >= 6 && svg.ends_with("</svg>\n"), "{svg}");
}

#[test]
fn learned_weights_play() {
    let folder = folder("play");
    std::fs::write(folder.join("games.txt"), games(60)).unwrap();
    for (options, file) in [("6", "six"), ("12", "twelve"), ("6 --combine product", "product")] {
        assert!(run(&folder, &format!("{LEARN} --cells {options} -o {file}")).status.success());
    }
    // The prior alone decides, and White of these games plays in column d.
    let reply = |patterns: &str| {
        let spec = "mohex2,vc_threshold=0,progressive_bias=100,rave=off,explore=0";
        let mut command = Command::new(env!("CARGO_BIN_EXE_catena"));
        let args = format!("gtp --game hex --size 5 --player {spec}{patterns} --playouts 50 --seed 1");
        let command = command.args(args.split_whitespace()).current_dir(&folder);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        std::io::Write::write_all(&mut child.stdin.take().unwrap(), b"play b b3\ngenmove w\nquit\n").unwrap();
        String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap()
    };
    let learned = reply(",playout_patterns=six,patterns=twelve");
    assert!(learned.contains("= d"), "{learned}");
    assert_ne!(learned, reply(""));
    for (args, sentence) in [
        ("--game hex --player mohex2,patterns=games.txt", "error: games.txt: this is no pattern file\n"),
        (
            "--game hex --player mohex2,patterns=missing",
            "error: missing cannot be read: No such file or directory",
        ),
        ("--game hex --player mohex2,playout_patterns=product", "error: product: playouts add the weights"),
        (
            "--game y --player champion,prior=patterns,patterns=twelve",
            "error: twelve is for hex, not for y\n",
        ),
    ] {
        let (code, text) = error(&folder, &format!("gtp --size 5 {args}"));
        assert_eq!(code, Some(2), "{text}");
        assert!(text.contains(sentence), "{text}");
    }
}

#[test]
fn a_killed_run_resumes_to_the_same_weights() {
    let folder = folder("resume");
    std::fs::write(folder.join("games.txt"), games(40)).unwrap();
    assert!(run(&folder, &format!("{LEARN} --epochs 30 --least-gain 0 -o whole.patterns")).status.success());
    let whole = std::fs::read(folder.join("whole.patterns")).unwrap();
    // Killed while it learns: it resumes, wherever that was.
    for pause in [10, 30, 60] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_catena"));
        let args = format!("{LEARN} --epochs 30 --least-gain 0 -o parts.patterns");
        let child = child.args(args.split_whitespace()).current_dir(&folder);
        let mut child =
            child.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(std::time::Duration::from_millis(pause));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    assert!(run(&folder, &format!("{LEARN} --epochs 30 --least-gain 0 -o parts.patterns")).status.success());
    assert_eq!(std::fs::read(folder.join("parts.patterns")).unwrap(), whole);
}

#[test]
fn self_play_is_read_from_a_pipe_and_up_to_its_damage() {
    let folder = folder("selfplay");
    let played = "selfplay --game hex --size 4 --playouts 20 --games 8 -o whole";
    assert!(run(&folder, played).status.success());
    let whole = std::fs::read(folder.join("whole")).unwrap();
    std::fs::write(folder.join("torn"), &whole[..whole.len() - 5]).unwrap();
    let learn = "learn patterns --game hex --size 4 --cells 6 --least 1 --least-local 1 --hold-out 0";
    let (code, text) = error(&folder, &format!("{learn} --records torn -o torn.patterns"));
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("skipped: torn: damaged from byte ") && text.contains("\n7 games\n"), "{text}");
    let (code, text) = error(&folder, "selfplay --print torn");
    assert!(code == Some(1) && text.contains("torn is damaged from byte "), "{text}");
    let mut command = Command::new(env!("CARGO_BIN_EXE_catena"));
    let args = format!("{learn} --records - -o piped.patterns");
    let command = command.args(args.split_whitespace()).current_dir(&folder).stdin(Stdio::piped());
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), &whole).unwrap();
    assert!(child.wait().unwrap().success());
    assert!(folder.join("piped.patterns").exists());
}

#[test]
fn games_are_never_written_to() {
    let folder = folder("kept");
    for name in ["games.txt", "games.txt.part", "games.txt.new", "out.new"] {
        std::fs::write(folder.join(name), games(30)).unwrap();
    }
    for (file, output) in [("games.txt", "games.txt"), ("games.txt.part", "games.txt"), ("out.new", "out")] {
        let learn = LEARN.replace("games.txt", file);
        let (code, text) = error(&folder, &format!("{learn} -o {output}"));
        let sentence = format!("{file} has games and would be written to");
        assert!(code == Some(2) && text.contains(&sentence), "{text}");
        assert_eq!(std::fs::read_to_string(folder.join(file)).unwrap(), games(30));
    }
    // Names that only look alike are other files.
    assert!(run(&folder, &format!("{LEARN} -o games.patterns")).status.success());
}

#[test]
fn lessons_without_content_leave_no_file() {
    let folder = folder("empty");
    std::fs::write(folder.join("games.txt"), games(30)).unwrap();
    let cases = [
        ("--least 1000000 --least-local 1000000 -o out", 1, "no pattern appeared often enough"),
        ("--prior 1e308 -o out", 1, "the fit has left the numbers"),
        ("-o nowhere/out", 2, "nowhere/out: there is no folder nowhere"),
        ("-o .", 2, ". is a folder, not a file to write"),
    ];
    for (args, code, sentence) in cases {
        let learn = LEARN.replace("--least 5 --least-local 5", "");
        let (found, text) = error(&folder, &format!("{learn} {args}"));
        assert!(found == Some(code) && text.contains(sentence), "{args}: {text}");
        assert!(!folder.join("out").exists());
    }
}

#[test]
fn nonsense_gets_a_sentence() {
    let folder = folder("nonsense");
    std::fs::write(
        folder.join("games.txt"),
        "a1 b2 a1\n{\"size\": -1, \"moves\": \"a1\"}\n{\"moves\": [\"a1\", 7]}\nz9\n{\"size\": 5}\n\
         {\"size\": 7, \"moves\": \"a1\"}\n",
    )
    .unwrap();
    std::fs::write(folder.join("packed"), [0x1f, 0x8b, 8, 0]).unwrap();
    let (code, text) = error(&folder, &format!("{LEARN} -o out"));
    assert_eq!(code, Some(1));
    assert!(
        text.contains("skipped: games.txt, line 1: ")
            && text.contains("1 skipped: another game or board size than"),
        "{text}"
    );
    assert!(text.contains("line 2: -1 is no size of a board\n"), "{text}");
    assert!(text.contains("line 3: 7 is no move\n"), "{text}");
    assert!(text.ends_with("error: there are no games of Hex of size 5 in the files\n"), "{text}");
    let cases = [
        (
            "learn patterns --records packed --game hex -o out",
            1,
            "reading packed: it is compressed: unpack it, or pipe it in as -",
        ),
        (
            "learn patterns --records games.txt --game hex --size 99 -o out",
            2,
            "hex has no size 99: sizes are 1 to 19",
        ),
        ("learn patterns --records games.txt --game hex --prior 0 -o out", 2, "--prior must be above 0"),
        ("learn show games.txt", 1, "reading games.txt: this is no pattern file"),
        ("learn show --game star", 2, "there are no embedded patterns for *Star"),
        (
            "learn show --top 65535 --svg all.svg",
            2,
            "a picture has at most 500 patterns from either end: --top 500",
        ),
    ];
    for (args, code, sentence) in cases {
        let (found, text) = error(&folder, args);
        assert_eq!(found, Some(code), "{args}: {text}");
        assert!(text.contains(sentence), "{args}: {text}");
    }
}
