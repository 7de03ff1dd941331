//! The judge of the openings of matches: frozen, so that a new champion is measured on the openings of the
//! old one.
//!
//! Its values are those of the champion of November 2026 and change with nothing. Its models are named one by one: whoever
//! replaces an embedded file keeps the old one for it. A test compares all of that.

use catena_core::Game;
use catena_model::ModelKind;
use catena_model::embedded::{Embedded, HAVANNAH_PATTERNS, HEX_PATTERNS, RENKULA_PATTERNS, Y_PATTERNS};
use catena_search::{FinalMove, LeafPlayout, Prior, SearchConfig, Switch};

pub(super) fn config(game: Game) -> SearchConfig {
    let config = match game {
        Game::Havannah => havannah(),
        Game::Hex => hex(),
        Game::Y => y(),
        Game::Star => SearchConfig { explore: 0.03, ..fill_outs() },
        Game::Renkula => {
            SearchConfig { explore: 0.03, prior: Prior::Patterns, progressive_bias: 0.5, ..fill_outs() }
        }
        Game::BentY => fill_outs(),
    };
    SearchConfig { memory: 64, ..config }
}

pub(super) fn model(kind: ModelKind, game: Game) -> Option<Embedded> {
    match (kind, game) {
        (ModelKind::Patterns, Game::Havannah) => Some(HAVANNAH_PATTERNS),
        (ModelKind::Patterns, Game::Hex) => Some(HEX_PATTERNS),
        (ModelKind::Patterns, Game::Y) => Some(Y_PATTERNS),
        (ModelKind::Patterns, Game::Renkula) => Some(RENKULA_PATTERNS),
        _ => None,
    }
}

fn havannah() -> SearchConfig {
    SearchConfig {
        max_new_ring_stones: 4,
        prior: Prior::Patterns,
        progressive_bias: 0.5,
        rave_equivalence: 760.0,
        explore: 0.16,
        expansion_threshold: 2,
        playouts_per_leaf: 10,
        final_move: FinalMove::Both,
        ..SearchConfig::default()
    }
}

/// With fill-outs, because by playouts by patterns the colors are even at a value of .48 (docs/arena.md).
fn hex() -> SearchConfig {
    SearchConfig {
        pattern_cap: 0.2,
        prior: Prior::Patterns,
        progressive_bias: 0.5,
        progressive_widening: 6.0,
        rave_prior_visits: 0.0,
        expansion_threshold: 2,
        vc_threshold: 500,
        extend: Switch::Off,
        symmetry: Switch::On,
        final_move: FinalMove::Both,
        ..fill_outs()
    }
}

fn y() -> SearchConfig {
    SearchConfig {
        vc_threshold: 500,
        circuit_prior: 0.6,
        prior: Prior::Patterns,
        progressive_bias: 1.0,
        progressive_widening: 6.0,
        ..fill_outs()
    }
}

fn fill_outs() -> SearchConfig {
    SearchConfig {
        playout: LeafPlayout::FillOut,
        playouts_per_leaf: 512,
        rave_equivalence: 30.0,
        explore: 0.1,
        ..SearchConfig::default()
    }
}
