//! `catena learn`: weights of patterns from games, and what patterns look like.

mod output;
mod progress;
mod show;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use catena_arena::job::{path_beside, replace_file};
use catena_core::Game;
use catena_learn::games::{Games, Reader};
use catena_learn::{LearnError, LearnOptions, Learner, TrainingResult, measure, split};
use catena_model::pattern::{Combination, LastMove, PatternTable, PatternWeights, Reach};
use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::args::{games, open, read, reading};
use crate::progress::counted;
use crate::{Done, WrongUsage, interrupt, json};
use output::{describe, learned, object, report};
use progress::LearnProgress;

#[derive(clap::Args)]
#[command(after_help = "\
Games are files of any kind: SGF or HGF, lists of moves or JSON (`game`, `size`, `moves`) with one game per line, HexWorld \
links, self-play, stores of matches; - is standard input. Training resumes if interrupted: run the same command. See \
docs/learning.md.

Examples:
  zcat games.jsonl.gz | catena learn patterns \\
      --records - --game hex --size 11,13 -o hex.patterns
  catena learn measure hex.patterns --records other.sgf
  catena learn show --game hex --svg patterns.svg")]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Learn weights of patterns from games
    Patterns(PatternArgs),
    /// Measure how well weights predict the moves of games
    Measure(MeasureArgs),
    /// List and draw the strongest and the weakest patterns
    Show(show::Args),
}

/// Which games.
#[derive(clap::Args)]
struct Source {
    /// Files of games; - is standard input
    #[arg(long, value_name = "FILE", num_args = 1.., required = true)]
    records: Vec<PathBuf>,

    /// The game [default: that of the first record]
    #[arg(long, value_name = "GAME", value_parser = games(), ignore_case = true)]
    game: Option<Game>,

    /// Board sizes, separated by commas [default: all of the records; moves without a size are of the game's default size]
    #[arg(long, value_name = "N", value_delimiter = ',')]
    size: Vec<u64>,
}

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  catena learn measure hex.patterns --records other.sgf
  catena learn measure hex.patterns --records games.jsonl \\
      --size 11,13 --hold-out 10 --json")]
struct MeasureArgs {
    /// A file of weights
    file: PathBuf,

    #[command(flatten)]
    source: Source,

    /// Measure on every N-th game alone, those that learning holds out; 0 takes all
    #[arg(long, value_name = "N", default_value_t = 0)]
    hold_out: usize,

    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  catena learn patterns --records games.jsonl --game hex \\
      --size 11,13 -o hex.patterns
  catena learn patterns --records a.sgf b.selfplay \\
      --cells 18 --combine product -o y.patterns")]
struct PatternArgs {
    #[command(flatten)]
    source: Source,

    /// Cells of the largest patterns
    #[arg(long, value_name = "N", default_value = "12", value_parser = reaches())]
    cells: Reach,

    /// Drop global patterns seen less often than this
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..))]
    least: u32,

    /// Drop local patterns seen less often than this
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..))]
    least_local: u32,

    /// Local patterns know where the last move lies, or only that it is near
    #[arg(long, default_value = "place", value_parser = last_moves())]
    last_move: LastMove,

    /// Learn global and local weights apart, to be added, or as teams, to be multiplied
    #[arg(long, default_value = "sum", value_parser = combinations())]
    combine: Combination,

    /// Prior of the fit: wins and losses of each pattern against a weight of 1
    #[arg(long, value_name = "N", default_value_t = 1.0)]
    prior: f64,

    /// Maximum number of epochs
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..))]
    epochs: u32,

    /// Stop when an epoch gains less log-likelihood per move, in nats
    #[arg(long, value_name = "X", default_value_t = 1e-6)]
    least_gain: f64,

    /// Hold out every N-th game to measure how well moves are predicted; 0 holds out none
    #[arg(long, value_name = "N", default_value_t = 10)]
    hold_out: usize,

    /// The file of weights
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,

    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

fn reaches() -> impl TypedValueParser<Value = Reach> {
    PossibleValuesParser::new(["6", "12", "18"]).map(|cells| {
        cells.parse().ok().and_then(Reach::of_cells).expect("only sizes of patterns are let through")
    })
}

fn last_moves() -> impl TypedValueParser<Value = LastMove> {
    PossibleValuesParser::new(["place", "anywhere"])
        .map(|word| if word == "place" { LastMove::Place } else { LastMove::Anywhere })
}

fn combinations() -> impl TypedValueParser<Value = Combination> {
    PossibleValuesParser::new(["sum", "product"])
        .map(|word| if word == "sum" { Combination::Sum } else { Combination::Product })
}

pub fn run(args: &Args) -> anyhow::Result<Done> {
    match &args.command {
        Command::Patterns(args) => patterns(args),
        Command::Measure(args) => measured(args),
        Command::Show(args) => show::run(args),
    }
}

fn measured(args: &MeasureArgs) -> anyhow::Result<Done> {
    let bytes = read(&args.file)?;
    let weights = PatternWeights::from_bytes(&bytes).with_context(|| reading(&args.file))?;
    let (asked, found) = read_games(&args.source)?;
    let game = weights.game();
    if game != asked {
        bail!("{} is for {game}, not {asked}", args.file.display());
    }
    let (all, held_out) = split(&found.games, args.hold_out);
    let games = if args.hold_out == 0 { all } else { held_out };
    if games.is_empty() {
        let games = counted(found.games.len() as u64, "game");
        bail!("of {games} none is held out by --hold-out {}: there is nothing to measure", args.hold_out);
    }
    let unfit = || format!("{} does not fit the boards of {asked}", args.file.display());
    let prediction = measure(&PatternTable::new(&weights).with_context(unfit)?, &games);
    match args.json {
        true => json::print(&object(asked, games.len(), &prediction))?,
        false => println!("{}, {}", counted(games.len() as u64, "game"), describe(&prediction)),
    }
    Ok(Done::Well)
}

