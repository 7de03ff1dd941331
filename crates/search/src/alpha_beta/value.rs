//! The value of a position in alpha-beta, for the player to move: the logarithm of how much more the
//! opponent's circuit resists than the own one, or a proof.

use crate::Proof;

/// Values are plain numbers, so that windows of them are easy to handle.
pub(super) type Value = f32;

/// A win at once. Later ones are worth 1 less for each move.
const WIN: Value = 1_000.0;
/// Above it a win is proved, and below its negative a loss.
const PROVED: Value = 500.0;
/// The best and worst that circuits can say.
const MOST: Value = 20.0;
/// Better than anything.
pub(super) const ABOVE_ALL: Value = 2.0 * WIN;

/// A win or loss that is proved after this many moves: early wins are better, late losses too.
pub(super) fn proved(proof: Proof, ply: usize) -> Value {
    match proof {
        Proof::Win => WIN - ply as Value,
        Proof::Draw => 0.0,
        Proof::Loss => ply as Value - WIN,
    }
}

/// Value by the resistances of two circuits.
pub(super) fn of_resistances(mine: f64, theirs: f64, tempo: f32) -> Value {
    let ratio = (theirs.ln() - mine.ln()) as Value + tempo;
    // Both are infinite only where neither can win, which does not happen.
    if ratio.is_nan() { 0.0 } else { ratio.clamp(-MOST, MOST) }
}

/// The proof that a value stands for, if any.
pub(super) fn proof(value: Value) -> Option<Proof> {
    match value {
        _ if value > PROVED => Some(Proof::Win),
        _ if value < -PROVED => Some(Proof::Loss),
        _ => None,
    }
}

/// The same value seen this many moves nearer to the end of the game.
pub(super) fn nearer(value: Value, plies: usize) -> Value {
    match proof(value) {
        Some(Proof::Win) => value + plies as Value,
        Some(Proof::Loss) => value - plies as Value,
        Some(Proof::Draw) | None => value,
    }
}

/// The same value seen this many moves earlier.
pub(super) fn farther(value: Value, plies: usize) -> Value {
    match proof(value) {
        Some(Proof::Win) => value - plies as Value,
        Some(Proof::Loss) => value + plies as Value,
        Some(Proof::Draw) | None => value,
    }
}

/// As a chance to win: ratios of resistances are taken for odds.
pub(super) fn chance(value: Value) -> f32 {
    proof(value).map_or_else(|| 1.0 / (1.0 + (-value).exp()), Proof::value)
}
