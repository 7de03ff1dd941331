//! Exit codes of every command: 0 done, 1 failed, 2 wrong usage, 3 unknown result, 130 interrupted.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

mod process;

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::time::Duration;

use process::{catena, folder, run};

/// Each of the commands, with arguments under which it does its work quickly.
const DONE: &[&str] = &[
    "play --game hex --size 3",
    "analyze moves.txt --game hex --size 3 --playouts 10",
    "judge moves.txt --game hex --size 3",
    "match --player random --opponent random --game hex --size 3 --games 2",
    "reproduce joosten-complexity",
    "selfplay --player joosten --game hex --size 3 --playouts 10 --games 2 -o done.selfplay",
    "learn show --game hex --top 1",
    "learn measure hex.patterns --records moves.txt --game hex --size 3",
    "learn patterns --records moves.txt --game hex --size 3 --least 1 --least-local 1 --hold-out 0 -o new.patterns",
    "train --game hex --size 3 --dir train --generations 1 --games-per-generation 16 --gate-games 2 --evaluations 4",
    "model new new.network --game hex --layers 2 --channels 16",
    "model show hex.network",
    "model evaluate hex.network --size 2",
    "model export hex.network --onnx hex.onnx",
    "tune --player joosten --opponent greedy --param explore=0..1 --game hex --size 3 --playouts 5 --games 4",
    "solve --game hex --size 3",
    "connections --game hex --size 3",
    "frames --size 4",
    "render --game hex --size 3",
    "bench playouts --rounds 1 --millis 1 --game hex",
    "bench network --rounds 1 --millis 1 --game y",
    "gtp",
    "players",
    "complexity",
    "completions bash",
    "man pages",
];

/// Each of the commands, with something that goes wrong although the usage is right.
const FAILED: &[&str] = &[
    "serve --no-open --data moves.txt/data",
    "play missing.sgf",
    "analyze missing.sgf",
    "judge missing.txt",
    "match --show 99 --store missing.sqlite",
    "reproduce --file missing.toml",
    "selfplay --print missing.selfplay",
    "learn show missing.patterns",
    "learn measure missing.patterns --records moves.txt",
    "learn patterns --records missing.txt --game hex -o out.patterns",
    "train --game hex --size 3 --dir failed --from missing.network",
    "model show missing.network",
    "model evaluate missing.network",
    "model export missing.network --onnx out.onnx",
    "model new moves.txt/new.network --game hex",
    "tune --param explore --game hex --size 3 --store moves.txt/store.sqlite",
    "worker nats://127.0.0.1:1",
    "worker nats://127.0.0.1:1 --status",
    "solve missing.sgf",
    "connections missing.sgf",
    "frames missing.sgf",
    "render missing.sgf",
    "bench --check missing.txt",
    "man moves.txt/pages",
    // What was asked for cannot be printed.
    "gtp > full",
    "players > full",
    "complexity > full",
    "completions bash > full",
    "bench playouts --rounds 1 --millis 1 --game hex > full",
    "bench network --rounds 1 --millis 1 --game y > full",
];

/// Long commands that watch for Ctrl-C. The others end by the signal itself, unless whoever started the tests ignores it.
const INTERRUPTED: &[&str] = &[
    "analyze moves.txt --game hex --size 11 --time 1m",
    "match --player joosten --opponent greedy --game hex --size 11 --time 1s --games 1000 --concurrency 1",
    "selfplay --game hex --size 11 --time 1s --games 1000 --concurrency 1 -o long.selfplay",
    "train --game hex --size 3 --dir long --games-per-generation 100000 --threads 1",
    "tune --param explore=0..1 --game hex --size 11 --time 1s --concurrency 1",
    "solve --game hex --size 11",
    "reproduce joosten-exploration --concurrency 1",
];

fn prepared(name: &str) -> std::path::PathBuf {
    let folder = folder(name);
    fs::write(folder.join("moves.txt"), "a1 b1 a2 b2 a3\n").unwrap();
    let weights = Path::new(env!("CARGO_MANIFEST_DIR")).join("../model/weights");
    for file in ["hex.network", "hex.patterns"] {
        fs::copy(weights.join(file), folder.join(file)).unwrap();
    }
    folder
}

/// The commands of the program, without `help`.
fn commands(folder: &Path) -> BTreeSet<String> {
    let help = String::from_utf8(run(folder, "--help").stdout).unwrap();
    let commands =
        help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let names = commands.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    names
        .map(|line| line.split_whitespace().next().unwrap().to_owned())
        .filter(|name| name != "help")
        .collect()
}

fn first_words(lines: &[&str]) -> BTreeSet<String> {
    lines.iter().map(|line| line.split(' ').next().unwrap().to_owned()).collect()
}

#[test]
fn every_command_is_in_the_lists() {
    let folder = folder("exit-lists");
    let commands = commands(&folder);
    assert!(commands.len() > 20, "{commands:?}");
    assert_eq!(first_words(FAILED), commands);
    // These end when they are told to.
    let done = first_words(DONE).into_iter().chain(["serve", "worker"].map(str::to_owned));
    assert_eq!(done.collect::<BTreeSet<_>>(), commands);
}

#[test]
fn what_is_done_is_0() {
    let folder = prepared("exit-done");
    for args in DONE {
        let output = run(&folder, args);
        assert_eq!(output.status.code(), Some(0), "{args}: {}", String::from_utf8_lossy(&output.stderr));
    }
    assert!(folder.join("pages/catena-learn-patterns.1").exists());
}

#[test]
fn what_fails_is_1_and_says_why() {
    let folder = prepared("exit-failed");
    for line in FAILED {
        let args = line.trim_end_matches(" > full");
        let mut command = catena(&folder, args);
        if args != *line {
            command.stdout(fs::OpenOptions::new().write(true).open("/dev/full").unwrap());
        }
        if args == "gtp" {
            fs::write(folder.join("name.gtp"), "name\n").unwrap();
            command.stdin(fs::File::open(folder.join("name.gtp")).unwrap());
        }
        let output = command.output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{line}: {said}");
        assert!(said.lines().last().unwrap_or_default().starts_with("error: "), "{line}: {said}");
    }
}

#[test]
fn wrong_usage_is_2() {
    let folder = prepared("exit-usage");
    for command in commands(&folder) {
        let output = run(&folder, &format!("{command} --no-such-option"));
        assert_eq!(output.status.code(), Some(2), "{command}");
    }
}

#[test]
fn an_unknown_result_is_3() {
    let folder = folder("exit-unknown");
    assert_eq!(run(&folder, "solve --game hex --size 11 --time 1ms").status.code(), Some(3));
}

#[test]
fn an_interrupted_command_is_130() {
    let folder = prepared("exit-interrupted");
    for args in INTERRUPTED {
        let mut child = catena(&folder, args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let id = child.id().to_string();
        // The second request stops a command at once.
        let mut ended = None;
        for _ in 0..600 {
            std::thread::sleep(Duration::from_millis(500));
            ended = child.try_wait().unwrap();
            if ended.is_some() {
                break;
            }
            Command::new("kill").args(["-INT", &id]).status().unwrap();
        }
        let status = ended.unwrap_or_else(|| panic!("{args} does not end"));
        assert!(is_interrupted(status), "{args}: {status}");
    }
}

/// Shells say 130 of a program that ended by the signal itself.
fn is_interrupted(status: ExitStatus) -> bool {
    const INTERRUPT: i32 = 2;
    status.code() == Some(130) || status.signal() == Some(INTERRUPT)
}
