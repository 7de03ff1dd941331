//! `match`, `reproduce` and `selfplay` as real processes: killed, run twice, asked for nonsense.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

mod process;

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use catena_arena::MatchStore;
use process::{catena, folder, json, run};

/// All games of match 1 as SGF, sorted.
fn exported(folder: &Path) -> Vec<String> {
    let text = String::from_utf8(run(folder, "match --show 1 --sgf -").stdout).unwrap();
    let mut games: Vec<String> =
        text.split("(;").filter(|game| !game.trim().is_empty()).map(str::to_owned).collect();
    games.sort();
    games
}

/// Only a program that does nothing takes so long, on a machine with twenty times the work it can do.
const STUCK: Duration = Duration::from_secs(300);

#[test]
fn a_killed_match_goes_on_without_losing_or_repeating_a_game() {
    let folder = folder("arena-kill");
    let args = "match --player joosten --opponent greedy --game hex --size 5 --playouts 300 --games 40 --concurrency 2";
    let mut seen = 0;
    for _ in 0..3 {
        let mut child = catena(&folder, args).spawn().unwrap();
        let deadline = Instant::now() + STUCK;
        while exported(&folder).len() < seen + 4 && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(20));
        }
        // SIGKILL on Unix.
        child.kill().unwrap();
        child.wait().unwrap();
        let now = exported(&folder).len();
        assert!(now >= seen, "{now} {seen}");
        seen = now;
    }
    let before = exported(&folder);
    let result = json(&run(&folder, &format!("{args} --json")));
    assert_eq!(result["games"], 40);
    let after = exported(&folder);
    assert_eq!(after.len(), 40);
    assert!(before.iter().all(|game| after.contains(game)), "finished games stay as they are");
    let distinct: std::collections::BTreeSet<&String> = after.iter().collect();
    assert_eq!(distinct.len(), 40);
    // Run again, it only tells.
    assert_eq!(json(&run(&folder, &format!("{args} --json")))["score"], result["score"]);
    assert_eq!(exported(&folder), after);
}

#[test]
fn killed_random_games_go_on_as_if_they_had_not_been() {
    let args = "match --player random --opponent random --game havannah --size 4 --concurrency 2";
    let (killed, whole) = (folder("arena-kill-random"), folder("arena-whole-random"));
    let stored = |folder: &Path| {
        let store = MatchStore::open_to_read(&folder.join("catena/arena.sqlite")).ok()?;
        store.games(1).ok()
    };
    let count = || stored(&killed).map_or(0, |games| games.len());
    let mut seen = 0;
    for _ in 0..4 {
        let mut child = catena(&killed, &format!("{args} --games 10000000")).spawn().unwrap();
        let deadline = Instant::now() + STUCK;
        while count() < seen + 1000 && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(1));
        }
        // SIGKILL on Unix.
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(count() >= seen + 1000, "{seen}");
        seen = count();
    }
    let before = stored(&killed).unwrap();
    // More than there are, gaps or not.
    let games = before.last().unwrap().number + 5000;
    let result = json(&run(&killed, &format!("{args} --games {games} --json")));
    assert_eq!(result, json(&run(&whole, &format!("{args} --games {games} --json"))));
    assert_eq!(result["games"], games);
    let after = stored(&killed).unwrap();
    assert!(after == stored(&whole).unwrap(), "the games are those of a match that was never killed");
    assert!(
        before.iter().all(|game| after[game.number as usize] == *game),
        "finished games stay as they are"
    );
    let listed = json(&run(&killed, "match --list --json"));
    assert_eq!(listed[0]["games"], games, "no game is there twice");
}

#[test]
fn two_runs_of_one_match_do_not_meet() {
    let folder = folder("arena-twice");
    let args = "match --player joosten --opponent greedy --game hex --size 5 --time 0.2s --games 100 --concurrency 1";
    let mut first = catena(&folder, args).spawn().unwrap();
    let deadline = Instant::now() + STUCK;
    while !folder.join("catena/arena.sqlite-match-1.lock").exists() && Instant::now() < deadline {
        std::thread::sleep(Duration::from_millis(20));
    }
    let second = run(&folder, args);
    assert_eq!(second.status.code(), Some(1));
    let told = String::from_utf8_lossy(&second.stderr).into_owned();
    assert!(told.contains("is being played by another program"), "{told}");
    // Another match in the same file is no problem meanwhile.
    let other = run(&folder, "match --player random --opponent random --games 20 --json");
    assert_eq!(json(&other)["games"], 20);
    first.kill().unwrap();
    first.wait().unwrap();
}

#[cfg(unix)]
#[test]
fn ctrl_c_finishes_games_and_says_how_to_go_on() {
    let folder = folder("arena-interrupt");
    let args = "match --player joosten --opponent greedy --game hex --size 4 --time 0.03s --games 1000 --concurrency 2";
    let child = catena(&folder, args).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(1500));
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
    assert!(String::from_utf8_lossy(&output.stdout).contains("joosten against greedy"));
}

