//! `catena match`: players against each other, and what was stored of it.

mod output;
pub mod progress;
pub mod request;

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context;
use catena_arena::job::RESUME_HINT;
use catena_arena::stats::{RatingOptions, Sprt};
use catena_arena::{ArenaError, CPU_TIME_IS_KNOWN, Match, MatchEnd, MatchGoal, MatchStore};

use crate::args::{GameArgs, LimitArgs, check_writable, duration};
use crate::cluster::OnArgs;
use crate::progress::say_stopped;
use crate::{Done, WrongUsage, interrupt};
use output::Shown;
use progress::MatchProgress;

#[derive(clap::Args)]
#[command(after_help = HELP)]
pub struct Args {
    #[command(flatten)]
    pub game: GameArgs,

    /// A player; several play a round robin
    #[arg(long, value_name = "SPEC", add = crate::completion::players())]
    pub player: Vec<String>,

    /// The opponent of a single --player [default: champion]
    #[arg(long, value_name = "SPEC", add = crate::completion::players())]
    pub opponent: Option<String>,

    /// Games; in a round robin, games of each pairing
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pub games: u64,

    #[command(flatten)]
    pub limits: LimitArgs<100>,

    /// Processor time for each move, by which players are also judged: fair to programs on a loaded machine
    #[arg(long, value_name = "TIME", value_parser = duration, conflicts_with_all = ["time", "playouts", "visits", "clock"])]
    pub cpu_time: Option<Duration>,

    /// Time for the game and what each move adds: 5m or 5m+2s
    #[arg(long, value_name = "MAIN[+ADDED]", value_parser = clock, conflicts_with_all = ["time", "playouts", "visits"])]
    pub clock: Option<catena_arena::MoveLimit>,

    /// Grace beyond the limit before a move loses on time
    #[arg(long, value_name = "TIME", default_value = "1s", value_parser = duration)]
    pub grace: Duration,

    /// Where pairs of games start: empty, first-moves, random:N, file FILE, records FILE… [default:
    /// random:2, with the swap rule random:1, for random players empty]
    #[arg(long, value_names = ["KIND", "FILE"], num_args = 1..)]
    pub openings: Vec<String>,

    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..), help = OPENING_MOVES)]
    pub opening_moves: Option<u16>,

    /// Random seed: another one gives other openings and games
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,

    /// Games played at the same time, one thread each [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub concurrency: Option<u16>,

    /// Stop as soon as a sequential test (SPRT) has decided: ELO0,ELO1 or ELO0,ELO1,ALPHA,BETA
    #[arg(long, value_name = "TEST", value_parser = sprt, allow_hyphen_values = true)]
    pub sprt: Option<Sprt>,

    /// Fix the rating of a player
    #[arg(long, value_name = "NAME=ELO")]
    pub anchor: Option<String>,

    /// Prior of ratings: drawn games of each player against one rated 0
    #[arg(long, value_name = "N", default_value_t = 1.0)]
    pub prior: f64,

    #[command(flatten)]
    pub on: OnArgs,

    /// The file of results [default: arena.sqlite in the data directory]
    #[arg(long, value_name = "FILE")]
    pub store: Option<PathBuf>,

    /// Print one JSON object instead of tables
    #[arg(long)]
    pub json: bool,

    /// Write all games as SGF; - is standard output, without tables
    #[arg(long, value_name = "FILE")]
    pub sgf: Option<PathBuf>,

    /// Write a picture of the ratings
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,

    /// List the matches of the store
    #[arg(long, conflicts_with_all = ["player", "show"])]
    pub list: bool,

    /// Show a match of the store; --json, --sgf and --svg work too
    #[arg(long, value_name = "ID", conflicts_with = "player")]
    pub show: Option<i64>,
}

const HELP: &str = "\
A player is a preset with changes (champion,explore=0.2; see `catena players`), champion@2 with \
twice the limit, or a program that speaks GTP: gtp:COMMAND LINE, or with options before the colon, \
gtp,OPTION=VALUE,…:COMMAND LINE

  name=NAME
      the name in tables
  dialect=NAME
      mohex, wolve, benzene, hexgui, castro or morat; in the last two White moves first
  first=black|white, cells=ours|transposed|restarting
      who moves first in its words, and how it names cells
  start=COMMAND;COMMAND…
      sent once; each=… is sent before each game
  limit=COMMAND
      the command that sets its limit; %t is seconds, %p playouts; a dialect brings its own; limit=none \
for a program without one
  ids=off
      if it does not know numbered commands

A program that crashes, answers with no legal move or is later than the limit and the grace loses \
that game and is restarted. The result comes from our own rules, whatever it claims.

Each pair of games starts from one opening, with colors swapped. random:N samples N moves \
until a search gives Black (White in every second pair) between 50 and 53 %, at most 100 times, \
then it takes the most balanced; on boards of at most 49 places it takes openings that one color wins, \
each color in turn; file has one opening per line; records takes the first moves of games.

Each finished game is in the store before it is counted. A match resumes if interrupted: run the same \
command. More --games add to it. Ctrl-C finishes the games under way.

Examples:
  catena match --player champion --opponent mohex2 \\
      --game hex --size 9 --time 0.3s --games 200
  catena match --player champion,explore=0.2 --game hex \\
      --size 9 --sprt 0,30
  catena match --player joosten --player raiko \\
      --player champion --game y --anchor raiko=1500
  catena match --player champion --game hex --time 5s \\
      --opponent 'gtp,name=mohex,dialect=mohex:mohex' \\
      --openings first-moves --games 242
  catena match --list";

pub const OPENING_MOVES: &str = "Moves that --openings records takes from each game [default: 4]";

