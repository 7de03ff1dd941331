//! A proof as a strategy: what to play in a solved position.

use catena_core::{Color, Move, Position};

use super::dfpn::key_after;
use super::{Solver, SolverObserver, Verdict, claim_key};
use crate::prober::Probe;

impl Solver {
    /// A move that keeps the verdict of a position for its player to move: one step of the proof
    /// as a strategy. `None` if the game is over or the observer stopped the search.
    pub fn reply(&mut self, position: &Position, observer: &mut dyn SolverObserver) -> Option<Move> {
        if position.outcome().is_some() {
            return None;
        }
        if let Some(mv) = self.deep_probe_move(position) {
            return Some(mv);
        }
        let mover = position.to_move();
        let (claim, aim) = match self.solve(position, observer) {
            Verdict::Unknown => return None,
            Verdict::Won(winner) if winner == mover => (mover, true),
            // A draw is kept by denying the opponent its win.
            Verdict::Drawn => (!mover, false),
            Verdict::Won(_) => return self.best_resistance(position, observer),
        };
        let moves = match self.probers[0].probe(position) {
            Probe::Decided { by: Some(mv), .. } => return Some(mv),
            Probe::Decided { .. } => position.legal_moves().collect(),
            Probe::Open { moves, .. } => moves,
        };
        let keys = self.zobrist.keys(position);
        let claimed = if self.setup.game().facts().has_draws() { claim } else { Color::Black };
        let known = moves.iter().copied().find(|&mv| {
            let key = claim_key(claimed) ^ key_after(&self.zobrist, position, &keys, mv);
            self.shared.get(key).is_some_and(|numbers| numbers.disproof == 0)
        });
        if known.is_some() {
            return known;
        }
        moves.into_iter().find(|&mv| {
            let mut next = position.clone();
            next.play_unchecked(mv);
            self.prove(&next, claim, observer) == Some(aim)
        })
    }

    /// A move that wins by a deep probe: no search may have seen what comes after it.
    fn deep_probe_move(&mut self, position: &Position) -> Option<Move> {
        self.config.frames_after?;
        let mover = position.to_move();
        let prober = &mut self.probers[0];
        let mut winner = |at: &Position| match prober.deep_probe(at) {
            Some(Probe::Decided { winner, by, .. }) if winner == Some(mover) => Some(by),
            _ => None,
        };
        let by = winner(position)?;
        by.or_else(|| {
            position.legal_moves().find(|&mv| {
                let mut next = position.clone();
                next.play_unchecked(mv);
                // A move that wins at once is found by the usual probe.
                next.outcome().is_none() && winner(&next).is_some()
            })
        })
    }

    /// The moves of both players under best play, as far as the strategy goes.
    pub fn line(&mut self, position: &Position, observer: &mut dyn SolverObserver) -> Vec<Move> {
        let mut line = Vec::new();
        let mut at = position.clone();
        while let Some(mv) = self.reply(&at, observer) {
            at.play_unchecked(mv);
            line.push(mv);
        }
        line
    }

    /// The best resistance in a lost position: the move whose refutation takes the most search.
    fn best_resistance(&mut self, position: &Position, observer: &mut dyn SolverObserver) -> Option<Move> {
        let mut hardest: Option<(u64, Move)> = None;
        for mv in position.legal_moves() {
            let mut next = position.clone();
            next.play_unchecked(mv);
            let before = self.nodes();
            self.solve(&next, observer);
            let work = self.nodes() - before;
            if hardest.is_none_or(|(most, _)| work > most) {
                hardest = Some((work, mv));
            }
        }
        hardest.map(|(_, mv)| mv)
    }
}
