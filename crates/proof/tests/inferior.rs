//! Fill-in and pruning never change who wins: compared with a solver that knows nothing of them.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

mod testdata;

use catena_core::{Color, Game, Position, Setup};
use catena_proof::inferior::InferiorCells;
use catena_proof::stones::{BoardGraph, StoneSets};
use catena_proof::{Solver, SolverConfig, Verdict};
use testdata::rng::Rng;
use testdata::{random, setup};

struct Counts {
    filled: usize,
    pruned: usize,
}

fn with_stones(setup: &Setup, stones: &StoneSets<1>, to_move: Color) -> Position {
    let of = |color: Color| stones.color(color).cells().map(move |cell| (cell, color));
    let list: Vec<_> = of(Color::Black).chain(of(Color::White)).collect();
    Position::with_stones(setup.clone(), &list, to_move).unwrap()
}

/// Compares values on random positions, with either color to move.
fn compare(setup: &Setup, positions: usize, seed: u64) -> Counts {
    let mut rng = Rng::new(seed);
    let graph = BoardGraph::<1>::new(setup.game(), setup.topology());
    let inferior = InferiorCells::new(setup.game(), setup.topology());
    let config = SolverConfig { table_bytes: 64 << 20, ..SolverConfig::default() };
    let mut solver = Solver::baseline(setup, config);
    let mut counts = Counts { filled: 0, pruned: 0 };
    let cells = setup.topology().len() as u32;
    // On 5×5 the plain solver needs some stones to stand on the board already.
    let least = if cells > 16 { cells / 3 } else { 0 };
    let mut seen = 0;
    while seen < positions {
        let Some(position) = random(setup, least + rng.below(cells - least - 1), &mut rng) else { continue };
        seen += 1;
        let stones = StoneSets::of(&position);
        let filled = inferior.fill_in(&graph, &stones);
        assert!(stones.black.within(filled.black) && stones.white.within(filled.white));
        counts.filled += (stones.empty(&graph).len() - filled.empty(&graph).len()) as usize;
        for mover in Color::ALL {
            let plain = with_stones(setup, &stones, mover);
            let after = with_stones(setup, &filled, mover);
            let value = solver.solve(&plain, &mut ());
            assert_eq!(solver.solve(&after, &mut ()), value, "{:?} {mover}", position.plies());
            if after.outcome().is_some() {
                continue;
            }
            let pruned = inferior.prunable(&graph, &filled, mover);
            counts.pruned += pruned.len() as usize;
            let wins = filled.empty(&graph).without(pruned).cells().any(|cell| {
                let mut next = after.clone();
                next.play_unchecked(catena_core::Move::Place(cell));
                solver.solve(&next, &mut ()) == Verdict::Won(mover)
            });
            assert_eq!(wins, value == Verdict::Won(mover), "{:?} {mover}", position.plies());
        }
    }
    counts
}

#[test]
fn values_of_hex_stay_the_same() {
    for (size, positions) in [(3, 2000), (4, 2000), (5, 1000)] {
        let counts = compare(&setup(Game::Hex, size), positions, size);
        assert!(
            counts.filled > positions && counts.pruned > positions / 4,
            "{size}: {} {}",
            counts.filled,
            counts.pruned
        );
    }
}

#[test]
fn values_of_y_stay_the_same() {
    for (size, positions) in [(4, 1000), (5, 1000)] {
        let counts = compare(&setup(Game::Y, size), positions, size);
        assert!(
            counts.filled > 0 && counts.pruned > positions / 10,
            "{size}: {} {}",
            counts.filled,
            counts.pruned
        );
    }
}

/// On boards of exactly 64 and 128 places of a set the cell beyond the border has no bit.
#[test]
fn boards_that_fill_their_sets_are_studied() {
    let setup = setup(Game::Hex, 8);
    let graph = BoardGraph::<1>::new(Game::Hex, setup.topology());
    let inferior = InferiorCells::new(Game::Hex, setup.topology());
    let stones = StoneSets::of(&Position::new(setup));
    assert_eq!(inferior.fill_in(&graph, &stones), stones);
    assert!(!inferior.prunable(&graph, &stones, Color::Black).is_empty());
}
