//! A slow twin of the search for frames: it tries every way through the same links, with no order,
//! no bounds of distance and no dominance. And the truth on boards with few empty cells, by trying
//! every choice of stones and all play.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

mod testdata;

use std::collections::HashMap;

use catena_core::referee::{self, Stones};
use catena_core::topology::Borders;
use catena_core::{Cell, Color, Game, Position, Topology};
use catena_playout::Rng;
use catena_proof::frame::{Edge, EdgeValue, Figure, frames};
use catena_proof::set::Carrier;
use testdata::{random, scale, setup};

/// Stones until the frame stands, and its width.
type Pair = (u32, u32);

struct Twin<'a> {
    topology: &'a Topology,
    own: Carrier,
    empty: Carrier,
    /// All chains and empty cells.
    nodes: Vec<Carrier>,
}

/// Where an arm is: which cells were used, what they cost, and the nodes it came through.
#[derive(Clone)]
struct Arm {
    used: Carrier,
    pair: Pair,
    visited: Vec<Carrier>,
}

impl<'a> Twin<'a> {
    fn new(position: &'a Position, color: Color) -> Self {
        let topology = position.topology();
        let with = |stone| topology.cells().filter(|&cell| position.board().stone(cell) == stone).collect();
        let mut twin = Self { topology, own: with(Some(color)), empty: with(None), nodes: Vec::new() };
        twin.nodes = twin.find_nodes();
        twin
    }

    /// The chain of an own stone, or the empty cell.
    fn node(&self, cell: Cell) -> Carrier {
        let mut node = Carrier::of(cell);
        while self.own.contains(cell) {
            let more = node | (self.around(node) & self.own);
            if more == node {
                break;
            }
            node = more;
        }
        node
    }

    fn find_nodes(&self) -> Vec<Carrier> {
        let mut nodes: Vec<Carrier> = (self.own | self.empty).cells().map(|cell| self.node(cell)).collect();
        nodes.sort();
        nodes.dedup();
        nodes
    }

    fn around(&self, cells: Carrier) -> Carrier {
        cells.cells().flat_map(|cell| self.topology.neighbors(cell)).collect()
    }

    fn is_empty(&self, node: Carrier) -> bool {
        node.within(self.empty)
    }

    /// The carriers of the links between two nodes.
    fn links(&self, a: Carrier, b: Carrier) -> Vec<Carrier> {
        if self.around(a).meets(b) {
            return vec![Carrier::EMPTY];
        }
        pairs(self.around(a) & self.around(b) & self.empty)
    }

    fn at(&self, edge: Edge) -> Carrier {
        let bit = Borders(1 << (6 + edge.index()));
        self.topology.cells().filter(|&cell| self.topology.borders(cell).contains(bit)).collect()
    }

    /// One more step of an arm, to any node.
    fn steps(&self, arm: &Arm) -> Vec<Arm> {
        let from = *arm.visited.last().unwrap();
        let mut steps = Vec::new();
        for &node in &self.nodes {
            let placed = if self.is_empty(node) { node } else { Carrier::EMPTY };
            if arm.visited.contains(&node) || placed.meets(arm.used) {
                continue;
            }
            for carrier in self.links(from, node) {
                if !carrier.meets(arm.used) {
                    let mut visited = arm.visited.clone();
                    visited.push(node);
                    let width = u32::from(!carrier.is_empty());
                    let pair = (arm.pair.0 + placed.len(), arm.pair.1 + width);
                    steps.push(Arm { used: arm.used | carrier | placed, pair, visited });
                }
            }
        }
        steps
    }

    /// The ways from a node straight to an edge: there already, or two cells of it.
    fn plain_ways(&self, node: Carrier, edge: Edge) -> Vec<(Carrier, u32)> {
        if node.meets(self.at(edge)) {
            return vec![(Carrier::EMPTY, 0)];
        }
        let both = pairs(self.around(node) & self.empty & self.at(edge));
        both.into_iter().map(|carrier| (carrier, 1)).collect()
    }

    /// All ways with exactly one stone to place, which is counted in the width.
    fn one_stone_ways(&self, arm: &Arm, edge: Edge, found: &mut Vec<(Carrier, u32)>) {
        if arm.pair.0 == 1 {
            for (carrier, width) in self.plain_ways(*arm.visited.last().unwrap(), edge) {
                if !carrier.meets(arm.used) {
                    found.push((arm.used | carrier, arm.pair.1 + width + 1));
                }
            }
        }
        for next in self.steps(arm).iter().filter(|next| next.pair.0 <= 1) {
            self.one_stone_ways(next, edge, found);
        }
    }

