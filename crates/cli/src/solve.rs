//! `catena solve`: proves who wins a position.

use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use catena_core::{Color, Move, Position};
use catena_proof::{Observer, Progress, Solver, SolverConfig, Verdict};

use crate::Done;
use crate::args::{PositionArgs, duration};

#[derive(clap::Args)]
#[command(after_help = "\
The first line is `winner black`, `winner white`, `winner draw` or `unknown`. With --each-move a line
`CELL win|loss|draw|unknown` follows for each legal move, seen by the player to move. With --line the
moves of both players under best play follow, after the word `line`.")]
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
    limit: Option<Duration>,

    /// Memory for what the search learns, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 256, value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    memory: u64,
}

pub fn run(args: &Args) -> anyhow::Result<Done> {
    let position = args.position.position()?;
    let bytes = usize::try_from(args.memory << 20).unwrap_or(usize::MAX);
    let config = SolverConfig { table_bytes: bytes, ..SolverConfig::default() };
    let mut solver = Solver::new(position.setup(), config);
    let mut watch = Watch::new(args.limit);
    let mut output = io::stdout().lock();
    let verdict = solver.solve(&position, &mut watch);
    writeln!(output, "{}", winner(verdict))?;
    if args.each_move {
        each_move(&mut solver, &position, &mut watch, &mut output)?;
    }
    if args.line && verdict != Verdict::Unknown {
        let names: Vec<&str> = solver
            .line(&position, &mut watch)
            .into_iter()
            .map(|mv| position.topology().move_name(mv))
            .collect();
        writeln!(output, "line {}", names.join(" "))?;
    }
    watch.finish(&solver);
    Ok(Done::Well)
}

/// One move at a time, so that what is known is printed although the time runs out.
fn each_move(
    solver: &mut Solver,
    position: &Position,
    watch: &mut Watch,
    output: &mut impl Write,
) -> anyhow::Result<()> {
    let moves: Vec<Move> = position.legal_moves().collect();
    for mv in moves {
        let mut next = position.clone();
        next.play_unchecked(mv);
        let verdict = solver.solve(&next, watch);
        let word = for_mover(verdict, position.to_move());
        writeln!(output, "{} {word}", position.topology().move_name(mv))?;
    }
    Ok(())
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

/// Reports are at least so far apart.
const PAUSE: Duration = Duration::from_secs(10);

/// Tells on standard error how far the proof is, and stops it in time.
struct Watch {
    began: Instant,
    told: Instant,
    limit: Option<Duration>,
}

impl Watch {
    fn new(limit: Option<Duration>) -> Self {
        let now = Instant::now();
        Self { began: now, told: now, limit }
    }

    fn finish(&self, solver: &Solver) {
        if io::stderr().is_terminal() {
            eprintln!("{} positions in {:.1} s", solver.nodes(), self.began.elapsed().as_secs_f64());
        }
    }
}

impl Observer for Watch {
    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        if self.told.elapsed() >= PAUSE {
            self.told = Instant::now();
            let Progress { nodes, table_used, table_capacity, claim, proof, disproof } = progress;
            let table = 100 * table_used / table_capacity;
            eprintln!(
                "{nodes} positions, table {table} % full, {claim} wins? proof {proof}, disproof {disproof}"
            );
        }
        match self.limit {
            Some(limit) if self.began.elapsed() >= limit => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    }
}
