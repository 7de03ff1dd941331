//! The board of Bent Y against boards from elsewhere, and the law that makes it a game.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use std::collections::{BTreeMap, BTreeSet};

use catena_core::reference::{self, Stones};
use catena_core::{Cell, Color, Game, Setup, SwapRule, Topology};
use proptest::prelude::*;
use serde::Deserialize;
use serde_json::Value;

/// A board as testdata/bent_y.json has it, in an order of its own.
#[derive(Deserialize)]
struct Graph {
    neighbors: Vec<BTreeSet<usize>>,
    /// The sides that each cell lies on.
    sides: Vec<BTreeSet<usize>>,
}

impl Graph {
    fn of(topology: &Topology) -> Self {
        let sides = Game::BentY.sides(Color::Black);
        let on = |cell: Cell| {
            (0..sides.len()).filter(|&side| topology.borders(cell).contains(sides[side].borders)).collect()
        };
        Self {
            neighbors: topology
                .cells()
                .map(|cell| topology.neighbors(cell).map(Cell::index).collect())
                .collect(),
            sides: topology.cells().map(on).collect(),
        }
    }

    fn len(&self) -> usize {
        self.neighbors.len()
    }

    /// The cells of each side, in no order of the sides.
    fn side_cells(&self, image: impl Fn(usize) -> usize) -> BTreeSet<BTreeSet<usize>> {
        let of =
            |side| (0..self.len()).filter(|&cell| self.sides[cell].contains(&side)).map(&image).collect();
        (0..3).map(of).collect()
    }
}

/// Cells with one color may correspond to each other.
type Colors = Vec<usize>;

/// Splits colors by the colors of the neighbors until nothing changes; both graphs share the names.
fn refine(graphs: [&Graph; 2], mut colors: [Colors; 2]) -> [Colors; 2] {
    let count = |colors: &[Colors; 2]| colors[0].iter().collect::<BTreeSet<_>>().len();
    loop {
        let signature = |which: usize, cell: usize| {
            let mut around: Vec<usize> =
                graphs[which].neighbors[cell].iter().map(|&next| colors[which][next]).collect();
            around.sort_unstable();
            (colors[which][cell], around)
        };
        let signatures: [Vec<_>; 2] =
            [0, 1].map(|which| (0..graphs[which].len()).map(|cell| signature(which, cell)).collect());
        let names: BTreeMap<_, _> =
            signatures.iter().flatten().collect::<BTreeSet<_>>().into_iter().zip(0..).collect();
        let next = [0, 1].map(|which| signatures[which].iter().map(|found| names[found]).collect());
        if count(&next) == count(&colors) {
            return next;
        }
        colors = next;
    }
}

/// A map of cells that keeps neighbors and colors: refine, then try all partners of one cell.
fn isomorphism(graphs: [&Graph; 2], colors: [Colors; 2]) -> Option<Vec<usize>> {
    let colors = refine(graphs, colors);
    let cells_of = |which: usize, color: usize| -> Vec<usize> {
        (0..graphs[which].len()).filter(|&cell| colors[which][cell] == color).collect()
    };
    let classes: BTreeSet<usize> = colors[0].iter().chain(&colors[1]).copied().collect();
    if classes.iter().any(|&color| cells_of(0, color).len() != cells_of(1, color).len()) {
        return None;
    }
    let Some(&several) = classes.iter().find(|&&color| cells_of(0, color).len() > 1) else {
        let image: Vec<usize> = colors[0].iter().map(|&color| cells_of(1, color)[0]).collect();
        let keeps = |cell: usize| {
            let around: BTreeSet<usize> = graphs[0].neighbors[cell].iter().map(|&next| image[next]).collect();
            around == graphs[1].neighbors[image[cell]]
        };
        return (0..image.len()).all(keeps).then_some(image);
    };
    let single = usize::MAX;
    cells_of(1, several).into_iter().find_map(|partner| {
        let mut tried = colors.clone();
        tried[0][cells_of(0, several)[0]] = single;
        tried[1][partner] = single;
        isomorphism(graphs, tried)
    })
}

fn topology(size: u16) -> Topology {
    Setup::new(Game::BentY, size.into(), SwapRule::Off).unwrap().topology().clone()
}

#[test]
fn every_board_is_the_one_of_the_test_data() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/bent_y.json");
    let boards: Value = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    for size in Game::BentY.sizes() {
        let expected = Graph::deserialize(&boards[size.to_string()]).unwrap();
        let ours = Graph::of(&topology(size));
        assert_eq!(ours.len(), 5 * usize::from(size).pow(2) + 3 * usize::from(size) + 1);
        let kinds = |graph: &Graph| -> Colors {
            (0..graph.len()).map(|cell| 10 * graph.neighbors[cell].len() + graph.sides[cell].len()).collect()
        };
        let image = isomorphism([&ours, &expected], [kinds(&ours), kinds(&expected)]);
        let image = image.unwrap_or_else(|| panic!("frequency {size} is another board"));
        assert_eq!(ours.side_cells(|cell| image[cell]), expected.side_cells(|cell| cell), "{size}");
    }
}

#[test]
fn names_run_clockwise_around_rings() {
    let topology = topology(4);
    let last = |ring: char| (1..).take_while(|n| topology.cell(&format!("{ring}{n}")).is_some()).count();
    assert_eq!(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map(last), [24, 21, 18, 15, 12, 3, 0]);
    let center = |name: &str| topology.layout().center(topology.cell(name).unwrap());
    assert!(center("a1").y < center("a2").y && center("a2").x > 0.1 && center("a1").x.abs() < 1e-6);
    assert!(center("b1").y > center("a1").y);
}

proptest! {
    #[test]
    fn exactly_one_player_joins_all_sides_of_a_full_board(
        size in 1u16..=8,
        fillings in prop::collection::vec(prop::collection::vec(any::<bool>(), 345), 1..4),
    ) {
        let topology = topology(size);
        for filling in fillings {
            let mut stones = Stones::empty(&topology);
            for cell in topology.cells() {
                stones.set(cell, Some(if filling[cell.index()] { Color::Black } else { Color::White }));
            }
            let figures = reference::figures(Game::BentY, &topology, &stones);
            prop_assert!(figures.black.is_empty() != figures.white.is_empty());
        }
    }
}
