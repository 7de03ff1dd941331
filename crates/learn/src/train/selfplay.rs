//! Games of a network against itself by small searches, with the improved policy of each move.

use catena_arena::Stop;
use catena_arena::selfplay::{SearchedMove, SelfplayGame};
use catena_core::{Cell, Color, Move, Position, Setup};
use catena_playout::Rng;
use catena_search::{Gumbel, GumbelConfig, GumbelResult};

use super::evaluate::Evaluator;
use super::opening::opening;
use super::options::SelfplayOptions;

/// A policy in a file is shared out in this many visits.
const VISITS: f32 = 10_000.0;

/// A game is decided when both players expect the same winner with this much certainty.
const CERTAIN: f32 = 0.97;

/// Plays a game; nothing comes back from one that was stopped. The number and the seed decide it, however many threads
/// there are.
pub(super) fn play(
    setup: &Setup,
    options: &SelfplayOptions,
    network: &mut Evaluator,
    number: u64,
    seed: u64,
    stop: &Stop,
) -> Option<SelfplayGame> {
    let mut rng = Rng::new(seed);
    let config = GumbelConfig::default();
    let (evaluations, considered) = (options.evaluations, options.considered);
    let mut full = Gumbel::new(GumbelConfig { evaluations, considered, ..config }, rng.next_u64());
    let evaluations = options.quick_evaluations;
    let mut quick = Gumbel::new(GumbelConfig { evaluations, noise: 0.5, ..config }, rng.next_u64());
    let mut position = opening(setup, options.opening_stones, &mut rng, network);
    let opening = position.plies().iter().map(|ply| ply.mv).collect();
    let mut moves: Vec<SearchedMove> = Vec::new();
    while position.outcome().is_none() {
        if stop.is_now() {
            return None;
        }
        let share = if is_decided(&moves) { options.decided_share } else { options.full_share };
        let is_full = unit(&mut rng) < share;
        let search = if is_full { &mut full } else { &mut quick };
        let found = search.search(&position, network);
        position.play_unchecked(Move::Place(found.cell));
        moves.push(SearchedMove {
            mv: Move::Place(found.cell),
            value: found.value,
            visits: if is_full { visits(&found) } else { Vec::new() },
        });
    }
    let winner: Option<Color> = position.outcome().and_then(|outcome| outcome.winner);
    Some(SelfplayGame { number, winner, opening, moves })
}

/// Returns true if the last two searches, one of each player, agree on the winner.
fn is_decided(moves: &[SearchedMove]) -> bool {
    let [.., theirs, ours] = moves else { return false };
    let is_certain = |value: f32| !(1.0 - CERTAIN..=CERTAIN).contains(&value);
    is_certain(theirs.value) && is_certain(ours.value) && (theirs.value > 0.5) != (ours.value > 0.5)
}

/// The improved policy as visits; what gets none is left out.
fn visits(found: &GumbelResult) -> Vec<(Cell, u32)> {
    let shares = found.policy.iter().map(|&(cell, share)| (cell, (share * VISITS).round() as u32));
    let mut visits: Vec<_> = shares.filter(|&(_, visits)| visits > 0).collect();
    visits.sort_unstable();
    visits
}

/// A number from 0 to 1.
fn unit(rng: &mut Rng) -> f64 {
    (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64
}

/// The winner of a game between two networks from an opening, by searches without noise; nothing comes back from one that
/// was stopped.
pub(super) fn play_out(
    mut position: Position,
    evaluations: u32,
    players: [&mut Evaluator; 2],
    first: Color,
    stop: &Stop,
) -> Option<Option<Color>> {
    let config = GumbelConfig { evaluations, noise: 0.0, ..GumbelConfig::default() };
    let mut search = Gumbel::new(config, 0);
    let [a, b] = players;
    while position.outcome().is_none() {
        if stop.is_now() {
            return None;
        }
        let network = if position.to_move() == first { &mut *a } else { &mut *b };
        let found = search.search(&position, network);
        position.play_unchecked(Move::Place(found.cell));
    }
    Some(position.outcome().and_then(|outcome| outcome.winner))
}
