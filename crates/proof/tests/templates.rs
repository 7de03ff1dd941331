//! The shapes that players know come out of the rules: 2-bridges and edge templates.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

mod testdata;

use catena_core::{Color, Game};
use catena_proof::connection::{ConnectionLimits, Connections, Point, Until};
use catena_proof::set::CellSet;
use catena_proof::stones::{BoardGraph, StoneSets};
use testdata::exhaustive::ExhaustivePlay;
use testdata::setup;

/// The size of the smallest connection of a lone black stone with a side. Small ones are tried out,
/// and every cell of them is needed.
fn to_side(game: Game, size: u64, cell: &str, side: usize) -> Option<u32> {
    let setup = setup(game, size);
    let graph = BoardGraph::<2>::new(game, setup.topology());
    let mut stones = StoneSets::default();
    let cell = setup.topology().cell(cell).unwrap();
    stones.put(Color::Black, CellSet::of(cell));
    let mut connections = Connections::new(ConnectionLimits::default());
    connections.find(&graph, &stones, Color::Black, Until::Closed);
    let stone = connections.points().at(cell).unwrap();
    let smallest = connections.fulls(side, stone).min_by_key(|carrier| carrier.len())?;
    let ends = (Point::Side(side), Point::Chain(cell));
    let mut play = ExhaustivePlay::new(&graph, &stones, Color::Black, ends);
    if smallest.len() < 12 {
        assert!(play.holds(CellSet::EMPTY, smallest));
        assert!(
            smallest.cells().all(|cell| !play.holds(CellSet::EMPTY, smallest.without(CellSet::of(cell))))
        );
    }
    Some(smallest.len())
}

#[test]
fn stones_near_an_edge_of_hex_are_connected_with_it() {
    // With room on both sides: the stone itself, two cells below it, the ziggurat.
    let sizes = ["e1", "e2", "e3"].map(|cell| to_side(Game::Hex, 9, cell, 0));
    assert_eq!(sizes, [Some(0), Some(2), Some(8)]);
    // The template of the fourth row is wide.
    assert_eq!(to_side(Game::Hex, 11, "f4", 0), Some(19));
    assert_eq!(to_side(Game::Hex, 5, "c4", 0), None);
}

#[test]
fn stones_near_an_edge_of_havannah_are_connected_with_it() {
    // The first side is row a between the corners a1 and a6, which belong to no side.
    let sizes = ["a3", "b4", "c4", "c5"].map(|cell| to_side(Game::Havannah, 6, cell, 0));
    assert_eq!(sizes, [Some(0), Some(2), Some(8), Some(8)]);
    assert_eq!(to_side(Game::Havannah, 6, "a1", 0), None);
}

#[test]
fn a_two_bridge_is_a_connection() {
    let setup = setup(Game::Havannah, 5);
    let graph = BoardGraph::<1>::new(Game::Havannah, setup.topology());
    let [a, b] = ["e5", "f7"].map(|name| setup.topology().cell(name).unwrap());
    let mut stones = StoneSets::default();
    stones.put(Color::White, CellSet::of(a) | CellSet::of(b));
    let mut connections = Connections::new(ConnectionLimits::default());
    connections.find(&graph, &stones, Color::White, Until::Closed);
    let [a, b] = [a, b].map(|cell| connections.points().at(cell).unwrap());
    let carriers: Vec<_> = connections.fulls(a, b).collect();
    assert!(carriers.iter().any(|carrier| carrier.len() == 2), "{carriers:?}");
}
