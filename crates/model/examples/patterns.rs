//! Cost of patterns compared with uniform playouts, interleaved: `patterns [GAME SIZE]`. Playouts by
//! patterns, and the patterns of all empty cells at each move of a random fill, as a search looks them up.

#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a program that prints")]

use std::time::{Duration, Instant};

use catena_core::{Cell, Color, Game, Position, Setup, SwapRule};
use catena_model::pattern::{Keys, Neighborhood, PatternTable, PatternWeights, PlayoutGammas};
use catena_model::{Model, ModelKind, embedded::embedded};
use catena_playout::kernel::softmax;
use catena_playout::policy::{PatternChances, Patterns};
use catena_playout::{Rng, Scratch, Start, kernel};

/// Short batches, the best of many: a busy machine interrupts the long ones.
const BATCH: u32 = 20;
const ROUNDS: u32 = 500;

fn main() {
    let mut args = std::env::args().skip(1);
    let game = args.next().map_or(Game::Hex, |name| Game::parse(&name).unwrap());
    let size = args.next().map_or(11, |size| size.parse().unwrap());
    let setup = Setup::new(game, size, SwapRule::Off).unwrap();
    let began = Instant::now();
    let file = embedded(ModelKind::Patterns, game).unwrap();
    let weights = PatternWeights::from_bytes(file.bytes).unwrap();
    let read = began.elapsed();
    let table = PatternTable::new(&weights).unwrap();
    println!("read in {read:?}, table of {} patterns after {:?}", table.len(), began.elapsed());
    let began = Instant::now();
    let file = embedded(ModelKind::PlayoutPatterns, game).unwrap();
    let model = Model::<PlayoutGammas>::from_bytes(file.bytes).unwrap();
    let mut policy =
        Patterns::new(model.value.six().unwrap(), setup.topology(), PatternChances::PAPER).unwrap();
    println!("tables of playouts in {:?}", began.elapsed());
    let around = Neighborhood::new(game, setup.topology(), table.reach()).unwrap();
    let start = Start::new(&Position::new(setup.clone()));
    let mut scratch = Scratch::new(&start);
    let (uniform, by_patterns, mut rng) = (kernel(game), softmax(game), Rng::new(1));
    let mut best = [Duration::MAX; 3];
    let mut units = [0u64; 3];
    for _ in 0..ROUNDS {
        let mut timed = |row: usize, runs: u32, run: &mut dyn FnMut() -> u64| {
            let began = Instant::now();
            let done = (0..runs).map(|_| run()).sum::<u64>();
            // Games differ in length: the time is that of this many units.
            let per_unit = began.elapsed() * 1_000_000 / u32::try_from(done).unwrap();
            best[row] = best[row].min(per_unit);
            units[row] += done;
        };
        timed(0, BATCH, &mut || u64::from(uniform(&start, &mut scratch, &mut rng).moves));
        timed(1, BATCH, &mut || {
            let playout = by_patterns(&start, &mut scratch, &mut policy, usize::MAX, &mut rng);
            u64::from(playout.unwrap().moves)
        });
        timed(2, 1, &mut || look_up_all(&table, &around, &setup, &mut rng));
    }
    let games = f64::from(BATCH * ROUNDS);
    let names = ["uniform playout, each move", "playout by patterns, each move", "global pattern of a cell"];
    for (row, name) in names.into_iter().enumerate() {
        println!("{name}: {:.1} ns", best[row].as_nanos() as f64 / 1e6);
    }
    println!("moves: {:.1} uniform, {:.1} by patterns", units[0] as f64 / games, units[1] as f64 / games);
}

/// The patterns of all empty cells after each move of a random fill; how many they are.
fn look_up_all(table: &PatternTable, around: &Neighborhood, setup: &Setup, rng: &mut Rng) -> u64 {
    let mut keys = Keys::new(around);
    let mut open: Vec<Cell> = setup.topology().places().collect();
    let (mut color, mut count, mut sum) = (Color::Black, 0, 0.0);
    while !open.is_empty() {
        let cell = open.swap_remove(rng.below(open.len() as u32) as usize);
        keys.place(around, cell, color);
        color = !color;
        sum += open.iter().map(|&cell| table.gamma(table.global(keys.of(cell), color))).sum::<f32>();
        count += open.len() as u64;
    }
    assert!(sum.is_finite());
    count
}
