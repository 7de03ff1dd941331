//! `catena solve`: proves who wins a position.

mod store;
mod watch;

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

use catena_core::{Color, Move, Position};
use catena_proof::{Solver, SolverConfig, Verdict};
use serde_json::{Map, json};

use crate::args::{PositionArgs, duration};
use crate::{Done, json};
use store::SolverStore;
use watch::Watch;

#[derive(clap::Args)]
#[command(after_help = "\
The first line is `winner black`, `winner white`, `winner draw` or `unknown`. With --each-move a line \
`CELL win|loss|draw|unknown` follows for each legal move, seen by the player to move. With --line the \
moves of both players under best play follow, after the word `line`. The exit code is 3 if anything \
stayed unknown. With --store a proof that was stopped, by --time, Ctrl-C or otherwise, resumes when \
you run the same command.

Examples:
  catena solve --game hex --size 5 --each-move
  catena solve --game y --size 4 --moves \"b2\" --line
  catena solve game.sgf --time 5m --store proof.bin")]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,

    /// Say of each legal move what it leads to
    #[arg(long)]
    each_move: bool,

    /// Show the moves of both players under best play
    #[arg(long)]
    line: bool,

    /// Stop after this time and answer `unknown` where nothing is proved: 60s, 5m
    #[arg(long, value_name = "TIME", value_parser = duration)]
    time: Option<Duration>,

    /// Memory of the transposition table, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 256, value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    memory: u64,

    /// Threads that search at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,

    /// Resume from this file, and keep there what is learned: every minute and at the end
    #[arg(long, value_name = "FILE")]
    store: Option<PathBuf>,

    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> anyhow::Result<Done> {
    let position = args.position.position()?;
    let bytes = usize::try_from(args.memory << 20).unwrap_or(usize::MAX);
    let threads = usize::from(args.threads);
    let config = SolverConfig { table_bytes: bytes, threads, ..SolverConfig::default() };
    let mut solver = Solver::new(position.setup(), config);
    let store = args.store.clone().map(SolverStore::new);
    if let Some(store) = &store {
        store.load(&mut solver)?;
    }
    let watch = Watch::new(args.time, store.is_some())?;
    let mut job = SolveJob { solver, watch, store, unknown: false };
    let done = job.run(args, &position);
    job.watch.finish(&job.solver, args.store.as_deref());
    done?;
    Ok(match job.unknown {
        true if job.watch.is_interrupted() => Done::Interrupted,
        true => Done::Unknown,
        false => Done::Well,
    })
}

struct SolveJob {
    solver: Solver,
    watch: Watch,
    store: Option<SolverStore>,
    /// True if something asked for was not found out.
    unknown: bool,
}

impl SolveJob {
    fn run(&mut self, args: &Args, position: &Position) -> anyhow::Result<()> {
        let mut output = io::stdout().lock();
        let verdict = self.solve(position)?;
        if !args.json {
            writeln!(output, "{}", winner(verdict))?;
        }
        let mut values = Map::new();
        if args.each_move {
            // One move at a time, so that what is known is printed although the time runs out.
            let moves: Vec<Move> = position.legal_moves().collect();
            for mv in moves {
                let mut next = position.clone();
                next.play_unchecked(mv);
                let word = for_mover(self.solve(&next)?, position.to_move());
                let name = position.topology().move_name(mv);
                match args.json {
                    true => drop(values.insert(name.to_owned(), word.into())),
                    false => writeln!(output, "{name} {word}")?,
                }
            }
        }
        let line = (args.line && verdict != Verdict::Unknown).then(|| {
            let line = self.solver.line(position, &mut self.watch);
            line.into_iter().map(|mv| position.topology().move_name(mv)).collect::<Vec<_>>()
        });
        if args.json {
            drop(output);
            json::print(&json!({
                "position": json::position(position),
                "winner": winner(verdict).trim_start_matches("winner "),
                "moves": args.each_move.then_some(values),
                "line": line,
                "positions_searched": self.solver.nodes(),
            }))?;
        } else if let Some(names) = line {
            writeln!(output, "line {}", names.join(" "))?;
        }
        self.save()
    }

    /// Solves a position; the proof pauses now and then to be saved.
    fn solve(&mut self, position: &Position) -> anyhow::Result<Verdict> {
        loop {
            let verdict = self.solver.solve(position, &mut self.watch);
            if verdict != Verdict::Unknown || self.watch.is_over() {
                self.unknown |= verdict == Verdict::Unknown;
                return Ok(verdict);
            }
            self.save()?;
        }
    }

    fn save(&mut self) -> anyhow::Result<()> {
        if let Some(store) = &self.store {
            store.save(&self.solver)?;
            self.watch.saved();
        }
        Ok(())
    }
}

fn winner(verdict: Verdict) -> String {
    match verdict {
        Verdict::Won(color) => format!("winner {color}"),
        Verdict::Drawn => "winner draw".to_owned(),
        Verdict::Unknown => "unknown".to_owned(),
    }
}

fn for_mover(verdict: Verdict, mover: Color) -> &'static str {
    match verdict {
        Verdict::Won(color) if color == mover => "win",
        Verdict::Won(_) => "loss",
        Verdict::Drawn => "draw",
        Verdict::Unknown => "unknown",
    }
}
