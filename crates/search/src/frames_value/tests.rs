//! The evaluation as a whole: seeds, symmetry of the players, frames that stand.

use super::*;
use catena_core::{Game, Move, Setup, SwapRule};

fn position(size: u64, names: &[&str]) -> Position {
    let mut position = Position::new(Setup::new(Game::Havannah, size, SwapRule::Off).unwrap());
    for name in names {
        position.play(Move::Place(position.topology().cell(name).unwrap())).unwrap();
    }
    position
}

fn value(position: &Position, seed: u64) -> FramesValue {
    FramesEvaluator::new(position, seed).unwrap().evaluate(position, 200)
}

#[test]
fn the_same_seed_gives_the_same_value() {
    let position = position(6, &["f6", "d4", "g8"]);
    let [a, b] = [1, 1].map(|seed| format!("{:?}", value(&position, seed)));
    assert_eq!(a, b);
    assert_ne!(a, format!("{:?}", value(&position, 2)));
}

#[test]
fn the_player_to_move_is_not_worse_off_on_an_empty_board() {
    for size in [4, 6, 8] {
        let found = value(&position(size, &[]), 1);
        assert!(found.value >= found.mean - 1e-9 && found.value < 0.95, "{size}: {found:?}");
        assert!((0.4..0.6).contains(&found.mean), "{size}: {found:?}");
    }
}

#[test]
fn stones_at_the_center_are_worth_more_than_none() {
    let ahead = value(&position(6, &["f6", "a1", "g8", "a6"]), 1);
    assert!(ahead.mean > 0.6, "{ahead:?}");
    assert!(ahead.colors.black.fork > ahead.colors.white.fork);
    assert!(ahead.low <= ahead.value && ahead.value <= ahead.high);
}

#[test]
fn a_stone_on_the_second_row_has_a_frame_that_stands() {
    let found = value(&position(5, &["b3", "i9"]), 1);
    let edge = found.colors.black.edges[0];
    assert_eq!(edge.state, EdgeState::Open);
    assert!(edge.pair.z >= 0.0 && edge.pair.n < 2.5, "{edge:?}");
    assert!(edge.mean > 0.8, "{edge:?}");
}

#[test]
fn what_is_known_is_not_measured_again() {
    let position = position(6, &["f6", "d4"]);
    let mut evaluator = FramesEvaluator::new(&position, 1).unwrap();
    let measured = evaluator.measure(&position, 10, None, &mut || false).unwrap();
    let playouts = evaluator.playouts();
    let again = evaluator.measure(&position, 10, Some(&measured), &mut || true).unwrap();
    assert_eq!(evaluator.playouts(), playouts);
    assert_eq!(again.pairs, measured.pairs);
    assert!(evaluator.measure(&position, 10, None, &mut || true).is_none());
}

#[test]
fn only_havannah_has_frames() {
    assert!(FramesEvaluator::new(&Position::new("hex 5".parse().unwrap()), 1).is_err());
}
