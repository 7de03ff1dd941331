//! `catena analyze`: games reviewed, move by move.
//!
//! The engine does the reviewing; here are the progress, what is kept of an interrupted review,
//! and the outputs: a table or JSON, an annotated SGF file and a graph.

mod annotate;
mod checkpoint;
mod many;
mod output;

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::Context;
use catena_core::record::Record;
use catena_core::{Color, Game};
use catena_engine::{
    Assessor, Observer, Perspective, Plan, PlayerSpec, Review, ReviewProgress, Reviewer, Task, win_rate_graph,
};

use crate::args::{ThinkArgs, duration, player, resolve};
use crate::cluster::OnArgs;
use crate::games::RecordArgs;
use crate::interrupt;
use crate::progress::{Meter, say_resuming};
use crate::{Done, WrongUsage};
use checkpoint::AnalysisCheckpoint;

#[derive(clap::Args)]
#[command(after_help = "\
A record is a file of any kind: SGF or HGF, a HexWorld link, a list of moves, lines of JSON, self-play, or a store of \
matches. Values are chances to win in percent. A move that gives away 5 % or more is an inaccuracy, \
from 10 % on a mistake, from 15 % on a blunder. Proofs of the solver decide where there are any; a \
suspected mistake is searched again until it is sure or gone. Each position is saved when it is done. An \
analysis resumes if interrupted: run the same command.

Examples:
  catena analyze game.sgf --time 2s --svg game.svg
  catena analyze game.sgf --visits 5000 --sgf reviewed.sgf
  catena analyze moves.txt --game hex --size 11 --json
  catena analyze games.sgf --all --json > reviews.jsonl
  catena analyze games.sgf --all --on nats://10.0.0.1:4222")]
pub struct Args {
    #[command(flatten)]
    game: RecordArgs,

    /// The record; - is standard input
    file: PathBuf,

    /// Review every game of the file, several at the same time; of a list of moves each line is a game
    #[arg(long, conflicts_with_all = ["number", "svg"])]
    all: bool,

    /// With --all: positions at the same time, one thread each [default: the number of cores]
    #[arg(long, value_name = "N", requires = "all", value_parser = clap::value_parser!(u16).range(1..=256))]
    concurrency: Option<u16>,

    #[command(flatten)]
    on: OnArgs,

    /// The player whose search values positions; see `catena players`
    #[arg(long, value_name = "SPEC", default_value = "champion", value_parser = player, add = crate::completion::players())]
    player: PlayerSpec,

    #[command(flatten)]
    think: ThinkArgs,

    /// Time of the solver for each position, or off; up to 16 times that where a mistake is suspected
    #[arg(long, value_name = "TIME", default_value = "1s", value_parser = solver_time)]
    solver_time: Duration,

    /// Whose chances the values are
    #[arg(long, value_enum, default_value_t = PlayerArg::Black)]
    view: PlayerArg,

    /// Number of mistakes to list, the worst first
    #[arg(long, value_name = "N", default_value_t = 5)]
    mistakes: usize,

    /// Show what each move gave away, but not the better move
    #[arg(long)]
    hide_best: bool,

    /// Print one JSON object instead of a table; with --all a line for each game
    #[arg(long)]
    json: bool,

    /// Write the record with values (SBKV) and comments
    #[arg(long, value_name = "FILE")]
    sgf: Option<PathBuf>,

    /// Write the win rate over the moves as a picture
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    /// The file that what is found is kept in, and resumed from [default: FILE.part]
    #[arg(long, value_name = "FILE")]
    store: Option<PathBuf>,

    /// Do not remove the --store file at the end
    #[arg(long)]
    keep: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum PlayerArg {
    /// The player who began as Black
    Black,
    /// The player who began as White
    White,
    /// The player who makes the move
    Mover,
}

impl PlayerArg {
    const fn view(self) -> Perspective {
        match self {
            Self::Black => Perspective::Black,
            Self::White => Perspective::White,
            Self::Mover => Perspective::Mover,
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Black => "black",
            Self::White => "white",
            Self::Mover => "the mover",
        }
    }
}

/// A reviewed record with all that the outputs tell about it.
struct Reviewed<'a> {
    record: &'a Record,
    review: Review,
    assessor: &'a Assessor,
    args: &'a Args,
}

pub fn run(args: &Args) -> anyhow::Result<Done> {
    if args.all || args.on.is_named() {
        return many::run(args);
    }
    let mut record = args.game.read(&args.file)?;
    let plan = Plan::new(&record).with_context(|| crate::args::reading(&args.file))?;
    let assessor = assessor(args, record.setup().game())?;
    let assessors = [(record.setup().game(), assessor)];
    let mut kept = AnalysisCheckpoint::open(args.store.as_deref(), &args.file, &record.to_sgf(), &assessors)?;
    let [(_, assessor)] = &assessors;
    let reviewed = review(plan, assessor, &mut kept, args.view)?;
    kept.save()?;
    let Some(review) = reviewed else { return Ok(Done::Interrupted) };
    let annotated = show(&mut record, review, assessor, args)?;
    if let Some(file) = &args.sgf {
        write(file, &annotated)?;
    }
    if !args.keep {
        kept.remove();
    }
    Ok(Done::Well)
}

