//! Time to find all connections of both colors, with inferior cells, on Hex 11, and to update them by a move
//! and back: `cargo run --release -p catena-games-proof --example connections`.
#![allow(clippy::print_stdout, reason = "an example shows its result")]

use catena_core::{Color, Game, Move, Position, Setup, SwapRule};
use catena_proof::circuit::{Circuit, Wires};
use catena_proof::connection::{ConnectionLimits, Connections};
use catena_proof::incremental::IncrementalAnalysis;
use catena_proof::stones::StoneSets;
use rng::Rng;
use rustix::time::{ClockId, clock_gettime};

#[path = "../tests/testdata/rng.rs"]
mod rng;

/// Times that each position is studied.
const ROUNDS: u32 = 5;

/// A game of the preset `champion` against itself, at 0.2 s a move.
const GAME: &str = "g5 e8 f7 f9 g8 f8 d8 f4 c10 e7 d7 d5 e5 e4 h6 e6 h9 g7 h7 g9 h8 h5 i3 g6 j4 i5 j5 i6";

fn main() {
    let setup = Setup::new(Game::Hex, 11, SwapRule::Off).expect("Hex has size 11");
    let mut rng = Rng::new(1);
    let empty = Position::new(setup);
    measure("the empty board", &empty);
    for stones in [12, 20, 28] {
        let mut position = empty.clone();
        for name in GAME.split(' ').take(stones) {
            position.play_unchecked(position.topology().parse_move(name).expect("a cell"));
        }
        measure(&format!("{stones} stones of a game"), &position);
    }
    for stones in [20, 40] {
        let mut position = empty.clone();
        for _ in 0..stones {
            let moves: Vec<Move> = position.legal_moves().collect();
            position.play_unchecked(moves[rng.below(moves.len() as u32) as usize]);
        }
        measure(&format!("{stones} random stones"), &position);
    }
}

fn measure(name: &str, position: &Position) {
    for limits in [ConnectionLimits { fulls: 3, semis: 8, parallel: 3 }, ConnectionLimits::default()] {
        let mut study = IncrementalAnalysis::<2>::new(Game::Hex, position.topology(), limits);
        let stones = StoneSets::of(position);
        let start = cpu_seconds();
        for _ in 0..ROUNDS {
            study.set(&stones);
        }
        let build = 1000.0 * (cpu_seconds() - start) / f64::from(ROUNDS);
        let found: usize = Color::ALL.into_iter().map(|color| fulls(study.connections(color))).sum();
        let start = cpu_seconds();
        let cells: Vec<_> = study.filled().empty(study.graph()).cells().collect();
        for &cell in &cells {
            study.play(position.to_move(), cell);
            study.undo();
        }
        let step = 1000.0 * (cpu_seconds() - start) / cells.len() as f64;
        let start = cpu_seconds();
        let mut resistances = [0.0; 2];
        for _ in 0..ROUNDS {
            let circuit = |color| Circuit::new(study.connections(color), Wires::Augmented, 121).resistance;
            resistances = Color::ALL.map(circuit);
        }
        let circuits = 1000.0 * (cpu_seconds() - start) / f64::from(ROUNDS);
        println!(
            "{name}, {} / {}: {build:.2} ms, {found} full connections; a move and back {step:.2} ms; \
            circuits {circuits:.2} ms, resistances {:.3} and {:.3}",
            limits.fulls, limits.semis, resistances[0], resistances[1]
        );
    }
}

fn fulls(connections: &Connections<2>) -> usize {
    let pairs = (1..connections.points().len()).flat_map(|b| (0..b).map(move |a| (a, b)));
    pairs.map(|(a, b)| connections.fulls(a, b).count()).sum()
}

fn cpu_seconds() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}
