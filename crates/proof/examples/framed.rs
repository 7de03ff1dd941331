#![allow(clippy::print_stdout, reason = "an example shows its result")]
//! Solves random positions of Havannah with several thresholds for frames, in turns:
//! `cargo run --release -p catena-proof --example framed -- SIZE STONES COUNT LIMIT never 1 100 1000`,
//! where LIMIT is in positions for each solve.

use std::ops::ControlFlow;

use catena_core::{Game, Move, Position, Setup, SwapRule};
use catena_playout::Rng;
use catena_proof::{CloserLooks, Progress, Solver, SolverConfig, Verdict};
use rustix::time::{ClockId, clock_gettime};

#[derive(Default)]
struct Sum {
    nodes: u64,
    seconds: f64,
    unknown: usize,
    looks: [u64; 3],
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |index: usize| args[index].parse::<u64>().expect("a number");
    let setup = Setup::new(Game::Havannah, number(0), SwapRule::Off).expect("a size");
    let limit = number(3);
    let after: Vec<Option<u64>> = args[4..].iter().map(|arg| arg.parse().ok()).collect();
    let mut sums: Vec<Sum> = after.iter().map(|_| Sum::default()).collect();
    let mut rng = Rng::new(1);
    for _ in 0..number(2) {
        let position = random(&setup, number(1), &mut rng);
        let mut answer = Verdict::Unknown;
        for (&frames_after, sum) in after.iter().zip(&mut sums) {
            let mut solver = Solver::new(&setup, SolverConfig { frames_after, ..SolverConfig::default() });
            let start = cpu_seconds();
            let mut watch = |progress: &Progress| {
                if progress.nodes > limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            let verdict = solver.solve(&position, &mut watch);
            sum.seconds += cpu_seconds() - start;
            sum.nodes += solver.nodes();
            let CloserLooks { asked, decided, narrowed } = solver.closer_looks();
            sum.looks.iter_mut().zip([asked, decided, narrowed]).for_each(|(sum, more)| *sum += more);
            if verdict == Verdict::Unknown {
                sum.unknown += 1;
            } else {
                assert!(answer == Verdict::Unknown || answer == verdict, "{:?}", position.plies());
                answer = verdict;
            }
        }
    }
    for (frames_after, Sum { nodes, seconds, unknown, looks: [asked, decided, narrowed] }) in
        after.iter().zip(sums)
    {
        let after = frames_after.map_or("never".to_owned(), |after| after.to_string());
        println!(
            "{after:>6}: {nodes} positions, {seconds:.2} s CPU, {unknown} unknown; frames {asked} times, {decided} decided, {narrowed} narrowed"
        );
    }
}

/// A position after so many random moves that is not over.
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