    fn ways(&self, node: Carrier, edge: Edge) -> Vec<(Carrier, u32)> {
        let mut ways = self.plain_ways(node, edge);
        if ways.iter().any(|(carrier, _)| carrier.is_empty()) {
            return ways;
        }
        let start = Arm { used: Carrier::EMPTY, pair: (0, 0), visited: vec![node] };
        let mut keyed = Vec::new();
        self.one_stone_ways(&start, edge, &mut keyed);
        for (index, (one, width)) in keyed.iter().enumerate() {
            for (other, other_width) in &keyed[..index] {
                if !one.meets(*other) {
                    ways.push((*one | *other, *width.min(other_width)));
                }
            }
        }
        ways
    }

    /// The least pair of arms from a node to all of these edges.
    fn arms(&self, from: Carrier, edges: &[Edge], ways: &Ways, best: &mut Option<Pair>) {
        let placed = if self.is_empty(from) { from } else { Carrier::EMPTY };
        let arm = Arm { used: placed, pair: (placed.len(), 0), visited: vec![from] };
        self.arms_from(&arm, from, edges, ways, best);
    }

    fn arms_from(&self, arm: &Arm, from: Carrier, edges: &[Edge], ways: &Ways, best: &mut Option<Pair>) {
        if best.is_some_and(|best| arm.pair >= best) {
            return;
        }
        let Some((&edge, rest)) = edges.split_first() else {
            *best = Some(arm.pair);
            return;
        };
        for (carrier, width) in &ways[&(*arm.visited.last().unwrap(), edge)] {
            if !carrier.meets(arm.used) {
                let pair = (arm.pair.0, arm.pair.1 + width);
                let next = Arm { used: arm.used | *carrier, pair, visited: vec![from] };
                self.arms_from(&next, from, rest, ways, best);
            }
        }
        for next in self.steps(arm) {
            self.arms_from(&next, from, edges, ways, best);
        }
    }

    fn all_ways(&self) -> Ways {
        let each = self.nodes.iter().flat_map(|&node| Edge::ALL.map(|edge| (node, edge)));
        each.map(|(node, edge)| ((node, edge), self.ways(node, edge))).collect()
    }
}

/// Closed walks over single cells, each cell once, and the 2-bridges used.
impl Twin<'_> {
    fn ring(&self) -> Option<Pair> {
        let mut best = None;
        for start in (self.own | self.empty).cells() {
            self.walk(&[start], Carrier::EMPTY, &[], &mut best);
        }
        best
    }

    fn walk(&self, path: &[Cell], used: Carrier, bridges: &[Carrier], best: &mut Option<Pair>) {
        let (first, last) = (path[0], *path.last().unwrap());
        let placed: Carrier = path.iter().copied().filter(|&cell| self.empty.contains(cell)).collect();
        let pair = (placed.len(), bridges.len() as u32);
        if best.is_some_and(|best| pair >= best) || used.meets(placed) {
            return;
        }
        for carrier in self.links(Carrier::of(last), Carrier::of(first)) {
            let all: Vec<Carrier> =
                bridges.iter().copied().chain((!carrier.is_empty()).then_some(carrier)).collect();
            let pair = (pair.0, all.len() as u32);
            let better = best.is_none_or(|best| pair < best) && !carrier.meets(used | placed);
            if better && path.len() > 2 && self.always_encloses(path, &all) {
                *best = Some(pair);
            }
        }
        for next in (self.own | self.empty).cells().filter(|next| *next > first && !path.contains(next)) {
            for carrier in self.links(Carrier::of(last), Carrier::of(next)) {
                if !carrier.meets(used) {
                    let path: Vec<Cell> = path.iter().copied().chain([next]).collect();
                    let more = (!carrier.is_empty()).then_some(carrier);
                    let bridges: Vec<Carrier> = bridges.iter().copied().chain(more).collect();
                    self.walk(&path, used | carrier, &bridges, best);
                }
            }
        }
    }

    /// Whether one cell is enclosed whichever cell of each 2-bridge the owner gets.
    fn always_encloses(&self, path: &[Cell], bridges: &[Carrier]) -> bool {
        let path: Carrier = path.iter().copied().collect();
        let used = bridges.iter().fold(path, |used, &bridge| used | bridge);
        let got = |choice: u32| {
            let cell = |(index, bridge): (usize, &Carrier)| {
                let mut both = bridge.cells();
                if choice >> index & 1 == 0 { both.next() } else { both.nth(1) }
            };
            bridges.iter().enumerate().filter_map(cell).fold(path, |got, cell| got | Carrier::of(cell))
        };
        let walls: Vec<Carrier> = (0..1 << bridges.len()).map(got).collect();
        let inside = self.topology.cells().filter(|&cell| !used.contains(cell));
        inside.into_iter().any(|cell| walls.iter().all(|&wall| self.is_walled_in(cell, wall)))
    }

    fn is_walled_in(&self, cell: Cell, wall: Carrier) -> bool {
        let mut inside = Carrier::of(cell);
        loop {
            let more = inside | self.around(inside).without(wall);
            if more.cells().any(|cell| self.topology.borders(cell) != Borders::default()) {
                return false;
            }
            if more == inside {
                return true;
            }
            inside = more;
        }
    }
}

