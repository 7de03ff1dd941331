//! Note 4 of Raiko and Peltonen (2008) about Renkula!; notes 1 to 3 are in `core/tests/raiko.rs`.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use catena_core::{Color, Game, Position, Setup, SwapRule};
use catena_proof::{Solver, SolverConfig, Verdict};

/// By proof on 12 and 42 cells; larger spheres are out of reach.
#[test]
fn note_4_with_perfect_play_the_first_player_wins() {
    for size in [1, 2] {
        let setup = Setup::new(Game::Renkula, size, SwapRule::Off).unwrap();
        let config = SolverConfig { table_bytes: 64 << 20, ..SolverConfig::default() };
        let mut solver = Solver::new(&setup, config);
        assert_eq!(solver.solve(&Position::new(setup), &mut ()), Verdict::Won(Color::Black), "size {size}");
    }
}