fn patterns(args: &PatternArgs) -> anyhow::Result<Done> {
    if !(args.prior.is_finite() && args.prior > 0.0 && args.least_gain.is_finite()) {
        return Err(WrongUsage("--prior must be above 0 and --least-gain a number".to_owned()).into());
    }
    let checkpoint = path_beside(&args.output, ".part");
    check_output(&args.output, &checkpoint, &args.source.records)?;
    let (game, games) = read_games(&args.source)?;
    let options = LearnOptions {
        game,
        reach: args.cells,
        least_global: args.least,
        least_local: args.least_local,
        last_move: args.last_move,
        combination: args.combine,
        prior: args.prior,
        epochs: args.epochs,
        least_gain: args.least_gain,
        hold_out: args.hold_out,
    };
    let stop = interrupt::watch("the epoch under way")?;
    let mut progress = LearnProgress::new();
    let learner = Learner { options: &options, checkpoint: Some(&checkpoint), stop: &stop };
    let result = learner.learn(&games.games, &mut progress);
    progress.finish();
    let Some(result) = unless_stopped(result)? else { return Ok(Done::Interrupted) };
    if !args.json {
        report(&result);
    }
    check(&result)?;
    let bytes = result.model.to_bytes();
    write(&args.output, &bytes, &checkpoint)?;
    match args.json {
        true => json::print(&learned(game, &result))?,
        false => println!("{}: {} bytes", args.output.display(), bytes.len()),
    }
    Ok(Done::Well)
}

/// The result; nothing if the training was stopped, which is said.
fn unless_stopped<R>(result: Result<R, LearnError>) -> anyhow::Result<Option<R>> {
    match result {
        Err(LearnError::Stopped) => {
            eprintln!("{}", LearnError::Stopped);
            Ok(None)
        }
        other => Ok(Some(other?)),
    }
}

/// Writes what was learned and removes the checkpoint.
fn write(output: &Path, bytes: &[u8], checkpoint: &Path) -> anyhow::Result<()> {
    replace_file(output, bytes).with_context(|| format!("writing {}", output.display()))?;
    if checkpoint.exists() {
        fs::remove_file(checkpoint).with_context(|| format!("removing {}", checkpoint.display()))?;
    }
    Ok(())
}

/// Reports a wrong name of the result before anything is learned.
fn check_output(output: &Path, checkpoint: &Path, games: &[PathBuf]) -> anyhow::Result<()> {
    let written = [output, checkpoint, &path_beside(output, ".new"), &path_beside(checkpoint, ".new")]
        .map(Path::to_owned);
    for file in games {
        let same = |name: &&PathBuf| {
            fs::canonicalize(name).is_ok_and(|name| fs::canonicalize(file).is_ok_and(|file| file == name))
        };
        if let Some(name) = written.iter().find(same) {
            let why =
                format!("{} has games and would be written to; --output names another file", name.display());
            return Err(WrongUsage(why).into());
        }
    }
    crate::args::check_writable(output)
}

/// Weights that say nothing are none.
fn check(result: &TrainingResult<PatternWeights>) -> anyhow::Result<()> {
    if result.model.patterns().is_empty() {
        bail!("no pattern appeared often enough: more games or a lower --least are needed");
    }
    if result.fits.iter().any(|fit| !fit.last.is_finite()) {
        bail!("the fit has left the numbers; a smaller --prior may help");
    }
    Ok(())
}

/// The game and its records.
fn read_games(args: &Source) -> anyhow::Result<(Game, Games)> {
    let mut reader = Reader::new(args.game, &args.size).map_err(|error| WrongUsage(error.to_string()))?;
    for file in &args.records {
        reader.read(file, &mut open(file)?).with_context(|| reading(file))?;
    }
    let game = reader.game();
    let found = reader.finish();
    let lines = found.wrong.iter().take(SHOWN);
    lines.for_each(|line| eprintln!("skipped: {line}"));
    if found.wrong.len() > SHOWN {
        eprintln!("skipped: {} more that cannot be read", found.wrong.len() - SHOWN);
    }
    eprintln!("{}", counted(found.games.len() as u64, "game"));
    if found.other_sizes > 0 {
        let sizes: Vec<String> = args.size.iter().map(u64::to_string).collect();
        let name = game.map_or("", Game::name);
        let wanted = format!("{name} {}", sizes.join(" or "));
        eprintln!("{} skipped: another game or board size than {}", found.other_sizes, wanted.trim_end());
    }
    match game.filter(|_| !found.games.is_empty()) {
        Some(game) => Ok((game, found)),
        None => bail!("there are no games{} in the files", asked(args)),
    }
}

/// ` of Hex on boards of size 5 or 6`, as far as it was asked for.
fn asked(args: &Source) -> String {
    let game = args.game.map_or_else(String::new, |game| format!(" of {}", game.title()));
    let sizes: Vec<String> = args.size.iter().map(u64::to_string).collect();
    let sizes = if sizes.is_empty() { String::new() } else { format!(" of size {}", sizes.join(" or ")) };
    game + &sizes
}

/// The most unreadable games that are reported one by one.
const SHOWN: usize = 5;
