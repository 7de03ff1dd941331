//! `catena tune`: which values of parameters win most games.

mod output;
mod progress;

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context;
use catena_arena::{ArenaError, ContestantError, MatchEnd, MatchStore};
use catena_learn::tune::{Method, Space, Tuning, TuningError, svg};
use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::args::{GameArgs, LimitArgs, check_writable, duration};
use crate::cluster::OnArgs;
use crate::matches::{self, OPENING_MOVES, request};
use crate::progress::say_stopped;
use crate::{Done, WrongUsage, interrupt};
use progress::TuneProgress;

#[derive(clap::Args)]
#[command(after_help = HELP)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,

    /// The player to tune; other parameters keep its values
    #[arg(long, value_name = "SPEC", default_value = "champion", add = crate::completion::players())]
    player: String,

    /// Opponent [default: the player itself, untuned]
    #[arg(long, value_name = "SPEC", add = crate::completion::players())]
    opponent: Option<String>,

    /// A parameter to tune: NAME, NAME=LOW..HIGH, with :log or :linear after it if need be; give
    /// several to tune them together
    #[arg(long, value_name = "PARAM", add = crate::completion::parameters())]
    param: Vec<String>,

    /// Method of choosing samples
    #[arg(long, default_value = "clop", value_parser = methods())]
    method: Method,

    /// Games, two for each sample
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u64).range(2..=10_000_000))]
    games: u64,

    #[command(flatten)]
    limits: LimitArgs<100>,

    /// Time for the game and what each move adds: 5m or 5m+2s
    #[arg(long, value_name = "MAIN[+ADDED]", value_parser = matches::clock, conflicts_with_all = ["time", "playouts", "visits"])]
    clock: Option<catena_arena::MoveLimit>,

    /// Grace beyond the limit before a move loses on time
    #[arg(long, value_name = "TIME", default_value = "1s", value_parser = duration)]
    grace: Duration,

    /// Where pairs of games start; see `catena match --help`
    #[arg(long, value_names = ["KIND", "FILE"], num_args = 1..)]
    openings: Vec<String>,

    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..), help = OPENING_MOVES)]
    opening_moves: Option<u16>,

    /// Random seed: another one gives other samples, openings and games
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Games played at the same time, one thread each [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    concurrency: Option<u16>,

    #[command(flatten)]
    on: OnArgs,

    /// The file of results [default: arena.sqlite in the data directory]
    #[arg(long, value_name = "FILE")]
    store: Option<PathBuf>,

    /// Print one JSON object instead of a table
    #[arg(long)]
    json: bool,

    /// Write a picture: the estimate over the samples, and the fitted curves with the results
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

const HELP: &str = "\
Each sample is a pair of games, with colors swapped, of the player with values of its own against \
the opponent. `clop` (Coulom 2011) samples where a local quadratic logistic regression is not \
confidently below the mean; `spsa` (Spall 1992) follows differences of two sides; `uniform` samples \
everywhere and fits one quadratic function. Ranges come from `catena players --params` unless they are \
given; those that span orders of magnitude are logarithmic.

Samples and games are in the store before they count. A tuning resumes if interrupted: run the same \
command. More --games add to it. Ctrl-C finishes the games under way. The games are a match of the \
store: `catena match --show ID`.

Examples:
  catena tune --game hex --size 7 --playouts 1000 \\
      --param explore=0..1 --param rave_equivalence=1..3000
  catena tune --player joosten --opponent greedy \\
      --param explore=0.1..2:log --method spsa --svg a.svg";

fn methods() -> impl TypedValueParser<Value = Method> {
    PossibleValuesParser::new(Method::ALL.map(Method::name)).map(|name| {
        Method::ALL
            .into_iter()
            .find(|method| method.name() == name)
            .expect("only names of methods are let through")
    })
}

impl Args {
    /// The same as a match, whose options these are.
    fn as_match(&self) -> request::Asked<'_> {
        request::Asked {
            game: &self.game,
            players: vec![self.player.clone(), self.opponent.clone().unwrap_or_else(|| self.player.clone())],
            limit: self.clock.unwrap_or_else(|| self.limits.move_limit()),
            grace: self.grace,
            openings: &self.openings,
            opening_moves: self.opening_moves,
            seed: self.seed,
        }
    }
}

pub fn run(args: &Args) -> anyhow::Result<Done> {
    let mut spec = request::spec_of(&args.as_match())?;
    // Players of one name are numbered, but the one that is tuned gets another name here.
    let opponent = spec.contestants[1].name().trim_end_matches(" (2)").to_owned();
    spec.contestants[1].rename(opponent);
    let space =
        Space::parse(&args.param, &spec.contestants[0]).map_err(|error| WrongUsage(error.to_string()))?;
    let file = args.store.clone().map_or_else(request::default_store, Ok)?;
    args.svg.as_deref().map_or(Ok(()), check_writable)?;
    let mut tuning = Tuning::open(MatchStore::open(&file)?, spec, space, args.method).map_err(usage)?;
    let stop = interrupt::watch("the games under way")?;
    let samples = args.games.div_ceil(2);
    let mut progress = TuneProgress::new(&tuning, samples);
    let runner = args.on.runner(args.concurrency, &file)?;
    let end = tuning.play(samples, runner.as_ref(), &stop, &mut progress)?;
    progress.finish();
    let findings = tuning.findings();
    let mut stdout = io::stdout().lock();
    if args.json {
        output::json(&mut stdout, &tuning, &findings, end)?;
    } else {
        output::table(&mut stdout, &tuning, &findings)?;
    }
    if let Some(file) = &args.svg {
        let picture =
            svg(&output::title(&tuning), tuning.space(), tuning.tuner(), tuning.samples(), &findings);
        std::fs::write(file, picture).with_context(|| format!("writing {}", file.display()))?;
    }
    if end == MatchEnd::Stopped {
        let id = tuning.trials().entry().id();
        say_stopped(format_args!("match {id} in {}", file.display()));
        return Ok(Done::Interrupted);
    }
    if let MatchEnd::Faults(_) = end {
        let entry = tuning.trials().entry();
        matches::say_faults(entry.store(), entry.id())?;
        return Ok(Done::WithErrors);
    }
    Ok(Done::Well)
}

/// A player who does not play the game is wrong usage; all else has gone wrong.
fn usage(error: TuningError) -> anyhow::Error {
    match error {
        TuningError::Arena(ArenaError::Contestant(
            error @ (ContestantError::Player(_) | ContestantError::NotOurs(_)),
        )) => WrongUsage(error.to_string()).into(),
        other => other.into(),
    }
}
