//! Presets with the values of the papers.

use catena_search::{
    Distribution, Exploration, FinalMove, LeafPlayout, Prior, RaveMoves, RaveWeight, Rings, SamplerKind,
    SearchConfig, StartWeights, Switch,
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

/// MoHex 2.0 of 2013. The paper tells neither its RAVE constant nor its thresholds; those, its bias (2.47) and its
/// cap (.157) were tuned, as the authors did on their machine: see docs/tuning.md. Its priors are sums of global
/// and local weights as in the paper, of patterns of 18 cells where the paper has 12. Our playouts are cheap beside the
/// tree: eight a leaf. How it chooses its final move is not told.
pub(super) fn mohex2() -> SearchConfig {
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
