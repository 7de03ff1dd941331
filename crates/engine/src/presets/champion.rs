//! Our strongest player of each game; docs/tuning.md says how its values were found.

use catena_core::Game;
use catena_search::{Prior, SearchConfig, Selection, Switch};

pub(super) fn config(game: Game) -> SearchConfig {
    match game {
        Game::Hex | Game::Y | Game::BentY => SearchConfig { vc_threshold: 500, ..network() },
        Game::Havannah | Game::Star | Game::Renkula => network(),
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
