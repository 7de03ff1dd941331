//! Every connection that H-search finds is tried out: the opponent moves first within the carrier
//! of a full connection and cannot break it; after its key, nor that of a semi-connection.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]
#![allow(clippy::print_stdout, reason = "the figures of docs/proofs.md")]

mod testdata;

use catena_core::{Color, Game, Setup};
use catena_proof::connection::{ConnectionLimits, Connections, Until};
use catena_proof::stones::{BoardGraph, StoneSets};
use testdata::exhaustive::try_out;
use testdata::rng::Rng;
use testdata::{random, scale, setup};

/// Tries out the connections of both colors on random positions; how many full and semi.
fn try_positions(setup: &Setup, positions: usize, seed: u64, limits: ConnectionLimits) -> [usize; 2] {
    let mut rng = Rng::new(seed);
    let graph = BoardGraph::<1>::new(setup.game(), setup.topology());
    let (mut counts, mut seen) = ([0, 0], 0);
    let cells = setup.topology().len() as u32;
    let mut connections = Connections::new(limits);
    while seen < positions {
        let plies = cells / 5 + rng.below(cells / 2);
        let Some(position) = random(setup, plies, &mut rng) else { continue };
        seen += 1;
        let stones = StoneSets::of(&position);
        for color in Color::ALL {
            connections.find(&graph, &stones, color, Until::Closed);
            let [fulls, semis] = try_out(&graph, &stones, color, &connections);
            counts = [counts[0] + fulls, counts[1] + semis];
        }
    }
    counts
}

/// `CATENA_SCALE=10` tries 5,000 positions.
#[test]
fn connections_on_hex_hold() {
    // Larger carriers on 5×5 take minutes to try out.
    let narrow = ConnectionLimits { fulls: 2, semis: 4, parallel: 3 };
    let mut all = [0, 0];
    for (size, positions, limits) in
        [(3, 200, ConnectionLimits::default()), (4, 285, ConnectionLimits::default()), (5, 15, narrow)]
    {
        let positions = positions * scale();
        let [fulls, semis] = try_positions(&setup(Game::Hex, size), positions, size, limits);
        assert!(fulls > 10 * positions && semis > 5 * positions, "{fulls} {semis}");
        all = [all[0] + fulls, all[1] + semis];
    }
    println!("{} full and {} semi-connections hold", all[0], all[1]);
}

#[test]
fn connections_on_y_hold() {
    for (size, positions) in [(4, 200), (5, 60)] {
        let positions = positions * scale();
        let [fulls, semis] =
            try_positions(&setup(Game::Y, size), positions, size, ConnectionLimits::default());
        assert!(fulls > 10 * positions && semis > 5 * positions, "{fulls} {semis}");
    }
}

#[test]
fn connections_on_havannah_hold() {
    let narrow = ConnectionLimits { fulls: 2, semis: 4, parallel: 3 };
    for (size, positions) in [(3, 100), (4, 5)] {
        let positions = positions * scale();
        let [fulls, semis] = try_positions(&setup(Game::Havannah, size), positions, size, narrow);
        assert!(fulls > 10 * positions && semis > 5 * positions, "{fulls} {semis}");
    }
}