type Ways = HashMap<(Carrier, Edge), Vec<(Carrier, u32)>>;

fn pairs(cells: Carrier) -> Vec<Carrier> {
    let each = |a: Cell| cells.cells().filter(move |&b| b > a).map(move |b| Carrier::of(a) | Carrier::of(b));
    cells.cells().flat_map(each).collect()
}

/// Random positions with few empty cells, and so few that the twin can manage.
fn crowded(size: u64, left: u32, count: u32) -> impl Iterator<Item = Position> {
    let setup = setup(Game::Havannah, size);
    let mut rng = Rng::new(size + 100);
    let cells = setup.topology().len() as u32;
    std::iter::repeat_with(move || random(&setup, cells - 1 - rng.below(left), &mut rng))
        .flatten()
        .take(count as usize)
}

#[test]
fn the_slow_twin_finds_the_same_pairs() {
    let (mut edges, mut forks) = (0, 0);
    for (size, left, count) in [(3, 9, 40), (4, 9, 25), (5, 9, 20), (6, 9, 10)] {
        for position in crowded(size, left, count * scale()) {
            let found = frames(&position, None).unwrap();
            for color in Color::ALL {
                let twin = Twin::new(&position, color);
                let ways = twin.all_ways();
                let of_color = &found.colors[color];
                let base = of_color.base.map(|base| twin.node(base.cell()));
                for (edge, value) in Edge::ALL.into_iter().zip(&of_color.edges) {
                    let mut best = None;
                    base.into_iter().for_each(|base| twin.arms(base, &[edge], &ways, &mut best));
                    let pair = match value {
                        EdgeValue::Cut => None,
                        EdgeValue::Reached => Some((0, 0)),
                        EdgeValue::Frame { z, frame } => Some(((*z).max(0) as u32, frame.width)),
                    };
                    assert_eq!(pair, best, "{color} {} {:?}", edge.name(twin.topology), position.plies());
                    edges += usize::from(best.is_some());
                }
                let mut best = None;
                for &node in &twin.nodes {
                    for [a, b, c] in triples() {
                        twin.arms(node, &[a, b, c], &ways, &mut best);
                    }
                }
                let fork = of_color.figures[Figure::Fork as usize].as_ref();
                let pair = fork.map(|frame| (frame.keys.len() as u32, frame.width));
                assert_eq!(pair, best, "{color} fork {:?}", position.plies());
                forks += usize::from(best.is_some());
            }
        }
    }
    assert!(edges > 150 && forks > 30, "{edges} {forks}");
}

#[test]
fn the_slow_twin_finds_the_same_rings() {
    let mut rings = 0;
    for position in crowded(3, 8, 60 * scale()) {
        let found = frames(&position, None).unwrap();
        for color in Color::ALL {
            let ring = found.colors[color].figures[Figure::Ring as usize].as_ref();
            let pair = ring.map(|frame| (frame.keys.len() as u32, frame.width));
            assert_eq!(pair, Twin::new(&position, color).ring(), "{color} {:?}", position.plies());
            rings += usize::from(pair.is_some());
        }
    }
    assert!(rings > 20, "{rings}");
}

fn triples() -> impl Iterator<Item = [Edge; 3]> {
    let all = 0..6usize;
    let each = all.flat_map(|a| (a + 1..6).flat_map(move |b| (b + 1..6).map(move |c| [a, b, c])));
    each.map(|triple| triple.map(|index| Edge::ALL[index]))
}

