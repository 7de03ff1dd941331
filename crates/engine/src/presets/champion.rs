//! Our strongest player of each game; docs/tuning.md says how its values were found.

use catena_core::Game;
use catena_search::{LeafPlayout, Prior, SearchConfig, Selection, Switch};

pub(super) fn config(game: Game) -> SearchConfig {
    match game {
        Game::Hex | Game::Y => SearchConfig { vc_threshold: 500, ..network() },
        Game::Havannah | Game::Star | Game::Renkula => network(),
        Game::BentY => bent_y(),
    }
}

/// PUCT with the policy and the value of a network.
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

/// Fill-outs with virtual connections.
fn bent_y() -> SearchConfig {
    SearchConfig { vc_threshold: 500, circuit_prior: 0.6, ..fill_outs() }
}

/// Where the winner depends on the full board only.
fn fill_outs() -> SearchConfig {
    SearchConfig {
        playout: LeafPlayout::FillOut,
        playouts_per_leaf: 512,
        rave_equivalence: 30.0,
        explore: 0.1,
        ..SearchConfig::default()
    }
}
