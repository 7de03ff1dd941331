//! Frames are tried out: those that stand hold against every defence, no smaller pair is there by
//! an exhaustive twin, figures of the papers come out, and a sure winner is the solver's winner.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

mod testdata;

use std::collections::HashMap;

use catena_core::referee::{self, Stones};
use catena_core::{Cell, Color, Game, Position, Topology};
use catena_playout::Rng;
use catena_proof::frame::{Base, Edge, EdgeValue, Figure, Frame, Frames, frames};
use catena_proof::set::Carrier;
use catena_proof::{Solver, SolverConfig, Verdict};
use testdata::{random, setup};

/// How much is tried out: 1 unless CATENA_SCALE says more.
fn scale() -> u32 {
    std::env::var("CATENA_SCALE").ok().and_then(|text| text.parse().ok()).unwrap_or(1)
}

fn own(position: &Position, color: Color) -> Carrier {
    let topology = position.topology();
    topology.cells().filter(|&cell| position.board().stone(cell) == Some(color)).collect()
}

fn empty(position: &Position) -> Carrier {
    let topology = position.topology();
    topology.cells().filter(|&cell| position.board().stone(cell).is_none()).collect()
}

fn edge_cells(topology: &Topology, edge: Edge) -> Carrier {
    let bit = catena_core::topology::Borders(1 << (6 + edge.index()));
    topology.cells().filter(|&cell| topology.borders(cell).contains(bit)).collect()
}

fn flood(topology: &Topology, from: Cell, within: Carrier) -> Carrier {
    let mut reached = Carrier::of(from);
    let mut open = vec![from];
    while let Some(cell) = open.pop() {
        for next in topology.neighbors(cell).filter(|&next| within.contains(next)) {
            if !reached.contains(next) {
                reached.insert(next);
                open.push(next);
            }
        }
    }
    reached
}

fn has_figure(topology: &Topology, mine: Carrier) -> bool {
    let mut stones = Stones::empty(topology);
    mine.cells().for_each(|cell| stones.set(cell, Some(Color::Black)));
    !referee::figures(Game::Havannah, topology, &stones).black.is_empty()
}

/// Tries all play within some cells; plain and slow.
struct Defence<'a> {
    done: &'a dyn Fn(Carrier) -> bool,
    memo: HashMap<(Carrier, Carrier, u32), bool>,
}

impl Defence<'_> {
    fn new(done: &dyn Fn(Carrier) -> bool) -> Defence<'_> {
        Defence { done, memo: HashMap::new() }
    }

    /// Whether the owner gets there within so many stones although the opponent moves first, here
    /// or elsewhere.
    fn fails(&mut self, mine: Carrier, open: Carrier, moves: u32) -> bool {
        if (self.done)(mine) {
            return true;
        }
        if moves == 0 || !(self.done)(mine | open) {
            return false;
        }
        if let Some(&known) = self.memo.get(&(mine, open, moves)) {
            return known;
        }
        let elsewhere = std::iter::once(Carrier::EMPTY);
        let fails = elsewhere.chain(open.cells().map(Carrier::of)).all(|taken| {
            let rest = open.without(taken);
            rest.cells().any(|cell| {
                let cell = Carrier::of(cell);
                self.fails(mine | cell, rest.without(cell), moves - 1)
            })
        });
        self.memo.insert((mine, open, moves), fails);
        fails
    }
}

/// Positions of both colors on boards from nearly empty to nearly full.
fn positions(size: u64, count: u32, seed: u64) -> impl Iterator<Item = Position> {
    let setup = setup(Game::Havannah, size);
    let mut rng = Rng::new(seed);
    let cells = setup.topology().len() as u32;
    std::iter::repeat_with(move || random(&setup, rng.below(cells), &mut rng)).flatten().take(count as usize)
}

fn standing(found: &Frames, color: Color) -> impl Iterator<Item = &Frame> {
    found.colors[color].figures.iter().flatten().filter(|frame| frame.keys.is_empty())
}

#[test]
fn standing_figure_frames_hold_against_every_defence() {
    let mut tried = 0;
    for (size, count) in [(3, 300), (4, 300), (5, 150), (6, 50)] {
        for position in positions(size, count * scale(), size) {
            let found = frames(&position, None).unwrap();
            let topology = position.topology();
            for color in Color::ALL {
                for frame in standing(&found, color).filter(|frame| frame.carrier.len() <= 12) {
                    tried += 1;
                    let done = |mine: Carrier| has_figure(topology, mine);
                    assert!(
                        frame.stones.within(own(&position, color)) && frame.carrier.within(empty(&position))
                    );
                    assert!(
                        Defence::new(&done).fails(frame.stones, frame.carrier, frame.longest),
                        "{color} {frame:?} {:?}",
                        position.plies()
                    );
                }
            }
        }
    }
    assert!(tried > 100, "{tried}");
}

#[test]
fn standing_edge_frames_hold_as_often_as_they_say() {
    let (mut tried, mut ignored) = (0, 0);
    for (size, count) in [(4, 100), (5, 100), (7, 60), (8, 30)] {
        for position in positions(size, count * scale(), size) {
            let found = frames(&position, None).unwrap();
            let topology = position.topology();
            for color in Color::ALL {
                let Some(Base::Chain(base)) = found.colors[color].base else { continue };
                for (edge, value) in Edge::ALL.into_iter().zip(&found.colors[color].edges) {
                    let EdgeValue::Frame { z: ..=0, frame } = value else { continue };
                    if frame.carrier.len() > 12 {
                        continue;
                    }
                    tried += 1;
                    let goal = edge_cells(topology, edge);
                    let done = |mine: Carrier| flood(topology, base, mine).meets(goal);
                    let why = || format!("{color} {} {value:?} {:?}", edge.name(topology), position.plies());
                    assert!(
                        Defence::new(&done).fails(frame.stones, frame.carrier, frame.longest),
                        "{}",
                        why()
                    );
                    ignored += usize::from(matches!(value, EdgeValue::Frame { z: ..0, .. }));
                }
            }
        }
    }
    assert!(tried > 300 && ignored > 20, "{tried} {ignored}");
}
