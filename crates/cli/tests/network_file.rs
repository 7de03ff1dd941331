//! Networks of files in players: named, refused, and two of them in one match.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("catena-network-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn run(folder: &Path, args: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_catena"));
    command.args(args.split_whitespace()).current_dir(folder).env("XDG_DATA_HOME", folder);
    command.output().unwrap()
}

fn printed(folder: &Path, args: &str) -> String {
    let output = run(folder, args);
    assert!(output.status.success(), "{args}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn two_networks_meet_in_one_match_and_the_store_knows_them_by_their_contents() {
    let folder = folder("match");
    printed(&folder, "model new --game hex --layers 2 --channels 16 --seed 1 a.network");
    printed(&folder, "model new --game hex --layers 2 --channels 16 --seed 2 b.network");
    let args = "match --player champion,network=a.network --opponent champion,network=b.network --game hex \
                --size 5 --games 4 --playouts 20 --openings empty --store store.sqlite --json";
    let first = printed(&folder, args);
    let hash = |file: &str| {
        let shown = printed(&folder, &format!("model show {file} --json"));
        serde_json::from_str::<serde_json::Value>(&shown).unwrap()["hash"].as_str().unwrap().to_owned()
    };
    assert_ne!(hash("a.network"), hash("b.network"));
    let store = std::fs::read(folder.join("store.sqlite")).unwrap();
    let stored = |hash: String| store.windows(hash.len()).any(|text| text == hash.as_bytes());
    assert!(
        stored(hash("a.network")) && stored(hash("b.network")),
        "the store tells hashes as model show does"
    );
    let moves = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
    assert_eq!(moves(&first)["games"], 4, "{first}");
    // The same file under the old name is the same match; another one is another match.
    assert_eq!(moves(&printed(&folder, args))["match"], moves(&first)["match"]);
    std::fs::copy(folder.join("b.network"), folder.join("a.network")).unwrap();
    assert_ne!(moves(&printed(&folder, args))["match"], moves(&first)["match"]);
}

#[test]
fn a_network_of_no_use_is_refused_in_a_sentence() {
    let folder = folder("refused");
    printed(&folder, "model new --game hex --layers 2 --channels 16 hex.network");
    let refused = |args: &str| {
        let output = run(&folder, &format!("gtp {args}"));
        assert_eq!(output.status.code(), Some(2), "{args}");
        String::from_utf8(output.stderr).unwrap().trim().to_owned()
    };
    assert_eq!(
        refused("--game hex --player mohex2,network=hex.network"),
        "error: mohex2 with these parameters uses no network, so network is of no use"
    );
    assert_eq!(
        refused("--game y --player champion,prior=network,network=hex.network"),
        "error: hex.network is for hex, not for y"
    );
    let bytes = std::fs::read(folder.join("hex.network")).unwrap();
    std::fs::write(folder.join("broken"), &bytes[..bytes.len() / 2]).unwrap();
    let sentence = refused("--game hex --player champion,network=broken");
    assert!(sentence.starts_with("error: broken: not a safetensors file: "), "{sentence}");
    assert!(!sentence.contains('\n'), "{sentence}");
}

#[test]
fn an_error_tells_each_cause_once() {
    let output = run(&folder("causes"), "model show missing.network");
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(told.matches("No such file").count(), 1, "{told}");
    assert!(told.starts_with("error: reading missing.network: "), "{told}");
}
