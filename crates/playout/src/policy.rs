//! Playouts that choose their moves: the policies of the papers, for all games.
//!
//! A [`Policy`] names the next move or leaves it to chance; two policies in a pair are asked in
//! turn. [`guided`] gives the kernel that plays with a policy; it may stop at a horizon. [`decisive`]
//! gives one that does not leave decisive moves to the policy.

mod breakbridge;
mod distance;
mod edge_template;
mod horizon;
mod ladder;
mod local_shape;
mod nearest;
mod offline_rings;
mod patterns;
mod reply;
mod sampler;
mod savebridge;
mod sum_tree;
mod two_bridge;
mod view;
mod weighted;

use catena_core::rules::Methods;
use catena_core::{ByColor, Cell, Color, Game, Outcome};

use crate::Rng;
use crate::kernel::{Moves, Playout, Scratch, Start, ends_playout, with_moves};
pub use breakbridge::Breakbridge;
pub use distance::Distances;
pub use edge_template::EdgeTemplates;
pub use horizon::Horizon;
pub use ladder::Ladder;
pub use nearest::{Focus, Nearest, NearestWeight, inverse, inverse_square, linear};
pub use offline_rings::OfflineRings;
pub use patterns::{
    NeighborCode, NeighborGammas, PatternChances, Patterns, SoftmaxPolicy, TwelveCode, TwelveGammas,
    TwelvePatterns,
};
pub use reply::LastGoodReply;
pub use sampler::{Blocks, Sampler};
pub use savebridge::Savebridge;
pub use sum_tree::{SumTree, Weight};
pub use two_bridge::{TwoBridge, TwoBridges};
pub use view::View;
pub use weighted::{Distribution, Weighted};

/// Choice of the moves of a playout.
pub trait Policy {
    /// Before the playouts of a position: what the moves of each color weigh, if anything is known.
    fn start_from(&mut self, _weights: ByColor<&[(Cell, u32)]>) {}

    /// Before the first move of a playout.
    fn begin(&mut self, _view: &View) {}

    /// The next move, an empty place; `None` leaves it to chance, all places being equal.
    fn choose(&mut self, view: &View, rng: &mut Rng) -> Option<Cell>;

    /// After each move; the view shows it as made.
    fn played(&mut self, _view: &View, _cell: Cell) {}

    /// After a playout that came to an end.
    fn finished(&mut self, _view: &View, _outcome: Outcome) {}
}

/// Leaves every move to chance.
#[derive(Clone, Copy, Debug, Default)]
pub struct Uniform;

impl Policy for Uniform {
    #[inline]
    fn choose(&mut self, _: &View, _: &mut Rng) -> Option<Cell> {
        None
    }
}

/// The first policy that has a move chooses it.
impl<A: Policy, B: Policy> Policy for (A, B) {
    fn start_from(&mut self, weights: ByColor<&[(Cell, u32)]>) {
        self.0.start_from(weights);
        self.1.start_from(weights);
    }

    fn begin(&mut self, view: &View) {
        self.0.begin(view);
        self.1.begin(view);
    }

    #[inline]
    fn choose(&mut self, view: &View, rng: &mut Rng) -> Option<Cell> {
        self.0.choose(view, rng).or_else(|| self.1.choose(view, rng))
    }

    #[inline]
    fn played(&mut self, view: &View, cell: Cell) {
        self.0.played(view, cell);
        self.1.played(view, cell);
    }

    fn finished(&mut self, view: &View, outcome: Outcome) {
        self.0.finished(view, outcome);
        self.1.finished(view, outcome);
    }
}

/// A policy that may be left out.
impl<P: Policy> Policy for Option<P> {
    fn start_from(&mut self, weights: ByColor<&[(Cell, u32)]>) {
        self.iter_mut().for_each(|policy| policy.start_from(weights));
    }

    fn begin(&mut self, view: &View) {
        self.iter_mut().for_each(|policy| policy.begin(view));
    }

    #[inline]
    fn choose(&mut self, view: &View, rng: &mut Rng) -> Option<Cell> {
        self.as_mut().and_then(|policy| policy.choose(view, rng))
    }

    #[inline]
    fn played(&mut self, view: &View, cell: Cell) {
        self.iter_mut().for_each(|policy| policy.played(view, cell));
    }

    fn finished(&mut self, view: &View, outcome: Outcome) {
        self.iter_mut().for_each(|policy| policy.finished(view, outcome));
    }
}

/// A playout from a start by a policy. `None` if it has not ended after this many moves; the moves
/// are left in the scratch in any case.
pub type GuidedKernel<P> = fn(&Start, &mut Scratch, &mut P, usize, &mut Rng) -> Option<Playout>;

/// The kernel of a game for a policy.
#[must_use]
pub fn guided<P: Policy>(game: Game) -> GuidedKernel<P> {
    with_moves!(game, M => play::<M, P, false>)
}

/// The kernel of a game for a policy that is asked only if no move is decisive, as in
/// [`kernel::decisive`](crate::kernel::decisive).
#[must_use]
pub fn decisive<P: Policy>(game: Game) -> GuidedKernel<P> {
    if game.facts().supports(Methods::THREATS) {
        with_moves!(game, M => play::<M, P, true>)
    } else {
        guided(game)
    }
}

fn play<M: Moves, P: Policy, const DECISIVE: bool>(
    start: &Start,
    scratch: &mut Scratch,
    policy: &mut P,
    horizon: usize,
    rng: &mut Rng,
) -> Option<Playout> {
    let playout = play_to_end::<M, P, DECISIVE>(start, scratch, policy, horizon, rng)?;
    if start.outcome().is_none() {
        policy.finished(&scratch.view, playout.outcome);
    }
    Some(playout)
}

/// As `play`, but the policy does not hear of the end.
#[inline(always)]
fn play_to_end<M: Moves, P: Policy, const DECISIVE: bool>(
    start: &Start,
    scratch: &mut Scratch,
    policy: &mut P,
    horizon: usize,
    rng: &mut Rng,
) -> Option<Playout> {
    scratch.begin(start);
    scratch.view.load(start.view());
    if let Some(outcome) = start.outcome() {
        return Some(Playout { outcome, moves: 0 });
    }
    if DECISIVE {
        scratch.track_threats::<M>(start);
    }
    let Scratch { board, view, tables, played, threats, .. } = scratch;
    policy.begin(view);
    let places = view.empty().len();
    while *played < places {
        if *played >= horizon {
            return None;
        }
        let color = view.to_move();
        let decisive = if DECISIVE { threats.decisive(index(color)) } else { None };
        let cell = match decisive {
            Some(code) => tables.cell(code),
            None => policy.choose(view, rng).unwrap_or_else(|| view.any(rng)),
        };
        let code = tables.code(cell);
        board.set_played(*played, code);
        *played += 1;
        let figures = if DECISIVE {
            M::place_tracking_threats(tables, board, threats, usize::from(code), index(color))
        } else {
            M::place(tables, board, usize::from(code), index(color))
        };
        view.play(cell);
        if !figures.is_empty()
            && (DECISIVE || ends_playout(start, board, figures, usize::from(code), index(color)))
        {
            return Some(Playout { outcome: Outcome::win(color, figures), moves: *played as u16 });
        }
        policy.played(view, cell);
    }
    Some(Playout { outcome: M::when_full(tables, board), moves: *played as u16 })
}

/// The color as an index of tables.
const fn index(color: Color) -> usize {
    color as usize
}
