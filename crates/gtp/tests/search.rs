//! Commands that search: whole games, what they found, parameters and clock.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

mod talk;

use std::time::Duration;

use catena_core::{Game, Setup, SwapRule};
use catena_engine::{ModelStore, PRESETS, Player, PlayerSpec, Session};
use catena_gtp::{FileAccess, Protocol};
use talk::{ask, protocol};

fn small_size(game: Game) -> u64 {
    match game {
        Game::Havannah => 3,
        Game::Hex => 4,
        Game::Y => 5,
        _ => u64::from(*game.sizes().start()),
    }
}

fn champion() -> Player {
    PlayerSpec::parse("champion").unwrap().resolve(Game::Hex, &ModelStore::default()).unwrap()
}

#[test]
fn every_preset_plays_whole_games_of_all_its_games() {
    for preset in PRESETS {
        for &game in preset.games {
            let mut protocol = protocol(game, small_size(game), preset.name, Some(50));
            for ply in 0.. {
                let color = if ply % 2 == 0 { "black" } else { "white" };
                let reply = ask(&mut protocol, &format!("genmove {color}"));
                assert!(reply.starts_with("= "), "{} {game}: {reply}", preset.name);
                if protocol.session().position().outcome().is_some() {
                    break;
                }
            }
            let result = ask(&mut protocol, "game_result");
            assert!(!result.starts_with("= none"), "{result}");
            assert_eq!(ask(&mut protocol, "genmove black"), "? the game is over");
            assert_eq!(ask(&mut protocol, "reg_genmove black"), "? the game is over");
            assert_eq!(ask(&mut protocol, "analyze black 10"), "? the game is over");
            let board = protocol.answer("showboard").unwrap().text;
            assert!(!board.trim_end().contains("\n\n"), "an empty line ends a reply:\n{board}");
        }
    }
}

#[test]
fn a_player_that_does_not_play_the_game_says_so() {
    let mut protocol = protocol(Game::Hex, 5, "koennecke", Some(10));
    for line in ["genmove black", "reg_genmove white", "analyze black 1", "lz-analyze 1"] {
        assert_eq!(ask(&mut protocol, line), "? the player koennecke does not play hex", "{line}");
    }
    assert_eq!(ask(&mut protocol, "param player random"), "=");
    assert_eq!(ask(&mut protocol, "analyze black 1"), "? the player random does not search");
}

#[test]
fn a_search_of_other_set_up_stones_is_not_shown() {
    let folder = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let file = |name: &str, stone: &str| {
        let file = folder.join(format!("{name}-{}.sgf", std::process::id()));
        std::fs::write(&file, format!("(;FF[4]GM[11]SZ[5]AB[{stone}])")).unwrap();
        file
    };
    let (one, other) = (file("one-setup", "b2"), file("other-setup", "c3"));
    let setup = Setup::new(Game::Hex, 5, SwapRule::Off).unwrap();
    let mut session = Session::new(setup, champion(), 1);
    session.set_limits(catena_engine::Limits::playouts(50));
    let mut protocol = Protocol::new(session, FileAccess::Allowed);
    assert_eq!(ask(&mut protocol, &format!("loadsgf {}", one.display())), "=");
    assert!(ask(&mut protocol, "reg_genmove white").starts_with("= "));
    assert!(ask(&mut protocol, "search-pv").starts_with("= "));
    assert_eq!(ask(&mut protocol, &format!("loadsgf {}", other.display())), "=");
    assert_eq!(ask(&mut protocol, "search-pv"), "? there was no search in this game");
    assert_eq!(ask(&mut protocol, &format!("loadsgf {}", one.display())), "=");
    assert!(ask(&mut protocol, "search-pv").starts_with("= "));
}

#[test]
fn a_swap_worth_making_comes_first() {
    let setup = Setup::new(Game::Hex, 4, SwapRule::On).unwrap();
    let session = Session::new(setup, champion(), 1);
    let mut protocol = Protocol::new(session, FileAccess::Denied);
    ask(&mut protocol, "param playouts 20000");
    ask(&mut protocol, "play black b3");
    let output = ask(&mut protocol, "reg_genmove white");
    assert_eq!(output, "= swap-pieces");
    let table = ask(&mut protocol, "showboard stats");
    assert!(table.contains("\nswap-pieces "), "{table}");
    assert_eq!(ask(&mut protocol, "search-pv"), "=");
}

