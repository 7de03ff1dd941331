//! Playouts of Havannah with rings found off-line (Könnecke and Waldmann 2009, section 8): moves are made until a
//! bridge, a fork or a full board, then Dijkstra's algorithm finds the earliest ring of each color.

use catena_core::{Color, Figures, Game, How, Outcome, Setup, Topology};

use super::{Policy, play_to_end};
use crate::Rng;
use crate::kernel::{BridgesAndForks, Playout, Scratch, Start};
use crate::winner::Surrounded;

/// Plays out boards of one size.
#[derive(Clone, Debug)]
pub struct OfflineRings {
    topology: Topology,
    surrounded: Surrounded,
}

impl OfflineRings {
    /// For playouts on this board; `None` if its game has no rings.
    #[must_use]
    pub fn new(setup: &Setup) -> Option<Self> {
        let has_rings = setup.game() == Game::Havannah;
        has_rings.then(|| Self { topology: setup.topology().clone(), surrounded: Surrounded::new() })
    }

    /// A playout as of the kernel that [`guided`](super::guided) gives, with the same result if the policy chooses the
    /// same moves. Every ring counts. A playout that reaches the horizon has ended if there was a ring before.
    pub fn play<P: Policy>(
        &mut self,
        start: &Start,
        scratch: &mut Scratch,
        policy: &mut P,
        horizon: usize,
        rng: &mut Rng,
    ) -> Option<Playout> {
        let touch = play_to_end::<BridgesAndForks, P, false>(start, scratch, policy, horizon, rng);
        if start.outcome().is_some() {
            return touch;
        }
        let playout = self.with_rings(start, scratch, touch)?;
        scratch.played = usize::from(playout.moves);
        scratch.view.end_after(scratch.played);
        policy.finished(&scratch.view, playout.outcome);
        Some(playout)
    }

    /// The result, given that of bridges and forks alone.
    fn with_rings(&mut self, start: &Start, scratch: &Scratch, touch: Option<Playout>) -> Option<Playout> {
        let (moves, before) = (scratch.view.moves(), start.view());
        let mut earliest: Option<usize> = None;
        for color in Color::ALL {
            let stones = self.topology.cells().filter(|&cell| before.stone(cell) == Some(color));
            let first = usize::from(color != start.to_move());
            let ring = self.surrounded.earliest_ring_after(&self.topology, stones, moves, first);
            earliest = earliest.into_iter().chain(ring).min();
        }
        let Some(ply) = earliest else { return touch };
        // A bridge or fork ends the moves, so it can only come with the last.
        let others = match touch.filter(|_| ply + 1 == moves.len()).map(|touch| touch.outcome.how) {
            Some(How::Figures(figures)) => figures,
            _ => Figures::empty(),
        };
        let figures = Figures::RING.union(others);
        let winner = if ply % 2 == 0 { start.to_move() } else { !start.to_move() };
        Some(Playout { outcome: Outcome::win(winner, figures), moves: (ply + 1) as u16 })
    }
}
