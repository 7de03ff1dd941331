//! Moves with a high prior are tried first, and the others in time.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use catena_core::{Game, Position, Setup, SwapRule};
use catena_model::Models;
use catena_search::{Candidate, Limits, Proof, Report, Search, SearchConfig};

fn searched(game: Game, size: u64, moves: &str, changes: &str, visits: u64) -> Report {
    let mut position = Position::new(Setup::new(game, size, SwapRule::Off).unwrap());
    for name in moves.split_whitespace() {
        position.play(position.topology().parse_move(name).unwrap()).unwrap();
    }
    let mut config = SearchConfig { memory: 200, ..SearchConfig::default() };
    for (name, value) in changes.split(',').map(|change| change.split_once('=').unwrap()) {
        config.set(name, value).unwrap();
    }
    let limits = Limits { visits: Some(visits), ..Limits::default() };
    let models = Models::embedded(position.setup().game());
    Search::new(config, models, 1, 1).run(&position, limits, &mut ()).unwrap()
}

#[test]
fn few_moves_are_tried_at_first_and_those_that_promise_most() {
    for (game, moves) in [(Game::Hex, "d4 c5 e3"), (Game::Havannah, "d4 c3 e5 c5"), (Game::Y, "d4 c4 e3")] {
        for (widen, visits, most) in [(2.0, 99, 20), (3.0, 24, 15), (0.5, 99, 5)] {
            let changes = format!("prior=patterns,progressive_bias=1,progressive_widening={widen}");
            let mut candidates = searched(game, 7, moves, &changes, visits).candidates;
            candidates.sort_by(|a, b| b.prior.unwrap().total_cmp(&a.prior.unwrap()));
            let least = candidates[most - 1].prior.unwrap();
            let tried: Vec<&Candidate> = candidates.iter().filter(|c| c.visits > 0).collect();
            assert!((2..=most).contains(&tried.len()), "{game}: {} of {most} tried", tried.len());
            assert!(tried.iter().all(|c| c.prior.unwrap() >= least), "{game}: {tried:?}");
        }
    }
}

#[test]
fn moves_that_come_later_are_found_when_the_first_ones_lose() {
    for (game, size, visits) in [(Game::Havannah, 2, 10_000), (Game::Hex, 3, 200_000), (Game::Y, 3, 50_000)] {
        let report = searched(game, size, "", "prior=neighborhood,progressive_widening=0.01", visits);
        assert_eq!(report.proof, Some(Proof::Win), "{game} {size}: the first player wins");
    }
}

#[test]
fn all_moves_are_tried_where_none_promises_more() {
    let all = searched(Game::Havannah, 4, "d4 c3", "prior=none", 500);
    let widened = searched(Game::Havannah, 4, "d4 c3", "prior=none,progressive_widening=1", 500);
    assert_eq!(widened.candidates, all.candidates);
}
