//! Drops, wins in one, openings and limits of the player by circuit.

use std::time::Duration;

use catena_core::{Color, Game, Move, Position, Setup, SwapRule};
use catena_playout::Rng;

use super::*;

fn position(size: u64, swap: SwapRule, moves: &str) -> Position {
    let mut position = Position::new(Setup::new(Game::Hex, size, swap).unwrap());
    for name in moves.split_whitespace() {
        position.play(position.topology().parse_move(name).unwrap()).unwrap();
    }
    position
}

fn choose(position: &Position, changes: &[(&str, &str)], limits: Limits) -> Report {
    let mut config = BirdcageConfig::default();
    changes.iter().for_each(|(name, value)| config.set(name, value).unwrap());
    birdcage(position, &config, limits, &mut ()).unwrap()
}

fn best(position: &Position, changes: &[(&str, &str)]) -> String {
    position.topology().move_name(choose(position, changes, Limits::default()).best).to_owned()
}

/// The circuit of a color as by its definition, found by relaxation.
fn drops(position: &Position, color: Color) -> Vec<f64> {
    let topology = position.topology();
    let stone = |cell: Cell| position.board().stone(cell);
    let sides = Game::Hex.sides(color).iter().map(|side| side.borders);
    let sides: Vec<_> = sides.collect();
    reference::currents(
        topology.len(),
        |cell| stone(Cell::new(cell)).map(|of| of == color),
        |cell| topology.neighbors(Cell::new(cell)).map(|near| near.index()).collect(),
        |cell, side| topology.borders(Cell::new(cell)).contains(sides[side]),
    )
}

#[path = "../../../proof/tests/testdata/relaxation.rs"]
mod reference;

fn random_positions(count: u64, mut check: impl FnMut(&Position)) {
    let mut rng = Rng::new(5);
    for game in 0..count {
        let mut position = position(3 + game % 4, SwapRule::Off, "");
        let stones = rng.below(position.topology().len() as u32);
        for _ in 0..stones {
            let moves: Vec<Move> = position.legal_moves().collect();
            let mut after = position.clone();
            after.play(moves[rng.below(moves.len() as u32) as usize]).unwrap();
            if after.outcome().is_some() {
                break;
            }
            position = after;
        }
        check(&position);
    }
}

#[test]
fn the_cell_with_the_largest_drop_of_the_circuit_is_played() {
    random_positions(60, |position| {
        let (own, other) = (drops(position, position.to_move()), drops(position, !position.to_move()));
        for (circuit, expected) in [
            ("own", own.clone()),
            ("opponent", other.clone()),
            ("both", own.iter().zip(&other).map(|(a, b)| (a + b) / 2.0).collect()),
        ] {
            let report = choose(position, &[("circuit", circuit), ("win_in_one", "off")], Limits::default());
            let Move::Place(cell) = report.best else { panic!("a stone") };
            let most = expected.iter().copied().fold(0.0, f64::max);
            assert!(expected[cell.index()] > most - 1e-6, "{circuit}: {:?}", position.plies());
            for candidate in report.candidates {
                let drop = candidate.prior.unwrap();
                assert!(
                    (f64::from(drop) - expected[candidate.cell.index()]).abs() < 1e-5,
                    "{circuit}: {:?}",
                    position.plies()
                );
            }
        }
    });
}

#[test]
fn a_win_in_one_is_never_missed_nor_is_the_opponent_s_if_there_is_one_answer() {
    let (mut wins, mut answers) = (0, 0);
    random_positions(400, |position| {
        let mover = position.to_move();
        let (own, theirs) = (position.winning_places(mover), position.winning_places(!mover));
        let report = choose(position, &[], Limits::default());
        let Move::Place(cell) = report.best else { panic!("a stone") };
        if !own.is_empty() {
            assert!(own.contains(&cell));
            assert_eq!((report.proof, report.value), (Some(Proof::Win), 1.0));
            wins += 1;
        } else if !theirs.is_empty() {
            assert!(theirs.contains(&cell));
            answers += 1;
        }
    });
    assert!(wins > 20 && answers > 20, "{wins} {answers}");
}

#[test]
fn it_does_the_same_again() {
    let position = position(7, SwapRule::Off, "d4 e3 c5");
    let report = || Report { elapsed: Duration::ZERO, ..choose(&position, &[], Limits::default()) };
    assert_eq!(report(), report());
}

#[test]
fn a_strong_first_stone_is_taken_over_and_a_weak_one_is_not() {
    for size in [5, 7, 9] {
        // The current crowds into the obtuse corners, where a side meets the end of the insulating one.
        let first = best(&position(size, SwapRule::Off, ""), &[]);
        assert_eq!(first, ["e1", "g1", "i1"][(size as usize - 5) / 2]);
        assert_eq!(best(&position(size, SwapRule::On, &first), &[]), "swap-pieces", "{size}");
        assert_ne!(best(&position(size, SwapRule::On, "a1"), &[]), "swap-pieces", "{size}");
    }
}

#[test]
fn openings_that_are_offered_have_values_of_their_own() {
    let report = choose(&position(7, SwapRule::On, ""), &[], Limits::default());
    let values: Vec<f32> = report.candidates.iter().map(|candidate| candidate.value).collect();
    let balance = values.iter().map(|value| (value - 0.5).abs()).fold(1.0, f32::min);
    assert!(balance < 0.02, "{values:?}");
    assert!(values[0] > 0.51 && values.iter().any(|value| *value < 0.49), "{values:?}");
}

#[test]
fn it_ends_when_its_limits_or_others_say_so() {
    struct StopAt(u32);
    impl Observer for StopAt {
        fn stop(&mut self) -> bool {
            self.0 = self.0.saturating_sub(1);
            self.0 == 0
        }
    }
    let offer = position(11, SwapRule::On, "");
    let all = choose(&offer, &[], Limits::default());
    assert!(all.visits > 100);
    let stopped = birdcage(&offer, &BirdcageConfig::default(), Limits::default(), &mut StopAt(9)).unwrap();
    assert!(stopped.visits < 12, "{}", stopped.visits);
    assert_eq!(stopped.best, all.best);
    assert!(choose(&offer, &[], Limits::playouts(20)).visits < 24);
    // Even without any time there is a move, and it is the same.
    assert_eq!(choose(&offer, &[], Limits::time(Duration::ZERO)).best, all.best);
}
