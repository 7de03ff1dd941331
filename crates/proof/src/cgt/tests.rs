//! Thermographs and bounds against the exact values of small sums.

use super::*;
use crate::rng::Rng;

/// A small random game whose positions are all hot or infinitesimally so.
fn random_game(rng: &mut Rng, depth: u32) -> HotGame {
    loop {
        let game = random_tree(rng, depth);
        if is_hot_throughout(&game) {
            return game;
        }
    }
}

fn random_tree(rng: &mut Rng, depth: u32) -> HotGame {
    if depth == 0 || rng.below(4) == 0 {
        return HotGame::Number(f64::from(rng.below(17)) / 2.0 - 4.0);
    }
    let mut options = || (0..1 + rng.below(2)).map(|_| random_tree(rng, depth - 1)).collect();
    HotGame::Options { left: options(), right: options() }
}

fn is_hot_throughout(game: &HotGame) -> bool {
    match game {
        HotGame::Number(_) => true,
        HotGame::Options { left, right } => {
            game.stop(Color::Black) >= game.stop(Color::White)
                && left.iter().chain(right).all(is_hot_throughout)
        }
    }
}

#[test]
fn the_thermograph_of_a_switch_is_a_triangle() {
    let graph = Thermograph::of(&HotGame::switch(5.0, -1.0));
    assert_eq!((graph.mean(), graph.temperature()), (2.0, 3.0));
    assert_eq!(graph.stop(Color::Black, 1.0), 4.0);
    assert_eq!(graph.stop(Color::White, 1.0), 0.0);
    assert_eq!(graph.stop(Color::White, 9.0), 2.0);
    let reversed = graph.scaled(-0.5);
    assert_eq!((reversed.mean(), reversed.temperature()), (-1.0, 1.5));
    assert_eq!(reversed.stop(Color::Black, 0.0), 0.5);
}

/// Berlekamp, Conway and Guy: {4 | {2 | 0}} has mean 2½... its right move is no threat below temperature 1.
#[test]
fn a_threat_bends_a_wall() {
    let game = HotGame::between(HotGame::Number(4.0), HotGame::switch(2.0, 0.0));
    let graph = Thermograph::of(&game);
    assert_eq!((graph.mean(), graph.temperature()), (2.5, 1.5));
    // White's threat is answered: vertical up to 1.
    assert_eq!(graph.stop(Color::White, 0.5), 2.0);
    assert_eq!(graph.stop(Color::White, 1.25), 2.25);
}

#[test]
fn a_threat_that_is_always_answered_changes_nothing() {
    let game = HotGame::between(HotGame::Number(1.0), HotGame::switch(1.0, 0.0));
    let graph = Thermograph::of(&game);
    assert_eq!((graph.mean(), graph.temperature()), (1.0, 0.0));
}

#[test]
fn cold_games_are_the_simplest_number_between() {
    let number = |left: f64, right: f64| HotGame::switch(left, right).as_number();
    assert_eq!(number(0.0, 1.0), Some(0.5));
    assert_eq!(number(-3.0, 2.0), Some(0.0));
    assert_eq!(number(-4.0, -1.5), Some(-2.0));
    assert_eq!(number(0.25, 0.5), Some(0.375));
    assert_eq!(number(1.0, 1.0), None);
    let graph = Thermograph::of(&HotGame::switch(0.0, 1.0));
    assert_eq!((graph.mean(), graph.temperature()), (0.5, 0.0));
}

#[test]
fn walls_at_temperature_0_are_the_stops() {
    let mut rng = Rng::new(3);
    for _ in 0..500 {
        let game = random_game(&mut rng, 3);
        let graph = Thermograph::of(&game);
        for color in Color::ALL {
            assert_eq!(graph.stop(color, 0.0), game.stop(color), "{game:?}");
        }
    }
}

#[test]
fn the_mean_is_what_many_copies_are_worth_each() {
    let mut rng = Rng::new(5);
    for _ in 0..25 {
        let game = random_game(&mut rng, 2);
        let graph = Thermograph::of(&game);
        let copies = vec![game.clone(); 4];
        for color in Color::ALL {
            let off = (exact_stop(&copies, color) - 4.0 * graph.mean()).abs();
            assert!(off <= graph.temperature() + 1e-9, "{game:?}");
        }
    }
}

#[test]
fn the_estimate_of_switches_is_exact() {
    let mut rng = Rng::new(7);
    for _ in 0..500 {
        let games: Vec<HotGame> = (0..5)
            .map(|_| {
                let (a, b) = (f64::from(rng.below(9)), f64::from(rng.below(9)));
                HotGame::switch(a + b, a - b)
            })
            .collect();
        let sum = HotSum::new(games.iter().map(Thermograph::of).collect());
        for color in Color::ALL {
            assert_eq!(sum.estimate(color), exact_stop(&games, color), "{games:?}");
        }
    }
}

#[test]
fn bounds_hold_for_all_small_sums() {
    let mut rng = Rng::new(11);
    let mut widths = 0.0;
    for _ in 0..300 {
        let games: Vec<HotGame> = (0..2 + rng.below(2)).map(|_| random_game(&mut rng, 2)).collect();
        let sum = HotSum::new(games.iter().map(Thermograph::of).collect());
        for color in Color::ALL {
            let exact = exact_stop(&games, color);
            let (low, high) = sum.bounds(color);
            assert!(low <= exact + 1e-9 && exact <= high + 1e-9, "{exact} not in {low}..{high}: {games:?}");
            assert!((low..=high).contains(&sum.estimate(color)));
            widths += (high - low) / (sum.temperature() + 1e-9);
        }
    }
    assert!(widths / 600.0 < 1.2, "bounds are narrower than the temperature allows: {}", widths / 600.0);
}

#[test]
fn a_sum_knows_its_hottest_part() {
    let parts = [(1.0, 0.0), (3.0, -3.0), (2.0, 0.0)].map(|(a, b)| Thermograph::of(&HotGame::switch(a, b)));
    assert_eq!(HotSum::new(parts.to_vec()).hottest(), Some(1));
    assert_eq!(HotSum::default().hottest(), None);
}
