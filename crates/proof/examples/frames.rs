//! CPU time to find all frames of both colors in random positions: `cargo run --release -p catena-games-proof --example frames`.

#![allow(clippy::print_stdout, reason = "an example prints")]

use catena_core::{Game, Move, Position, Setup, SwapRule};
use catena_proof::frame::frames;
use rng::Rng;
use rustix::time::{ClockId, clock_gettime};

#[path = "../tests/testdata/rng.rs"]
mod rng;

/// Positions of each kind.
const POSITIONS: u32 = 20;

fn main() {
    for size in [4, 6, 8, 10] {
        for filled in [0, 5, 20, 40] {
            let setup = Setup::new(Game::Havannah, size, SwapRule::Off).expect("a size of the rules");
            let mut rng = Rng::new(size);
            let (mut count, mut total, mut longest) = (0, 0.0, 0.0_f64);
            while count < POSITIONS {
                let mut position = Position::new(setup.clone());
                for _ in 0..setup.topology().len() * filled / 100 {
                    let moves: Vec<Move> = position.legal_moves().collect();
                    if let Some(&mv) = moves.get(rng.below(moves.len().max(1) as u32) as usize) {
                        position.play_unchecked(mv);
                    }
                }
                if position.outcome().is_some() {
                    continue;
                }
                let start = cpu_seconds();
                let found = frames(&position, None);
                let millis = 1000.0 * (cpu_seconds() - start);
                assert!(found.is_ok(), "the game is Havannah and not over");
                (total, longest) = (total + millis, longest.max(millis));
                count += 1;
            }
            let mean = total / f64::from(POSITIONS);
            println!("size {size}, {filled:>2} % filled: mean {mean:.1} ms, longest {longest:.1} ms");
        }
    }
}

fn cpu_seconds() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}
