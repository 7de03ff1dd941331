//! Fill-outs against the reference, lane by lane, and against the exact distribution.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::HashMap;

use catena_core::{Cell, Color, Game, Move, Position, Setup, SwapRule, Switch, reference};
use catena_playout::{FillOut, FillOutOptions, FillOutResult, LaneRng, Lanes, Rng};

const GAMES: [Game; 5] = [Game::Hex, Game::Y, Game::Star, Game::Renkula, Game::BentY];

fn empty(game: Game, size: u16) -> Position {
    Position::new(Setup::new(game, u64::from(size), SwapRule::Off).unwrap())
}

/// A position after this many random moves that decided nothing, with either color to move.
fn random_position(game: Game, size: u16, rng: &mut Rng) -> Position {
    let mut position = empty(game, size);
    let plies = rng.below(position.topology().places().count() as u32 + 1);
    for _ in 0..plies {
        let moves: Vec<Move> = position.legal_moves().collect();
        let Some(&mv) = moves.get(rng.below(moves.len().max(1) as u32) as usize) else { break };
        position.play(mv).unwrap();
    }
    if position.outcome().is_none() && rng.below(2) == 0 {
        position.play(Move::Pass).unwrap();
    }
    position
}

fn fill_out(position: &Position, bamboo: Switch) -> FillOut {
    let options = FillOutOptions { bamboo, ..FillOutOptions::default() };
    let mut fill_out = FillOut::new(position.setup(), options).unwrap();
    fill_out.prepare(position);
    fill_out
}

/// Checks some boards of a batch, and all counts.
fn check(position: &Position, fill_out: &mut FillOut, rng: &mut LaneRng, step: usize) {
    let topology = position.topology();
    let game = position.setup().game();
    let empty: Vec<Cell> = topology.places().filter(|&cell| position.board().stone(cell).is_none()).collect();
    let result = fill_out.run(rng).clone();
    let mut wins = 0;
    for lane in (0..result.lanes()).step_by(step) {
        let board = fill_out.board(lane);
        let winner = reference::outcome(game, topology, &board).unwrap().winner;
        assert_eq!(Some(fill_out.winner(lane)), winner, "{game} {} lane {lane}", topology.size());
        wins += u32::from(winner == Some(Color::Black));
        let own = empty.iter().filter(|&&cell| board.get(cell) == Some(position.to_move())).count();
        assert_eq!(own, empty.len().div_ceil(2), "{game} {}: exact counts", topology.size());
        for cell in topology.cells() {
            assert_eq!(board.get(cell), board.get(topology.antipode(cell)));
            if let Some(stone) = position.board().stone(cell) {
                assert_eq!(board.get(cell), Some(stone));
            }
        }
    }
    if step == 1 {
        assert_eq!(wins, result.wins(Color::Black));
        check_counts(position, fill_out, &result);
    }
}

fn check_counts(position: &Position, fill_out: &FillOut, result: &FillOutResult) {
    let boards: Vec<_> =
        (0..result.lanes()).map(|lane| (fill_out.board(lane), fill_out.winner(lane))).collect();
    for cell in position.topology().cells() {
        for color in Color::ALL {
            let with = || boards.iter().filter(|(board, _)| board.get(cell) == Some(color));
            assert_eq!(result.count(cell, color) as usize, with().count());
            assert_eq!(
                result.wins_with(cell, color) as usize,
                with().filter(|(_, won)| *won == color).count()
            );
        }
    }
}

#[test]
fn every_lane_has_the_winner_of_the_reference_on_every_size() {
    let mut rng = Rng::new(11);
    let mut lane_rng = LaneRng::new(12);
    for game in GAMES {
        for size in game.sizes() {
            let mut lanes = fill_out(&empty(game, size), Switch::Off);
            for _ in 0..4 {
                let position = random_position(game, size, &mut rng);
                lanes.prepare(&position);
                check(&position, &mut lanes, &mut lane_rng, 5);
            }
        }
    }
}

#[test]
fn every_lane_and_every_count_is_right_on_common_boards() {
    let mut rng = Rng::new(21);
    let mut lane_rng = LaneRng::new(22);
    for (game, size) in
        [(Game::Hex, 5), (Game::Hex, 11), (Game::Y, 9), (Game::Star, 6), (Game::Renkula, 3), (Game::BentY, 4)]
    {
        for bamboo in [Switch::Off, Switch::On] {
            let start = empty(game, size);
            check(&start, &mut fill_out(&start, bamboo), &mut lane_rng, 1);
            for _ in 0..4 {
                let position = random_position(game, size, &mut rng);
                check(&position, &mut fill_out(&position, bamboo), &mut lane_rng, 1);
            }
        }
    }
}

