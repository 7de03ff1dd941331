//! The move that a player makes after a search: the best one, or by its level another.

use catena_core::{Color, Move, SwapRule};
use catena_search::{Candidate, Proof, Report};

use super::{CachedSearch, Session};
use crate::level::Weakening;
use crate::{Agent, Player};

impl Session {
    /// The best move, or by chance one of those that were visited nearly as often, by the level.
    pub(super) fn pick(&mut self, color: Color, report: &Report, weakening: Option<Weakening>) -> Move {
        let opens_with_swap = self.position.setup().swap() == SwapRule::On
            && self.position.plies().is_empty()
            && self.position.start_stones().is_empty();
        if opens_with_swap {
            return Move::Place(most_balanced_opening(report).cell);
        }
        let Some(Weakening { sharpness, policy_visits, .. }) = weakening else { return report.best };
        if report.proof.is_some() || report.best == Move::Swap {
            return report.best;
        }
        // No level misses a win in one.
        if let Some(&win) = self.position.winning_places(color).first() {
            return Move::Place(win);
        }
        let open = || report.candidates.iter().filter(|candidate| candidate.proof != Some(Proof::Loss));
        // Alpha-beta looks longest at what is hard to refute, which says little of how good it is.
        let by_value = matches!(self.search, Some(CachedSearch::AlphaBeta(_)));
        // A player by circuit visits nothing: its voltage drops say what it thinks of a move.
        let by_prior = matches!(self.resolved.as_ref().map(Player::agent), Some(Agent::Birdcage(_)));
        let weight = |candidate: &Candidate| {
            if by_value {
                return odds(candidate.value).powi(SHARPNESS);
            }
            if by_prior {
                return candidate.prior.map_or(0.0, f64::from);
            }
            let policy = candidate.prior.map_or(0.0, f64::from).max(LEAST_POLICY);
            f64::from(candidate.visits) + policy_visits * policy
        };
        let chance = |candidate: &Candidate| weight(candidate).powf(sharpness);
        let total: f64 = open().map(chance).sum();
        let mut left = total * (self.rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
        for candidate in open() {
            left -= chance(candidate);
            if left <= 0.0 {
                return Move::Place(candidate.cell);
            }
        }
        report.best
    }
}

/// Below this the policy tells nothing: all such moves are bad.
const LEAST_POLICY: f64 = 1e-3;

/// Exponent of the odds of a move of alpha-beta when it is weakened: its values lie close together.
const SHARPNESS: i32 = 8;

/// A chance as odds; none are endless.
fn odds(value: f32) -> f64 {
    let value = f64::from(value).clamp(0.001, 0.999);
    value / (1.0 - value)
}

/// The first move of a game with the swap rule: what is neither worth taking nor worth leaving.
pub(crate) fn most_balanced_opening(report: &Report) -> &Candidate {
    // The winner after a proven stone is settled, so it is no balanced opening.
    let open = || report.candidates.iter().filter(|candidate| candidate.proof.is_none());
    let most = open().map(|candidate| candidate.visits).max().unwrap_or(0);
    let known = open().filter(|candidate| candidate.visits >= most / 4);
    let most_balanced = known.min_by(|a, b| (a.value - 0.5).abs().total_cmp(&(b.value - 0.5).abs()));
    most_balanced.unwrap_or(&report.candidates[0])
}