#[test]
fn what_a_search_found_can_be_looked_at() {
    let mut protocol = protocol(Game::Hex, 5, "champion", Some(20_000));
    let views =
        ["search-pv", "search-visits", "search-values", "search-rave", "search-gfx", "showboard stats"];
    for view in views {
        assert_eq!(ask(&mut protocol, view), "? there was no search in this game", "{view}");
    }
    let mv = ask(&mut protocol, "reg_genmove black").replace("= ", "");
    let line = ask(&mut protocol, "search-pv");
    assert!(line.starts_with(&format!("= {mv}")), "{line}");
    let visits = ask(&mut protocol, "search-visits");
    assert!(visits.starts_with(&format!("= {mv} ")), "{visits}");
    let gfx = ask(&mut protocol, "search-gfx");
    assert!(gfx.starts_with(&format!("= VAR B {mv}")), "{gfx}");
    assert!(gfx.contains("\nINFLUENCE ") && gfx.contains("\nLABEL ") && gfx.contains("\nTEXT "), "{gfx}");
    assert!(ask(&mut protocol, "showboard stats").contains(&format!("\n{mv} ")));
    assert!(!ask(&mut protocol, "showboard").contains("visits"));
    assert_eq!(ask(&mut protocol, "showboard status"), "? \"status\" cannot be shown: stats expected");

    // The line goes on from where the game is, and belongs to this game only.
    ask(&mut protocol, &format!("play black {mv}"));
    let rest = ask(&mut protocol, "search-pv");
    assert_eq!(rest.trim_start_matches("= "), line.split_once(&mv).unwrap().1.trim_start());
    ask(&mut protocol, "play black a1");
    assert_eq!(ask(&mut protocol, "search-pv"), "=");
    ask(&mut protocol, "boardsize 6");
    assert_eq!(ask(&mut protocol, "search-pv"), "? there was no search in this game");
}

#[test]
fn the_line_goes_on_as_long_as_the_game_follows_it() {
    let mut protocol = protocol(Game::Hex, 5, "joosten", Some(30_000));
    ask(&mut protocol, "reg_genmove black");
    let line = ask(&mut protocol, "search-pv");
    let line: Vec<&str> = line.trim_start_matches("= ").split(' ').collect();
    for (played, cell) in line.iter().enumerate() {
        assert_eq!(ask(&mut protocol, "search-pv"), format!("= {}", line[played..].join(" ")));
        let color = ["black", "white"][played % 2];
        assert_eq!(ask(&mut protocol, &format!("play {color} {cell}")), "=");
    }
    assert!(line.len() > 2, "{line:?}");
    ask(&mut protocol, "undo");
    let last = line.len() - 1;
    let color = ["white", "black"][last % 2];
    assert_eq!(ask(&mut protocol, &format!("play {color} {}", line[last])), "=");
    assert_eq!(ask(&mut protocol, "search-pv"), "=", "it was the other player who was expected there");
}

#[test]
fn zero_and_one_are_numbers_where_numbers_are_expected_and_off_and_on_for_a_switch() {
    let mut protocol = protocol(Game::Hex, 5, "mohex2", Some(10));
    for (name, zero, one) in [("explore", "0", "1"), ("rave", "off", "on"), ("ponder", "off", "on")] {
        for (number, value) in [(0, zero), (1, one)] {
            assert_eq!(ask(&mut protocol, &format!("param {name} {number}")), "=", "{name}");
            assert_eq!(ask(&mut protocol, &format!("param {name}")), format!("= {value}"));
        }
    }
}

#[test]
fn parameters_are_listed_as_hexgui_reads_them_and_set_as_it_writes_them() {
    let mut protocol = protocol(Game::Hex, 5, "mohex2", Some(10));
    let listed = ask(&mut protocol, "param");
    for line in [
        "[bool] rave 1",
        "[bool] ponder 0",
        "[string] playouts 10",
        "[list/value/visits/both] final_move visits",
    ] {
        assert!(listed.lines().any(|listed| listed == line), "{line} in {listed}");
    }
    for (set, asked, value) in [
        ("rave 0", "rave", "off"),
        ("rave on", "rave", "on"),
        ("swap 1", "swap", "on"),
        ("ponder on", "ponder", "on"),
        ("guifx 1", "guifx", "on"),
        ("explore 0.5", "explore", "0.5"),
        ("playout savebridge", "playout", "savebridge"),
        ("expansion_threshold 1", "expansion_threshold", "1"),
        ("level 3", "level", "3"),
        ("time 300ms", "time", "0.3s"),
        ("player joosten,explore=0.25", "explore", "0.25"),
    ] {
        assert_eq!(ask(&mut protocol, &format!("param {set}")), "=", "{set}");
        assert_eq!(ask(&mut protocol, &format!("param {asked}")), format!("= {value}"), "{set}");
    }
    for wrong in ["rave 2", "explore x", "ponder maybe", "playout chess", "level 11", "nothing 1", "guifx 2"]
    {
        let name = wrong.split(' ').next().unwrap();
        let reply = ask(&mut protocol, &format!("param {wrong}"));
        assert!(reply.starts_with('?') && reply.contains(name), "{reply}");
    }
    let help = ask(&mut protocol, "param_help explore");
    assert_eq!(help, "= explore 0.25                 Exploration constant of UCT. (0..=4)");
}

#[test]
fn a_clock_is_used_up_and_full_again_in_the_next_game() {
    let mut protocol = protocol(Game::Hex, 4, "champion", None);
    let left = |protocol: &Protocol| protocol.session().clock().left.black;
    ask(&mut protocol, "time_settings 2 1 2");
    ask(&mut protocol, "genmove black");
    let (main, moves) = left(&protocol).unwrap();
    assert!(main < Duration::from_secs(2) && moves == 0);
    ask(&mut protocol, "time_left black 0.05 2");
    ask(&mut protocol, "genmove black");
    assert_eq!(left(&protocol).unwrap().1, 1);
    ask(&mut protocol, "genmove black");
    assert_eq!(left(&protocol), Some((Duration::from_secs(1), 2)));
    ask(&mut protocol, "clear_board");
    assert_eq!(left(&protocol), None);
}
