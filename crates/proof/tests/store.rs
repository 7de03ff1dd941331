//! Proofs by several threads, files of stopped proofs, and files that must be refused.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

mod testdata;

use std::ops::ControlFlow;

use catena_core::{Game, Position, Setup};
use catena_proof::{ProofStoreError, Solver, SolverConfig, SolverProgress, Verdict};
use testdata::rng::Rng;
use testdata::{random, setup};

fn config() -> SolverConfig {
    SolverConfig { table_bytes: 16 << 20, report_every: 64, ..SolverConfig::default() }
}

#[test]
fn several_threads_find_the_same() {
    let mut rng = Rng::new(17);
    let boards = [
        (Game::Hex, 5, 4),
        (Game::Havannah, 3, 5),
        (Game::Y, 5, 3),
        (Game::Star, 2, 4),
        (Game::Renkula, 2, 6),
    ];
    for (game, size, plies) in boards {
        let setup = setup(game, size);
        let mut one = Solver::new(&setup, config());
        let mut four = Solver::new(&setup, SolverConfig { threads: 4, ..config() });
        for _ in 0..15 {
            let Some(position) = random(&setup, plies, &mut rng) else { continue };
            let expected = one.solve(&position, &mut ());
            assert_eq!(four.solve(&position, &mut ()), expected, "{game} {:?}", position.plies());
        }
    }
}

/// A solver that was stopped halfway, and what it saved.
fn stopped(setup: &Setup, position: &Position) -> Vec<u8> {
    let mut solver = Solver::baseline(setup, config());
    let mut half = |progress: &SolverProgress| {
        if progress.nodes > 4000 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    assert_eq!(solver.solve(position, &mut half), Verdict::Unknown);
    let mut file = Vec::new();
    solver.save(&mut file).unwrap();
    file
}

#[test]
fn a_proof_goes_on_from_a_file() {
    let setup = setup(Game::Hex, 4);
    let position = Position::new(setup.clone());
    let file = stopped(&setup, &position);
    let (mut fresh, mut resumed) = (Solver::baseline(&setup, config()), Solver::baseline(&setup, config()));
    resumed.load(&mut &file[..]).unwrap();
    assert_eq!(resumed.solve(&position, &mut ()), fresh.solve(&position, &mut ()));
    assert!(resumed.nodes() + 2000 < fresh.nodes(), "{} {}", resumed.nodes(), fresh.nodes());
    // Finished positions are not searched again.
    let mut file = Vec::new();
    resumed.save(&mut file).unwrap();
    let mut again = Solver::baseline(&setup, SolverConfig { table_bytes: 4096, ..config() });
    again.load(&mut &file[..]).unwrap();
    assert_eq!(again.solve(&position, &mut ()), Verdict::Won(catena_core::Color::Black));
    assert_eq!(again.nodes(), 0);
}

#[test]
fn wrong_and_damaged_files_are_refused() {
    let hex = setup(Game::Hex, 4);
    let position = Position::new(hex.clone());
    let file = stopped(&hex, &position);
    let load = |setup: &Setup, bytes: &[u8]| {
        let mut solver = Solver::baseline(setup, config());
        let error = solver.load(&mut &*bytes).unwrap_err();
        let mut empty = Vec::new();
        solver.save(&mut empty).unwrap();
        assert!(empty.len() < 100, "something was taken from a bad file");
        error
    };
    assert!(matches!(load(&hex, b"PK12345678"), ProofStoreError::NotAStore));
    assert!(matches!(load(&hex, b""), ProofStoreError::NotAStore));
    assert!(matches!(load(&setup(Game::Hex, 5), &file), ProofStoreError::OtherSetup));
    assert!(matches!(load(&setup(Game::Y, 4), &file), ProofStoreError::OtherSetup));
    let mut newer = file.clone();
    newer[8] = 9;
    assert!(matches!(load(&hex, &newer), ProofStoreError::Version(9)));
    for cut in [20, file.len() / 2, file.len() - 1] {
        assert!(matches!(load(&hex, &file[..cut]), ProofStoreError::Damaged), "{cut}");
    }
    for place in [60, file.len() / 3, file.len() - 9, file.len() - 1] {
        let mut changed = file.clone();
        changed[place] ^= 4;
        assert!(matches!(load(&hex, &changed), ProofStoreError::Damaged), "{place}");
    }
}
