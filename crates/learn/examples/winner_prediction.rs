//! Accuracy with which the evaluation of a leaf predicts the winner: positions of finished games, one
//! evaluation each.
//!
//! `cargo run --release -p catena-games-learn --example winner_prediction -- GAME SIZE GAMES.jsonl PLAYER…`
//!
//! Games are lines like `{"size": 8, "winner": 1, "moves": "a1 b2 …"}`; a player is a preset with changes, as
//! `champion,playout=savebridge` or `mohex2,playout_patterns=FILE`. For each player and third of the games: the chance that of two positions with the
//! same player to move, one won and one lost by Black, the won one is valued higher (0.5 tells nothing, 1 all).

#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a program that prints")]

use std::time::Instant;

use catena_core::{Color, Game, Position, Setup, SwapRule};
use catena_engine::{Agent, ModelStore, PlayerSpec};
use catena_search::{Amaf, Guide, evaluator};
use serde_json::Value;

/// Playouts at each position.
const PLAYOUTS: u32 = 500;
/// Positions from each game.
const PER_GAME: usize = 6;

struct Sample {
    position: Position,
    black_wins: bool,
    third: usize,
}

fn main() {
    let mut args = std::env::args().skip(1);
    let game = Game::parse(&args.next().unwrap()).unwrap();
    let size: u64 = args.next().unwrap().parse().unwrap();
    let text = std::fs::read_to_string(args.next().unwrap()).unwrap();
    let samples: Vec<Sample> = text.lines().flat_map(|line| samples(game, size, line)).collect();
    println!("{} positions; by thirds of the games, all, ms each", samples.len());
    for spec in args {
        let began = Instant::now();
        let values = values(&spec, game, &samples);
        let millis = began.elapsed().as_secs_f64() * 1e3 / samples.len() as f64;
        let thirds: Vec<String> =
            (0..3).map(|third| format!("{:.4}", area(&samples, &values, |at| at == third))).collect();
        println!("{} | {:.4} | {millis:.2} | {spec}", thirds.join(" | "), area(&samples, &values, |_| true));
    }
}

/// Positions of a game whose winner is known, spread evenly over its moves.
fn samples(game: Game, size: u64, line: &str) -> Vec<Sample> {
    let value: Value = serde_json::from_str(line).unwrap();
    let black_wins = match value["winner"].as_u64() {
        Some(1) => true,
        Some(2) => false,
        _ => return Vec::new(),
    };
    let moves: Vec<&str> = value["moves"].as_str().unwrap().split_whitespace().collect();
    if value["size"].as_u64() != Some(size) || moves.len() < 3 * PER_GAME {
        return Vec::new();
    }
    let mut position = Position::new(Setup::new(game, size, SwapRule::On).unwrap());
    let mut found = Vec::new();
    for (index, name) in moves.iter().enumerate() {
        if index % (moves.len() / PER_GAME) == 2 && index > 2 {
            let third = 3 * index / moves.len();
            found.push(Sample { position: position.clone(), black_wins, third });
        }
        let played = position.topology().parse_move(name).is_ok_and(|mv| position.play(mv).is_ok());
        if !played {
            println!("left out: {name} cannot be played in {line}");
            return Vec::new();
        }
    }
    found
}

/// The value of each position for Black.
fn values(spec: &str, game: Game, samples: &[Sample]) -> Vec<f32> {
    let mut player = PlayerSpec::parse(spec).unwrap();
    player.set("playouts_per_leaf", &PLAYOUTS.to_string()).unwrap();
    let player = player.resolve(game, &ModelStore::default()).unwrap();
    let Agent::Mcts(config) = player.agent() else { panic!("{spec} has no playouts") };
    let mut amaf = Amaf::new(samples[0].position.topology());
    let value = |sample: &Sample| {
        let mut evaluator = evaluator(&sample.position, config, player.models(), 1).unwrap();
        evaluator.evaluate(&[], Guide::NONE, &mut amaf, &mut || false).unwrap().black
    };
    samples.iter().map(value).collect()
}

/// The chance that a position that Black wins is valued above one that White wins.
fn area(samples: &[Sample], values: &[f32], of_third: impl Fn(usize) -> bool) -> f64 {
    let (mut right, mut pairs) = (0.0, 0.0);
    for to_move in Color::ALL {
        let chosen = || {
            samples
                .iter()
                .zip(values)
                .filter(|(sample, _)| of_third(sample.third) && sample.position.to_move() == to_move)
        };
        for (_, won) in chosen().filter(|(sample, _)| sample.black_wins) {
            for (_, lost) in chosen().filter(|(sample, _)| !sample.black_wins) {
                pairs += 1.0;
                right += 0.5 * (f64::from(won > lost) + f64::from(won >= lost));
            }
        }
    }
    right / pairs
}
