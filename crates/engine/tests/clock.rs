//! A clock is spent, and never overdrawn. Playouts stand for time, so that other work on the machine does not matter.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use std::time::Duration;

use catena_core::{ByColor, Game, Move, Setup, SwapRule};
use catena_engine::{Clock, Limits, ModelStore, PlayerSpec, Session, moves_to_come};
use catena_playout::Rng;

const MAIN: Duration = Duration::from_secs(60);
/// Playouts in a second.
const SPEED: f64 = 40.0;

/// Plays a game after two random moves; the share of the clock that each color has left.
fn left_over(game: Game, size: u64, player: &str, seed: u64) -> ByColor<f64> {
    let player = PlayerSpec::parse(player).unwrap().resolve(game, &ModelStore::default()).unwrap();
    let mut session = Session::new(Setup::new(game, size, SwapRule::Off).unwrap(), player, seed);
    let mut rng = Rng::new(seed);
    for _ in 0..2 {
        let moves: Vec<Move> = session.position().legal_moves().collect();
        let mv = moves[rng.below(moves.len() as u32) as usize];
        session.play(session.position().to_move(), mv).unwrap();
    }
    let mut left = ByColor::new(|_| MAIN);
    while session.position().outcome().is_none() {
        let color = session.position().to_move();
        let clock = Clock { left: ByColor::new(|color| Some((left[color], 0))), ..Clock::default() };
        let time = clock.limits(color, moves_to_come(session.position())).unwrap().time.unwrap();
        let playouts = (time.as_secs_f64() * SPEED).ceil();
        session.set_limits(Limits::playouts(playouts as u64));
        let report = session.generate(color, &mut ()).unwrap().report.unwrap();
        let spent = time.mul_f64((report.playouts as f64 / playouts).min(1.0));
        left[color] = left[color].checked_sub(spent).expect("no more is spent than there is");
    }
    ByColor::new(|color| left[color].as_secs_f64() / MAIN.as_secs_f64())
}

#[test]
fn most_of_the_clock_is_spent() {
    let boards = [
        (Game::Havannah, 6, "champion"),
        (Game::Hex, 9, "champion"),
        (Game::Star, 4, "champion"),
        (Game::Renkula, 3, "champion"),
        (Game::Y, 9, "joosten"),
        (Game::Hex, 7, "mohex"),
    ];
    let mut all = Vec::new();
    for (game, size, player) in boards {
        let left =
            [1, 2].map(|seed| left_over(game, size, player, seed)).map(|left| [left.black, left.white]);
        let mean = left.as_flattened().iter().sum::<f64>() / 4.0;
        assert!(mean < 0.3, "{game} {size}, {player}: {left:.2?} of the clock are left");
        all.push(mean);
    }
    let mean = all.iter().sum::<f64>() / all.len() as f64;
    assert!(mean < 0.15, "{all:.2?} of the clock are left");
}
