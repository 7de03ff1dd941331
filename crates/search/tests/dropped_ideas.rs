//! What the authors of MoHex 2.0 tried and dropped (Huang et al. 2013, section 4.7), as parameters: each changes what is
//! searched, and is refused where it means nothing.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use catena_core::{Cell, Game, Position, Setup, SwapRule};
use catena_model::Models;
use catena_search::{Limits, Search, SearchConfig};

fn config(changes: &str) -> SearchConfig {
    let mut config = SearchConfig { memory: 16, ..SearchConfig::default() };
    for change in changes.split(',').filter(|change| !change.is_empty()) {
        let (name, value) = change.split_once('=').unwrap();
        config.set(name, value).unwrap();
    }
    config
}

/// The visits of all moves of Hex 7.
fn visits(changes: &str, threads: usize) -> Vec<(Cell, u32)> {
    let position = Position::new(Setup::new(Game::Hex, 7, SwapRule::Off).unwrap());
    let mut search = Search::new(config(changes), Models::default(), threads, 1);
    let report = search.run(&position, Limits::playouts(1_500), &mut ()).unwrap();
    report.candidates.iter().map(|candidate| (candidate.cell, candidate.visits)).collect()
}

#[test]
fn each_changes_the_search_and_repeats_itself() {
    let base = "playout=savebridge,rave_blend=counts,expansion_threshold=1";
    let without = visits(base, 1);
    for idea in ["breakbridge=on", "ladder=on", "rave_weight=by-distance", "criticality=1"] {
        let with = visits(&format!("{base},{idea}"), 1);
        assert_ne!(with, without, "{idea}");
        assert_eq!(with, visits(&format!("{base},{idea}"), 1), "{idea}");
        let several: u32 = visits(&format!("{base},{idea}"), 3).iter().map(|(_, visits)| visits).sum();
        assert!(several >= 1_400, "{idea}, three threads: {several}");
    }
}

#[test]
fn what_does_not_fit_is_refused_in_a_sentence() {
    let criticality = "criticality needs selection=uct, rave=on, rave_weight=equal and rave_moves=own";
    let by_distance =
        "rave_weight=by-distance needs rave=on, rave_moves=own and one playout per leaf that is no fill-out";
    let shapes = "breakbridge and ladder are for playout=savebridge";
    for (game, changes, expected) in [
        (Game::Hex, "criticality=1,rave=off", criticality),
        (Game::Hex, "criticality=1,selection=puct", criticality),
        (Game::Hex, "criticality=1,rave_moves=all", criticality),
        (Game::Hex, "criticality=1,rave_weight=by-length", criticality),
        (Game::Hex, "rave_weight=by-distance,rave=off", by_distance),
        (Game::Hex, "rave_weight=by-distance,playouts_per_leaf=2", by_distance),
        (Game::Hex, "rave_weight=by-distance,playout=fill-out", by_distance),
        (Game::Havannah, "rave_weight=by-distance,rave_moves=winners", by_distance),
        (Game::Hex, "breakbridge=on", shapes),
        (Game::Hex, "ladder=on,playout=last-good-reply", shapes),
        (
            Game::Havannah,
            "ladder=on,playout=savebridge",
            "ladder=on does not fit havannah: ladders run along sides that have to be joined",
        ),
    ] {
        let position = Position::new(Setup::new(game, 5, SwapRule::Off).unwrap());
        let mut search = Search::new(config(changes), Models::default(), 1, 1);
        let refused = search.run(&position, Limits::playouts(10), &mut ()).unwrap_err();
        assert_eq!(refused.to_string(), expected, "{changes}");
    }
    let position = Position::new(Setup::new(Game::Havannah, 5, SwapRule::Off).unwrap());
    let mut search = Search::new(config("breakbridge=on,playout=savebridge"), Models::default(), 1, 1);
    search.run(&position, Limits::playouts(10), &mut ()).unwrap();
}
