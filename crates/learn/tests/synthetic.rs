//! Tuners on win rates whose highest point is known. `CATENA_SCALE=10` takes ten times as many
//! seeds.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use catena_arena::Contestant;
use catena_core::Game;
use catena_engine::ModelStore;
use catena_learn::tune::synthetic::Landscape;
use catena_learn::tune::{Findings, Method, Sample, Space, Tuner};

fn seeds(few: u64) -> std::ops::Range<u64> {
    0..few * std::env::var("CATENA_SCALE").map_or(1, |scale| scale.parse::<u64>().unwrap())
}

fn tuned(landscape: &Landscape, method: Method, seed: u64, games: u64) -> (Tuner, Vec<(u64, Sample)>) {
    let mut tuner = Tuner::new(method, vec![0.5; landscape.dimensions], seed);
    let mut samples = Vec::new();
    landscape.play(&mut tuner, seed, games, &mut samples);
    (tuner, samples)
}

/// Parameters whose coordinates are their values.
fn space(dimensions: usize) -> Space {
    let names = ["explore=0..1", "first_play_urgency=0..1", "progressive_bias=0..1", "rave_equivalence=0..1"];
    let specs: Vec<String> = names[..dimensions].iter().map(|&name| name.to_owned()).collect();
    let player = Contestant::parse("joosten", Game::Hex, &ModelStore::default()).unwrap();
    Space::parse(&specs, &player).unwrap()
}

/// Every seed comes within a distance, and the mean of them loses at most so much of the win rate.
fn comes_close(name: &str, method: Method, games: u64, few: u64, distance: f64, regret: f64) {
    let landscape = Landscape::named(name).unwrap();
    let mut lost = 0.0;
    for seed in seeds(few) {
        let (tuner, samples) = tuned(landscape, method, seed, games);
        let point = tuner.estimate(&samples);
        let apart = landscape.distance(&point);
        assert!(apart < distance, "{name} {} seed {seed}: {apart} {point:?}", method.name());
        lost += landscape.regret(&point);
    }
    let lost = lost / seeds(few).count() as f64;
    assert!(lost < regret, "{name} {}: {lost}", method.name());
}

#[test]
fn clop_finds_the_top_of_quadratic_hills() {
    comes_close("quadratic 1", Method::Clop, 1000, 8, 0.16, 0.008);
    comes_close("quadratic 1", Method::Clop, 4000, 3, 0.10, 0.003);
    comes_close("quadratic 2", Method::Clop, 2000, 4, 0.16, 0.008);
    comes_close("quadratic 4", Method::Clop, 2000, 2, 0.20, 0.015);
}

#[test]
fn clop_finds_the_top_of_hills_that_are_not_quadratic() {
    comes_close("steep 1", Method::Clop, 2000, 6, 0.20, 0.01);
    comes_close("ridge 2", Method::Clop, 2000, 4, 0.16, 0.008);
}

#[test]
fn clop_moves_toward_an_edge_and_its_interval_reaches_it() {
    let landscape = Landscape::named("edge 2").unwrap();
    for seed in seeds(3) {
        let (tuner, samples) = tuned(landscape, Method::Clop, seed, 4000);
        let found = Findings::new(&space(2), &tuner, &samples);
        assert!(landscape.distance(&found.point) < 0.35, "{seed}: {:?}", found.point);
        assert!(found.parameters[0].interval.unwrap().high > 0.97, "{seed}: {:?}", found.parameters[0]);
    }
}

#[test]
fn spsa_and_uniform_sampling_come_close_too() {
    comes_close("quadratic 1", Method::Spsa, 4000, 6, 0.25, 0.02);
    comes_close("quadratic 2", Method::Spsa, 4000, 6, 0.35, 0.03);
    comes_close("quadratic 1", Method::Uniform, 1000, 6, 0.10, 0.006);
    comes_close("quadratic 4", Method::Uniform, 4000, 3, 0.25, 0.02);
}

#[test]
fn nothing_is_found_where_all_is_flat() {
    let landscape = Landscape::named("flat 2").unwrap();
    for seed in seeds(3) {
        let (tuner, samples) = tuned(landscape, Method::Clop, seed, 2000);
        let found = Findings::new(&space(2), &tuner, &samples);
        for parameter in &found.parameters {
            let interval = parameter.interval.unwrap();
            assert!(interval.high - interval.low > 0.4, "{seed}: {parameter:?}");
        }
        // The fit picks the luckiest place, but not by much.
        assert!(found.gain.is_none(), "the values now lie outside of this range");
        assert!((found.win_rate - landscape.win_rate(&[0.5, 0.5])).abs() < 0.08, "{}", found.win_rate);
    }
}

#[test]
fn intervals_hold_the_truth_about_as_often_as_they_say() {
    let (mut held, mut rates, mut all) = (0, 0, 0);
    for name in ["quadratic 1", "quadratic 2", "steep 1"] {
        let landscape = Landscape::named(name).unwrap();
        for seed in seeds(8) {
            let (tuner, samples) = tuned(landscape, Method::Clop, 100 + seed, 1000);
            let found = Findings::new(&space(landscape.dimensions), &tuner, &samples);
            let inside = |i: usize| found.parameters[i].interval.unwrap().contains(landscape.highest[i]);
            held += usize::from((0..landscape.dimensions).all(inside));
            rates += usize::from(found.win_rate_interval.contains(landscape.win_rate(&found.point)));
            all += 1;
        }
    }
    assert!(held * 100 >= all * 85, "{held} of {all}");
    assert!(rates * 100 >= all * 85, "{rates} of {all}");
}
