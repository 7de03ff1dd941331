//! The player `birdcage` in whole games, like any other player.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use std::collections::HashSet;

use catena_core::{Color, Game, Move, Setup, SwapRule};
use catena_engine::{Limits, ModelStore, PlayerSpec, Session};

fn session(player: &str, size: u64) -> Session {
    let setup = Setup::new(Game::Hex, size, SwapRule::Off).unwrap();
    let player = PlayerSpec::parse(player).unwrap().resolve(Game::Hex, &ModelStore::default()).unwrap();
    let mut session = Session::new(setup, player, 1);
    session.set_limits(Limits::playouts(100));
    session
}

#[test]
fn random_loses_whole_games_with_either_color() {
    for color in Color::ALL {
        let mut players = [session("random", 7), session("random", 7)];
        players[color as usize] = session("birdcage", 7);
        for mover in Color::ALL.into_iter().cycle() {
            let mv = players[mover as usize].generate(mover, &mut ()).unwrap().mv;
            players[!mover as usize].play(mover, mv).unwrap();
            if let Some(outcome) = players[0].position().outcome() {
                assert_eq!(outcome.winner, Some(color));
                break;
            }
        }
    }
}

#[test]
fn parameters_and_levels_are_its_own() {
    let mut session = session("birdcage", 7);
    session.set_param("circuit", "both").unwrap();
    assert_eq!(session.set_param("explore", "1").unwrap_err(), "there is no parameter \"explore\"");
    assert_eq!(session.player().to_string(), "birdcage,circuit=both");
    let mut choices = |level: &str| -> HashSet<Move> {
        session.set_param("level", level).unwrap();
        (0..12).map(|_| session.choose(Color::Black, &mut ()).unwrap().mv).collect()
    };
    assert_eq!(choices("10").len(), 1);
    assert!(choices("2").len() > 3, "not always the best move");
}
