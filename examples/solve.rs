//! Who wins after each first move of Hex 4, proved.

use catena_core::{Color, Game, Position, Setup, SwapRule};
use catena_proof::{Solver, SolverConfig, Verdict};

pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let setup = Setup::new(Game::Hex, 4, SwapRule::Off)?;
    let config = SolverConfig { table_bytes: 1 << 24, ..SolverConfig::default() };
    let mut solver = Solver::new(&setup, config);
    let position = Position::new(setup.clone());
    let winning: Vec<&str> = solver
        .each_move(&position, &mut ())
        .into_iter()
        .filter(|(_, verdict)| *verdict == Verdict::Won(Color::Black))
        .map(|(mv, _)| setup.topology().move_name(mv))
        .collect();
    println!("Black wins with {}", winning.join(" "));
    println!("{} positions searched", solver.nodes());
    Ok(())
}
