//! How long it takes to find all connections of both colors, with inferior cells, on Hex 11:
//! `cargo run --release -p catena-proof --example connections`.
#![allow(clippy::print_stdout, reason = "an example shows its result")]

use catena_core::{Game, Move, Position, Setup, SwapRule};
use catena_playout::Rng;
use catena_proof::analysis::analyze;
use catena_proof::connection::Limits;
use rustix::time::{ClockId, clock_gettime};

/// Times that each position is studied.
const ROUNDS: u32 = 5;

fn main() {
    let setup = Setup::new(Game::Hex, 11, SwapRule::Off).expect("Hex has size 11");
    let mut rng = Rng::new(1);
    for stones in [0, 20, 40] {
        let mut position = Position::new(setup.clone());
        for _ in 0..stones {
            let moves: Vec<Move> = position.legal_moves().collect();
            position.play_unchecked(moves[rng.below(moves.len() as u32) as usize]);
        }
        for limits in [Limits { fulls: 3, semis: 8, parallel: 3 }, Limits::default()] {
            let start = cpu_seconds();
            let mut found = 0;
            for _ in 0..ROUNDS {
                let analysis = analyze(&position, limits);
                found = analysis.colors.black.fulls + analysis.colors.white.fulls;
            }
            let millis = 1000.0 * (cpu_seconds() - start) / f64::from(ROUNDS);
            println!("{stones} random stones, {limits:?}: {millis:.1} ms, {found} full connections");
        }
    }
}

fn cpu_seconds() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}
