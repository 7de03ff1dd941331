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

const TRAIN: &str = "train --game hex --size 3,4 --dir run --generations 3 --games-per-generation 40 --channels 16 \
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
fn a_run_starts_from_a_trained_network() {
    let folder = folder("from");
    let train = |args: &str| {
        let output = catena(&folder, &format!("train --game hex --size 3 --gate-games 2 {args}")).output();
        let output = output.unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let first = "--channels 16 --layers 2 --games-per-generation 20 --dir first --generations 1";
    assert_eq!(train(first).0, Some(0));
    let network = "first/networks/00001.safetensors";
    let second = format!("--from {network} --games-per-generation 30 --dir second --generations");
    assert_eq!(train(&format!("{second} 0")).0, Some(0));
    let weights = |path: &str| {
        let network = Network::load(&folder.join(path)).unwrap();
        network.parameters().values().to_vec()
    };
    assert_eq!(weights("second/networks/00000.safetensors"), weights(network));
    // The same command resumes, and what was spent before is counted.
    assert_eq!(train(&format!("{second} 1")).0, Some(0));
    let trained = Network::load(&folder.join("second/networks/00001.safetensors")).unwrap();
    assert_eq!(trained.description.training["games"], 50);

    let (code, why) = train(&format!("--from {network} --channels 32 --dir third"));
    assert!(code == Some(2) && why.contains("--from"), "{why}");
    let (code, why) = train("--from first/run.json --dir third");
    assert!(code == Some(1) && why.contains("first/run.json"), "{why}");
    let other = catena(&folder, &format!("train --game y --size 3 --from {network} --dir third")).output();
    let other = String::from_utf8(other.unwrap().stderr).unwrap();
    assert!(other.contains("--from names a network for hex, not for y"), "{other}");
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
        ("--size 5 --channels 17", 2, "channels"),
        ("--size 5 --layers 3", 2, "layers"),
        ("--size 99", 2, "99"),
        ("--size five", 2, "sizes"),
        ("--size 2", 2, "too small"),
        ("--size 3", 0, ""),
        ("--size 3 --channels 16", 1, "another network"),
    ] {
        let (found, text) = error(&format!("{start} {args}"));
        assert_eq!(found, Some(code), "{args}: {text}");
        assert!(text.contains(why), "{args}: {text}");
    }
}
