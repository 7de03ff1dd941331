//! Where games start: a few random stones, which are never learned from.

use catena_core::{Move, Position, Setup};
use catena_playout::Rng;
use catena_search::PolicyValue;

/// Openings that are compared to find a balanced one.
const COMPARED: usize = 6;

/// An opening of up to `stones` random stones. Every second one is the most balanced of a few, by
/// the network: games that both players can win teach most.
pub(super) fn opening(setup: &Setup, stones: u32, rng: &mut Rng, network: &mut dyn PolicyValue) -> Position {
    if rng.below(2) == 0 {
        return random(setup, stones, rng);
    }
    balanced(setup, stones, rng, network)
}

/// The most balanced of a few openings.
pub(super) fn balanced(setup: &Setup, stones: u32, rng: &mut Rng, network: &mut dyn PolicyValue) -> Position {
    let mut places = Vec::new();
    let mut imbalance = |position: &Position| {
        places.clear();
        (network.evaluate(position, &mut places) - 0.5).abs()
    };
    let mut best = random(setup, stones, rng);
    let mut least = imbalance(&best);
    for _ in 1..COMPARED {
        let next = random(setup, stones, rng);
        let imbalance = imbalance(&next);
        if imbalance < least {
            (best, least) = (next, imbalance);
        }
    }
    best
}

fn random(setup: &Setup, stones: u32, rng: &mut Rng) -> Position {
    let mut position = Position::new(setup.clone());
    for _ in 0..rng.below(stones + 1) {
        let places: Vec<Move> = position.legal_moves().collect();
        let mut next = position.clone();
        next.play_unchecked(places[rng.below(places.len() as u32) as usize]);
        if next.outcome().is_some() {
            break;
        }
        position = next;
    }
    position
}
