//! Presets with the values of the papers.

use catena_core::Game;
use catena_model::ModelKind;
use catena_model::embedded::{Embedded, HEX_TWELVE_PATTERNS, HEX_TWELVE_PLAYOUT_PATTERNS, embedded};
use catena_search::{
    Distribution, Exploration, FinalMove, LeafPlayout, PatternPruning, Prior, RaveBlend, RaveMoves,
    RaveWeight, Rings, SamplerKind, SearchConfig, StartWeights, Switch,
};

/// Joosten counts a win 1 and a loss -1, so that his C = 1.2 is 0.6 for values from 0 to 1.
pub(super) fn joosten() -> SearchConfig {
    SearchConfig {
        explore: 0.6,
        exploration: Exploration::Outside,
        first_play_urgency: 100.0,
        rave: Switch::Off,
        expansion_threshold: 1,
        random_below: 50,
        win_in_one: Switch::Off,
        solve: Switch::Off,
        symmetry: Switch::Off,
        final_move: FinalMove::Value,
        ..SearchConfig::default()
    }
}

pub(super) fn koennecke() -> SearchConfig {
    SearchConfig {
        playout: LeafPlayout::Weighted,
        start_weights: StartWeights::Rave,
        rave_weight: RaveWeight::ByLength,
        rave_moves: RaveMoves::Winners,
        distribution: Distribution::Own,
        sampler: SamplerKind::Tree,
        rings: Rings::Offline,
        horizon: Switch::On,
        explore: 0.5,
        exploration: Exploration::Outside,
        win_in_one: Switch::Off,
        solve: Switch::Off,
        symmetry: Switch::Off,
        expansion_threshold: 1,
        ..SearchConfig::default()
    }
}

pub(super) fn raiko() -> SearchConfig {
    SearchConfig {
        playout: LeafPlayout::FillOut,
        playouts_per_leaf: 512,
        bamboo: Switch::On,
        all_at_once: Switch::On,
        explore: 1.0,
        exploration: Exploration::Outside,
        rave: Switch::Off,
        expansion_threshold: 1,
        win_in_one: Switch::Off,
        solve: Switch::Off,
        symmetry: Switch::Off,
        final_move: FinalMove::Value,
        ..SearchConfig::default()
    }
}

pub(super) fn mohex() -> SearchConfig {
    SearchConfig {
        playout: LeafPlayout::Savebridge,
        explore: 0.0,
        exploration: Exploration::Outside,
        rave_equivalence: 1000.0,
        expansion_threshold: 10,
        vc_threshold: 256,
        symmetry: Switch::Off,
        ..SearchConfig::default()
    }
}

/// MoHex 2.0 of 2013.
pub(super) fn mohex2() -> SearchConfig {
    SearchConfig {
        playout: LeafPlayout::Patterns,
        playouts_per_leaf: 1,
        pattern_cap: 0.157,
        pattern_local: 1.0,
        prior: Prior::Patterns,
        pattern_pruning: PatternPruning::Always,
        progressive_bias: 2.47,
        explore: 0.3,
        exploration: Exploration::Inside,
        rave_blend: RaveBlend::Counts,
        rave_initial_weight: 2.12,
        rave_final_weight: 830.0,
        rave_prior_visits: 8.0,
        expansion_threshold: 1,
        vc_threshold: 256,
        extend: Switch::On,
        symmetry: Switch::Off,
        final_move: FinalMove::Visits,
        ..SearchConfig::default()
    }
}

/// Both the tree and the playouts of MoHex 2.0 have patterns of twelve cells.
pub(super) fn mohex2_model(kind: ModelKind, game: Game) -> Option<Embedded> {
    match (kind, game) {
        (ModelKind::Patterns, Game::Hex) => Some(HEX_TWELVE_PATTERNS),
        (ModelKind::PlayoutPatterns, Game::Hex) => Some(HEX_TWELVE_PLAYOUT_PATTERNS),
        _ => embedded(kind, game),
    }
}

/// MoHex 2.0 with what measured better with us (docs/tuning.md): larger patterns in the tree and smaller ones in
/// playouts, eight of them at a leaf because they are cheap beside the tree, and constants tuned for that.
pub(super) fn mohex2_tuned() -> SearchConfig {
    SearchConfig {
        playout: LeafPlayout::Patterns,
        playouts_per_leaf: 8,
        pattern_cap: 0.2,
        prior: Prior::Patterns,
        progressive_bias: 1.6,
        explore: 0.3,
        exploration: Exploration::Inside,
        rave_equivalence: 100.0,
        rave_prior_visits: 8.0,
        expansion_threshold: 2,
        vc_threshold: 256,
        extend: Switch::On,
        symmetry: Switch::Off,
        final_move: FinalMove::Both,
        ..SearchConfig::default()
    }
}
