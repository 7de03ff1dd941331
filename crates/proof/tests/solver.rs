//! Every known answer is found, and the strategies hold against every reply.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

mod testdata;

use std::ops::ControlFlow;

use catena_core::{Cell, Color, Game, Move, Position, SwapRule};
use catena_proof::verify::{Promise, verify_strategy};
use catena_proof::{Solver, SolverConfig, SolverProgress, Verdict};
use testdata::rng::Rng;
use testdata::{known, random, setup, winning_first_moves};

fn solver(game: Game, size: u64) -> Solver {
    Solver::new(&setup(game, size), SolverConfig { table_bytes: 64 << 20, ..SolverConfig::default() })
}

/// Solves all known positions with every move; the number of answers checked.
fn solve_known(game: Game, size: u64) -> usize {
    let mut solver = solver(game, size);
    let mut answers = 0;
    for case in known(game, size) {
        let names = |moves: &[Move]| -> Vec<String> {
            moves.iter().map(|&mv| case.position.topology().move_name(mv).to_owned()).collect()
        };
        let expected = case.winner.map_or(Verdict::Drawn, Verdict::Won);
        assert_eq!(solver.solve(&case.position, &mut ()), expected, "{:?}", case.position.plies());
        let mover = case.position.to_move();
        let each = solver.each_move(&case.position, &mut ());
        answers += 1 + each.len();
        let mut winning: Vec<Move> = each
            .into_iter()
            .filter(|&(_, verdict)| verdict == Verdict::Won(mover))
            .map(|(mv, _)| mv)
            .collect();
        let mut expected = case.winning.clone();
        winning.sort();
        expected.sort();
        assert_eq!(names(&winning), names(&expected), "{:?}", case.position.plies());
    }
    answers
}

#[test]
fn known_positions_of_havannah_are_solved() {
    assert!(solve_known(Game::Havannah, 2) + solve_known(Game::Havannah, 3) > 2000);
}

#[test]
fn known_positions_of_hex_are_solved() {
    assert!([3, 4, 5, 6].into_iter().map(|size| solve_known(Game::Hex, size)).sum::<usize>() > 2000);
}

#[test]
fn known_positions_of_y_are_solved() {
    assert!([4, 5, 6, 7].into_iter().map(|size| solve_known(Game::Y, size)).sum::<usize>() > 2000);
}

#[test]
fn known_positions_of_star_and_renkula_are_solved() {
    let star = solve_known(Game::Star, 2);
    assert!(star + [1, 2, 3].into_iter().map(|size| solve_known(Game::Renkula, size)).sum::<usize>() > 1000);
}

#[test]
fn known_openings_are_solved() {
    for (setup, expected) in winning_first_moves() {
        let mut solver =
            Solver::new(&setup, SolverConfig { table_bytes: 64 << 20, ..SolverConfig::default() });
        let each = solver.each_move(&Position::new(setup.clone()), &mut ());
        let mut winning: Vec<Move> = each
            .into_iter()
            .filter(|&(_, verdict)| verdict == Verdict::Won(Color::Black))
            .map(|(mv, _)| mv)
            .collect();
        let mut expected = expected.clone();
        winning.sort();
        expected.sort();
        assert_eq!(winning, expected, "{} {}", setup.game(), setup.size());
    }
}

#[test]
fn the_winning_openings_of_small_boards_are_counted() {
    // Only corners, only pairs of hexagons, and every cell.
    for (game, size, winners) in [(Game::Havannah, 3, 6), (Game::Renkula, 2, 15), (Game::BentY, 1, 9)] {
        let mut solver = solver(game, size);
        let each = solver.each_move(&Position::new(setup(game, size)), &mut ());
        let winning = each.iter().filter(|(_, verdict)| *verdict == Verdict::Won(Color::Black)).count();
        assert_eq!(winning, winners, "{game}");
    }
}

/// With and without the knowledge of the game the answers are the same, and the winner needs no
/// more than its carrier.
#[test]
fn knowledge_changes_no_answer_and_carriers_hold() {
    let mut rng = Rng::new(3);
    let config = SolverConfig { table_bytes: 64 << 20, ..SolverConfig::default() };
    let mut carriers = 0;
    let hex = [(Game::Hex, 3, 0, 300), (Game::Hex, 4, 1, 500), (Game::Hex, 5, 9, 200)];
    let y = [(Game::Y, 4, 0, 200), (Game::Y, 5, 3, 300)];
    let bent_y = [(Game::BentY, 1, 0, 200), (Game::BentY, 2, 11, 150)];
    for (game, size, least, positions) in hex.into_iter().chain(y).chain(bent_y) {
        let setup = setup(game, size);
        let mut knowing = Solver::new(&setup, config.clone());
        let mut plain = Solver::baseline(&setup, config.clone());
        for _ in 0..positions {
            let plies = least + rng.below(setup.topology().len() as u32 / 2);
            let Some(position) = random(&setup, plies, &mut rng) else { continue };
            let verdict = knowing.solve(&position, &mut ());
            assert_eq!(verdict, plain.solve(&position, &mut ()), "{game} {:?}", position.plies());
            let (Verdict::Won(winner), Some(carrier)) = (verdict, knowing.carrier(&position)) else {
                continue;
            };
            carriers += 1;
            let stone = |cell: Cell| match position.board().stone(cell) {
                None if carrier.contains(cell) => None,
                None => Some((cell, !winner)),
                Some(color) => Some((cell, color)),
            };
            let stones: Vec<_> = setup.topology().cells().filter_map(stone).collect();
            let restricted = Position::with_stones(setup.clone(), &stones, position.to_move()).unwrap();
            assert_eq!(
                plain.solve(&restricted, &mut ()),
                verdict,
                "{game} {carrier:?} {:?}",
                position.plies()
            );
        }
    }
    assert!(carriers > 1000, "{carriers}");
}

