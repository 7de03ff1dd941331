//! Times of the kernels in interleaved rounds: `speed [MILLISECONDS PER ROUND] [ROUNDS]`.
//!
//! On a shared machine compare the best rounds, and only within one run.

#![allow(clippy::print_stdout, reason = "a program that prints")]

use std::time::Instant;

use catena_core::{Game, Position, Setup, SizeError, SwapRule, Topology};
use catena_playout::paper::{ROWS, Stats, random_until_win};
use catena_playout::policy::{
    Blocks, Focus, LastGoodReply, Nearest, Policy, Savebridge, SumTree, Uniform, Weighted, guided,
};
use catena_playout::{Rng, Scratch, Start, bare_fill, kernel};

type PaperRun = fn(u64, u64, usize) -> Result<Stats, SizeError>;

/// Something to time: plays `n` games and says how many moves they had.
struct Row {
    name: String,
    run: Box<dyn FnMut(usize) -> usize>,
    /// Games in one call.
    games: usize,
    /// Nanoseconds per move and moves per game, one entry per round.
    rounds: Vec<(f64, f64)>,
}

fn row(name: String, run: impl FnMut(usize) -> usize + 'static) -> Row {
    // Many, because the rows of the paper build their boards in each call.
    Row { name, run: Box::new(run), games: 4_000, rounds: Vec::new() }
}

fn start(game: Game, size: u64) -> Start {
    Start::new(&Position::new(Setup::new(game, size, SwapRule::Off).expect("the size is playable")))
}

fn kernel_row(game: Game, size: u64) -> Row {
    let start = start(game, size);
    let (mut scratch, mut rng, kernel) = (Scratch::new(&start), Rng::new(1), kernel(game));
    row(format!("{game} {size} uniform"), move |n| {
        (0..n).map(|_| usize::from(kernel(&start, &mut scratch, &mut rng).moves)).sum()
    })
}

fn fill_row(game: Game, size: u64) -> Row {
    let start = start(game, size);
    let (mut scratch, mut rng) = (Scratch::new(&start), Rng::new(1));
    row(format!("{game} {size} bare-fill"), move |n| {
        (0..n).map(|_| bare_fill(&start, &mut scratch, &mut rng)).sum()
    })
}

fn guided_row<P: Policy + 'static>(name: &str, game: Game, size: u64, policy: fn(&Topology) -> P) -> Row {
    let start = start(game, size);
    let mut policy = policy(start.setup().topology());
    let (mut scratch, mut rng, kernel) = (Scratch::new(&start), Rng::new(1), guided::<P>(game));
    row(format!("{game} {size} {name}"), move |n| {
        let mut playout = |_| kernel(&start, &mut scratch, &mut policy, usize::MAX, &mut rng);
        (0..n).filter_map(&mut playout).map(|playout| usize::from(playout.moves)).sum()
    })
}

fn paper_rows(size: u64) -> impl Iterator<Item = Row> {
    let ours: [(&str, PaperRun); 1] = [("uniform until b/f win", random_until_win)];
    let theirs =
        ["paper-1", "paper-2", "paper-3", "paper-4", "paper-5"].into_iter().zip(ROWS.map(|row| row.run));
    theirs.chain(ours).map(move |(name, run)| {
        let mut seed = 0;
        row(format!("havannah {size} {name}"), move |n| {
            seed += 1;
            run(size, seed, n).expect("the size is playable").moves
        })
    })
}

fn policy_rows(rows: &mut Vec<Row>) {
    let (game, size) = (Game::Havannah, 8);
    rows.push(guided_row("policy uniform", game, size, |_| Uniform));
    rows.push(guided_row("nearest-own", game, size, |topology| Nearest::new(topology, Focus::Own)));
    rows.push(guided_row("nearest-coin", game, size, |topology| Nearest::new(topology, Focus::Coin)));
    rows.push(guided_row("weighted", game, size, Weighted::<Blocks>::new));
    rows.push(guided_row("weighted by tree", game, size, Weighted::<SumTree<u32>>::new));
    rows.push(guided_row("savebridge", game, size, Savebridge::new));
    rows.push(guided_row("last good reply", game, size, |_| LastGoodReply::new()));
    rows.push(guided_row("savebridge", Game::Hex, 11, Savebridge::new));
}

fn rows() -> Vec<Row> {
    let mut rows = Vec::new();
    for size in [4, 6, 8, 10] {
        rows.push(fill_row(Game::Havannah, size));
        rows.push(kernel_row(Game::Havannah, size));
    }
    for (game, size) in [(Game::Hex, 11), (Game::Y, 11), (Game::Star, 6), (Game::Renkula, 3)] {
        rows.push(fill_row(game, size));
        rows.push(kernel_row(game, size));
    }
    policy_rows(&mut rows);
    rows.extend([4, 6, 8, 10].into_iter().flat_map(paper_rows));
    rows
}

/// Processor time of this thread, which a shared machine shakes less than the time of day.
fn cpu_nanos() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").expect("Linux tells it");
    text.split(' ').next().and_then(|field| field.parse().ok()).expect("the first number is it")
}

fn main() {
    let numbers: Vec<usize> = std::env::args().skip(1).filter_map(|text| text.parse().ok()).collect();
    let (millis, rounds) = (numbers.first().copied().unwrap_or(20), numbers.get(1).copied().unwrap_or(15));
    let mut rows = rows();
    for _ in 0..rounds {
        for row in &mut rows {
            let (began, from, mut games, mut moves) = (Instant::now(), cpu_nanos(), 0, 0);
            while began.elapsed().as_millis() < millis as u128 {
                moves += (row.run)(row.games);
                games += row.games;
            }
            let nanos = cpu_nanos() - from;
            row.rounds.push((nanos / moves as f64, moves as f64 / games as f64));
        }
    }
    println!("{:34} {:>8} {:>8} {:>10} {:>12}", "", "ns/move", "best", "moves", "playouts/s");
    for row in &mut rows {
        row.rounds.sort_by(|a, b| a.0.total_cmp(&b.0));
        let (median, length) = row.rounds[row.rounds.len() / 2];
        let per_second = 1e9 / (median * length);
        println!("{:34} {median:8.2} {:8.2} {length:10.1} {per_second:12.0}", row.name, row.rounds[0].0);
    }
}