pub fn clock(text: &str) -> Result<catena_arena::MoveLimit, &'static str> {
    catena_arena::MoveLimit::parse_clock(text).ok_or("a time such as 5m or 5m+2s expected")
}

fn sprt(text: &str) -> Result<Sprt, &'static str> {
    Sprt::parse(text).ok_or(
        "ELO0,ELO1 or ELO0,ELO1,ALPHA,BETA expected, with ELO0 below ELO1, both within 2000, ALPHA and BETA above 0 and below 0.5",
    )
}

pub fn run(args: &Args) -> anyhow::Result<Done> {
    let file = args.store.clone().map_or_else(request::default_store, Ok)?;
    if args.list {
        return output::list(&mut io::stdout().lock(), &file, args.json).map(|()| Done::Well);
    }
    if let Some(id) = args.show {
        let store = MatchStore::open_to_read(&file)?;
        let shown = Shown::stored(&store, id, args)?;
        finish(args, &store, &shown)?;
        return Ok(Done::Well);
    }
    if args.cpu_time.is_some() && !CPU_TIME_IS_KNOWN {
        return Err(WrongUsage(
            "--cpu-time: this system does not tell the processor time of other programs".to_owned(),
        )
        .into());
    }
    let spec = request::spec(args)?;
    // Wrong options are reported before anything is played.
    if args.json && args.sgf.as_deref() == Some(Path::new("-")) {
        return Err(WrongUsage("--json and --sgf - both go to standard output".to_owned()).into());
    }
    for file in args.sgf.iter().chain(&args.svg) {
        check_writable(file)?;
    }
    if args.sprt.is_some() && spec.contestants.len() > 2 {
        let why = "--sprt tests one player against another: it does not fit a round robin";
        return Err(WrongUsage(why.to_owned()).into());
    }
    let players: Vec<String> =
        spec.contestants.iter().map(|contestant| contestant.name().to_owned()).collect();
    rating_options(args, &players)?;
    let mut played = Match::open(MatchStore::open(&file)?, spec).map_err(usage)?;
    let stop = interrupt::watch("the games under way")?;
    let goal = MatchGoal { games: args.games, sprt: args.sprt };
    let runner = args.on.runner(args.concurrency, &file)?;
    let mut progress = MatchProgress::new(&played, goal);
    let end = played.play(goal, runner.as_ref(), &stop, &mut progress)?;
    progress.finish();
    let shown = Shown::played(&played, args, end)?;
    finish(args, played.entry().store(), &shown)?;
    if end == MatchEnd::Stopped {
        say_stopped(format_args!("match {} in {}", played.entry().id(), file.display()));
        return Ok(Done::Interrupted);
    }
    if let MatchEnd::Faults(_) = end {
        say_faults(played.entry().store(), played.entry().id())?;
        return Ok(Done::WithErrors);
    }
    Ok(Done::Well)
}

/// Tells which games nobody could play, and why.
pub fn say_faults(store: &MatchStore, id: i64) -> anyhow::Result<()> {
    for (number, reason) in store.faults(id)? {
        eprintln!("game {number} of match {id} could not be played: {reason}");
    }
    eprintln!("{RESUME_HINT}");
    Ok(())
}

/// A player who does not play the game is wrong usage; all else has gone wrong.
fn usage(error: ArenaError) -> anyhow::Error {
    match error {
        ArenaError::Contestant(error) => WrongUsage(error.to_string()).into(),
        other => other.into(),
    }
}

pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Prints and writes the results at the end.
fn finish(args: &Args, store: &MatchStore, shown: &Shown) -> anyhow::Result<()> {
    // The table first: it is not lost if a file cannot be written.
    let mut stdout = io::stdout().lock();
    let is_stdout = |file: &PathBuf| file.as_os_str() == "-";
    match args.sgf.as_ref().is_some_and(is_stdout) {
        true => output::write_sgf(&mut stdout, store, shown.id)?,
        false if args.json => shown.json(&mut stdout)?,
        false => shown.table(&mut stdout)?,
    }
    if let Some(file) = args.sgf.as_ref().filter(|file| !is_stdout(file)) {
        let named = || format!("writing {}", file.display());
        let mut writer = io::BufWriter::new(std::fs::File::create(file).with_context(named)?);
        output::write_sgf(&mut writer, store, shown.id).with_context(named)?;
    }
    if let Some(file) = &args.svg {
        std::fs::write(file, shown.plot()).with_context(|| format!("writing {}", file.display()))?;
    }
    Ok(())
}

/// No rating that anybody has given is farther from 0.
const MOST_ELO: f64 = 10_000.0;

/// Options for ratings.
fn rating_options(args: &Args, players: &[String]) -> anyhow::Result<RatingOptions> {
    let anchor = args.anchor.as_deref().map(|text| {
        // Names of players have equal signs themselves.
        let (name, elo) = text.rsplit_once('=')?;
        let elo = elo.parse::<f64>().ok().filter(|elo| elo.abs() <= MOST_ELO)?;
        Some((players.iter().position(|player| player == name)?, elo))
    });
    let anchor = match anchor {
        Some(None) => {
            let names = players.join("; ");
            let why = format!("--anchor NAME=ELO expected, ELO within {MOST_ELO}, NAME one of {names}");
            return Err(WrongUsage(why).into());
        }
        Some(anchor) => anchor,
        None => None,
    };
    if !(args.prior >= 0.0 && args.prior.is_finite()) {
        return Err(WrongUsage("--prior is a number from 0".to_owned()).into());
    }
    Ok(RatingOptions { prior: args.prior, anchor })
}
