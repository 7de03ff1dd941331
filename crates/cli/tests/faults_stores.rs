//! Every long job on a disk that fails: at each call that writes, once, and what a second run makes of it.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

mod faults;
mod process;

use std::fmt::Write;
use std::path::{Path, PathBuf};

use catena_arena::MatchStore;
use catena_arena::selfplay::{SelfplayFile, jsonl};
use catena_model::network::Network;
use faults::{ALL, Disk, PASSING};
use process::{catena, folder};

/// Results of a job, in a form that can be compared.
type Outcome = fn(&Path) -> String;

/// Runs a job with a fault at its first call that writes, at its second and so on, each time in a new
/// folder, until it needs no more calls. A run either says that it has failed, or its outcome is that of a
/// run without faults; a second run always comes to that outcome.
fn survives_every_fault(name: &str, args: &str, prepare: fn(&Path), outcome: Outcome) {
    let work = |which: &str| {
        let folder = folder(&format!("fault-{name}-{which}"));
        prepare(&folder);
        folder
    };
    let whole = work("whole");
    let output = catena(&whole, args).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let expected = outcome(&whole);
    let (mut faults, mut noticed) = (0, 0);
    for nth in 1.. {
        let broken = work("broken");
        let disk = Disk::new(&broken);
        let fault = PASSING[nth as usize % PASSING.len()];
        disk.arm(nth, ALL, fault);
        let output = disk.preload(&mut catena(&broken, args)).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        let context = format!("{name}, {fault:?} at call {nth}: {said}");
        if disk.failed() == 0 {
            assert!(output.status.success(), "{context}");
            break;
        }
        faults += 1;
        assert!(!said.contains("panicked"), "{context}");
        if output.status.success() {
            assert_eq!(outcome(&broken), expected, "{context}");
        } else {
            noticed += 1;
            assert_eq!(output.status.code(), Some(1), "{context}");
            assert!(said.contains("error: "), "{context}");
        }
        let again = catena(&broken, args).output().unwrap();
        assert!(again.status.success(), "{context}\nthen {}", String::from_utf8_lossy(&again.stderr));
        assert_eq!(outcome(&broken), expected, "{context}");
    }
    println!("{name}: {faults} faults, {noticed} of them said");
    assert!(noticed > 0, "{name} has written nothing");
}

fn nothing(_: &Path) {}

fn matches(folder: &Path) -> String {
    let store = MatchStore::open_to_read(&folder.join("catena/arena.sqlite")).unwrap();
    // No two runs take the same time.
    let games: Vec<_> = store.games(1).unwrap().into_iter().map(catena_arena::GameRow::untimed).collect();
    format!("{:?} {games:?}", store.trials(1).unwrap())
}

fn selfplay(folder: &Path) -> String {
    let mut games: Vec<(u64, String)> = Vec::new();
    SelfplayFile::read(&folder.join("games.selfplay"), &mut |_, setup, game| {
        games.push((game.number, jsonl(&game, setup)));
        Ok(())
    })
    .unwrap();
    games.sort();
    format!("{games:?}")
}

fn file(folder: &Path, name: &str) -> String {
    let bytes = std::fs::read(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    let left = ["part", "new"].map(|end| folder.join(format!("{name}.{end}")));
    let left: Vec<&PathBuf> = left.iter().filter(|path| path.exists()).collect();
    format!("{left:?} {}", String::from_utf8_lossy(&bytes))
}

#[test]
fn matches_and_tunings_survive_every_fault() {
    let args =
        "match --player random --opponent greedy --game hex --size 3 --playouts 5 --games 4 --concurrency 1";
    survives_every_fault("match", args, nothing, matches);
    let args = "tune --player joosten --opponent greedy --game hex --size 3 --playouts 20 --param explore=0.01..4 \
                --games 4 --concurrency 1";
    survives_every_fault("tune", args, nothing, matches);
}

#[test]
fn selfplay_survives_every_fault() {
    let args = "selfplay --player joosten --game hex --size 3 --playouts 20 --games 6 --opening-moves 2 \
                --concurrency 1 -o games.selfplay";
    survives_every_fault("selfplay", args, nothing, selfplay);
}

#[test]
fn pattern_files_survive_every_fault() {
    let prepare = |folder: &Path| {
        let mut text = String::new();
        for line in 0..20 {
            let own: Vec<String> =
                (0..4).map(|k| format!("b{} d{}", (line + k) % 5 + 1, (line + 2 * k) % 5 + 1)).collect();
            writeln!(text, "{} {}", line % 2 + 1, own.join(" ")).unwrap();
        }
        std::fs::write(folder.join("games.txt"), text).unwrap();
    };
    let args = "learn patterns --records games.txt --game hex --size 5 --least 5 --least-local 5 --epochs 8 -o hex.patterns";
    survives_every_fault("patterns", args, prepare, |folder| file(folder, "hex.patterns"));
}

#[test]
fn training_survives_every_fault() {
    let args = "train --game hex --size 3 --dir run --generations 1 --games-per-generation 16 --channels 16 \
                --layers 2 --evaluations 8 --batch-size 32 --gate-games 4 --threads 1";
    survives_every_fault("train", args, nothing, |folder| {
        // The file itself says how long it took.
        let weights = |number: u32| {
            let network = Network::load(&folder.join(format!("run/networks/{number:05}.safetensors")));
            network.unwrap().parameters().values().to_vec()
        };
        format!("{:?}", [0, 1].map(weights))
    });
}

#[test]
fn checkpoints_of_reviews_and_proofs_survive_every_fault() {
    let prepare = |folder: &Path| {
        std::fs::write(folder.join("game.sgf"), "(;GM[Havannah]SZ[4];B[d4];W[c3];B[e5])").unwrap();
    };
    // Without the solver, whose answers depend on the time that it gets.
    let args =
        "analyze game.sgf --player joosten --playouts 50 --solver-time off --store review.part --keep --json";
    survives_every_fault("analyze", args, prepare, |folder| file(folder, "review.part"));
    let args = "solve --game hex --size 4 --store proof.store";
    survives_every_fault("solve", args, nothing, |folder| file(folder, "proof.store"));
}
