//! The reference for connections: all play within the carrier is tried.

use std::collections::HashMap;

use catena_core::Color;
use catena_proof::connection::{Connections, Point};
use catena_proof::set::CellSet;
use catena_proof::stones::{BoardGraph, StoneSets};

/// Sets for small boards.
pub type Set = CellSet<1>;

/// Tries all play within a carrier; plain and slow.
pub struct ExhaustivePlay<'a, const N: usize> {
    graph: &'a BoardGraph<N>,
    color: Color,
    own: CellSet<N>,
    ends: (Point, Point),
    memo: HashMap<(CellSet<N>, CellSet<N>), bool>,
}

impl<'a, const N: usize> ExhaustivePlay<'a, N> {
    pub fn new(graph: &'a BoardGraph<N>, stones: &StoneSets<N>, color: Color, ends: (Point, Point)) -> Self {
        Self { graph, color, own: stones.color(color), ends, memo: HashMap::new() }
    }

    fn cells(&self, point: Point, mine: CellSet<N>) -> CellSet<N> {
        match point {
            Point::Side(side) => self.graph.sides(self.color)[side] & mine,
            Point::Chain(cell) | Point::Empty(cell) => CellSet::<N>::of(cell),
        }
    }

    fn joined(&self, gained: CellSet<N>) -> bool {
        let mut mine = self.own | gained;
        for end in [self.ends.0, self.ends.1] {
            if let Point::Empty(cell) = end {
                mine |= CellSet::<N>::of(cell);
            }
        }
        let reached = self.graph.flood(self.cells(self.ends.0, mine), mine);
        reached.meets(self.cells(self.ends.1, mine))
    }

    /// Returns true if the ends get joined although the opponent moves first in `open`.
    pub fn holds(&mut self, gained: CellSet<N>, open: CellSet<N>) -> bool {
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
            let rest = open.without(CellSet::<N>::of(taken));
            self.joined(gained | rest)
                && rest.cells().any(|cell| {
                    self.holds(gained | CellSet::<N>::of(cell), rest.without(CellSet::<N>::of(cell)))
                })
        });
        self.memo.insert((gained, open), holds);
        holds
    }
}

/// Tries out all connections of a color; how many full and semi.
pub fn try_out(
    graph: &BoardGraph<1>,
    stones: &StoneSets<1>,
    color: Color,
    connections: &Connections<1>,
) -> [usize; 2] {
    let points = connections.points().list();
    let mut counts = [0, 0];
    for b in 1..points.len() {
        for a in 0..b {
            let ends = (points[a], points[b]);
            let mut play = ExhaustivePlay::new(graph, stones, color, ends);
            for carrier in connections.fulls(a, b) {
                counts[0] += 1;
                assert!(play.holds(Set::EMPTY, carrier), "{color} {ends:?} {carrier:?} {stones:?}");
            }
            for semi in connections.semis(a, b) {
                counts[1] += 1;
                let key = Set::of(semi.key);
                assert!(
                    semi.carrier.contains(semi.key) && play.holds(key, semi.carrier.without(key)),
                    "{color} {ends:?} {semi:?} {stones:?}"
                );
            }
        }
    }
    counts
}
