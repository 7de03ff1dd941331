//! The fast kernels against the reference, from all kinds of positions.

#![allow(clippy::unwrap_used, reason = "a test may fail so")]

use catena_core::{Cell, Color, Figures, Game, How, Move, Position, Setup, SwapRule};
use catena_playout::kernel::reference;
use catena_playout::{Rng, Scratch, Start, bare_fill, kernel};

const BOARDS: [(Game, &[u64]); 6] = [
    (Game::Havannah, &[2, 3, 4, 5, 8, 10, 11]),
    (Game::Hex, &[1, 2, 3, 5, 11, 19]),
    (Game::Y, &[1, 2, 4, 9, 26]),
    (Game::Star, &[1, 2, 3, 6, 10]),
    (Game::Renkula, &[1, 2, 3, 4, 6]),
    (Game::BentY, &[1, 2, 4, 8]),
];

fn setups() -> impl Iterator<Item = Setup> {
    BOARDS.into_iter().flat_map(|(game, sizes)| {
        sizes.iter().map(move |&size| Setup::new(game, size, SwapRule::Off).unwrap())
    })
}

/// A position after some random moves, now and then with stones set up and an odd turn.
fn random_position(setup: &Setup, rng: &mut Rng) -> Position {
    let mut position = Position::new(setup.clone());
    let places = setup.topology().places().count() as u32;
    for _ in 0..rng.below(places) {
        if position.outcome().is_none() {
            let moves: Vec<Move> = position.legal_moves().collect();
            position.play(moves[rng.below(moves.len() as u32) as usize]).unwrap();
        }
    }
    if rng.below(4) == 0 && position.outcome().is_none() {
        position.play(Move::Pass).unwrap();
    }
    position
}

#[test]
fn kernels_play_the_same_games_as_the_reference() {
    let mut games = 0;
    for setup in setups() {
        let kernel = kernel(setup.game());
        let mut start = Start::new(&Position::new(setup.clone()));
        let mut scratch = Scratch::new(&start);
        let mut rng = Rng::new(u64::from(setup.size()));
        let mut moves = Vec::new();
        for round in 0..300 {
            let position = match round {
                0..100 => Position::new(setup.clone()),
                _ => random_position(&setup, &mut rng),
            };
            start.load(&position);
            for _ in 0..4 {
                let mut reference_rng = rng.clone();
                let expected = reference::playout(&position, &mut reference_rng, &mut moves);
                let found = kernel(&start, &mut scratch, &mut rng);
                assert_eq!(found, expected, "{setup:?}: {moves:?}");
                assert_eq!(scratch.moves().collect::<Vec<_>>(), moves);
                games += 1;
            }
        }
    }
    assert!(games > 30_000);
}

#[test]
fn rings_with_few_new_stones_are_those_of_the_reference() {
    let (mut rings, mut others) = (0, 0);
    for size in [2, 3, 4, 5, 8, 10] {
        let setup = Setup::new(Game::Havannah, size, SwapRule::Off).unwrap();
        let kernel = kernel(setup.game());
        let mut scratch = Scratch::new(&Start::new(&Position::new(setup.clone())));
        let mut rng = Rng::new(size);
        let mut moves = Vec::new();
        for round in 0..600 {
            let position = random_position(&setup, &mut rng);
            let most_new = round % 12 + 1;
            let mut start = Start::new(&position);
            start.set_max_new_ring_stones(most_new);
            let mut reference_rng = rng.clone();
            let expected =
                reference::playout_with_ring_filter(&position, most_new, &mut reference_rng, &mut moves);
            let found = kernel(&start, &mut scratch, &mut rng);
            assert_eq!(found, expected, "{size}, {most_new}: {moves:?}");
            assert_eq!(scratch.moves().collect::<Vec<_>>(), moves);
            let by_ring = expected.outcome.how == How::Figures(Figures::RING) && expected.moves > 0;
            *(if by_ring { &mut rings } else { &mut others }) += 1;
        }
    }
    assert!(rings > 300 && others > 300, "{rings} {others}");
}

/// A ring around e5 of Havannah 5 in which two stones are missing, for Black to complete.
#[test]
fn a_ring_counts_if_few_of_its_stones_are_new() {
    let setup = Setup::new(Game::Havannah, 5, SwapRule::Off).unwrap();
    let cell = |name: &str| setup.topology().cell(name).unwrap();
    let ring: Vec<Cell> = setup.topology().neighbors(cell("e5")).collect();
    let stones: Vec<(Cell, Color)> = ring[2..].iter().map(|&cell| (cell, Color::Black)).collect();
    let position = Position::with_stones(setup.clone(), &stones, Color::Black).unwrap();
    let ends_by_ring = |most_new: u32| {
        let mut start = Start::new(&position);
        start.set_max_new_ring_stones(most_new);
        let mut scratch = Scratch::new(&start);
        let mut rng = Rng::new(1);
        (0..2_000)
            .filter(|_| {
                let playout = kernel(Game::Havannah)(&start, &mut scratch, &mut rng);
                let last = scratch.moves().last().unwrap().0;
                playout.outcome.how == How::Figures(Figures::RING) && ring[..2].contains(&last)
            })
            .count()
    };
    assert_eq!(ends_by_ring(1), 0);
    assert!(ends_by_ring(2) > 0);
}

/// Replays the moves of a playout by the rules.
fn replay(mut position: Position, moves: impl Iterator<Item = (Cell, Color)>) -> Position {
    for (cell, color) in moves {
        assert_eq!(position.outcome(), None, "a playout goes on after its end");
        assert_eq!(position.to_move(), color);
        position.play(Move::Place(cell)).unwrap();
    }
    position
}

#[test]
fn a_start_brought_forward_plays_on_like_the_position() {
    for setup in setups() {
        let kernel = kernel(setup.game());
        let root = Start::new(&Position::new(setup.clone()));
        let (mut start, mut scratch) = (root.clone(), Scratch::new(&root));
        let mut rng = Rng::new(77);
        for _ in 0..50 {
            let mut position = Position::new(setup.clone());
            start.clone_from(&root);
            while position.outcome().is_none() {
                let end = replay(position.clone(), {
                    kernel(&start, &mut scratch, &mut rng);
                    scratch.moves()
                });
                assert_eq!(Some(kernel(&start, &mut scratch, &mut rng.clone()).moves > 0), Some(true));
                assert!(end.outcome().is_some());
                let next = start.empty().nth(rng.below(start.empty().len() as u32) as usize).unwrap();
                start.play(next);
                position.play(Move::Place(next)).unwrap();
                if setup.game() != Game::Star {
                    assert_eq!(start.outcome(), position.outcome());
                }
                if rng.below(3) == 0 {
                    break;
                }
            }
        }
    }
}

#[test]
fn a_bare_fill_fills_the_board() {
    for setup in setups() {
        let position = Position::new(setup.clone());
        let start = Start::new(&position);
        let mut scratch = Scratch::new(&start);
        let places = setup.topology().places().count();
        assert_eq!(bare_fill(&start, &mut scratch, &mut Rng::new(3)), places);
        let mut cells: Vec<Cell> = scratch.moves().map(|(cell, _)| cell).collect();
        cells.sort_unstable();
        assert!(cells.into_iter().eq(setup.topology().places()));
    }
}
