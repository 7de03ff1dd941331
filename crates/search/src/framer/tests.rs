//! Threats, limits and seeds of the player that plays by frames.

use std::time::Duration;

use super::*;
use catena_core::{Game, Setup, SwapRule};
use catena_playout::Rng;

fn position(size: u64, names: &[&str]) -> Position {
    let mut position = Position::new(Setup::new(Game::Havannah, size, SwapRule::Off).unwrap());
    for name in names {
        position.play(Move::Place(position.topology().cell(name).unwrap())).unwrap();
    }
    position
}

fn choose(position: &Position, limits: Limits, seed: u64) -> Report {
    framer(position, &FramerConfig::default(), seed, limits, &mut ()).unwrap()
}

#[test]
fn a_win_in_one_is_never_missed_nor_is_the_opponent_s_if_there_is_one_answer() {
    let mut rng = Rng::new(1);
    let (mut wins, mut answers) = (0, 0);
    for game in 0..150 {
        let mut position = position(4 + game % 2, &[]);
        while position.outcome().is_none() {
            let mover = position.to_move();
            let (own, theirs) = (position.winning_places(mover), position.winning_places(!mover));
            if !own.is_empty() || theirs.len() == 1 {
                let report = choose(&position, Limits::playouts(1), game);
                let Move::Place(cell) = report.best else { panic!("a stone") };
                match own.is_empty() {
                    false => {
                        assert!(own.contains(&cell));
                        assert_eq!((report.proof, report.value), (Some(Proof::Win), 1.0));
                        wins += 1;
                    }
                    true => {
                        assert_eq!(cell, theirs[0]);
                        answers += 1;
                    }
                }
                break;
            }
            let moves: Vec<Move> = position.legal_moves().collect();
            position.play(moves[rng.below(moves.len() as u32) as usize]).unwrap();
        }
    }
    assert!(wins > 20 && answers > 20, "{wins} {answers}");
}

#[test]
fn the_same_seed_gives_the_same_move_and_values() {
    let position = position(6, &["f6", "d4", "g8"]);
    let report = |seed| {
        let report = choose(&position, Limits::playouts(20_000), seed);
        (report.best, report.candidates)
    };
    assert_eq!(report(3), report(3));
    assert_ne!(report(3).1, report(4).1);
}

#[test]
fn it_keeps_to_its_time() {
    for size in [4, 8, 10] {
        let position = position(size, &["d4", "e5"]);
        let report = choose(&position, Limits::time(Duration::from_millis(50)), 1);
        // The machine may be busy.
        assert!(report.elapsed < Duration::from_millis(250), "{size}: {:?}", report.elapsed);
    }
}

#[test]
fn it_ends_when_it_is_told_to() {
    struct StopAt(u32);
    impl Observer for StopAt {
        fn stop(&mut self) -> bool {
            self.0 = self.0.saturating_sub(1);
            self.0 == 0
        }
    }
    let position = position(6, &["f6"]);
    let report = framer(&position, &FramerConfig::default(), 1, Limits::default(), &mut StopAt(100)).unwrap();
    assert!(report.visits < 100);
}

#[test]
fn every_move_is_evaluated_if_there_is_time() {
    let position = position(4, &["d4", "e6", "b2"]);
    let report = choose(&position, Limits { visits: Some(40), ..Limits::default() }, 1);
    assert_eq!(report.candidates.len(), 34);
    assert!(report.candidates.iter().all(|candidate| candidate.visits > 0));
    assert_eq!(report.best, Move::Place(report.candidates[0].cell));
}
