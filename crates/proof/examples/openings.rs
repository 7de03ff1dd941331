#![allow(clippy::print_stdout, reason = "an example shows its result")]
//! Solves all openings of a board and prints the CPU time:
//! `cargo run --release -p catena-games-proof --example openings -- hex 6 name=value …`
//! with `keep=1` (the table is not cleared between openings), `only=d4,e5` or `only=empty` (the board without
//! an opening), `each=1` (a line for each),
//! `limit=60` (seconds of CPU for each), and the parameters below.

use std::collections::HashMap;
use std::ops::ControlFlow;

use catena_core::{Color, Game, Position, Setup, SwapRule};
use catena_proof::connection::ConnectionLimits;
use catena_proof::{Solver, SolverConfig, SolverProgress, Verdict};
use rustix::time::{ClockId, clock_gettime};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let options: HashMap<&str, &str> = args.iter().filter_map(|arg| arg.split_once('=')).collect();
    let number = |name: &str, default: f64| {
        options.get(name).map_or(default, |text| text.parse().expect("options are numbers"))
    };
    let game = Game::parse(&args[0]).expect("the name of a game");
    let setup = Setup::new(game, args[1].parse().expect("a number"), SwapRule::Off).expect("a size");
    let config = SolverConfig {
        window_base: number("base", SolverConfig::default().window_base as f64) as usize,
        window_part: number("part", SolverConfig::default().window_part),
        epsilon: number("epsilon", SolverConfig::default().epsilon),
        threads: number("threads", 1.0) as usize,
        ..SolverConfig::default()
    };
    let limits = ConnectionLimits {
        fulls: number("fulls", ConnectionLimits::SOLVER.fulls as f64) as usize,
        semis: number("semis", ConnectionLimits::SOLVER.semis as f64) as usize,
        parallel: number("parallel", ConnectionLimits::SOLVER.parallel as f64) as usize,
    };
    let new = || Solver::with_prober(&setup, config.clone(), &|| catena_proof::prober(&setup, limits));
    let mut solver = new();
    let root = Position::new(setup.clone());
    let (mut wins, mut unknown, mut nodes, mut slowest) = (0, 0, 0, (0.0, ""));
    let limit = number("limit", f64::INFINITY);
    let start = cpu_seconds();
    let openings = root.legal_moves().map(Some).chain([None]);
    for mv in openings {
        let name = mv.map_or("empty", |mv| setup.topology().move_name(mv));
        let is_wanted = options.get("only").map(|only| only.split(',').any(|one| one == name));
        if !is_wanted.unwrap_or(mv.is_some()) {
            continue;
        }
        let before = (cpu_seconds(), solver.nodes());
        let mut position = root.clone();
        if let Some(mv) = mv {
            position.play_unchecked(mv);
        }
        let mut watch = |_: &SolverProgress| {
            if cpu_seconds() - before.0 > limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let verdict = solver.solve(&position, &mut watch);
        wins += usize::from(verdict == Verdict::Won(Color::Black));
        unknown += usize::from(verdict == Verdict::Unknown);
        nodes += solver.nodes() - before.1;
        let took = cpu_seconds() - before.0;
        slowest = if took > slowest.0 { (took, name) } else { slowest };
        if options.contains_key("each") {
            println!("{name} {verdict:?} {} positions, {took:.2} s", solver.nodes() - before.1);
        }
        if number("keep", 0.0) == 0.0 {
            solver = new();
        }
    }
    println!(
        "{game} {}: {wins} openings win, {unknown} unknown, {nodes} positions, {:.2} s CPU, the slowest {} {:.2} s",
        setup.size(),
        cpu_seconds() - start,
        slowest.1,
        slowest.0,
    );
}

fn cpu_seconds() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}
