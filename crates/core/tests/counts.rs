//! Exact numbers of reachable positions and of games on small boards, against testdata/counts.toml.
//!
//! A position is a pair of bit sets of cells. The figures of every set of stones come from playing
//! it on a [`Board`]; positions are counted once per orbit under the symmetries that keep colors.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use catena_core::rules::Rules;
use catena_core::topology::ColorRoles;
use catena_core::{Board, Cell, Color, Game, Setup, SwapRule, Topology, with_rules};
use serde::Deserialize;

#[derive(Deserialize)]
struct Counts {
    count: Vec<Count>,
}

#[derive(Deserialize)]
struct Count {
    game: String,
    size: u64,
    positions: u64,
    games: u64,
}

/// Black and white stones as one number: the table over them is what the time goes into.
type Layer = HashMap<u64, u64, BuildHasherDefault<Multiplicative>>;

/// A cheap hasher for numbers.
#[derive(Default)]
struct Multiplicative(u64);

impl Hasher for Multiplicative {
    fn write(&mut self, _: &[u8]) {
        unreachable!("keys are u64")
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = (key ^ key >> 29).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(32);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// For each set of up to 19 places, true if it is won for the color.
fn won_sets(game: Game, topology: &Topology, color: Color) -> Vec<bool> {
    let places: Vec<Cell> = topology.places().collect();
    let mut won = vec![false; 1 << places.len()];
    let mut stack = vec![(0usize, 0usize, Board::new(topology))];
    while let Some((set, next, board)) = stack.pop() {
        for (place, &cell) in places.iter().enumerate().skip(next) {
            let larger = set | 1 << place;
            let mut after = board.clone();
            let outcome = with_rules!(game, R => R::play(topology, &mut after, cell, color));
            // More stones never undo a figure, so sets above a won one are won.
            won[larger] = won[set] || outcome.is_some();
            stack.push((larger, place + 1, after));
        }
    }
    won
}

/// Each set of places under each symmetry that keeps the colors.
fn images(topology: &Topology) -> Vec<Vec<u32>> {
    let places: Vec<Cell> = topology.places().collect();
    let rank: HashMap<Cell, usize> = places.iter().enumerate().map(|(i, &cell)| (cell, i)).collect();
    let mut maps: Vec<Vec<usize>> = topology
        .symmetries()
        .iter()
        .filter(|symmetry| symmetry.roles() == ColorRoles::Kept)
        .map(|symmetry| places.iter().map(|&cell| rank[&topology.canonical(symmetry.cell(cell))]).collect())
        .collect();
    maps.sort();
    maps.dedup();
    let image = |map: &Vec<usize>| {
        let mut table = vec![0u32; 1 << places.len()];
        for set in 1..table.len() {
            let lowest = set.trailing_zeros() as usize;
            table[set] = table[set & (set - 1)] | 1 << map[lowest];
        }
        table
    };
    maps.iter().map(image).collect()
}

/// The smallest image of a position, and how many different images it has.
fn canonical(images: &[Vec<u32>], black: u32, white: u32) -> (u64, u64) {
    let joined = |table: &Vec<u32>| u64::from(table[black as usize]) << 32 | u64::from(table[white as usize]);
    let all = || images.iter().map(joined);
    let smallest = all().min().expect("the identity is a symmetry");
    let same = all().filter(|&image| image == smallest).count();
    (smallest, (images.len() / same) as u64)
}

fn count(game: Game, size: u64) -> (u64, u64) {
    let setup = Setup::new(game, size, SwapRule::Off).unwrap();
    let topology = setup.topology();
    let won = Color::ALL.map(|color| won_sets(game, topology, color));
    let images = images(topology);
    let places = topology.places().count();
    let (mut positions, mut games) = (0, 0);
    // Positions with this many stones, one per orbit, and the number of ways to reach all of its
    // orbit together.
    let mut layer = Layer::from_iter([(0, 1)]);
    for stones in 0..=places {
        let mut next = Layer::default();
        for (&position, &ways) in &layer {
            let (black, white) = ((position >> 32) as u32, position as u32);
            positions += canonical(&images, black, white).1;
            if won[0][black as usize] || won[1][white as usize] || stones == places {
                games += ways;
                continue;
            }
            for place in (0..places).filter(|place| (black | white) >> place & 1 == 0) {
                let stone = 1 << place;
                let (black, white) =
                    if stones % 2 == 0 { (black | stone, white) } else { (black, white | stone) };
                *next.entry(canonical(&images, black, white).0).or_default() += ways;
            }
        }
        layer = next;
    }
    (positions, games)
}

#[test]
fn small_boards_have_the_known_numbers_of_positions_and_games() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/counts.toml");
    let counts: Counts = toml::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    for expected in &counts.count {
        let found = count(Game::parse(&expected.game).unwrap(), expected.size);
        assert_eq!(found, (expected.positions, expected.games), "{} {}", expected.game, expected.size);
    }
    assert_eq!(counts.count.len(), 10);
}
