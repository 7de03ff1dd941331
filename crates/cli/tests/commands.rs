//! The program as a person or a script meets it: output, exit codes, bad input.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use std::io::Write;
use std::process::{Command, Output, Stdio};

/// Runs the program with standard input.
fn run(args: &str, input: &[u8]) -> Output {
    // Words in quotes stay together.
    let args: Vec<String> = args
        .split('"')
        .enumerate()
        .flat_map(|(i, part)| match i % 2 {
            0 => part.split_whitespace().map(str::to_owned).collect(),
            _ => vec![part.to_owned()],
        })
        .collect();
    let mut child = Command::new(env!("CARGO_BIN_EXE_catena"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that has seen enough closes its input, which is no error here.
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// Exit code, standard output and standard error.
fn outcome(args: &str, input: &[u8]) -> (i32, String, String) {
    let output = run(args, input);
    (output.status.code().unwrap(), text(&output.stdout), text(&output.stderr))
}

/// As in `catena players | head`. A pipe whose reader has gone before the first byte fails at once.
#[test]
fn a_reader_that_has_gone_is_no_error_to_report() {
    for args in [
        "players",
        "players --json",
        "frames --size 4 --moves d4 --json",
        "connections --game hex --size 3 --json",
    ] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = Command::new(env!("CARGO_BIN_EXE_catena"))
            .args(args.split(' '))
            .stdout(writer)
            .stderr(Stdio::piped())
            .output()
            .unwrap();
        assert_eq!(text(&output.stderr), "", "{args}");
        assert!(!output.status.success(), "{args}");
    }
}

#[test]
fn judge_answers_line_by_line_and_goes_on_after_errors() {
    let games =
        b"a1 b1 a2 b2 a3\n\na1 b1\nq7\na1 a1\nA1 B1 a2 b2 a3 c3\nswap\na1 \xff\na1 resign\n\ta1  b1\r\n";
    let (code, output, errors) = outcome("judge --game hex --size 3", games);
    assert_eq!((code, errors.as_str()), (1, ""));
    insta::assert_snapshot!(output, @r#"
    black 5 connection
    none 0 -
    none 2 -
    error move 1: "q7" is no cell of this board
    error move 2: a1: the cell is occupied
    error move 6: c3: the game is over
    error move 1: swap: swap is not allowed here
    error the line is not UTF-8 text from byte 4 on
    black 2 resign
    none 2 -
    "#);
    let (code, output, _) = outcome("judge --game hex --size 3 --swap on", b"b3 swap c1\n");
    assert_eq!((code, output.as_str()), (0, "none 3 -\n"));
}

#[test]
fn judge_answers_each_line_before_it_waits_for_the_next() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_catena"))
        .args(["judge", "--game", "y", "--size", "2"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut lines = std::io::BufRead::lines(std::io::BufReader::new(child.stdout.take().unwrap()));
    for _ in 0..3 {
        input.write_all(b"a1 b1 a2\n").unwrap();
        assert_eq!(lines.next().unwrap().unwrap(), "black 3 connection");
    }
    drop(input);
    assert!(child.wait().unwrap().success());
}

#[test]
fn blobs_and_endless_lines_get_an_error_and_end() {
    let mut blob: Vec<u8> = (0..=255u8).cycle().take(3 << 20).collect();
    blob.retain(|&byte| byte != b'\n');
    for args in ["judge", "render -", "render --game hex -"] {
        let output = run(args, &blob);
        assert_eq!(output.status.code(), Some(1), "{args}");
        let said = [output.stdout, output.stderr].concat();
        assert!(said.starts_with(b"error") && said.len() < 400, "{args}: {}", String::from_utf8_lossy(&said));
    }
}

#[test]
fn wrong_usage_exits_with_2_and_names_the_value() {
    for (args, named) in [
        ("judge --size 0", "havannah has no size 0: sizes are 2 to 11"),
        ("judge --size 4000000000", "4000000000"),
        ("gtp --game hex --size 20", "sizes are 1 to 19"),
        ("judge --size -3", "-3"),
        ("judge --game chess", "chess"),
        ("gtp --player nobody", "nobody"),
        ("gtp --player koennecke --game y", "koennecke does not play y"),
        ("play --opponent champion,explode=1", "explode"),
        ("play --level 11", "level from 1 to 10"),
        ("play --time never", "never"),
        ("play --playouts 0", "0"),
        ("play --threads 0", "0"),
        ("gtp --swap maybe", "maybe"),
        ("complexity --length 9999", "9999"),
        ("render --after 3", "3"),
        ("frobnicate", "frobnicate"),
    ] {
        let (code, output, errors) = outcome(args, b"");
        assert_eq!((code, output.as_str()), (2, ""), "{args}: {errors}");
        assert!(errors.contains(named), "{args}: {errors}");
    }
    let (code, _, errors) = outcome("judge /no/such/file", b"");
    assert_eq!(code, 1);
    assert!(errors.contains("/no/such/file"), "{errors}");
}

#[test]
fn render_draws_every_game_as_text_and_svg() {
    for (game, moves) in
        [("havannah", "d4 e5"), ("hex", "d4 e5"), ("y", "d4 e5"), ("star", "*10 S21"), ("renkula", "a1 c2")]
    {
        let (code, board, _) = outcome(&format!("render --game {game} --moves \"{moves}\""), b"");
        assert_eq!(code, 0);
        assert!(board.contains("after 2 moves: black to move"), "{board}");
        let (code, svg, _) = outcome(&format!("render --game {game} --format svg -"), moves.as_bytes());
        assert_eq!(code, 0);
        assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"), "{game}");
    }
    let (code, _, errors) = outcome("render --game hex --moves \"a1 a1\"", b"");
    assert_eq!(code, 1);
    assert!(errors.contains("move 2") && errors.contains("a1"), "{errors}");
    let (code, _, errors) = outcome("render -", b"a1 b2");
    assert_eq!(code, 1);
    assert!(errors.contains("which game"), "{errors}");
    let (code, board, _) = outcome("render --after 1 -", b"(;GM[11]SZ[3];B[a1];W[b2])");
    assert_eq!(code, 0);
    assert!(board.contains("Hex 3 after 1 move"), "{board}");
}

#[test]
fn a_game_can_be_played_in_the_terminal() {
    let script = b"help\nz9\na1\nundo\na1\na1\nb1\nc1\na2\nb2\nc2\na3\nb3\nc3\nresign\n";
    let (code, output, _) = outcome("play --game hex --size 3 --opponent random", script);
    assert_eq!(code, 0);
    let last = output.lines().last().unwrap();
    assert!(last.starts_with("black ") || last.starts_with("white "), "{output}");
    assert!(output.contains("\"z9\" is no cell of this board"), "{output}");
    let mut unfit = vec![b'x'; 3 << 20];
    unfit.extend(b"\n\xff\xfe\na1\nquit\n");
    let (code, output, _) = outcome("play --game hex --size 3 --opponent random", &unfit);
    assert_eq!(code, 0);
    assert!(
        output.contains("longer than") && output.contains("not UTF-8") && output.contains("[X]"),
        "{output}"
    );
    let (code, output, _) = outcome("play --game y --size 4 --color none --player random --seed 5", b"");
    assert_eq!(code, 0);
    assert!(output.trim_end().ends_with("connection"), "{output}");
}

#[test]
fn opponents_of_any_level_say_what_their_moves_are_worth() {
    for (args, said) in [
        ("--game hex --size 4 --opponent champion --playouts 2000 --level 7", "playouts)"),
        ("--game havannah --size 3 --opponent joosten --playouts 300 --threads 2", "(win rate "),
        ("--game star --size 2 --opponent greedy,level=1 --playouts 100", " %"),
    ] {
        let (code, output, errors) = outcome(&format!("play --color none {args}"), b"");
        assert_eq!(code, 0, "{args}: {errors}");
        let first = output.lines().find(|line| line.starts_with("black: ")).unwrap();
        assert!(first.contains(said), "{args}: {first}");
    }
}

#[test]
fn the_signature_is_the_recorded_one() {
    let (code, output, errors) = outcome("bench --check ../../testdata/bench-signature.txt", b"");
    assert_eq!(code, 0, "a functional change records the new signature, see CONTRIBUTING.md\n{errors}");
    let last = output.lines().last().unwrap();
    assert!(last.starts_with("signature ") && last.ends_with(" playouts/s"), "{last}");
}

#[test]
fn another_signature_than_the_recorded_one_is_named() {
    let file = format!("{}/bench-signature-{}.txt", env!("CARGO_TARGET_TMPDIR"), std::process::id());
    let (code, _, errors) = outcome(&format!("bench --record {file}"), b"");
    assert_eq!(code, 0, "{errors}");
    let recorded = std::fs::read_to_string(&file).unwrap();
    let hex = recorded.lines().find(|line| line.starts_with("hex 11 ")).unwrap();
    std::fs::write(&file, recorded.replace(hex, "hex 11       00000000")).unwrap();
    let (code, _, errors) = outcome(&format!("bench --check {file}"), b"");
    std::fs::remove_file(&file).unwrap();
    assert_eq!(code, 1);
    assert!(errors.contains(&format!("found {hex}, recorded hex 11       00000000")), "{errors}");
    assert_eq!(errors.matches("found ").count(), 1, "{errors}");
}

#[test]
fn complexity_prints_joostens_figures() {
    let (code, output, _) = outcome("complexity --game havannah --size 10", b"");
    assert_eq!(code, 0);
    insta::assert_snapshot!(output, @r"
    havannah 10: 271 places
    state space                    ≤ 10^128.07
    state space / 12 symmetries    ≈ 10^126.99
    game tree, 66 moves            ≈ 10^156.82
    ");
    let (_, output, _) = outcome("complexity --game y --size 2 --exact --length 3", b"");
    insta::assert_snapshot!(output, @r"
    y 2: 3 places
    state space                    ≤ 10^1.08
      ≤ 12
    state space / 6 symmetries     ≈ 10^0.30
      ≈ 2
    game tree, 3 moves             ≈ 10^0.78
      ≈ 6
    ");
}

#[test]
fn complexities_are_compared_with_those_of_joostens_table() {
    let file = std::env::temp_dir().join(format!("catena-complexity-{}.svg", std::process::id()));
    let (code, output, _) = outcome(
        &format!("complexity --game hex --size 11 --length 70 --compare --svg {}", file.display()),
        b"",
    );
    assert_eq!(code, 0);
    let rows: Vec<Vec<&str>> = output.lines().map(|line| line.split_whitespace().collect()).collect();
    assert!(rows.contains(&vec!["Shogi", "10^71", "10^226"]), "{output}");
    assert!(rows.contains(&vec!["Hex", "11", "10^56.4", "10^134.7"]), "{output}");
    let picture = std::fs::read_to_string(&file).unwrap();
    std::fs::remove_file(&file).unwrap();
    assert!(picture.contains(">Hex 11 (computed)<") && picture.contains(">Connect-Four<"));
    for option in ["--compare", "--svg never.svg"] {
        let (code, _, errors) = outcome(&format!("complexity --game hex --size 11 {option}"), b"");
        assert_eq!(code, 2);
        assert!(errors.contains("--length"), "{errors}");
    }
}

#[test]
fn help_players_and_completions_are_there() {
    let (code, output, _) = outcome("--help", b"");
    assert_eq!(code, 0);
    assert!(output.contains("Examples:"), "{output}");
    let (_, output, _) = outcome("players", b"");
    assert!(output.starts_with("champion"), "{output}");
    let (code, output, _) = outcome("players raiko", b"");
    assert_eq!(code, 0);
    assert!(output.starts_with("raiko ") && output.contains("\nraiko         hex, y, star,"), "{output}");
    assert!(!output.contains("champion"), "{output}");
    let (_, output, _) = outcome("players raiko --json", b"");
    assert_eq!(output.matches("\"summary\"").count(), 1, "{output}");
    let (code, output, _) = outcome("players --params", b"");
    assert_eq!(code, 0);
    assert!(output.contains("explore            0..=4, default 0.3\n    Exploration constant"), "{output}");
    assert!(output.contains("playout            uniform|"), "{output}");
    assert!(output.contains("raiko         hex, y, star, renkula, bent-y: explore=1,"), "{output}");
    assert!(output.contains("\nwidth_1 ") && output.contains("wolve         hex: nothing"), "{output}");
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let (code, output, _) = outcome(&format!("completions {shell}"), b"");
        assert!(code == 0 && output.contains("catena"), "{shell}");
    }
}

#[test]
fn papers_are_shown_beside_the_parameters() {
    let (code, output, _) = outcome("players mohex2 --paper", b"");
    assert_eq!(code, 0);
    assert!(output.starts_with("mohex2 (Huang and others 2013)\n"), "{output}");
    let row = output.lines().find(|line| line.starts_with("RAVE starts at .5")).unwrap();
    assert_eq!(
        row.split("  ").filter(|cell| !cell.is_empty()).map(str::trim).collect::<Vec<_>>(),
        ["RAVE starts at .5 with count 8", "section 4.4", "rave_prior_visits=8", "none",]
    );
    for (arguments, expected) in [
        ("players champion --paper", "champion is of no paper; these are: koennecke, raiko, mohex, mohex2"),
        ("players nobody --paper", "there is no player \"nobody\"; there are: "),
        ("players mohex2 --params", "--params"),
        ("players --paper", "<NAME>"),
    ] {
        let (code, output, error) = outcome(arguments, b"");
        assert_eq!((code, output.as_str()), (2, ""), "{arguments}");
        assert!(error.contains(expected), "{arguments}: {error}");
    }
}

#[test]
fn gtp_speaks_on_standard_input_and_output() {
    let (code, output, _) = outcome("gtp --game star --size 2", b"boardsize 1\nshowboard\nquit\nname\n");
    assert_eq!(code, 0);
    assert!(output.starts_with("= \n\n= \n") && output.ends_with("= \n\n"), "{output:?}");
}

#[test]
fn bench_playouts_tells_programs_what_it_tells_people() {
    let (code, output, _) = outcome("bench playouts --game renkula --rounds 1 --millis 1 --json", b"");
    assert_eq!(code, 0);
    let value: serde_json::Value = serde_json::from_str(&output).unwrap();
    let rows = value["rows"].as_array().unwrap();
    for name in ["bare-fill", "uniform", "sliced", "savebridge", "horizon"] {
        let row = rows.iter().find(|row| row["name"] == name).unwrap();
        assert_eq!(row["game"], "renkula");
        for number in ["size", "ns_per_move", "playouts_per_second", "spread"] {
            assert!(row[number].is_number(), "{name}: {row}");
        }
    }
    let (code, output, _) = outcome("bench playouts --game havannah --rounds 1 --millis 1", b"");
    assert_eq!(code, 0);
    assert!(output.contains("weighted playout until b/f win") && output.contains("Ratios"), "{output}");
}

#[test]
fn output_that_cannot_be_written_is_an_error_and_not_a_panic() {
    for command in ["completions bash", "players", "complexity", "render"] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = Command::new(env!("CARGO_BIN_EXE_catena"))
            .args(command.split(' '))
            .stdout(full)
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(1), "{command}: {}", text(&output.stderr));
    }
}

#[test]
fn help_names_a_command() {
    let (code, output, errors) = outcome("help match", b"");
    assert_eq!((code, errors.as_str()), (0, ""));
    assert!(output.contains("--opponent") && output.contains("Usage: catena match"), "{output}");
}

#[test]
fn help_is_wrapped_once() {
    const COLUMNS: usize = 72;
    let (_, list, _) = outcome("--help", b"");
    let commands = list.lines().skip_while(|line| *line != "Commands:").skip(1);
    let commands: Vec<&str> = commands
        .take_while(|line| !line.is_empty())
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert!(commands.contains(&"match") && commands.len() > 15, "{commands:?}");
    for command in commands {
        let output = Command::new(env!("CARGO_BIN_EXE_catena"))
            .args(["help", command])
            .env("COLUMNS", COLUMNS.to_string())
            .output()
            .unwrap();
        let help = text(&output.stdout);
        // A line ends because the next word does not fit, not because the source had an end there.
        for pair in help.lines().collect::<Vec<_>>().windows(2) {
            let prose = |line: &str| !line.is_empty() && !line.starts_with(' ') && !line.ends_with(':');
            if prose(pair[0]) && prose(pair[1]) {
                let word = pair[1].split(' ').next().unwrap().chars().count();
                let filled = pair[0].chars().count() + 1 + word > COLUMNS;
                assert!(filled, "catena help {command}:\n{}\n{}", pair[0], pair[1]);
            }
        }
    }
}