#[test]
fn small_stars_are_scored_as_by_the_reference() {
    // Small enough that every pattern of the center meets every kind of border.
    let mut rng = LaneRng::new(31);
    for size in 1..=3 {
        let start = empty(Game::Star, size);
        let mut lanes = fill_out(&start, Switch::Off);
        for _ in 0..20 {
            check(&start, &mut lanes, &mut rng, 1);
        }
    }
}

#[test]
fn portable_avx2_and_avx512_give_the_same_bits() {
    let mut rng = Rng::new(41);
    for game in GAMES {
        for size in [2, 5] {
            let position = random_position(game, size, &mut rng);
            let mut results = Lanes::available().map(|lanes| {
                let options = FillOutOptions { bamboo: Switch::On, lanes, ..FillOutOptions::default() };
                let mut fill_out = FillOut::new(position.setup(), options).unwrap();
                fill_out.prepare(&position);
                let mut rng = LaneRng::new(42);
                let results: Vec<_> = (0..20).map(|_| fill_out.run(&mut rng).clone()).collect();
                let boards: Vec<_> = (0..512).map(|lane| fill_out.board(lane)).collect();
                (results, boards)
            });
            let portable = results.next().unwrap();
            for other in results {
                assert!(portable == other, "{game} {size}");
            }
        }
    }
}

/// Chi-square of the fillings of a small position against equal shares.
fn chi_square(position: &Position, batches: u32, seed: u64) -> (f64, usize) {
    let mut lanes = fill_out(position, Switch::Off);
    let mut rng = LaneRng::new(seed);
    let mut counts: HashMap<u64, u32> = HashMap::new();
    for batch in 0..batches {
        lanes.run(&mut rng);
        // One lane of a batch, as lanes of the same batch share the order of the repair.
        let lane = batch % 512;
        let board = lanes.board(lane);
        let black = |cell: Cell| u64::from(board.get(cell) == Some(Color::Black)) << cell.index();
        *counts.entry(position.topology().cells().map(black).sum()).or_default() += 1;
    }
    let empty = position.topology().places().filter(|&cell| position.board().stone(cell).is_none()).count();
    let subsets = binomial(empty, empty.div_ceil(2));
    let expected = f64::from(batches) / subsets as f64;
    let seen: f64 = counts.values().map(|&n| (f64::from(n) - expected).powi(2) / expected).sum();
    (seen + (subsets - counts.len()) as f64 * expected, subsets - 1)
}

fn binomial(n: usize, k: usize) -> usize {
    (1..=k).fold(1, |product, i| product * (n + 1 - i) / i)
}

/// Within about 3.3 standard deviations of the mean, p = 0.001.
fn plausible((chi_square, freedom): (f64, usize)) -> bool {
    let freedom = freedom as f64;
    chi_square < freedom + 3.3 * (2.0 * freedom).sqrt() + 6.0
}

#[test]
fn all_fillings_are_equally_likely() {
    // 126 sets of stones, then 20, 252, 10 and 20.
    for (game, size) in
        [(Game::Hex, 3), (Game::Y, 3), (Game::Y, 4), (Game::Star, 1), (Game::Renkula, 1), (Game::BentY, 1)]
    {
        let result = chi_square(&empty(game, size), 60_000, 51);
        assert!(plausible(result), "{game} {size}: {result:?}");
    }
    let mut position = empty(Game::Hex, 4);
    for name in ["a1", "b3", "c2", "d4"] {
        position.play(Move::Place(position.topology().cell(name).unwrap())).unwrap();
    }
    let result = chi_square(&position, 200_000, 52);
    assert!(plausible(result), "hex 4 with stones: {result:?}");
}

/// Lanes of one batch with bridges kept in which the two cells got different colors.
fn lanes_that_share(game: Game, size: u16, stones: &str, cells: [&str; 2], seed: u64) -> usize {
    let topology = empty(game, size);
    let topology = topology.topology();
    let stones: Vec<(Cell, Color)> = stones
        .split_whitespace()
        .map(|stone| {
            let (color, name) = stone.split_at(1);
            (topology.cell(name).unwrap(), Color::parse(color).unwrap())
        })
        .collect();
    let setup = Setup::new(game, u64::from(size), SwapRule::Off).unwrap();
    let position = Position::with_stones(setup, &stones, Color::White).unwrap();
    let mut lanes = fill_out(&position, Switch::On);
    let mut rng = LaneRng::new(seed);
    check(&position, &mut lanes, &mut rng, 1);
    let cells = cells.map(|name| topology.cell(name).unwrap());
    (0..512).map(|lane| lanes.board(lane)).filter(|board| board.get(cells[0]) != board.get(cells[1])).count()
}

