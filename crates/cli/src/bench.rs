//! `catena bench`: a signature of what is played, and how fast playouts are, measured so that a
//! shared machine does not mislead.
//!
//! For `bench playouts` all rows are played in turn, round after round, so that what slows the
//! machine down slows all of them; each row tells its median round and how far the rounds lie apart.

mod network;
mod pattern_row;
mod row;
mod signature;
mod stopwatch;
mod table;
mod tree;

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

use catena_core::Game;
use catena_engine::{ModelStore, Player, PlayerSpec};

use crate::Done;
use crate::args::wrong_player;
use crate::progress::Meter;
use row::BenchRow;
use signature::Recorded;

#[derive(clap::Args)]
#[command(after_help = "\
Without a command: every game is searched from fixed positions with a fixed seed by the champion or \
--player. \
The signature is the same on every machine as long as the same is played; see CONTRIBUTING.md.

Examples:
  catena bench
  catena bench --check testdata/bench-signature.txt
  catena bench playouts --game hex")]
#[command(args_conflicts_with_subcommands = true)]
pub struct Args {
    #[command(subcommand)]
    what: Option<What>,

    #[command(flatten)]
    who: Who,

    /// Compare the signatures with those of a file: exit code 1 if one differs
    #[arg(long, value_name = "FILE")]
    check: Option<PathBuf>,

    /// Write the signatures to a file
    #[arg(long, value_name = "FILE", conflicts_with = "check")]
    record: Option<PathBuf>,
}

/// Whose search is measured.
#[derive(clap::Args)]
struct Who {
    /// Whose search; see `catena players`
    #[arg(long, value_name = "SPEC", default_value = "champion", value_parser = crate::args::player, add = crate::completion::players())]
    player: PlayerSpec,

    /// Only this game
    #[arg(long, value_parser = crate::args::games(), ignore_case = true)]
    game: Option<Game>,

    /// Print one JSON object instead of a table
    #[arg(long)]
    json: bool,
}

impl Who {
    fn plays(&self, game: Game) -> bool {
        self.game.is_none_or(|only| only == game)
    }

    /// The player with a limit of memory that does not depend on the machine.
    fn resolve(&self, game: Game, models: &ModelStore, memory: u32) -> anyhow::Result<Player> {
        let player = self.player.resolve(game, models).map_err(wrong_player)?;
        Ok(player.with_default_memory(memory))
    }
}

impl Args {
    fn recorded(&self) -> Recorded<'_> {
        match (&self.check, &self.record) {
            (Some(file), _) => Recorded::Check(file),
            (None, Some(file)) => Recorded::Write(file),
            (None, None) => Recorded::Ignore,
        }
    }
}

const TREE_EXAMPLES: &str = "\
Examples:
  catena bench tree
  catena bench tree --player raiko --game hex";

#[derive(clap::Subcommand)]
enum What {
    /// Playouts: the run-time table of Könnecke and Waldmann beside ours, then all our kernels
    Playouts(PlayoutArgs),
    /// The tree: playouts of a search beside those of its kernel alone, and what a
    /// second thread brings
    #[command(after_help = TREE_EXAMPLES)]
    Tree(Who),
    /// Networks: evaluations per second of each game, in int8 and in f32, beside the peak of the
    /// processor
    Network(network::Args),
}

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  catena bench playouts
  catena bench playouts --game hex --rounds 3 --json")]
struct PlayoutArgs {
    /// Rounds; every row is played once in each
    #[arg(long, default_value_t = 11, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    rounds: u32,

    /// Milliseconds that a row is played in each round
    #[arg(long, value_name = "MS", default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..=60_000))]
    millis: u64,

    /// Only rows of this game
    #[arg(long, value_parser = crate::args::games(), ignore_case = true)]
    game: Option<Game>,

    /// Print one JSON object instead of tables
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> anyhow::Result<Done> {
    match &args.what {
        None => signature::run(&mut io::stdout().lock(), &args.who, &args.recorded()),
        Some(What::Playouts(args)) => playouts(args),
        Some(What::Tree(who)) => tree::run(&mut io::stdout().lock(), who),
        Some(What::Network(args)) => network::run(args),
    }
}

fn playouts(args: &PlayoutArgs) -> anyhow::Result<Done> {
    let mut rows = row::all();
    rows.retain(|row| args.game.is_none_or(|game| game == row.game));
    in_rounds(args.rounds, &mut rows, |row| row.measure(Duration::from_millis(args.millis)));
    let mut output = io::stdout().lock();
    if args.json {
        let rows: Vec<_> = rows.iter().map(BenchRow::report).collect();
        serde_json::to_writer_pretty(&mut output, &serde_json::json!({ "rows": rows }))?;
        writeln!(output)?;
    } else {
        table::print(&mut output, &rows, stopwatch::WHAT_IT_COUNTS)?;
    }
    Ok(Done::Well)
}

/// Measures all rows again in each round, so that a busy moment does not spoil one row.
fn in_rounds<R>(rounds: u32, rows: &mut [R], mut measure: impl FnMut(&mut R)) {
    let mut meter = Meter::new("measurements", Some(u64::from(rounds) * rows.len() as u64), 0);
    let mut done = 0;
    for _ in 0..rounds {
        for row in &mut *rows {
            measure(row);
            done += 1;
            meter.update(done, String::new);
        }
    }
    meter.finish();
}