#[test]
fn tables_pictures_and_lists_are_written() {
    let folder = folder("arena-outputs");
    let args = "match --player random --player greedy --player joosten --game y --size 4 --playouts 60 \
                --games 4 --sgf all.sgf --svg all.svg --anchor random=100";
    let output = run(&folder, args);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("Y 4, 60 playouts per move, openings random:2"), "{text}");
    assert!(text.contains("ended by: connection 12"), "{text}");
    assert!(text.lines().any(|line| line.contains("random") && line.contains(" 100 ")), "{text}");
    let sgf = std::fs::read_to_string(folder.join("all.sgf")).unwrap();
    assert_eq!(sgf.matches("GM[Y]").count(), 12);
    assert!(std::fs::read_to_string(folder.join("all.svg")).unwrap().contains("joosten"));
    let list = String::from_utf8(run(&folder, "match --list").stdout).unwrap();
    assert!(
        list.contains("12 games  Y 4, 60 playouts per move, openings random:2: random – greedy – joosten"),
        "{list}"
    );
    let shown = String::from_utf8(run(&folder, "match --show 1 --anchor random=100").stdout).unwrap();
    assert_eq!(shown, text);
}

#[test]
fn openings_come_from_records_of_any_format() {
    let folder = folder("arena-records");
    let lines = "{\"size\": 5, \"moves\": \"a1 b2 c3\"}\n{\"size\": 5, \"moves\": \"c3 b2 a1\"}\n{\"size\": 7, \"moves\": \"g7 a1 b2\"}\n";
    std::fs::write(folder.join("games.jsonl"), lines).unwrap();
    std::fs::write(folder.join("games.sgf"), "(;FF[4]GM[11]SZ[5];B[a1];W[b2];B[c3])").unwrap();
    std::fs::write(folder.join("winners.txt"), "1 a1 b2 c3\n2 e5 b2 a1\n").unwrap();
    for (file, openings) in [("games.jsonl", 2), ("games.sgf", 1), ("winners.txt", 2)] {
        let args = format!(
            "match --player random --opponent greedy --playouts 5 --game hex --size 5 --games 2 --sgf out.sgf \
             --openings records {file} --opening-moves 2 --store {file}.sqlite"
        );
        let output = run(&folder, &args);
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.contains(&format!("openings list of {openings} ")), "{file}: {text}");
        let sgf = std::fs::read_to_string(folder.join("out.sgf")).unwrap();
        assert_eq!(sgf.matches(";B[a1];W[b2]").count(), 2, "{file}: {sgf}");
    }
    let wrong = run(
        &folder,
        "match --player random --openings records games.jsonl --opening-moves 9 --size 5 --game hex",
    );
    assert_eq!(wrong.status.code(), Some(2));
}

#[test]
fn wrong_usage_is_told() {
    let folder = folder("arena-usage");
    for (args, named) in [
        ("match", "--player"),
        ("match --player nobody", "nobody"),
        ("match --player koennecke --opponent random --game hex", "hex"),
        ("match --player random --openings nowhere", "--openings"),
        ("match --player random --openings random:0", "random:N"),
        ("match --player random --openings random:19 --game hex --size 6", "N from 1 to 18 on this board"),
        ("match --player random --opening-moves 3", "--opening-moves is for --openings records"),
        ("match --player random --sprt 5", "ELO0"),
        ("match --player random --player greedy --player joosten --sprt 0,30", "does not fit a round robin"),
        ("match --player random --opponent greedy --anchor random=nan", "ELO within 10000"),
        ("match --player random --opponent greedy --svg nowhere/x.svg", "there is no folder nowhere"),
        ("match --player random@x --opponent greedy", "@x"),
        ("match --player gtp,first=red:x", "first=red"),
        ("match --player random --opponent greedy --anchor nobody=5 --time 1h", "--anchor"),
        ("match --player random --opponent greedy --prior x", "--prior"),
        ("match --player random --opponent greedy --clock 0s", "5m+2s"),
        ("match --player random --opponent greedy --clock 5m --time 1s", "--clock"),
        ("reproduce nothing", "nothing"),
        ("selfplay --player random -o x", "does not search"),
    ] {
        let output = run(&folder, args);
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{args}: {told}");
        assert!(told.contains(named), "{args}: {told}");
    }
    assert_eq!(run(&folder, "match --show 9").status.code(), Some(1));
}

#[test]
fn experiments_are_listed_and_computed() {
    let folder = folder("arena-reproduce");
    let list = String::from_utf8(run(&folder, "reproduce list").stdout).unwrap();
    for name in [
        "koennecke-run-times",
        "koennecke-frames",
        "joosten-exploration",
        "mohex-features",
        "mohex2-tournament",
        "raiko-bamboo",
    ] {
        assert!(list.contains(name), "{list}");
    }
    assert!(!list.contains("(not yet possible)"), "{list}");
    let text = String::from_utf8(run(&folder, "reproduce joosten-complexity").stdout).unwrap();
    assert_eq!(text.matches("agrees").count(), 3, "{text}");
}

#[test]
fn self_play_is_exported_line_by_line() {
    let folder = folder("arena-selfplay");
    let args = "selfplay --game renkula --size 2 --player raiko --playouts 2000 --games 3 -o games";
    let output = run(&folder, args);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(String::from_utf8(run(&folder, args).stdout).unwrap().contains("(0 of them played now)"));
    let lines = String::from_utf8(run(&folder, "selfplay --print games").stdout).unwrap();
    assert_eq!(lines.lines().count(), 3);
    for line in lines.lines() {
        let game: serde_json::Value = serde_json::from_str(line).unwrap();
        assert!(game["moves"][0]["visits"].as_object().unwrap().len() > 1);
    }
}
