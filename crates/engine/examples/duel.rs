//! Two players against each other: `duel GAME SIZE A B GAMES TIME|PLAYOUTS [SEED] [THREADS]`.
//!
//! Colors alternate; each pair of games starts from the same random first move of both colors.

#![allow(clippy::print_stdout, reason = "a program that prints")]

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use catena_core::{Color, Game, Move, Setup, SwapRule};
use catena_engine::{Limits, Player, Session, parse_duration};
use catena_playout::Rng;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [game, size, a, b, games, limit, rest @ ..] = &args[..] else {
        return Err("usage: duel GAME SIZE A B GAMES TIME|PLAYOUTS [SEED] [GAMES AT ONCE]".into());
    };
    let game = Game::parse(game).ok_or("no such game")?;
    let setup = Setup::new(game, size.parse()?, SwapRule::Off)?;
    let players = [Player::parse(a)?, Player::parse(b)?];
    let games: usize = games.parse()?;
    let limits = match limit.parse() {
        Ok(playouts) => Limits::playouts(playouts),
        Err(_) => Limits::time(parse_duration(limit).ok_or("no such time")?),
    };
    let seed: u64 = rest.first().map_or(Ok(1), |seed| seed.parse())?;
    let at_once: usize = rest.get(1).map_or(Ok(2), |at_once| at_once.parse())?;
    let next = AtomicUsize::new(0);
    let results = Mutex::new((0.0f64, 0usize, BTreeMap::<String, usize>::new(), 0usize));
    std::thread::scope(|scope| {
        for _ in 0..at_once {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= games {
                        return;
                    }
                    let (score, how, plies) = play(&setup, &players, limits, number, seed);
                    let mut all = results.lock().expect("no thread panics");
                    all.0 += score;
                    all.1 += 1;
                    all.3 += plies;
                    *all.2.entry(how).or_default() += 1;
                    let (n, p) = (all.1 as f64, all.0 / all.1 as f64);
                    let margin = 1.96 * (p * (1.0 - p) / n).sqrt();
                    println!("{a} {:.1} of {n}: {:.1} % +- {:.1}", all.0, 100.0 * p, 100.0 * margin);
                }
            });
        }
    });
    let all = results.into_inner()?;
    println!("{:?}, mean length {:.1}", all.2, all.3 as f64 / all.1 as f64);
    Ok(())
}

/// The score of the first player, how the game ended and its length.
fn play(
    setup: &Setup,
    players: &[Player; 2],
    limits: Limits,
    number: usize,
    seed: u64,
) -> (f64, String, usize) {
    let first = number % 2;
    let mut sessions: Vec<Session> = players
        .iter()
        .map(|player| {
            let mut session = Session::new(setup.clone(), player.clone(), seed + number as u64);
            session.set_limits(limits);
            session
        })
        .collect();
    let mut rng = Rng::new(seed.wrapping_mul(1_000_003) + number as u64 / 2);
    let mut ply = 0;
    let outcome = loop {
        let color = if ply % 2 == 0 { Color::Black } else { Color::White };
        let turn = (ply + first) % 2;
        let mv = if ply == 0 {
            let cells: Vec<_> = setup.topology().places().collect();
            Move::Place(cells[rng.below(cells.len() as u32) as usize])
        } else {
            sessions[turn].choose(color, &mut ()).expect("both play this game").mv
        };
        for session in &mut sessions {
            session.play(color, mv).expect("players choose legal moves");
        }
        ply += 1;
        if let Some(outcome) = sessions[0].position().outcome() {
            break outcome;
        }
    };
    let black_is_first = first == 0;
    let score = match outcome.winner {
        None => 0.5,
        Some(winner) => f64::from(u8::from((winner == Color::Black) == black_is_first)),
    };
    let how = outcome.how.to_string();
    (score, how.split(':').next().unwrap_or_default().to_owned(), ply)
}
