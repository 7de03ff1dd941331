//! A solver stays within its memory. Alone in its file: the process is measured.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

mod testdata;

use std::ops::ControlFlow;

use catena_core::{Game, Position};
use catena_proof::{Solver, SolverConfig, SolverProgress};
use testdata::setup;

/// Memory that the process occupies, in bytes.
fn resident() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().trim_end_matches(" kB").parse::<usize>().unwrap() << 10
}

#[test]
fn a_solver_stays_within_its_memory() {
    // The working memory of connections and boards, which does not grow with the proof.
    const BESIDE: usize = 4 << 20;
    const LIMIT: usize = 1 << 20;
    // With a limit of 64 MiB these grow by 7.7 and 17.3 million bytes.
    for (game, size, positions) in [(Game::Hex, 7, 25_000), (Game::Havannah, 4, 600_000)] {
        let setup = setup(game, size);
        let before = resident();
        let mut solver = Solver::new(&setup, SolverConfig { table_bytes: LIMIT, ..SolverConfig::default() });
        let mut stop = |progress: &SolverProgress| {
            if progress.nodes < positions { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        solver.solve(&Position::new(setup), &mut stop);
        let grown = resident() - before;
        assert!(grown <= LIMIT + BESIDE, "{game}: {grown} bytes");
    }
}
