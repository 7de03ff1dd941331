//! `catena judge`: the result of each game, one game per line.

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use catena_core::{Position, Setup};
use serde_json::{Value, json};

use crate::Done;
use crate::args::{GameArgs, open};
use catena_gtp::line::{Line, read_line};

#[derive(clap::Args)]
#[command(after_help = "\
Each line is a game, its moves separated by blanks. The answer has a line for each:
  black 37 ring          winner, moves played, how: bridge, fork, ring (several: bridge,ring),
                         connection, antipodes, score:18-13 or resign
  draw 37 -              the board is full and nobody has won
  none 12 -              not over
  error move 3: …        what was wrong; the other lines are judged all the same")]
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
    let setup = args.game.setup()?;
    let mut input = open(&args.file)?;
    let mut output = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    let mut done = Done::Well;
    let mut buffer = Vec::new();
    loop {
        if !input.buffer().contains(&b'\n') {
            // A program at the other end of a pipe may wait for these answers before it goes on.
            output.flush()?;
        }
        let judged = match read_line(&mut input, &mut buffer)? {
            Line::Text(line) => judge(&setup, line),
            Line::Unusable(why) => Err(why),
            Line::End => return Ok(done),
        };
        match judged {
            Ok(position) if args.json => writeln!(output, "{}", object(&position))?,
            Ok(position) => writeln!(output, "{}", position.judgement())?,
            Err(why) => {
                match args.json {
                    true => writeln!(output, "{}", json!({ "error": why }))?,
                    false => writeln!(output, "error {why}")?,
                }
                done = Done::WithErrors;
            }
        }
    }
}

fn object(position: &Position) -> Value {
    let outcome = position.outcome();
    let winner =
        outcome.map(|outcome| outcome.winner.map_or_else(|| "draw".to_owned(), |color| color.to_string()));
    json!({
        "winner": winner,
        "moves": position.plies().len(),
        "how": outcome.filter(|outcome| outcome.winner.is_some()).map(|outcome| outcome.how.to_string()),
    })
}

fn judge(setup: &Setup, line: &str) -> Result<Position, String> {
    let mut position = Position::new(setup.clone());
    for (number, name) in line.split_ascii_whitespace().enumerate() {
        let played = setup
            .topology()
            .parse_move(name)
            .map_err(|error| error.to_string())
            .and_then(|mv| position.play(mv).map_err(|error| format!("{name}: {error}")));
        played.map_err(|why| format!("move {}: {why}", number + 1))?;
    }
    Ok(position)
}
