//! Replays games from standard input, one to a line, and compares their ends with what is noted.
//!
//! ```text
//! zcat games.jsonl.gz | cargo run -p catena-games-core --example replay -- hex
//! ```
//!
//! A line is an object with `size`, `moves`, and perhaps `winner` (1 the first player, 2 the
//! second, 0 nobody), `end` and `win`; or, with a size as the second argument, the winner and the
//! moves: `1 a5 c2 a1`.

#![allow(clippy::print_stdout, reason = "a command")]

use std::collections::{BTreeMap, HashMap};
use std::io::{self, BufRead};

use catena_core::{Color, Game, Outcome, Record, RecordError, Setup, SwapRule};
use serde_json::Value;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let game = arguments.next().and_then(|name| Game::parse(&name)).ok_or("usage: replay GAME [SIZE]")?;
    let size: Option<u64> = arguments.next().map(|size| size.parse()).transpose()?;
    let mut setups: HashMap<u64, Setup> = HashMap::new();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let mut count = |what| *counts.entry(what).or_default() += 1;
    for (number, line) in io::stdin().lock().lines().enumerate() {
        let noted = Noted::parse(&line?, size).ok_or_else(|| format!("line {}: no game", number + 1))?;
        let setup = match setups.get(&noted.size) {
            Some(setup) => setup.clone(),
            None => Setup::new(game, noted.size, SwapRule::Off)?,
        };
        setups.insert(noted.size, setup.clone());
        count("games");
        let record = match Record::read(noted.moves.as_bytes(), Some(&setup)) {
            Err(RecordError::Empty) => {
                count("without moves");
                continue;
            }
            Err(error) => {
                count("not replayed");
                println!("line {}: {error}", number + 1);
                continue;
            }
            Ok(record) => record,
        };
        count("replayed");
        if Record::read(record.to_sgf().as_bytes(), None).as_ref() == Ok(&record) {
            count("the same after SGF");
        } else {
            println!("line {}: not the same after SGF", number + 1);
        }
        if record.position().outcome().is_some() {
            count("decided on the board");
        }
        for (what, same) in noted.compare(record.position().outcome()) {
            count(what);
            if !same {
                println!("line {}: {what} differs: {}", number + 1, record.position().judgement());
                count("differences");
            }
        }
    }
    for (what, count) in counts {
        println!("{count:8} {what}");
    }
    Ok(())
}

/// The result and the ending stated in a line of the game file.
struct Noted {
    size: u64,
    moves: String,
    winner: Option<Color>,
    played_out: bool,
    figures: Option<String>,
}

impl Noted {
    fn parse(line: &str, size: Option<u64>) -> Option<Self> {
        if let Some(size) = size {
            let (winner, moves) = line.split_once(' ')?;
            let winner = color(winner.parse().ok()?);
            return Some(Self { size, moves: moves.to_owned(), winner, played_out: true, figures: None });
        }
        let game: Value = serde_json::from_str(line).ok()?;
        Some(Self {
            size: game["size"].as_u64()?,
            moves: game["moves"].as_str()?.to_owned(),
            winner: game["winner"].as_u64().and_then(color),
            played_out: game["end"] == "win",
            figures: game["win"].as_str().map(|win| win.replace('+', ",")),
        })
    }

    /// Compares each stated fact about the end with the board; true if they agree.
    fn compare(&self, outcome: Option<Outcome>) -> Vec<(&'static str, bool)> {
        let mut compared = Vec::new();
        if self.played_out {
            let same = outcome.is_some_and(|outcome| outcome.winner == self.winner);
            compared.push(("ends compared", same));
        }
        if let Some(figures) = &self.figures {
            let found = outcome.map(|outcome| outcome.how.to_string());
            compared.push(("figures compared", found.as_ref() == Some(figures)));
        }
        compared
    }
}

fn color(player: u64) -> Option<Color> {
    match player {
        1 => Some(Color::Black),
        2 => Some(Color::White),
        _ => None,
    }
}
