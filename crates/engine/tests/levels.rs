//! Levels of a player with a network: the lowest is no opponent for a search, and none misses a win in one.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use catena_core::{Cell, Color, Game, Move, Position, Setup, SwapRule};
use catena_engine::{ModelStore, PlayerSpec, Session};
use catena_search::Limits;

fn session(position: &Position, player: &str, seed: u64) -> Session {
    let spec = PlayerSpec::parse(player).unwrap();
    let player = spec.resolve(position.setup().game(), &ModelStore::default()).unwrap();
    let mut session = Session::new(position.setup().clone(), player, seed);
    session.set_limits(Limits { playouts: Some(100), ..Limits::default() });
    session.set_position(position.clone());
    session
}

/// Black has all of the first column but for its end, and White all of the second.
fn one_before_the_end() -> (Position, Cell) {
    let mut position = Position::new(Setup::new(Game::Hex, 5, SwapRule::Off).unwrap());
    for name in "a1 b1 a2 b2 a3 b3 a4 b4".split(' ') {
        let cell = position.topology().cell(name).unwrap();
        position.play(Move::Place(cell)).unwrap();
    }
    let win = position.topology().cell("a5").unwrap();
    (position, win)
}

#[test]
fn no_level_misses_a_win_in_one() {
    let (position, win) = one_before_the_end();
    for level in 1..=10 {
        for seed in 0..10 {
            let mut session = session(&position, &format!("champion,level={level}"), seed);
            let decision = session.choose(Color::Black, &mut ()).unwrap();
            assert_eq!(decision.mv, Move::Place(win), "level {level}, seed {seed}");
        }
    }
}

#[test]
fn low_levels_overlook_threats_and_high_ones_do_not() {
    let (mut position, threat) = one_before_the_end();
    position.play(Move::Place(position.topology().cell("e1").unwrap())).unwrap();
    let seen = |level: u8| {
        let sees = |seed: &u64| {
            let mut session = session(&position, &format!("champion,level={level}"), *seed);
            session.choose(Color::White, &mut ()).unwrap().mv == Move::Place(threat)
        };
        (0..20).filter(sees).count()
    };
    assert!(seen(1) < 10, "{}", seen(1));
    assert_eq!(seen(7), 20);
}

#[test]
fn level_1_loses_to_a_greedy_player() {
    let setup = Setup::new(Game::Hex, 5, SwapRule::Off).unwrap();
    let wins = (0..20).filter(|&number| {
        let mut position = Position::new(setup.clone());
        let level_1 = if number % 2 == 0 { Color::Black } else { Color::White };
        while position.outcome().is_none() {
            let color = position.to_move();
            let player = if color == level_1 { "champion,level=1" } else { "greedy" };
            let seed = number * 100 + position.plies().len() as u64;
            let decision = session(&position, player, seed).choose(color, &mut ()).unwrap();
            position.play(decision.mv).unwrap();
        }
        position.outcome().unwrap().winner == Some(level_1)
    });
    let wins = wins.count();
    assert!(wins <= 6, "{wins} of 20");
}
