//! Playouts whose moves are sampled by weights of patterns, in terms of places alone: what a policy sees
//! of a playout would cost as much as the weights.

use catena_core::rules::Methods;
use catena_core::{Color, Game, Outcome};

use super::compact::PLACES;
use super::tables::CODES;
use super::{Moves, Playout, Scratch, Start, ends_playout, with_moves};
use crate::Rng;
use crate::policy::{GuidedKernel, SoftmaxPolicy};

/// The kernel of a game for playouts by patterns.
#[must_use]
pub fn softmax<P: SoftmaxPolicy>(game: Game) -> GuidedKernel<P> {
    with_moves!(game, M => play::<M, P, false>)
}

/// The same where decisive moves are not left to chance, as in [`decisive_moves`](super::decisive).
#[must_use]
pub fn softmax_decisive<P: SoftmaxPolicy>(game: Game) -> GuidedKernel<P> {
    if game.facts().supports(Methods::THREATS) {
        with_moves!(game, M => play::<M, P, true>)
    } else {
        softmax(game)
    }
}

fn play<M: Moves, P: SoftmaxPolicy, const DECISIVE: bool>(
    start: &Start,
    scratch: &mut Scratch,
    patterns: &mut P,
    horizon: usize,
    rng: &mut Rng,
) -> Option<Playout> {
    scratch.begin(start);
    if let Some(outcome) = start.outcome() {
        return Some(Playout { outcome, moves: 0 });
    }
    if DECISIVE {
        scratch.track_threats::<M>(start);
    }
    let tables = &*start.tables;
    scratch.index[..tables.used].copy_from_slice(&start.index[..tables.used]);
    let mut last = patterns.begin(start.view());
    let Scratch { board, threats, index, .. } = scratch;
    let places = board.places.min(PLACES);
    let mut color = scratch.first as usize;
    let mut rng_here = rng.clone();
    for played in 0..places {
        if played >= horizon {
            *rng = rng_here;
            scratch.played = played;
            return None;
        }
        let code = match if DECISIVE { threats.decisive(color) } else { None } {
            Some(code) => code,
            None => patterns.sample(&board.order[played..places], color, last, &mut rng_here),
        };
        bring_to_front(&mut board.order, index, played, code);
        let figures = if DECISIVE {
            M::place_tracking_threats(tables, board, threats, usize::from(code), color)
        } else {
            M::place(tables, board, usize::from(code), color)
        };
        if !figures.is_empty() && (DECISIVE || ends_playout(start, board, figures, usize::from(code), color))
        {
            *rng = rng_here;
            scratch.played = played + 1;
            let outcome = Outcome::win(Color::ALL[color & 1], figures);
            return Some(Playout { outcome, moves: scratch.played as u16 });
        }
        patterns.put(code, color);
        last = code;
        color ^= 1;
    }
    *rng = rng_here;
    scratch.played = places;
    Some(Playout { outcome: M::when_full(tables, board), moves: places as u16 })
}

/// Exchanges an empty place for the first of them.
#[inline(always)]
fn bring_to_front(order: &mut [u16; PLACES], index: &mut [u16; CODES], played: usize, code: u16) {
    let at = index[usize::from(code) % CODES];
    let first = order[played % PLACES];
    order[usize::from(at) % PLACES] = first;
    index[usize::from(first) % CODES] = at;
    order[played % PLACES] = code;
}
