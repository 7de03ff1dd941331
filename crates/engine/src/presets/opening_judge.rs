//! The judge of the openings of matches: frozen, so that a new champion is measured on the openings of the
//! old one.
//!
//! Its values are those of the champion of November 2026 and change with nothing. Its models are named one by one: whoever
//! replaces an embedded file keeps the old one for it. A test compares all of that.

use catena_core::Game;
use catena_model::ModelKind;
use catena_model::embedded::{
    Embedded, HAVANNAH_NETWORK, HEX_JUDGE_NETWORK, RENKULA_NETWORK, STAR_NETWORK, Y_NETWORK,
};
use catena_search::{LeafPlayout, Prior, SearchConfig, Selection, Switch};

pub(super) fn config(game: Game) -> SearchConfig {
    let config = match game {
        Game::Havannah | Game::Hex | Game::Y | Game::Star | Game::Renkula => network(),
        Game::BentY => fill_outs(),
    };
    SearchConfig { memory: 64, ..config }
}

pub(super) fn model(kind: ModelKind, game: Game) -> Option<Embedded> {
    match (kind, game) {
        (ModelKind::Network, Game::Havannah) => Some(HAVANNAH_NETWORK),
        (ModelKind::Network, Game::Hex) => Some(HEX_JUDGE_NETWORK),
        (ModelKind::Network, Game::Y) => Some(Y_NETWORK),
        (ModelKind::Network, Game::Star) => Some(STAR_NETWORK),
        (ModelKind::Network, Game::Renkula) => Some(RENKULA_NETWORK),
        _ => None,
    }
}

/// Cheaper than fill-outs, and no worse a judge in the trials of docs/experiments/2026-11-18-openings-for-both-colors.md.
fn network() -> SearchConfig {
    SearchConfig {
        selection: Selection::Puct,
        prior: Prior::Network,
        network_share: 1.0,
        expansion_threshold: 1,
        rave: Switch::Off,
        ..SearchConfig::default()
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