/// Whether the owner gets there although the opponent moves first, all empty cells being played for.
fn holds(
    done: &dyn Fn(Carrier) -> bool,
    mine: Carrier,
    open: Carrier,
    memo: &mut HashMap<(Carrier, Carrier), bool>,
) -> bool {
    if done(mine) {
        return true;
    }
    if !done(mine | open) {
        return false;
    }
    if let Some(&known) = memo.get(&(mine, open)) {
        return known;
    }
    let held = open.cells().all(|taken| {
        let rest = open.without(Carrier::of(taken));
        rest.cells().any(|cell| {
            let cell = Carrier::of(cell);
            holds(done, mine | cell, rest.without(cell), memo)
        })
    });
    memo.insert((mine, open), held);
    held
}

/// The fewest stones after which the owner gets there whatever the opponent does.
fn truth(done: &dyn Fn(Carrier) -> bool, mine: Carrier, open: Carrier) -> Option<u32> {
    let mut memo = HashMap::new();
    let mut choices: Vec<Carrier> = choices(open).collect();
    choices.sort_by_key(|placed| placed.len());
    let enough =
        choices.into_iter().find(|&placed| holds(done, mine | placed, open.without(placed), &mut memo));
    enough.map(Carrier::len)
}

/// All sets of these cells.
fn choices(cells: Carrier) -> impl Iterator<Item = Carrier> {
    let cells: Vec<Cell> = cells.cells().collect();
    (0..1_u32 << cells.len()).map(move |choice| {
        let chosen = cells.iter().enumerate().filter(|(index, _)| choice >> index & 1 == 1);
        chosen.map(|(_, &cell)| cell).collect()
    })
}

fn has_figure(topology: &Topology, mine: Carrier) -> bool {
    let mut stones = Stones::empty(topology);
    mine.cells().for_each(|cell| stones.set(cell, Some(Color::Black)));
    !referee::figures(Game::Havannah, topology, &stones).black.is_empty()
}

/// No pair is smaller than the truth, and few are larger: what is missing are alternatives away from
/// the edge, and double threats of frames that are more than one stone short.
#[test]
fn no_pair_is_smaller_than_the_truth_and_few_are_larger() {
    let mut equal = [0, 0];
    let mut seen = [0, 0];
    let mut ignored = 0;
    for (size, count) in [(3, 20), (4, 20), (5, 20)] {
        for position in crowded(size, 8, count * scale()) {
            let found = frames(&position, None).unwrap();
            let topology = position.topology();
            for color in Color::ALL {
                let twin = Twin::new(&position, color);
                let of_color = &found.colors[color];
                if let Some(base) = of_color.base.filter(|base| twin.own.contains(base.cell())) {
                    for (edge, value) in Edge::ALL.into_iter().zip(&of_color.edges) {
                        let EdgeValue::Frame { z, .. } = value else { continue };
                        let goal = twin.at(edge);
                        let done = |mine: Carrier| {
                            let twin = Twin { topology, own: mine, empty: Carrier::EMPTY, nodes: Vec::new() };
                            twin.node(base.cell()).meets(goal)
                        };
                        let least = truth(&done, twin.own, twin.empty).unwrap();
                        for taken in
                            choices(twin.empty).filter(|taken| *z < 0 && taken.len() == z.unsigned_abs())
                        {
                            ignored += 1;
                            let open = twin.empty.without(taken);
                            let why = || format!("{taken:?} {} {:?}", edge.name(topology), position.plies());
                            assert!(holds(&done, twin.own, open, &mut HashMap::new()), "{}", why());
                        }
                        assert!(
                            (*z).max(0) as u32 >= least,
                            "{} {:?}",
                            edge.name(topology),
                            position.plies()
                        );
                        seen[0] += 1;
                        equal[0] += u32::from((*z).max(0) as u32 == least);
                    }
                }
                let done = |mine: Carrier| has_figure(topology, mine);
                let least = truth(&done, twin.own, twin.empty);
                let fastest = of_color.fastest().map(|(_, frame)| frame.keys.len() as u32);
                assert_eq!(least.is_some(), fastest.is_some(), "{color} {:?}", position.plies());
                let (Some(least), Some(fastest)) = (least, fastest) else { continue };
                assert!(fastest >= least, "{color} {:?}", position.plies());
                assert!(of_color.nearest.unwrap() >= least);
                seen[1] += 1;
                equal[1] += u32::from(fastest == least);
            }
        }
    }
    assert!(ignored > 20, "{ignored}");
    assert!(seen[0] > 100 && 100 * equal[0] >= 95 * seen[0], "{equal:?} of {seen:?}");
    assert!(seen[1] > 50 && 100 * equal[1] >= 70 * seen[1], "{equal:?} of {seen:?}");
}
