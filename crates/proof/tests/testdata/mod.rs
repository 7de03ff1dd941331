//! Positions for the tests: the project's known answers, and random ones.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]
#![allow(dead_code, reason = "each test file uses its part")]

pub mod exhaustive;
pub mod rng;

use std::fs;
use std::path::{Path, PathBuf};

use catena_core::{Color, Game, Move, Position, Setup, SwapRule};
use rng::Rng;
use serde_json::Value;

pub struct Known {
    pub position: Position,
    pub winner: Option<Color>,
    pub winning: Vec<Move>,
}

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata").join(name)
}

/// Factor for the number of trials: 1 unless CATENA_SCALE says more.
pub fn scale() -> usize {
    std::env::var("CATENA_SCALE").ok().and_then(|text| text.parse().ok()).unwrap_or(1)
}

pub fn setup(game: Game, size: u64) -> Setup {
    Setup::new(game, size, SwapRule::Off).unwrap()
}

pub fn play(setup: &Setup, moves: &[String]) -> Position {
    let mut position = Position::new(setup.clone());
    for name in moves {
        position.play(setup.topology().parse_move(name).unwrap()).unwrap();
    }
    position
}

fn names(value: &Value) -> Vec<String> {
    value.as_array().unwrap().iter().map(|name| name.as_str().unwrap().to_owned()).collect()
}

/// The known answers of a game and size.
pub fn known(game: Game, size: u64) -> Vec<Known> {
    let text = fs::read_to_string(path(&format!("positions/{game}_{size}.json"))).unwrap();
    let cases: Vec<Value> = serde_json::from_str(&text).unwrap();
    let setup = setup(game, size);
    cases
        .iter()
        .map(|case| Known {
            position: play(&setup, &names(&case["moves"])),
            winner: Color::parse(case["winner"].as_str().unwrap()),
            winning: names(&case["winning_moves"])
                .iter()
                .map(|name| setup.topology().parse_move(name).unwrap())
                .collect(),
        })
        .collect()
}

/// The winning openings by game and size.
pub fn winning_first_moves() -> Vec<(Setup, Vec<Move>)> {
    let text = fs::read_to_string(path("winning_first_moves.json")).unwrap();
    let table: serde_json::Map<String, Value> = serde_json::from_str(&text).unwrap();
    table
        .iter()
        .map(|(name, moves)| {
            let (game, size) = name.split_once('_').unwrap();
            let setup = setup(Game::parse(game).unwrap(), size.parse().unwrap());
            let moves = names(moves);
            let moves = moves.iter().map(|name| setup.topology().parse_move(name).unwrap()).collect();
            (setup, moves)
        })
        .collect()
}

/// A position after this many random moves, or none if the game ended before.
pub fn random(setup: &Setup, plies: u32, rng: &mut Rng) -> Option<Position> {
    let mut position = Position::new(setup.clone());
    for _ in 0..plies {
        let moves: Vec<Move> = position.legal_moves().collect();
        position.play(*moves.get(rng.below(moves.len().max(1) as u32) as usize)?).unwrap();
    }
    position.outcome().is_none().then_some(position)
}
