//! `tune` as a real process: killed, interrupted, asked for nonsense.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

mod process;

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use catena_arena::{GameRow, MatchStore};
use process::{catena, folder, json, run};

type Stored = (BTreeMap<u64, String>, Vec<GameRow>);

/// Trials and games of the only match, without the times that they took.
fn stored(folder: &Path) -> Option<Stored> {
    let store = MatchStore::open_to_read(&folder.join("catena/arena.sqlite")).ok()?;
    let games = store.games(1).ok()?.into_iter().map(GameRow::untimed).collect();
    Some((store.trials(1).ok()?, games))
}

const TUNE: &str = "tune --player joosten --opponent greedy --game hex --size 4 --playouts 200 \
                    --param explore=0.01..4 --param random_below=0..100 --games 60";

/// Only a program that does nothing takes so long, on a machine with twenty times the work it can do.
const STUCK: Duration = Duration::from_secs(300);

/// Kills it three times after a few more games, and lets it finish.
fn killed(folder: &Path, args: &str) -> serde_json::Value {
    let games = || stored(folder).map_or(0, |(_, games)| games.len());
    for _ in 0..3 {
        let before = games();
        let mut child = catena(folder, args).spawn().unwrap();
        let deadline = Instant::now() + STUCK;
        while games() < before + 5 && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(5));
        }
        // SIGKILL on Unix.
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let before = stored(folder).unwrap();
    assert!(before.1.len() >= 15, "{}", before.1.len());
    let result = json(&run(folder, &format!("{args} --json")));
    let after = stored(folder).unwrap();
    assert_eq!((after.0.len(), after.1.len()), (30, 60), "each pair once");
    assert!(before.0.iter().all(|(number, changes)| after.0[number] == *changes), "samples stay as they are");
    assert!(before.1.iter().all(|game| after.1[game.number as usize] == *game), "games stay as they are");
    result
}

#[test]
fn a_killed_tuning_goes_on_as_if_it_had_not_been() {
    // One game after another, every sample depends on all before it alone.
    for method in ["clop", "spsa"] {
        let (broken, whole) = (folder(&format!("kill-{method}")), folder(&format!("whole-{method}")));
        let args = format!("{TUNE} --concurrency 1 --method {method}");
        let result = killed(&broken, &args);
        assert_eq!(result, json(&run(&whole, &format!("{args} --json"))));
        assert!(stored(&broken).unwrap() == stored(&whole).unwrap());
        assert_eq!(result["samples"], 30);
    }
}

#[test]
fn a_killed_tuning_of_games_at_once_loses_and_repeats_nothing() {
    let folder = folder("tune-kill-at-once");
    let result = killed(&folder, &format!("{TUNE} --concurrency 3"));
    // Run again, it only tells; more games add to it.
    assert_eq!(json(&run(&folder, &format!("{TUNE} --concurrency 3 --json"))), result);
    let more = TUNE.replace("--games 60", "--games 70");
    assert_eq!(json(&run(&folder, &format!("{more} --json")))["samples"], 35);
}

#[test]
fn tables_json_and_pictures_are_written() {
    let folder = folder("tune-outputs");
    let output = run(&folder, &format!("{TUNE} --svg tune.svg"));
    let text = String::from_utf8(output.stdout).unwrap();
    for told in [
        "joosten,explore=?,random_below=? against greedy on Hex 4, 200 playouts per move",
        "by clop, 30 pairs of games",
        "win rate there:",
        "gain over the values now: Elo",
        "as a player: joosten,explore=",
    ] {
        assert!(text.contains(told), "{told}: {text}");
    }
    assert!(String::from_utf8(output.stderr).unwrap().contains("30/30 pairs"));
    let picture = std::fs::read_to_string(folder.join("tune.svg")).unwrap();
    assert!(picture.ends_with("</svg>\n") && !picture.contains("NaN") && !picture.contains("inf"));
    // For each of two parameters its course and its curve, and results.
    assert!(picture.matches("<polyline").count() == 4 && picture.contains("<circle"));
    let object = json(&run(&folder, &format!("{TUNE} --json")));
    let explore = &object["parameters"][0];
    assert_eq!((explore["name"].as_str(), explore["now"].as_f64()), (Some("explore"), Some(0.6)));
    let [low, high] = [0, 1].map(|end| explore["interval"][end].as_f64().unwrap());
    assert!((low..=high).contains(&explore["estimate"].as_f64().unwrap()), "{explore}");
    assert!(object["gain"]["elo"].is_number() && object["region"]["covariance"][1][1].is_number());
    // The player is one that can be asked for, and the games are a match of the store.
    let player = object["player"].as_str().unwrap();
    let played = run(
        &folder,
        &format!("match --player {player} --opponent random --game hex --size 3 --playouts 9 --games 2"),
    );
    assert!(played.status.success(), "{}", String::from_utf8_lossy(&played.stderr));
    let list = String::from_utf8(run(&folder, "match --list").stdout).unwrap();
    assert!(
        list.contains("60 games  Hex 4, 200 playouts per move, openings random:2: joosten,explore=?,random_below=? – greedy"),
        "{list}"
    );
}

#[cfg(unix)]
#[test]
fn ctrl_c_finishes_games_and_says_how_to_go_on() {
    let folder = folder("tune-interrupt");
    let args = TUNE.replace("--games 60", "--games 100000");
    let child = catena(&folder, &args).spawn().unwrap();
    let deadline = Instant::now() + STUCK;
    while stored(&folder).is_none_or(|(_, games)| games.len() < 4) && Instant::now() < deadline {
        std::thread::sleep(Duration::from_millis(10));
    }
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        told.contains("finishing the games under way")
            && told.contains("stopped; run the same command to resume"),
        "{told}"
    );
    assert!(String::from_utf8_lossy(&output.stdout).contains("win rate there:"));
}

#[test]
fn what_is_wrong_is_one_clear_sentence() {
    let folder = folder("tune-usage");
    std::fs::write(folder.join("text"), "no database").unwrap();
    for (args, code, named) in [
        ("tune", 2, "--param"),
        ("tune --param explode", 2, "explode"),
        ("tune --param explore=0..9", 2, "within 0..4"),
        ("tune --param explore=1..1", 2, "explore=1..1"),
        ("tune --param explore --param explore", 2, "twice"),
        ("tune --param playout", 2, "no numbers"),
        ("tune --param explore --player nobody", 2, "nobody"),
        ("tune --param explore --player random", 2, "does not search"),
        ("tune --param explore --player gtp:x", 2, "is a program"),
        ("tune --param explore --player koennecke --game hex", 2, "koennecke does not play hex"),
        (
            "tune --param explore --player joosten --opponent koennecke --game hex",
            2,
            "koennecke does not play hex",
        ),
        ("tune --param explore --openings nowhere", 2, "--openings"),
        ("tune --param explore --store text", 1, "not a database"),
        ("tune --param explore --store text/x", 1, "text"),
    ] {
        let output = run(&folder, args);
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(code), "{args}: {told}");
        assert!(told.contains(named) && told.lines().count() == 1, "{args}: {told}");
    }
}