#[test]
fn strategies_hold_against_every_reply() {
    let mut rng = Rng::new(5);
    let mut positions = 0;
    let boards = [
        (Game::Havannah, 3, 6),
        (Game::Hex, 4, 3),
        (Game::Hex, 5, 8),
        (Game::Y, 4, 2),
        (Game::Star, 2, 5),
        (Game::Renkula, 2, 8),
        (Game::BentY, 1, 1),
        (Game::BentY, 2, 11),
    ];
    for (game, size, plies) in boards {
        let setup = setup(game, size);
        let mut solver = solver(game, size);
        for _ in 0..20 {
            let Some(position) = random(&setup, plies, &mut rng) else { continue };
            let verdict = solver.solve(&position, &mut ());
            let (color, promise) = match verdict {
                Verdict::Won(color) => (color, Promise::Win),
                _ => (position.to_move(), Promise::Draw),
            };
            let mut strategy = |at: &Position| solver.reply(at, &mut ());
            let seen = verify_strategy(&position, color, promise, 1_000_000, &mut strategy);
            positions += seen.unwrap_or_else(|failure| panic!("{game}: {failure}"));
        }
    }
    assert!(positions > 1000, "{positions}");
}

#[test]
fn draws_of_havannah_are_proved() {
    let mut rng = Rng::new(11);
    let setup = setup(Game::Havannah, 3);
    let mut solver = solver(Game::Havannah, 3);
    let mut draws = 0;
    for _ in 0..3000 {
        let Some(position) = random(&setup, 15, &mut rng) else { continue };
        if solver.solve(&position, &mut ()) == Verdict::Drawn {
            draws += 1;
            for color in Color::ALL {
                let mut strategy = |at: &Position| solver.reply(at, &mut ());
                verify_strategy(&position, color, Promise::Draw, 1_000_000, &mut strategy).unwrap();
            }
        }
    }
    assert!(draws > 3, "{draws}");
}

#[test]
fn with_the_swap_rule_the_second_player_wins() {
    let setup = setup(Game::Hex, 3).with_swap(SwapRule::On);
    let mut solver = Solver::new(&setup, SolverConfig::default());
    assert_eq!(solver.solve(&Position::new(setup), &mut ()), Verdict::Won(Color::White));
}

#[test]
fn a_stopped_proof_is_unknown_and_goes_on() {
    let setup = setup(Game::Hex, 4);
    let config = SolverConfig { report_every: 16, ..SolverConfig::default() };
    let mut solver = Solver::baseline(&setup, config);
    let position = Position::new(setup);
    let mut stop = |progress: &SolverProgress| {
        assert!(progress.table_used <= progress.table_capacity);
        ControlFlow::Break(())
    };
    assert_eq!(solver.solve(&position, &mut stop), Verdict::Unknown);
    let mut again = 0;
    while solver.solve(&position, &mut stop) == Verdict::Unknown {
        again += 1;
    }
    assert!(again > 1);
    assert_eq!(solver.solve(&position, &mut ()), Verdict::Won(Color::Black));
}

#[test]
fn a_tiny_table_is_enough_for_the_right_answer() {
    let setup = setup(Game::Hex, 4);
    let mut solver = Solver::new(&setup, SolverConfig { table_bytes: 4096, ..SolverConfig::default() });
    assert_eq!(solver.solve(&Position::new(setup), &mut ()), Verdict::Won(Color::Black));
}

#[test]
fn positions_visited_are_counted_over_all_searches() {
    let mut solver = solver(Game::Hex, 4);
    assert_eq!(solver.nodes(), 0);
    let mut before = 0;
    for first in ["a1", "d1"] {
        let mut position = Position::new(setup(Game::Hex, 4));
        position.play(position.topology().parse_move(first).unwrap()).unwrap();
        solver.solve(&position, &mut ());
        assert!(solver.nodes() > before, "{} after {first}", solver.nodes());
        before = solver.nodes();
    }
}
