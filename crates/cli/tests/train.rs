//! `train` as a real process: killed at any moment, resumed, asked for nonsense.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use catena_model::network::Network;

fn folder(name: &str) -> PathBuf {
    let folder =
        PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("train-{name}-{}", std::process::id()));
    drop(std::fs::remove_dir_all(&folder));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn catena(folder: &Path, args: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_catena"));
    command.args(args.split_whitespace()).current_dir(folder).stdin(Stdio::null());
    command.stdout(Stdio::null()).stderr(Stdio::piped());
    command
}

const TRAIN: &str = "train --game hex --sizes 3,4 --dir run --generations 3 --games-per-generation 40 --channels 16 \
                     --layers 2 --evaluations 8 --batch-size 32 --gate-games 8 --threads 2";

fn weights(folder: &Path, generation: u32) -> Vec<f32> {
    let path = folder.join(format!("run/networks/{generation:05}.safetensors"));
    Network::load(&path).unwrap().parameters().values().to_vec()
}

#[test]
fn a_run_that_is_killed_again_and_again_ends_as_if_it_had_not_been() {
    let (whole, killed) = (folder("whole"), folder("killed"));
    let output = catena(&whole, TRAIN).output().unwrap();
    let log = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{log}");
    assert!(log.contains("generation 3: 40 games"), "{log}");
    let mut kills = 0;
    for pause in (20..).step_by(15) {
        let mut child = catena(&killed, TRAIN).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(pause));
        if child.try_wait().unwrap().is_some() {
            break;
        }
        child.kill().unwrap();
        child.wait().unwrap();
        kills += 1;
    }
    assert!(kills > 2, "the run was too quick to be killed");
    for generation in 0..=3 {
        assert_eq!(weights(&whole, generation), weights(&killed, generation), "generation {generation}");
    }
    let svg = std::fs::read_to_string(killed.join("run/curve.svg")).unwrap();
    assert!(svg.contains("3 generations, 120 games") && svg.ends_with("</svg>\n"), "{svg}");
}

#[test]
fn wrong_options_get_one_clear_line() {
    let folder = folder("wrong");
    let error = |args: &str| {
        let output = catena(&folder, args).output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let start = "train --game hex --dir run --generations 0";
    for (args, code, why) in [
        ("--sizes 5 --channels 17", 2, "channels"),
        ("--sizes 5 --layers 3", 2, "layers"),
        ("--sizes 99", 2, "99"),
        ("--sizes five", 2, "sizes"),
        ("--sizes 2", 2, "too small"),
        ("--sizes 3", 0, ""),
        ("--sizes 3 --channels 16", 1, "another network"),
    ] {
        let (found, text) = error(&format!("{start} {args}"));
        assert_eq!(found, Some(code), "{args}: {text}");
        assert!(text.contains(why), "{args}: {text}");
    }
}
