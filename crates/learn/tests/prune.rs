//! Inferior patterns of Hex against exact solutions of small boards.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use std::collections::{HashMap, HashSet};

use catena_core::{Cell, Game, Move, Position, Setup, SwapRule};
use catena_learn::prune::Pruner;
use catena_model::pattern::{
    Combination, Keys, Learned, Neighborhood, PatternSymmetry, PatternTable, PatternWeights, Reach,
};
use catena_playout::Rng;

fn scale() -> usize {
    std::env::var("CATENA_SCALE").map_or(1, |scale| scale.parse().unwrap())
}

/// Returns true if the player to move wins, by trying everything.
fn wins(position: &Position, known: &mut HashMap<u64, bool>) -> bool {
    if position.outcome().is_some() {
        return false;
    }
    if let Some(&known) = known.get(&position.hash()) {
        return known;
    }
    let wins = moves(position).into_iter().any(|cell| wins_with(position, cell, known));
    known.insert(position.hash(), wins);
    wins
}

fn wins_with(position: &Position, cell: Cell, known: &mut HashMap<u64, bool>) -> bool {
    let mut after = position.clone();
    after.play_unchecked(Move::Place(cell));
    !wins(&after, known)
}

fn moves(position: &Position) -> Vec<Cell> {
    position.topology().places().filter(|&cell| position.board().stone(cell).is_none()).collect()
}

/// A random position that is not over, from five stones on.
fn random_position(setup: &Setup, rng: &mut Rng) -> Position {
    loop {
        let mut position = Position::new(setup.clone());
        for _ in 0..5 + rng.below(7) {
            let open = moves(&position);
            if position.outcome().is_none() && !open.is_empty() {
                position.play_unchecked(Move::Place(open[rng.below(open.len() as u32) as usize]));
            }
        }
        if position.outcome().is_none() {
            return position;
        }
    }
}

/// All patterns of some positions, marked.
fn table(around: &Neighborhood, positions: &[Position]) -> PatternTable {
    let pruner = Pruner::new();
    let mut patterns = HashSet::new();
    for position in positions {
        let keys = Keys::of_position(around, position);
        let pattern =
            |cell| PatternSymmetry::HalfTurn.pattern(keys.of(cell), None, position.to_move(), around.reach());
        patterns.extend(moves(position).into_iter().map(pattern));
    }
    let learned = |pattern| {
        let prune = pruner.prune(pattern);
        Learned { pattern, gamma: 1.0, prune, played: 0, appeared: 0 }
    };
    let learned = patterns.into_iter().map(learned).collect();
    PatternTable::new(&PatternWeights::new(Game::Hex, Combination::Sum, learned)).unwrap()
}

#[test]
fn a_winner_always_has_a_move_that_is_not_left_out() {
    let setup = Setup::new(Game::Hex, 4, SwapRule::Off).unwrap();
    let (mut known, mut rng) = (HashMap::new(), Rng::new(1));
    let mut found = Vec::new();
    for reach in Reach::ALL {
        let around = Neighborhood::new(Game::Hex, setup.topology(), reach).unwrap();
        let positions: Vec<Position> =
            (0..700 * scale()).map(|_| random_position(&setup, &mut rng)).collect();
        let table = table(&around, &positions);
        let (mut without, mut won) = (0, 0);
        for position in &positions {
            let keys = Keys::of_position(&around, position);
            let open = moves(position);
            let left_out = table.prunable(&around, &keys, &open, position.to_move());
            let kept: Vec<Cell> = open.into_iter().filter(|&cell| !left_out.contains(cell)).collect();
            without += left_out.len();
            // Where nothing is kept, the cells that are left are captured, and the game is decided.
            if !kept.is_empty() && wins(position, &mut known) {
                won += 1;
                let wins = kept.iter().any(|&cell| wins_with(position, cell, &mut known));
                assert!(wins, "{reach:?} {} to move: {}", position.to_move(), names(position));
            }
        }
        found.push((without, won));
    }
    assert!(found[0].0 > 300 && found[1].0 > found[0].0, "{found:?}");
    assert!(found.iter().all(|&(_, won)| won > 200), "{found:?}");
}

fn names(position: &Position) -> String {
    let name = |ply: &catena_core::Ply| match ply.mv {
        Move::Place(cell) => position.topology().name(cell),
        _ => "-",
    };
    position.plies().iter().map(name).collect::<Vec<_>>().join(" ")
}