/// Prints what was found, draws it if asked to, and returns the record with comments if they are wanted.
fn show(record: &mut Record, review: Review, assessor: &Assessor, args: &Args) -> anyhow::Result<String> {
    let reviewed = Reviewed { record, review, assessor, args };
    if let Some(file) = &args.svg {
        let topology = reviewed.record.setup().topology();
        write(file, &win_rate_graph(&reviewed.review, topology, args.view.view(), &title(reviewed.record)))?;
    }
    let mut stdout = io::stdout().lock();
    if args.json {
        serde_json::to_writer_pretty(&mut stdout, &output::json(&reviewed))?;
        writeln!(stdout)?;
    } else {
        output::table(&mut stdout, &reviewed)?;
    }
    if args.sgf.is_none() {
        return Ok(String::new());
    }
    let notes = annotate::notes(&reviewed);
    annotate::apply(record, &notes);
    Ok(record.to_sgf())
}

fn assessor(args: &Args, game: Game) -> anyhow::Result<Assessor> {
    let player = resolve(&args.player, game)?;
    if !player.agent().searches() {
        let why = format!("the player {} does not search, so it knows no values", args.player);
        return Err(WrongUsage(why).into());
    }
    let ThinkArgs { threads, seed, .. } = args.think;
    Ok(Assessor {
        player,
        limits: args.think.limits(),
        solver_time: args.solver_time,
        solver_bytes: Assessor::SOLVER_BYTES,
        threads: usize::from(threads),
        seed,
    })
}

fn solver_time(text: &str) -> Result<Duration, &'static str> {
    if text == "off" { Ok(Duration::ZERO) } else { duration(text) }
}

/// Ends a search or a proof when Ctrl-C was pressed.
struct UntilInterrupted(Arc<AtomicBool>);

impl Observer for UntilInterrupted {
    fn stop(&mut self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Nothing if it was interrupted; what was found by then is kept.
fn review(
    plan: Plan,
    assessor: &Assessor,
    kept: &mut AnalysisCheckpoint,
    side: PlayerArg,
) -> anyhow::Result<Option<Review>> {
    let mut interrupt = UntilInterrupted(interrupt::flag()?);
    if kept.answers() > 0 {
        say_resuming(kept.answers() as u64, "answer", kept.file().display());
    }
    let mut reviewer = Reviewer::new(plan);
    let positions = reviewer.plan().positions().len() as u64;
    let mut meter = Meter::new("positions", Some(positions), 0).with_a_line_per_step();
    let mut last = ReviewProgress::default();
    while let Some(task) = reviewer.next_task() {
        let answer = match kept.get(&task) {
            Some(answer) => answer,
            None => {
                let answer = assessor.answer(&task, &mut interrupt)?;
                if interrupt.stop() {
                    meter.finish();
                    return Ok(None);
                }
                kept.put(&task, &answer)?;
                answer
            }
        };
        reviewer.put(&task, &answer);
        let progress = reviewer.progress();
        if last.valued < progress.positions && progress.valued != last.valued {
            meter.update(progress.valued as u64, || known_of(&reviewer, &task, side));
        } else if last.valued == progress.positions && progress != last {
            meter.phase("suspected mistakes", progress.suspects as u64);
            meter.update(progress.settled as u64, || known_of(&reviewer, &task, side));
        }
        last = progress;
    }
    meter.finish();
    Ok(Some(reviewer.review()))
}

/// Knowledge about the position of a question: `black d4, 61.2 % for black`.
fn known_of(reviewer: &Reviewer, task: &Task, side: PlayerArg) -> String {
    let (value, best) = reviewer.known_of(task, side.view());
    let topology = task.position.topology();
    let best = best.map_or("-", |best| topology.move_name(best));
    let value = value.map_or("?".to_owned(), |value| format!("{:.1} %", 100.0 * value));
    format!("{} {best}, {value} for {}", task.position.to_move(), side.name())
}

/// Game, size and players: `Hex 11: Anna – Bert`.
fn title(record: &Record) -> String {
    let setup = record.setup();
    let names = Color::ALL.map(|color| record.player(color).filter(|name| !name.trim().is_empty()));
    let [black, white] = names.map(|name| name.unwrap_or_else(|| "?".to_owned()));
    let game = format!("{} {}", setup.game().title(), setup.size());
    let short = |name: String| name.chars().take(24).collect::<String>();
    if black == "?" && white == "?" { game } else { format!("{game}: {} – {}", short(black), short(white)) }
}

fn write(file: &Path, text: &str) -> anyhow::Result<()> {
    fs::write(file, text).with_context(|| format!("writing {}", file.display()))
}
