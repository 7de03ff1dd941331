//! Decisive moves against the slow reference: before each move every empty place is tried by core's
//! rules.

#![allow(clippy::unwrap_used, reason = "a test may fail so")]

use std::collections::BTreeSet;

use catena_core::{Cell, Color, Game, Move, Position, Setup, SwapRule};
use catena_playout::kernel::decisive;
use catena_playout::policy::{self, Policy, View};
use catena_playout::{Playout, Rng, Scratch, Start};

/// Boards and how many positions of each are played from.
const BOARDS: [(Game, &[u64], usize); 6] = [
    (Game::Havannah, &[2, 3, 4, 5, 6, 7, 8, 11], 400),
    (Game::Hex, &[1, 2, 3, 5, 11, 19], 120),
    (Game::Y, &[1, 2, 4, 9, 26], 120),
    (Game::Star, &[1, 2, 3, 6], 40),
    (Game::Renkula, &[1, 2, 3, 4, 6], 120),
    (Game::BentY, &[1, 2, 3, 4, 8], 120),
];

fn boards() -> impl Iterator<Item = (Setup, usize)> {
    BOARDS.into_iter().flat_map(|(game, sizes, positions)| {
        sizes.iter().map(move |&size| (Setup::new(game, size, SwapRule::Off).unwrap(), positions))
    })
}

/// A position after random moves that nobody has won, some with the other color to move.
fn random_position(setup: &Setup, rng: &mut Rng) -> Position {
    let mut position = Position::new(setup.clone());
    for _ in 0..rng.below(setup.topology().places().count() as u32) {
        let moves: Vec<Move> = position.legal_moves().collect();
        let mut next = position.clone();
        next.play(moves[rng.below(moves.len() as u32) as usize]).unwrap();
        if next.outcome().is_some() {
            break;
        }
        position = next;
    }
    if rng.below(4) == 0 {
        position.play(Move::Pass).unwrap();
    }
    position
}

/// All places where a color would win at once.
fn wins(position: &Position, color: Color) -> BTreeSet<Cell> {
    let topology = position.topology();
    let empty = topology.places().filter(|&cell| position.board().stone(cell).is_none());
    empty.filter(|&cell| position.would_win(cell, color)).collect()
}

#[derive(Default)]
struct Seen {
    playouts: usize,
    wins: usize,
    answers: usize,
    quiet: usize,
}

/// Checks each move of a playout: it wins if that is possible, if not, answers a threat if there
/// is one, if not, is what chance draws.
fn check(
    mut position: Position,
    places: &mut [Cell],
    playout: Playout,
    moves: impl ExactSizeIterator<Item = (Cell, Color)>,
    rng: &mut Rng,
    seen: &mut Seen,
) {
    seen.playouts += 1;
    assert_eq!(moves.len(), usize::from(playout.moves));
    for (ply, (cell, color)) in moves.enumerate() {
        assert_eq!((position.outcome(), position.to_move()), (None, color));
        let (own, other) = (wins(&position, color), wins(&position, !color));
        let about =
            || format!("{:?} {:?}: {cell:?}, {own:?}, {other:?}", position.setup().game(), places.len());
        if !own.is_empty() {
            assert!(own.contains(&cell), "a win is missed: {}", about());
            seen.wins += 1;
        } else if !other.is_empty() {
            assert!(other.contains(&cell), "a threat is missed: {}", about());
            seen.answers += 1;
        } else {
            let drawn = ply + rng.below((places.len() - ply) as u32) as usize;
            assert_eq!(places[drawn], cell, "not the move drawn: {}", about());
            seen.quiet += 1;
        }
        let at = ply + places[ply..].iter().position(|&place| place == cell).unwrap();
        places.swap(ply, at);
        position.play(Move::Place(cell)).unwrap();
    }
    assert_eq!(position.outcome(), Some(playout.outcome));
}

