//! The player `wolve` in whole games, like any other player.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use catena_core::{Color, Game, Move, Setup, SwapRule};
use catena_engine::{Limits, ModelStore, PlayerSpec, Session};

fn session(player: &str, size: u64, swap: SwapRule, playouts: u64) -> Session {
    let setup = Setup::new(Game::Hex, size, swap).unwrap();
    let player = PlayerSpec::parse(player).unwrap().resolve(Game::Hex, &ModelStore::default()).unwrap();
    let mut session = Session::new(setup, player, 1);
    session.set_limits(Limits::playouts(playouts));
    session
}

/// Plays a game; who won.
fn play(black: &mut Session, white: &mut Session) -> Color {
    for color in [Color::Black, Color::White].into_iter().cycle() {
        let (mover, other) =
            if color == Color::Black { (&mut *black, &mut *white) } else { (&mut *white, &mut *black) };
        let mv = mover.generate(color, &mut ()).unwrap().mv;
        other.play(color, mv).unwrap();
        if let Some(outcome) = mover.position().outcome() {
            return outcome.winner.unwrap();
        }
    }
    unreachable!("a game of Hex has a winner")
}

#[test]
fn simple_players_lose_whole_games_with_either_color() {
    for (opponent, playouts) in [("random", 1), ("greedy", 2_000)] {
        for color in Color::ALL {
            let mut wolve = session("wolve", 6, SwapRule::Off, 60);
            let mut other = session(opponent, 6, SwapRule::Off, playouts);
            let winner = match color {
                Color::Black => play(&mut wolve, &mut other),
                Color::White => play(&mut other, &mut wolve),
            };
            assert_eq!(winner, color, "against {opponent}");
        }
    }
}

#[test]
fn parameters_and_levels_are_those_of_alpha_beta() {
    let mut session = session("wolve", 5, SwapRule::Off, 50);
    let names: Vec<&str> = session.params().iter().map(|param| param.name).collect();
    assert!(names.contains(&"width_1") && !names.contains(&"explore"), "{names:?}");
    session.set_param("width_1", "3").unwrap();
    assert_eq!(session.set_param("explore", "1").unwrap_err(), "there is no parameter \"explore\"");
    assert_eq!(session.player().to_string(), "wolve,width_1=3");
    session.set_param("width_1", "20").unwrap();
    session.set_param("level", "2").unwrap();
    // Not always the best move, but a win in one.
    session.set_size(9).unwrap();
    let choices: Vec<Move> = (0..12).map(|_| session.choose(Color::Black, &mut ()).unwrap().mv).collect();
    assert!(choices.iter().any(|mv| *mv != choices[0]), "{choices:?}");
    session.set_size(3).unwrap();
    for name in ["b1", "a1", "b2", "a2"] {
        let mv = session.position().topology().parse_move(name).unwrap();
        session.play(session.position().to_move(), mv).unwrap();
    }
    let won = session.generate(Color::Black, &mut ()).unwrap();
    assert!(session.position().outcome().is_some(), "{won:?}");
}

#[test]
fn the_first_stone_is_one_that_need_not_be_taken_over() {
    let mut session = session("wolve", 8, SwapRule::On, 500);
    let thought = session.generate(Color::Black, &mut ()).unwrap();
    let candidates = thought.report.unwrap().candidates;
    let played = candidates.iter().find(|candidate| Move::Place(candidate.cell) == thought.mv).unwrap();
    let uneven = |value: f32| (value - 0.5).abs();
    assert!(uneven(played.value) < uneven(candidates[0].value) / 2.0, "{played:?} of {candidates:?}");
}
