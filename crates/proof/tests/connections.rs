//! Every connection that H-search finds is tried out: the opponent moves first within the carrier
//! of a full connection and cannot break it; after its key, nor that of a semi-connection.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

mod testdata;

use std::collections::HashMap;

use catena_core::{Color, Game, Setup};
use catena_playout::Rng;
use catena_proof::connection::{Connections, Limits, Point, Until};
use catena_proof::set::CellSet;
use catena_proof::stones::{Graph, Stones};
use testdata::{random, setup};

type Set = CellSet<1>;

/// Tries all play within a carrier; plain and slow.
struct Referee<'a> {
    graph: &'a Graph<1>,
    color: Color,
    own: Set,
    ends: (Point, Point),
    memo: HashMap<(Set, Set), bool>,
}

impl Referee<'_> {
    fn cells(&self, point: Point, mine: Set) -> Set {
        match point {
            Point::Side(side) => self.graph.sides(self.color)[side] & mine,
            Point::Chain(cell) | Point::Empty(cell) => Set::of(cell),
        }
    }

    fn joined(&self, gained: Set) -> bool {
        let mut mine = self.own | gained;
        for end in [self.ends.0, self.ends.1] {
            if let Point::Empty(cell) = end {
                mine |= Set::of(cell);
            }
        }
        let reached = self.graph.flood(self.cells(self.ends.0, mine), mine);
        reached.meets(self.cells(self.ends.1, mine))
    }

    /// Whether the ends get joined although the opponent moves first in `open`.
    fn holds(&mut self, gained: Set, open: Set) -> bool {
        if self.joined(gained) {
            return true;
        }
        if !self.joined(gained | open) {
            return false;
        }
        if let Some(&known) = self.memo.get(&(gained, open)) {
            return known;
        }
        let holds = open.cells().all(|taken| {
            let rest = open.without(Set::of(taken));
            self.joined(gained | rest)
                && rest.cells().any(|cell| self.holds(gained | Set::of(cell), rest.without(Set::of(cell))))
        });
        self.memo.insert((gained, open), holds);
        holds
    }
}

/// Tries out the connections of both colors on random positions; how many full and semi.
fn try_out(setup: &Setup, positions: usize, seed: u64, limits: Limits) -> (usize, usize) {
    let mut rng = Rng::new(seed);
    let graph = Graph::<1>::new(setup.game(), setup.topology());
    let (mut fulls, mut semis, mut seen) = (0, 0, 0);
    let cells = setup.topology().len() as u32;
    while seen < positions {
        let plies = cells / 5 + rng.below(cells / 2);
        let Some(position) = random(setup, plies, &mut rng) else { continue };
        seen += 1;
        let stones = Stones::of(&position);
        for color in Color::ALL {
            let mut connections = Connections::new(limits);
            connections.find(&graph, &stones, color, Until::Closed);
            let points = connections.points().list().to_vec();
            for b in 1..points.len() {
                for a in 0..b {
                    let ends = (points[a], points[b]);
                    let own = stones.color(color);
                    let mut referee = Referee { graph: &graph, color, own, ends, memo: HashMap::new() };
                    for carrier in connections.fulls(a, b) {
                        fulls += 1;
                        assert!(
                            referee.holds(Set::EMPTY, carrier),
                            "{ends:?} {carrier:?} {:?}",
                            position.plies()
                        );
                    }
                    for semi in connections.semis(a, b) {
                        semis += 1;
                        let key = Set::of(semi.key);
                        assert!(
                            semi.carrier.contains(semi.key) && referee.holds(key, semi.carrier.without(key)),
                            "{ends:?} {semi:?} {:?}",
                            position.plies()
                        );
                    }
                }
            }
        }
    }
    (fulls, semis)
}

#[test]
fn connections_on_hex_hold() {
    let narrow = Limits { fulls: 2, semis: 4, parallel: 3 };
    for (size, positions, limits) in
        [(3, 2000, Limits::default()), (4, 400, Limits { fulls: 6, semis: 16, parallel: 4 }), (5, 40, narrow)]
    {
        let (fulls, semis) = try_out(&setup(Game::Hex, size), positions, size, limits);
        assert!(fulls > 10 * positions && semis > 5 * positions, "{fulls} {semis}");
    }
}

#[test]
fn connections_on_y_hold() {
    for (size, positions) in [(4, 1000), (5, 300)] {
        let (fulls, semis) = try_out(&setup(Game::Y, size), positions, size, Limits::default());
        assert!(fulls > 10 * positions && semis > 5 * positions, "{fulls} {semis}");
    }
}

#[test]
fn the_ziggurat_connects_a_stone_on_the_third_row() {
    // A lone stone on the third row with room: the edge template of height 3 comes out of the rules.
    let setup = setup(Game::Hex, 8);
    let graph = Graph::<1>::new(Game::Hex, setup.topology());
    let mut stones = Stones { black: Set::EMPTY, white: Set::EMPTY };
    stones.put(Color::Black, Set::of(setup.topology().cell("d3").unwrap()));
    let mut connections = Connections::new(Limits::default());
    connections.find(&graph, &stones, Color::Black, Until::Closed);
    let smallest = connections.fulls(0, 2).min_by_key(|carrier| carrier.len()).unwrap();
    assert_eq!(smallest.len(), 8);
    let ends = (connections.points().list()[0], connections.points().list()[2]);
    let own = stones.black;
    let mut referee = Referee { graph: &graph, color: Color::Black, own, ends, memo: HashMap::new() };
    assert!(referee.holds(Set::EMPTY, smallest));
    assert!(smallest.cells().all(|cell| !referee.holds(Set::EMPTY, smallest.without(Set::of(cell)))));
}
