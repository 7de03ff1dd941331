//! Commands that search: whole games, interrupts, streams of analysis, thinking ahead.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use std::collections::VecDeque;
use std::io::{self, BufReader, Cursor, Read};
use std::sync::{Arc, Mutex};
use std::thread::sleep;
use std::time::Duration;

use catena_core::{Game, Setup, SwapRule};
use catena_engine::{Limits, PRESETS, Player, Session};
use catena_gtp::{FileAccess, Protocol, serve};

fn protocol(game: Game, size: u64, player: &str, playouts: Option<u64>) -> Protocol {
    let setup = Setup::new(game, size, SwapRule::Off).unwrap();
    let mut session = Session::new(setup, Player::parse(player).unwrap(), 1);
    session.set_limits(Limits { playouts, ..Limits::default() });
    Protocol::new(session, FileAccess::Denied)
}

fn ask(protocol: &mut Protocol, line: &str) -> String {
    let text = protocol.answer(line).unwrap().text;
    assert!(text.ends_with("\n\n"), "{text:?}");
    text.trim_end().to_owned()
}

/// Somebody who types: each text follows when the output has come to some length, or when he has
/// waited long enough.
struct Typist {
    texts: VecDeque<(Wait, &'static str)>,
    output: Output,
    left_open: bool,
}

enum Wait {
    Millis(u64),
    /// Until the output contains a text so many times.
    Sees(&'static str, usize),
}

/// Where replies go, for all to read.
#[derive(Clone, Default)]
struct Output(Arc<Mutex<String>>);

impl Output {
    fn text(&self) -> String {
        self.0.lock().unwrap().clone()
    }
}

impl io::Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().push_str(std::str::from_utf8(bytes).unwrap());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Read for Typist {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Some((wait, text)) = self.texts.pop_front() else {
            while self.left_open {
                sleep(Duration::from_secs(1));
            }
            return Ok(0);
        };
        match wait {
            Wait::Millis(millis) => sleep(Duration::from_millis(millis)),
            Wait::Sees(sign, times) => {
                while self.output.text().matches(sign).count() < times {
                    sleep(Duration::from_millis(1));
                }
            }
        }
        buffer[..text.len()].copy_from_slice(text.as_bytes());
        Ok(text.len())
    }
}

/// The whole output of a conversation.
fn converse(protocol: &mut Protocol, texts: impl IntoIterator<Item = (Wait, &'static str)>) -> String {
    let output = Output::default();
    let typist = Typist { texts: texts.into_iter().collect(), output: output.clone(), left_open: false };
    serve(protocol, BufReader::new(typist), output.clone()).unwrap();
    output.text()
}

fn small_size(game: Game) -> u64 {
    match game {
        Game::Havannah => 3,
        Game::Hex => 4,
        Game::Y => 5,
        Game::Star => u64::from(*game.sizes().start()),
        Game::Renkula => u64::from(*game.sizes().start()),
    }
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
fn the_stop_button_ends_a_search_with_a_move() {
    let mut protocol = protocol(Game::Hex, 11, "champion", None);
    ask(&mut protocol, "param time 9h");
    let output = converse(
        &mut protocol,
        [
            (Wait::Millis(0), "1 genmove black\n"),
            (Wait::Millis(30), "\n# another comment\n"),
            (Wait::Millis(10), "# interrupt\n"),
            (Wait::Sees("=1 ", 1), "2 genmove white\n# interrupt\n3 name\n"),
            (Wait::Sees("=3 ", 1), "# interrupt\n4 quit\n"),
        ],
    );
    assert_eq!(protocol.session().position().plies().len(), 2);
    assert!(output.starts_with("=1 "), "{output}");
    assert!(output.ends_with("\n\n=3 Catena\n\n=4 \n\n"), "{output}");
    assert_eq!(output.matches("\n\n").count(), 4, "an interrupt has no reply: {output}");
}

#[test]
fn other_lines_and_the_end_of_input_let_a_search_finish() {
    let mut protocol = protocol(Game::Hex, 5, "joosten", Some(3_000));
    let mut output = Vec::new();
    let script = b"genmove black\nname\nreg_genmove white".to_vec();
    serve(&mut protocol, Cursor::new(script), &mut output).unwrap();
    assert_eq!(String::from_utf8(output).unwrap().matches("\n\n").count(), 3);
    let table = ask(&mut protocol, "showboard stats");
    let playouts = table.split(" playouts").next().unwrap().rsplit(' ').next().unwrap();
    assert!(playouts.parse::<u64>().unwrap() >= 3_000, "{table}");
}

#[test]
fn a_search_without_limits_ends_at_any_input() {
    let mut protocol = protocol(Game::Havannah, 6, "champion", None);
    assert!(ask(&mut protocol, "genmove black").starts_with("= "));
    let output =
        converse(&mut protocol, [(Wait::Millis(0), "genmove white\n"), (Wait::Millis(20), "name\n")]);
    assert!(output.ends_with("\n\n= Catena\n\n"), "{output}");
    assert_eq!(protocol.session().position().plies().len(), 2);
}

#[test]
fn quit_does_not_wait_for_the_input_to_close() {
    let output = Output::default();
    let texts = [(Wait::Millis(0), "name\nquit\n")].into_iter().collect();
    let typist = Typist { texts, output: output.clone(), left_open: true };
    let mut protocol = protocol(Game::Hex, 5, "random", None);
    serve(&mut protocol, BufReader::new(typist), output.clone()).unwrap();
    assert_eq!(output.text(), "= Catena\n\n= \n\n");
}

#[test]
fn analysis_goes_on_until_the_next_line() {
    for player in ["champion", "greedy"] {
        let mut protocol = protocol(Game::Havannah, 8, player, Some(1));
        // Greedy tells only what it has found in the end.
        let lines = if player == "greedy" { 0 } else { 3 };
        let output = converse(
            &mut protocol,
            [
                (Wait::Millis(0), "7 analyze black 1\n"),
                (Wait::Sees("\ninfo", lines), "name\n"),
                (Wait::Sees("Catena", 1), "play black a1\n"),
            ],
        );
        let (analysis, rest) = output.split_once("\n\n").unwrap();
        assert_eq!(rest, "= Catena\n\n= \n\n");
        let mut blocks = analysis.lines();
        assert_eq!(blocks.next(), Some("=7 "));
        let blocks: Vec<&str> = blocks.collect();
        assert!(blocks.len() >= lines.max(1), "{output}");
        blocks.iter().for_each(|block| check(block, &["visits", "value", "winrate"]));
    }
}

#[test]
fn analysis_writes_a_line_before_it_stops() {
    for line in
        ["analyze w 1000", "lz-analyze 1000", "kata-analyze black 1000", "lz-analyze", "analyze black"]
    {
        let mut protocol = protocol(Game::Y, 6, "champion", None);
        let reply = ask(&mut protocol, line);
        let (head, block) = reply.split_once('\n').unwrap();
        assert_eq!((head, block.lines().count()), ("= ", 1), "{reply}");
        let mut output = Vec::new();
        let script = format!("{line}\nname\nanalyze b 1").into_bytes();
        serve(&mut protocol, Cursor::new(script), &mut output).unwrap();
        let output = String::from_utf8(output).unwrap();
        let replies: Vec<&str> = output.split_terminator("\n\n").collect();
        assert_eq!(replies.len(), 3, "{output}");
        assert!(replies[0].starts_with("= \ninfo move ") && replies[2].starts_with("= \ninfo move "));
    }
}

#[test]
fn analysis_of_a_proven_position_waits_for_input() {
    let mut protocol = protocol(Game::Hex, 2, "champion", None);
    let output = converse(
        &mut protocol,
        [(Wait::Millis(0), "analyze b 1\n"), (Wait::Millis(50), "\n"), (Wait::Millis(0), "name\n")],
    );
    let (analysis, rest) = output.split_once("\n\n").unwrap();
    assert_eq!(rest, "= Catena\n\n");
    assert!(analysis.contains(" proof win order 0 pv "), "{analysis}");
}

#[test]
fn each_form_is_as_its_readers_expect() {
    let forms: [(&str, &[&str]); 3] = [
        ("analyze", &["visits", "value", "winrate"]),
        ("lz-analyze", &["visits", "winrate", "prior"]),
        ("kata-analyze", &["visits", "winrate", "prior"]),
    ];
    for (name, fields) in forms {
        let mut protocol = protocol(Game::Hex, 7, "champion", None);
        let reply = ask(&mut protocol, &format!("{name} black 5"));
        let line = reply.strip_prefix("= \n").unwrap();
        check(line, fields);
        let winrate = line.split(" winrate ").nth(1).unwrap().split(' ').next().unwrap();
        let most = if name == "lz-analyze" {
            assert!(winrate.parse::<u32>().is_ok(), "{winrate}");
            10_000.0
        } else {
            assert!(winrate.contains('.'), "{winrate}");
            1.0
        };
        assert!((0.0..=most).contains(&winrate.parse::<f64>().unwrap()), "{winrate}");
    }
}

/// A line of analysis has its fields in pairs, its moves in order, and lines that begin with the
/// move.
fn check(line: &str, fields: &[&str]) {
    let infos: Vec<&str> = line.strip_prefix("info ").unwrap().split(" info ").collect();
    for (order, info) in infos.iter().enumerate() {
        let (pairs, line) = info.split_once(" pv ").unwrap();
        let words: Vec<&str> = pairs.split(' ').collect();
        let keys: Vec<&str> = words.iter().step_by(2).copied().collect();
        let value = |key: &str| words[1 + 2 * keys.iter().position(|known| *known == key).unwrap()];
        assert_eq!(words.len() % 2, 0, "{info}");
        assert_eq!(keys[0], "move", "{info}");
        assert!(fields.iter().all(|field| value(field).parse::<f64>().is_ok()), "{info}");
        assert_eq!(value("order"), order.to_string(), "{info}");
        assert_eq!(line.split(' ').next().unwrap(), value("move"), "{info}");
    }
}

#[test]
fn a_swap_worth_making_comes_first() {
    let setup = Setup::new(Game::Hex, 4, SwapRule::On).unwrap();
    let session = Session::new(setup, Player::parse("champion").unwrap(), 1);
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
fn thinking_ahead_stops_at_the_next_line_and_helps_the_next_move() {
    let mut protocol = protocol(Game::Hex, 9, "champion", Some(2_000));
    let output = converse(
        &mut protocol,
        [
            (Wait::Millis(0), "param ponder on\nplay black a1\ngenmove white\n"),
            (Wait::Sees("\n\n", 3), ""),
            (Wait::Millis(100), "param ponder\n"),
            (Wait::Sees("on\n", 1), "play black a2\ngenmove white\nparam ponder 0\ngenmove black\n"),
        ],
    );
    assert_eq!(protocol.session().position().plies().len(), 5, "{output}");
    assert_eq!(output.matches("\n\n").count(), 8, "{output}");
    assert!(!output.contains('?'), "{output}");
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
fn graphics_come_before_the_reply_and_end_with_an_empty_line() {
    let mut protocol = protocol(Game::Havannah, 8, "champion", None);
    let output = converse(
        &mut protocol,
        [
            (Wait::Millis(0), "param guifx 1\nparam time 9h\ngenmove white\n"),
            (Wait::Sees("TEXT", 2), "# interrupt\n"),
        ],
    );
    let graphics = output.strip_prefix("= \n\n= \n\n").unwrap();
    let blocks: Vec<&str> = graphics.split_terminator("\n\n").collect();
    let (reply, blocks) = blocks.split_last().unwrap();
    assert!(reply.starts_with("= "), "{output}");
    for block in blocks {
        let starts: Vec<&str> = block.lines().map(|line| line.split(' ').next().unwrap()).collect();
        assert_eq!(starts, ["gogui-gfx:", "uct", "VAR", "INFLUENCE", "LABEL", "TEXT"], "{block}");
        assert!(block.contains("\nVAR W "), "{block}");
    }
}

#[test]
fn parameters_are_listed_as_hexgui_reads_them_and_set_as_it_writes_them() {
    let mut protocol = protocol(Game::Hex, 5, "champion", Some(10));
    let listed = ask(&mut protocol, "param");
    for line in
        ["[bool] rave 1", "[bool] ponder 0", "[string] playouts 10", "[list/value/visits] final_move visits"]
    {
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
        ("expand_at 1", "expand_at", "1"),
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