#[test]
fn bridges_between_stones_and_to_borders_are_kept() {
    for (game, size, stones, cells) in [
        (Game::Hex, 7, "bd4 bc6", ["c5", "d5"]),
        (Game::Hex, 7, "wd4 we3 wc6", ["c5", "d5"]),
        (Game::Hex, 7, "bd2", ["d1", "e1"]),
        (Game::Hex, 7, "bd6", ["d7", "c7"]),
        (Game::Hex, 7, "wb4", ["a4", "a5"]),
        (Game::Y, 7, "wc2", ["c1", "d1"]),
        (Game::Y, 7, "bb3", ["a3", "a4"]),
        (Game::Star, 4, "b*31", ["*41", "*42"]),
        (Game::Star, 4, "bT10 b*21", ["*10", "S10"]),
    ] {
        assert_eq!(lanes_that_share(game, size, stones, cells, 61), 512, "{game}: {stones}, {cells:?}");
    }
}

#[test]
fn what_is_joined_already_or_touches_a_foreign_border_is_no_bridge() {
    for (game, size, stones, cells) in [
        (Game::Hex, 7, "wd2", ["d1", "e1"]),
        (Game::Hex, 7, "bd2 bc2 bc1", ["d1", "e1"]),
        (Game::Hex, 7, "bd4 wc6", ["c5", "d5"]),
    ] {
        let shared = lanes_that_share(game, size, stones, cells, 62);
        assert!((200..330).contains(&shared), "{game}: {stones}, {cells:?}: {shared}");
    }
}

#[test]
fn of_two_bridges_that_overlap_one_is_kept_at_random() {
    // The cell d5 belongs to a bridge on either side.
    let stones = "bd4 bc6 be4 bd6";
    let kept = (0..40).filter(|&seed| lanes_that_share(Game::Hex, 7, stones, ["c5", "d5"], seed) == 512);
    let kept = kept.count();
    assert!((8..=36).contains(&kept), "{kept} of 40");
}

#[test]
fn bridges_on_the_sphere_are_kept_with_their_antipodes() {
    let start = empty(Game::Renkula, 3);
    let topology = start.topology();
    let u = topology.cell("d3").unwrap();
    let v = topology.neighbors(u).next().unwrap();
    let ends: Vec<_> =
        topology.neighbors(u).filter(|&end| topology.neighbors(v).any(|cell| cell == end)).collect();
    let stones: Vec<_> = ends.iter().map(|&end| (end, Color::Black)).collect();
    let position = Position::with_stones(start.setup().clone(), &stones, Color::Black).unwrap();
    let mut lanes = fill_out(&position, Switch::On);
    check(&position, &mut lanes, &mut LaneRng::new(63), 1);
    for lane in 0..512 {
        let board = lanes.board(lane);
        assert_ne!(board.get(u), board.get(v));
        assert_ne!(board.get(topology.antipode(u)), board.get(topology.antipode(v)));
    }
}

#[test]
fn a_seed_gives_the_same_fill_outs_for_ever() {
    let sums = GAMES.map(|game| {
        let mut lanes = fill_out(&empty(game, 5), Switch::On);
        let mut rng = LaneRng::new(71);
        (0..10).map(|_| lanes.run(&mut rng).wins(Color::Black)).sum::<u32>()
    });
    assert_eq!(sums, [2819, 3272, 2839, 2577, 2631]);
}

#[test]
fn some_games_are_the_first_lanes_of_a_batch() {
    let mut rng = Rng::new(31);
    let boards = [
        (Game::Hex, 5),
        (Game::Hex, 11),
        (Game::Y, 9),
        (Game::Star, 4),
        (Game::Renkula, 3),
        (Game::BentY, 4),
    ];
    for (game, size) in boards {
        for bamboo in [Switch::Off, Switch::On] {
            let position = random_position(game, size, &mut rng);
            let (mut some, mut all) = (fill_out(&position, bamboo), fill_out(&position, bamboo));
            for games in [1, 2, 7, 10, 63, 64, 65, 128, 300, 511, 512] {
                let seed = rng.next_u64();
                let result = some.run_some(games, &mut LaneRng::new(seed)).clone();
                let whole = all.run(&mut LaneRng::new(seed)).clone();
                assert_eq!((result.lanes(), whole.lanes()), (games, 512));
                let wins = (0..games).filter(|&lane| all.winner(lane) == Color::Black).count();
                assert_eq!(result.wins(Color::Black) as usize, wins);
                assert_eq!(result.wins(Color::White), games - wins as u32);
                check_counts(&position, &all, &result);
                assert!(games < 512 || result == whole);
            }
        }
    }
}

#[test]
#[should_panic(expected = "from 1 to 512")]
fn no_games_are_too_few() {
    fill_out(&empty(Game::Hex, 3), Switch::Off).run_some(0, &mut LaneRng::new(1));
}
