#![allow(clippy::print_stdout, reason = "an example shows its result")]
//! Solves random positions of Havannah with several thresholds for frames, in turns:
//! `cargo run --release -p catena-games-proof --example framed -- SIZE STONES COUNT LIMIT never 1 100 1000`,
//! where LIMIT is in positions for each solve.

use std::ops::ControlFlow;

use catena_core::{Game, Move, Position, Setup, SwapRule};
use catena_proof::{DeepProbes, Solver, SolverConfig, SolverProgress, Verdict};
use rng::Rng;
use rustix::time::{ClockId, clock_gettime};

#[path = "../tests/testdata/rng.rs"]
mod rng;

#[derive(Clone, Copy)]
struct Cost {
    nodes: u64,
    seconds: f64,
    probes: DeepProbes,
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |index: usize| args[index].parse::<u64>().expect("a number");
    let setup = Setup::new(Game::Havannah, number(0), SwapRule::Off).expect("a size");
    let after: Vec<Option<u64>> = args[4..].iter().map(|arg| arg.parse().ok()).collect();
    let mut solved: Vec<Vec<Option<Cost>>> = Vec::new();
    let mut rng = Rng::new(1);
    for _ in 0..number(2) {
        let position = random(&setup, number(1), &mut rng);
        let mut answers = Vec::new();
        let costs = after.iter().map(|&frames_after| {
            let (verdict, cost) = solve(&position, frames_after, number(3));
            answers.extend((verdict != Verdict::Unknown).then_some(verdict));
            (verdict != Verdict::Unknown).then_some(cost)
        });
        solved.push(costs.collect());
        answers.dedup();
        assert!(answers.len() <= 1, "{answers:?} {:?}", position.plies());
    }
    let by_all: Vec<_> = solved.iter().filter(|costs| costs.iter().all(Option::is_some)).collect();
    println!("of {} positions {} are solved with all settings, in", solved.len(), by_all.len());
    for (index, name) in args[4..].iter().enumerate() {
        let costs: Vec<Cost> = by_all.iter().filter_map(|costs| costs[index]).collect();
        let sum = |of: &dyn Fn(&Cost) -> u64| costs.iter().map(of).sum::<u64>();
        println!(
            "{name:>6}: {} positions, {:.2} s CPU; frames tried {} times, {} decided, {} narrowed; solves {}",
            sum(&|cost| cost.nodes),
            costs.iter().map(|cost| cost.seconds).sum::<f64>(),
            sum(&|cost| cost.probes.tried),
            sum(&|cost| cost.probes.decided),
            sum(&|cost| cost.probes.narrowed),
            solved.iter().filter(|costs| costs[index].is_some()).count(),
        );
    }
}

fn solve(position: &Position, frames_after: Option<u64>, limit: u64) -> (Verdict, Cost) {
    let config = SolverConfig { frames_after, ..SolverConfig::default() };
    let mut solver = Solver::new(position.setup(), config);
    let start = cpu_seconds();
    let mut watch = |progress: &SolverProgress| {
        if progress.nodes > limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let verdict = solver.solve(position, &mut watch);
    let seconds = cpu_seconds() - start;
    (verdict, Cost { nodes: solver.nodes(), seconds, probes: solver.deep_probes() })
}

/// A position after this many random moves that is not over.
fn random(setup: &Setup, stones: u64, rng: &mut Rng) -> Position {
    loop {
        let mut position = Position::new(setup.clone());
        for _ in 0..stones {
            let moves: Vec<Move> = position.legal_moves().collect();
            if position.outcome().is_none() {
                position.play_unchecked(moves[rng.below(moves.len() as u32) as usize]);
            }
        }
        if position.outcome().is_none() {
            return position;
        }
    }
}

fn cpu_seconds() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}
