//! `catena selfplay`: games for learning.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use catena_arena::Openings;
use catena_arena::job::RESUME_HINT;
use catena_arena::selfplay::{
    DamageCause, Selfplay, SelfplayError, SelfplayFile, SelfplayGame, SelfplayTotals, jsonl,
};
use catena_engine::PlayerSpec;
use serde_json::{Value, json};

use crate::args::{GameArgs, LimitArgs, player, resolve};
use crate::cluster::OnArgs;
use crate::matches::request;
use crate::progress::{Meter, counted, say_stopped};
use crate::{Done, WrongUsage, interrupt, json};

#[derive(clap::Args)]
#[command(after_help = "\
The file has every move with the visits of all cells, the value and the result; its format is \
described in docs/arena.md. Self-play resumes if interrupted: run the same command. An unfinished \
game at the end of the file is cut off; a file that is damaged elsewhere is copied first.

Examples:
  catena selfplay --game hex --size 9 --playouts 2000 \\
      --games 1000 -o hex9.selfplay
  catena selfplay --print hex9.selfplay > hex9.jsonl")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,

    /// The player of both colors; see `catena players`
    #[arg(long, value_name = "SPEC", default_value = "champion", value_parser = player, add = crate::completion::players())]
    player: PlayerSpec,

    /// Games in the file at the end
    #[arg(long, value_name = "N", default_value_t = 100)]
    games: u64,

    #[command(flatten)]
    limits: LimitArgs<100>,

    /// Random moves that each game starts with; see `catena match --help`
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(0..=100))]
    opening_moves: u8,

    /// Random seed: another one gives other games
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Games played at the same time, one thread each [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    concurrency: Option<u16>,

    #[command(flatten)]
    on: OnArgs,

    /// The file
    #[arg(long, short, value_name = "FILE", required_unless_present = "print")]
    output: Option<PathBuf>,

    /// Print the games of a file instead, one line of JSON each
    #[arg(long, value_name = "FILE", conflicts_with = "output")]
    print: Option<PathBuf>,

    /// Print one JSON object instead of text
    #[arg(long, conflicts_with = "print")]
    json: bool,
}

pub fn run(args: &Args) -> anyhow::Result<Done> {
    if let Some(file) = &args.print {
        return export(file);
    }
    let file = args.output.as_deref().context("--output names the file")?;
    let limit = args.limits.move_limit();
    let openings = match args.opening_moves {
        0 => Openings::Empty,
        moves => Openings::Random(usize::from(moves)),
    };
    let setup = args.game.setup()?;
    let plan = Selfplay {
        player: resolve(&args.player, setup.game())?,
        setup,
        limit,
        openings,
        seed: args.seed,
        build: request::build(),
    };
    let stop = interrupt::watch("the games under way")?;
    let mut meter = Meter::new("games", Some(args.games), 0);
    let (mut games, mut positions) = (0, 0);
    let mut on_game = |game: &SelfplayGame| {
        games += 1;
        positions += game.moves.len() as u64;
        let rate = positions as f64 / meter.progress(games).elapsed.as_secs_f64().max(1e-3);
        meter.update(games, || format!("{rate:.1} positions/s"));
    };
    let runner = args.on.runner(args.concurrency, file)?;
    let done = plan.play(file, args.games, runner.as_ref(), &stop, &mut on_game);
    meter.finish();
    let done = match done {
        Err(error @ SelfplayError::NoSearch(_)) => return Err(WrongUsage(error.to_string()).into()),
        other => other?,
    };
    for damage in &done.damage {
        match damage.cause {
            DamageCause::Unfinished => {
                eprintln!("{} bytes of an unfinished game were cut off", damage.length)
            }
            DamageCause::Changed => eprintln!("{} was {damage}", file.display()),
        }
    }
    if let Some(backup) = &done.backup {
        eprintln!("whole games were kept; the file as it was is {}", backup.display());
    }
    for (number, reason) in &done.faults {
        eprintln!("game {number} could not be played: {reason}");
    }
    let games = done.known + done.played;
    if args.json {
        json::print(&summary(args, file, &done))?;
    } else {
        println!("{} in {} ({} of them played now)", counted(games, "game"), file.display(), done.played);
    }
    if !done.faults.is_empty() && !stop.is_asked() {
        eprintln!("{RESUME_HINT}");
        return Ok(Done::WithErrors);
    }
    if games < args.games {
        say_stopped(file.display());
        return Ok(Done::Interrupted);
    }
    Ok(Done::Well)
}

/// What was done, as an object.
fn summary(args: &Args, file: &Path, done: &SelfplayTotals) -> Value {
    let games = done.known + done.played;
    let end = match (done.faults.is_empty(), games < args.games) {
        (false, _) => "faults",
        (true, true) => "stopped",
        (true, false) => "complete",
    };
    let faults = done.faults.iter().map(|(number, reason)| json!({ "game": number, "reason": reason }));
    json!({
        "file": file.display().to_string(),
        "games": games,
        "played": done.played,
        "faults": faults.collect::<Vec<_>>(),
        "end": end,
    })
}

fn export(file: &Path) -> anyhow::Result<Done> {
    let mut output = BufWriter::new(io::stdout().lock());
    let length = File::open(file).and_then(|file| file.metadata()).map_or(0, |metadata| metadata.len());
    let mut games = 0u64;
    let (_, damage) = SelfplayFile::read(file, &mut |_, setup, game| {
        games += 1;
        writeln!(output, "{}", jsonl(&game, setup))
    })?;
    output.flush()?;
    drop(output);
    eprintln!("{}, {length} bytes", counted(games, "game"));
    if !damage.is_empty() {
        let places: Vec<String> =
            damage.iter().map(|damage| format!("{} is {damage}", file.display())).collect();
        bail!("{}: what is there was skipped", places.join("\n"));
    }
    Ok(Done::Well)
}
