//! Frames beside their reference implementation, and beside the truth on boards with few empty cells, by trying
//! every choice of stones and all play.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

mod reference;
mod testdata;

use std::collections::HashMap;

use catena_core::reference::{Stones, figures};
use catena_core::{Cell, Color, Game, Position, Topology};
use catena_proof::frame::{Edge, EdgeValue, Figure, frames};
use catena_proof::set::Carrier;
use reference::ReferenceFrames;
use testdata::rng::Rng;
use testdata::{random, scale, setup};

/// Random positions with few empty cells, and so few that the reference can manage.
fn crowded(size: u64, left: u32, count: usize) -> impl Iterator<Item = Position> {
    let setup = setup(Game::Havannah, size);
    let mut rng = Rng::new(size + 100);
    let cells = setup.topology().len() as u32;
    std::iter::repeat_with(move || random(&setup, cells - 1 - rng.below(left), &mut rng))
        .flatten()
        .take(count)
}

#[test]
fn the_reference_finds_the_same_pairs() {
    let (mut edges, mut forks) = (0, 0);
    for (size, left, count) in [(3, 9, 40), (4, 9, 25), (5, 9, 20), (6, 9, 10)] {
        for position in crowded(size, left, count * scale()) {
            let found = frames(&position, None).unwrap();
            for color in Color::ALL {
                let reference = ReferenceFrames::new(&position, color);
                let ways = reference.all_ways();
                let of_color = &found.colors[color];
                let base = of_color.base.map(|base| reference.node(base.cell()));
                for (edge, value) in Edge::ALL.into_iter().zip(&of_color.edges) {
                    let mut best = None;
                    base.into_iter().for_each(|base| reference.arms(base, &[edge], &ways, &mut best));
                    let pair = match value {
                        EdgeValue::Cut => None,
                        EdgeValue::Reached => Some((0, 0)),
                        EdgeValue::Frame { z, frame } => Some(((*z).max(0) as u32, frame.width)),
                    };
                    assert_eq!(
                        pair,
                        best,
                        "{color} {} {:?}",
                        edge.name(reference.topology),
                        position.plies()
                    );
                    edges += usize::from(best.is_some());
                }
                let mut best = None;
                for &node in &reference.nodes {
                    for [a, b, c] in triples() {
                        reference.arms(node, &[a, b, c], &ways, &mut best);
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
fn the_reference_finds_the_same_rings() {
    let mut rings = 0;
    for position in crowded(3, 8, 60 * scale()) {
        let found = frames(&position, None).unwrap();
        for color in Color::ALL {
            let ring = found.colors[color].figures[Figure::Ring as usize].as_ref();
            let pair = ring.map(|frame| (frame.keys.len() as u32, frame.width));
            assert_eq!(pair, ReferenceFrames::new(&position, color).ring(), "{color} {:?}", position.plies());
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

/// Returns true if the owner gets there although the opponent moves first, all empty cells being played for.
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
    !figures(Game::Havannah, topology, &stones).black.is_empty()
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
                let reference = ReferenceFrames::new(&position, color);
                let of_color = &found.colors[color];
                if let Some(base) = of_color.base.filter(|base| reference.own.contains(base.cell())) {
                    for (edge, value) in Edge::ALL.into_iter().zip(&of_color.edges) {
                        let EdgeValue::Frame { z, .. } = value else { continue };
                        let goal = reference.at(edge);
                        let done = |mine: Carrier| {
                            let reference = ReferenceFrames {
                                topology,
                                own: mine,
                                empty: Carrier::EMPTY,
                                nodes: Vec::new(),
                            };
                            reference.node(base.cell()).meets(goal)
                        };
                        let least = truth(&done, reference.own, reference.empty).unwrap();
                        for taken in
                            choices(reference.empty).filter(|taken| *z < 0 && taken.len() == z.unsigned_abs())
                        {
                            ignored += 1;
                            let open = reference.empty.without(taken);
                            let why = || format!("{taken:?} {} {:?}", edge.name(topology), position.plies());
                            assert!(holds(&done, reference.own, open, &mut HashMap::new()), "{}", why());
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
                let least = truth(&done, reference.own, reference.empty);
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
