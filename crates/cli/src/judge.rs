//! `catena judge`: the result of each game, one game per line.

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use catena_arena::games::{FilePlace, FoundGame, GameSink, KnownSetup, MoveLists};
use serde_json::json;

use crate::args::GameArgs;
use crate::{Done, games, json};

#[derive(clap::Args)]
#[command(after_help = "\
A file of moves has one game per line; records of other kinds are read too: SGF and HGF, HexWorld links, lines of JSON, \
self-play, stores of matches. The answer has a line for each game: the winner, the number of moves and how it was won \
(bridge, fork, ring, several as bridge,ring; connection, antipodes, score:18-13 or resign).

  black 37 ring
      Black has won with a ring after 37 moves
  draw 37 -
      the board is full and nobody has won
  none 12 -
      not over
  error move 3: …
      what is wrong; the other games are judged all the same, and the exit code is 1

Examples:
  catena judge --game havannah --size 8 games.txt
  echo 'a1 b1 a2 b2 a3' | catena judge --game hex --size 3
  catena judge games.sgf --json")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,

    /// The games; - is standard input
    #[arg(default_value = "-")]
    file: PathBuf,

    /// Print a line of JSON for each game instead
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> anyhow::Result<Done> {
    let GameArgs { game, size, swap } = args.game;
    let asked = KnownSetup { game, size, swap: None };
    let setup = args.game.setup()?;
    let known = KnownSetup { game: Some(setup.game()), size: Some(setup.size().into()), swap: Some(swap) };
    let output = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    let mut judge = Judge { output, asked, json: args.json, done: Done::Well };
    games::read(&args.file, &known, MoveLists::Lines, &mut judge)?;
    judge.output.flush()?;
    Ok(judge.done)
}

/// Answers for each game at once.
struct Judge<W> {
    output: W,
    /// Facts that games may not contradict.
    asked: KnownSetup,
    json: bool,
    done: Done,
}

impl<W: Write> GameSink for Judge<W> {
    fn game(&mut self, _: FilePlace<'_>, game: Result<FoundGame, String>) -> io::Result<()> {
        let fits = |game: FoundGame| match self.asked.check(game.setup()) {
            Ok(()) => Ok(game.position),
            Err(error) => Err(error.to_string()),
        };
        match game.and_then(fits) {
            Ok(position) if self.json => writeln!(self.output, "{}", json::result(&position)),
            Ok(position) => writeln!(self.output, "{}", position.judgement()),
            Err(why) => {
                self.done = Done::WithErrors;
                match self.json {
                    true => writeln!(self.output, "{}", json!({ "error": why })),
                    false => writeln!(self.output, "error {why}"),
                }
            }
        }
    }

    fn wait(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}
