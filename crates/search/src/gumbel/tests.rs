//! Sentences about the small search, with networks that are formulas.

use catena_core::{Cell, Game, Move, Position, Setup, SwapRule};

use super::{Gumbel, GumbelConfig, PolicyValue};

/// A network that knows nothing of moves, and of values only who has the marked cell.
struct Marked(Cell);

impl PolicyValue for Marked {
    fn evaluate(&mut self, position: &Position, places: &mut Vec<(Cell, f32)>) -> f32 {
        places.extend(position.legal_moves().filter_map(|mv| match mv {
            Move::Place(cell) => Some((cell, 0.0)),
            _ => None,
        }));
        match position.board().stone(self.0) {
            None => 0.5,
            Some(color) if color == position.to_move() => 0.9,
            Some(_) => 0.1,
        }
    }
}

fn hex(size: u64, moves: &str) -> Position {
    let mut position = Position::new(Setup::new(Game::Hex, size, SwapRule::Off).unwrap());
    for name in moves.split_whitespace() {
        let cell = position.topology().cell(name).unwrap();
        position.play(Move::Place(cell)).unwrap();
    }
    position
}

#[test]
fn values_move_the_policy_to_the_better_cell() {
    let position = hex(5, "");
    let marked = position.topology().cell("b4").unwrap();
    let config = GumbelConfig { evaluations: 64, considered: 32, ..GumbelConfig::default() };
    let mut found = 0;
    for seed in 0..8 {
        let result = Gumbel::new(config, seed).search(&position, &mut Marked(marked));
        let sum: f32 = result.policy.iter().map(|&(_, probability)| probability).sum();
        assert!((sum - 1.0).abs() < 1e-4, "{sum}");
        let most = result.policy.iter().max_by(|a, b| a.1.total_cmp(&b.1)).unwrap();
        found += usize::from(result.cell == marked && most.0 == marked && result.value > 0.5);
    }
    assert_eq!(found, 8);
}

#[test]
fn the_same_seed_gives_the_same_result() {
    let position = hex(5, "c3");
    let marked = position.topology().cell("b4").unwrap();
    let search = |seed| Gumbel::new(GumbelConfig::default(), seed).search(&position, &mut Marked(marked));
    assert_eq!(search(3), search(3));
    assert_ne!(search(3).cell, search(4).cell);
}

#[test]
fn a_win_in_one_is_played_at_once() {
    // Black joins top and bottom along the first column but for a3.
    let position = hex(4, "a1 d1 a2 d2 a4 d4");
    let marked = position.topology().cell("d3").unwrap();
    let result = Gumbel::new(GumbelConfig::default(), 1).search(&position, &mut Marked(marked));
    assert_eq!((result.cell, result.value), (position.topology().cell("a3").unwrap(), 1.0));
}

#[test]
fn the_only_defense_is_found() {
    let position = hex(4, "a1 d1 a2 d2 a4");
    let marked = position.topology().cell("d3").unwrap();
    // a3 and b2 would both win for Black if b2 led on; here White has only a3.
    let wins = position.winning_places(!position.to_move());
    assert_eq!(wins, [position.topology().cell("a3").unwrap()]);
    let result = Gumbel::new(GumbelConfig::default(), 1).search(&position, &mut Marked(marked));
    assert_eq!(result.cell, wins[0]);
}
