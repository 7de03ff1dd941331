//! Input that arrives while a search runs: the stop button, the end of an analysis, further lines.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

mod talk;

use std::collections::VecDeque;
use std::io::{self, BufReader, Cursor, Read};
use std::sync::{Arc, Mutex};
use std::thread::{park, sleep};
use std::time::Duration;

use catena_core::Game;
use catena_gtp::{Protocol, serve};
use talk::{ask, protocol};

/// Somebody who types: each text follows after a time, or when the output has come to some point.
struct Typist {
    texts: VecDeque<(Wait, &'static str)>,
    output: Output,
    left_open: bool,
}

enum Wait {
    Millis(u64),
    /// Until the output contains a text this many times.
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
            if self.left_open {
                loop {
                    park();
                }
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
        let priors = line.split(" prior ").skip(1);
        let priors = priors.map(|rest| rest.split(' ').next().unwrap().parse::<f64>().unwrap());
        let sum = priors.sum::<f64>() / if name == "lz-analyze" { most } else { 1.0 };
        assert!(sum > 0.0 && sum < 1.01, "the priors of {name} add up to {sum}");
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
fn thinking_ahead_stops_at_the_next_line() {
    let mut protocol = protocol(Game::Hex, 9, "champion", Some(2_000));
    let output = converse(
        &mut protocol,
        [
            (Wait::Millis(0), "param ponder on\nplay black a1\ngenmove white\n"),
            (Wait::Sees("\n\n", 3), "# a comment\n"),
            (Wait::Millis(0), "param ponder\n"),
            (Wait::Sees("on\n", 1), "play black a2\ngenmove white\nparam ponder 0\ngenmove black\n"),
        ],
    );
    assert_eq!(protocol.session().position().plies().len(), 5, "{output}");
    assert_eq!(output.matches("\n\n").count(), 8, "{output}");
    assert!(!output.contains('?'), "{output}");
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