#[test]
fn no_decisive_move_is_missed() {
    for (setup, positions) in boards() {
        let kernel = decisive(setup.game());
        let mut start = Start::new(&Position::new(setup.clone()));
        start.track_threats();
        let mut scratch = Scratch::new(&start);
        let mut rng = Rng::new(u64::from(setup.size()));
        let mut seen = Seen::default();
        for round in 0..positions {
            let position = match round % 4 {
                0 => Position::new(setup.clone()),
                _ => random_position(&setup, &mut rng),
            };
            start.load(&position);
            for _ in 0..3 {
                let mut reference_rng = rng.clone();
                let playout = kernel(&start, &mut scratch, &mut rng);
                let mut places: Vec<Cell> = start.empty().collect();
                check(position.clone(), &mut places, playout, scratch.moves(), &mut reference_rng, &mut seen);
                assert_eq!(reference_rng.next_u64(), rng.clone().next_u64(), "nothing else is drawn");
            }
        }
        let (game, size) = (setup.game(), setup.size());
        if game != Game::Star && size > 2 {
            assert!(seen.wins > seen.playouts / 3 && seen.answers > seen.playouts / 4, "{game} {size}");
            assert!(seen.quiet > 0);
        }
    }
}

/// Names the first empty place of the view, and counts how often it is asked.
#[derive(Default)]
struct First(usize);

impl Policy for First {
    fn choose(&mut self, view: &View, _: &mut Rng) -> Option<Cell> {
        self.0 += 1;
        view.empty().iter().min().copied()
    }
}

#[test]
fn a_policy_is_asked_only_if_no_move_is_decisive() {
    for (setup, positions) in boards() {
        let kernel = policy::decisive::<First>(setup.game());
        let mut start = Start::new(&Position::new(setup.clone()));
        start.track_threats();
        let mut scratch = Scratch::new(&start);
        let mut rng = Rng::new(u64::from(setup.size()));
        for _ in 0..positions / 4 {
            let mut position = random_position(&setup, &mut rng);
            start.load(&position);
            let mut first = First::default();
            let playout = kernel(&start, &mut scratch, &mut first, usize::MAX, &mut rng).unwrap();
            let mut asked = 0;
            for (cell, color) in scratch.moves() {
                let (own, other) = (wins(&position, color), wins(&position, !color));
                if !own.is_empty() {
                    assert!(own.contains(&cell));
                } else if !other.is_empty() {
                    assert!(other.contains(&cell));
                } else {
                    let empty = |cell: &Cell| position.board().stone(*cell).is_none();
                    assert_eq!(position.topology().places().find(empty), Some(cell));
                    asked += 1;
                }
                position.play(Move::Place(cell)).unwrap();
            }
            assert_eq!((position.outcome(), asked), (Some(playout.outcome), first.0));
        }
    }
}

#[test]
fn a_start_that_does_not_track_threats_plays_the_same_games() {
    for (setup, _) in boards() {
        let mut rng = Rng::new(5);
        for _ in 0..30 {
            let position = random_position(&setup, &mut rng);
            let mut start = Start::new(&position);
            let mut scratch = Scratch::new(&start);
            let kernel = decisive(setup.game());
            let without = kernel(&start, &mut scratch, &mut Rng::new(1));
            start.track_threats();
            assert_eq!(kernel(&start, &mut scratch, &mut Rng::new(1)), without);
        }
    }
}

#[test]
fn a_start_brought_forward_keeps_up_what_wins() {
    for (setup, positions) in boards() {
        let mut root = Start::new(&Position::new(setup.clone()));
        root.track_threats();
        let mut start = Start::new(&Position::new(setup.clone()));
        let mut rng = Rng::new(9);
        for _ in 0..positions / 4 {
            let mut position = Position::new(setup.clone());
            start.clone_from(&root);
            loop {
                for color in Color::ALL {
                    let found: Vec<Cell> = start.winning(color).unwrap().collect();
                    let expected = wins(&position, color);
                    assert_eq!(found.len(), expected.len(), "no place is named twice");
                    assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), expected);
                }
                // Avoiding wins leads to full boards with many threats.
                let either = &wins(&position, Color::Black) | &wins(&position, Color::White);
                let mut quiet: Vec<Cell> = start.empty().filter(|cell| !either.contains(cell)).collect();
                if quiet.is_empty() || rng.below(20) == 0 {
                    quiet = start.empty().collect();
                }
                let next = quiet[rng.below(quiet.len() as u32) as usize];
                start.play(next);
                position.play(Move::Place(next)).unwrap();
                if position.outcome().is_some() {
                    break;
                }
            }
        }
    }
}
