//! A GTP engine that misbehaves as its argument says: `fake-engine MODE`.
//!
//! It plays the first empty cell. The third move it makes shows its mode.

#![allow(clippy::print_stdout, clippy::print_stderr, clippy::exit, reason = "a program for tests")]

use std::io::{BufRead, Write};
use std::time::Duration;

use catena_core::{Color, Game, Move, Position, Setup, SwapRule};

struct Engine {
    mode: String,
    position: Position,
    made: u32,
}

fn main() {
    let mode = std::env::args().nth(1).unwrap_or_default();
    let setup = Setup::new(Game::Hex, 5, SwapRule::Off).expect("Hex has a size 5");
    let mut engine = Engine { mode, position: Position::new(setup), made: 0 };
    for line in std::io::stdin().lock().lines() {
        let Ok(line) = line else { return };
        let mut words = line.split_whitespace().peekable();
        let id =
            words.next_if(|word| word.chars().all(|c| c.is_ascii_digit())).unwrap_or_default().to_owned();
        let words: Vec<&str> = words.collect();
        if words.first() == Some(&"quit") {
            return;
        }
        match engine.answer(&words) {
            Ok(text) => print!("={id} {text}\n\n"),
            Err(text) => print!("?{id} {text}\n\n"),
        }
        if std::io::stdout().flush().is_err() {
            return;
        }
    }
}

impl Engine {
    fn answer(&mut self, words: &[&str]) -> Result<String, String> {
        match words {
            ["boardsize", size] => {
                let size = size.parse().map_err(|_| "size")?;
                let setup = Setup::new(Game::Hex, size, SwapRule::Off).map_err(|error| error.to_string())?;
                self.position = Position::new(setup);
                Ok(String::new())
            }
            ["clear_board"] => {
                self.position = Position::new(self.position.setup().clone());
                self.made = 0;
                Ok(String::new())
            }
            ["play", color, name] => {
                let color = self.color(color)?;
                let mv = self.position.topology().parse_move(name).map_err(|error| error.to_string())?;
                self.position.play_as(color, mv).map_err(|error| error.to_string())?;
                Ok(String::new())
            }
            ["genmove", color] => self.genmove(color),
            ["time_settings", ..] if self.mode != "no-limit" => Ok(String::new()),
            ["time", "-m", ..] if self.mode == "white-first" => Ok(String::new()),
            ["crash-at-start"] => std::process::exit(4),
            _ => Err("unknown command".to_owned()),
        }
    }

    /// Castro's White moves first.
    fn color(&self, word: &str) -> Result<Color, String> {
        let color = Color::parse(word).ok_or("color")?;
        let color = if self.mode == "white-first" { !color } else { color };
        if color == self.position.to_move() { Ok(color) } else { Err("not your turn".to_owned()) }
    }

    fn genmove(&mut self, color: &str) -> Result<String, String> {
        let color = self.color(color)?;
        let mv = self.position.legal_moves().next().ok_or("the game is over")?;
        let name = self.position.topology().move_name(mv).to_owned();
        self.made += 1;
        let misbehaves = self.made == 3;
        match self.mode.as_str() {
            "crash" if misbehaves => {
                eprintln!("out of cheese");
                std::process::exit(3);
            }
            "hang" if misbehaves => std::thread::sleep(Duration::from_secs(600)),
            "slow" => std::thread::sleep(Duration::from_millis(30)),
            "busy" => work(Duration::from_millis(40)),
            "illegal" if misbehaves => return Ok(self.occupied()),
            "off-board" if misbehaves => return Ok("z99".to_owned()),
            "pass" if misbehaves => return Ok("pass".to_owned()),
            "claim" if misbehaves => return Ok(format!("{color} wins")),
            "refuse" if misbehaves => return Err("I do not want to".to_owned()),
            "resign" if misbehaves => return Ok("resign".to_owned()),
            "flood" => flood(200),
            "endless" if misbehaves => flood(u32::MAX),
            "blank" => {
                // A reply with blank lines inside, and noise that looks like a reply.
                self.make(color, mv);
                return Ok(format!("\n\n{name}\n\n= z99"));
            }
            _ => {}
        }
        self.make(color, mv);
        Ok(name)
    }

    fn make(&mut self, color: Color, mv: Move) {
        self.position.play_as(color, mv).expect("the move is legal");
    }

    fn occupied(&self) -> String {
        let last = self.position.plies().last().map_or(Move::Pass, |ply| ply.mv);
        self.position.topology().move_name(last).to_owned()
    }
}

/// Uses processor time, by the clock on the wall.
fn work(time: Duration) {
    let began = std::time::Instant::now();
    while began.elapsed() < time {
        std::hint::spin_loop();
    }
}

/// Writes much to both streams, with long lines among it.
fn flood(lines: u32) {
    let long = "x".repeat(50_000);
    for line in 0..lines {
        let out = writeln!(std::io::stdout(), "info {line} {}", if line % 10 == 0 { &long } else { "" });
        let err = writeln!(std::io::stderr(), "debug {line} {long}");
        if out.is_err() || err.is_err() {
            return;
        }
    }
}
