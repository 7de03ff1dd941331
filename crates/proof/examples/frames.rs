//! Time to find all frames of random positions: `cargo run --release -p catena-proof --example frames`.

#![allow(clippy::print_stdout, reason = "an example prints")]

use std::time::{Duration, Instant};

use catena_core::{Game, Move, Position, Setup, SwapRule};
use catena_playout::Rng;
use catena_proof::frame::frames;

fn main() {
    for size in [4, 6, 8, 10] {
        for filled in [0, 5, 20, 40] {
            let setup = Setup::new(Game::Havannah, size, SwapRule::Off).expect("a size of the rules");
            let mut rng = Rng::new(size);
            let (mut count, mut longest, began) = (0, Duration::ZERO, Instant::now());
            while count < 20 {
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
                let start = Instant::now();
                let _ = frames(&position, None);
                longest = longest.max(start.elapsed());
                count += 1;
            }
            let mean = began.elapsed() / count;
            println!("size {size}, {filled:>2} % filled: mean {mean:.1?}, longest {longest:.1?}");
        }
    }
}
