//! The papers' ways to find the winner of a game of Havannah agree with each other and with the
//! truth files.

#![allow(clippy::unwrap_used, reason = "a test may fail so")]

use std::fs;
use std::path::Path;

use catena_core::{Cell, Color, Figures, How, JudgeAnswer, Outcome, Topology};
use catena_playout::kernel::reference::shuffle;
use catena_playout::winner::{Surrounded, UnionFind, Winner, winners};
use catena_playout::{Rng, winner};

#[test]
fn all_ways_know_the_games_of_the_truth_files() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/games");
    let mut games = 0;
    for file in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        let stem = file.file_stem().unwrap().to_str().unwrap();
        let Some(rest) = stem.strip_prefix("havannah_") else { continue };
        let topology = Topology::hexagon(rest.split('_').next().unwrap().parse().unwrap());
        let mut ways = winners(&topology);
        for line in fs::read_to_string(&file).unwrap().lines() {
            let (moves, expected) = line.split_once(" => ").unwrap();
            let moves: Vec<Cell> = moves.split(' ').map(|name| topology.cell(name).unwrap()).collect();
            for way in &mut ways {
                assert_eq!(way.judge(&moves).to_string(), expected, "{} in {file:?}", way.name());
            }
            games += 1;
        }
    }
    assert!(games >= 4_000, "only {games} games");
}

/// Random full boards, judged by all ways; how many ended in each way.
fn compare(size: u16, games: usize, seed: u64) -> [usize; 4] {
    let topology = Topology::hexagon(size);
    let mut ways = winners(&topology);
    let mut touching = UnionFind::new(&topology);
    let mut rng = Rng::new(seed);
    let mut cells: Vec<Cell> = topology.cells().collect();
    let mut counts = [0; 4];
    for _ in 0..games {
        shuffle(&mut cells, &mut rng);
        // Now and then a game that is not over, or just so.
        let played = if rng.below(4) == 0 { rng.below(cells.len() as u32) as usize } else { cells.len() };
        let moves = &cells[..played];
        let judgements: Vec<JudgeAnswer> = ways.iter_mut().map(|way| way.judge(moves)).collect();
        assert!(judgements.iter().all(|judgement| *judgement == judgements[0]), "{moves:?}: {judgements:?}");
        let figures = match judgements[0].outcome {
            Some(Outcome { how: How::Figures(figures), .. }) => figures,
            _ => Figures::empty(),
        };
        for (count, figure) in counts.iter_mut().zip([Figures::BRIDGE, Figures::FORK, Figures::RING]) {
            *count += usize::from(figures.contains(figure));
        }
        counts[3] += usize::from(figures.is_empty());
        if !figures.is_empty() && !figures.contains(Figures::RING) {
            assert_eq!(touching.judge(moves), judgements[0]);
        }
    }
    counts
}

/// `CATENA_SCALE=20` compares 20 times as many games: about three million.
#[test]
fn all_ways_agree_on_random_games() {
    let scale: usize = std::env::var("CATENA_SCALE").map_or(1, |scale| scale.parse().unwrap());
    for size in [2, 3, 4, 5, 6, 8, 10] {
        let counts = compare(size, 20_000 * scale, u64::from(size));
        assert!(size < 4 || counts[..3].iter().all(|&count| count > 0), "size {size}: {counts:?}");
    }
}

#[test]
fn cells_are_surrounded_when_the_last_way_out_is_closed() {
    let topology = Topology::hexagon(4);
    let cell = |name: &str| topology.cell(name).unwrap();
    // Black closes the ring around d4 with his sixth stone and fills it with his seventh.
    let black = ["c3", "c4", "d5", "e5", "e4", "d3", "d4"];
    let white = ["a1", "a3", "b5", "d7", "g7", "g5"];
    let mut moves = vec![];
    for ply in 0..13 {
        moves.push(cell(if ply % 2 == 0 { black[ply / 2] } else { white[ply / 2] }));
    }
    let mut surrounded = Surrounded::new();
    assert_eq!(surrounded.earliest_ring(&topology, &moves, Color::Black), Some(10));
    assert_eq!(surrounded.when(cell("d4")), Some(10));
    assert_eq!(surrounded.when(cell("c3")), None);
    assert_eq!(surrounded.earliest_ring(&topology, &moves, Color::White), None);
    // The inner stone first: the ring is filled from the beginning.
    moves.swap(0, 12);
    assert_eq!(surrounded.earliest_ring(&topology, &moves, Color::Black), Some(12));
    let judgement = winner::Dijkstra::new(&topology).judge(&moves);
    assert_eq!(judgement.to_string(), "black 13 ring");
}
