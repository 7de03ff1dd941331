//! What patterns cost beside uniform playouts, interleaved: `patterns [GAME SIZE]`. After every move of
//! a random fill the keys around it are brought up to date and looked up for both colors.

#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a program that prints")]

use std::time::{Duration, Instant};

use catena_core::{ByColor, Cell, Color, Game, Position, Setup, SwapRule};
use catena_playout::pattern::{GammaTable, Key, Keys, PatternTable, Surroundings, Weights};
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
    let weights = Weights::embedded(game).unwrap();
    let read = began.elapsed();
    let table = PatternTable::new(&weights).unwrap();
    println!("read in {read:?}, table of {} patterns after {:?}", table.len(), began.elapsed());
    let around = Surroundings::new(game, setup.topology(), table.reach()).unwrap();
    let start = Start::new(&Position::new(setup.clone()));
    let mut scratch = Scratch::new(&start);
    let (play, mut rng) = (kernel(game), Rng::new(1));
    let (whole, capped) =
        (GammaTable::new(&table, |gamma| gamma), GammaTable::new(&table, |gamma| gamma.min(0.157)));
    let of_table = |key: Key| {
        let index = table.global(key);
        ByColor { black: table.gamma(index.black), white: table.gamma(index.white) }
    };
    let mut best = [Duration::MAX; 5];
    let mut sum = 0.0;
    for _ in 0..ROUNDS {
        let mut timed = |row: usize, run: &mut dyn FnMut() -> f32| {
            let began = Instant::now();
            sum += (0..BATCH).map(|_| run()).sum::<f32>();
            best[row] = best[row].min(began.elapsed());
        };
        timed(0, &mut || f32::from(play(&start, &mut scratch, &mut rng).moves));
        timed(1, &mut || fill(&around, &setup, &mut rng, |_| ByColor::default()));
        timed(2, &mut || fill(&around, &setup, &mut rng, of_table));
        timed(3, &mut || fill(&around, &setup, &mut rng, |key| whole.of(key)));
        timed(4, &mut || fill(&around, &setup, &mut rng, |key| capped.of(key)));
    }
    assert!(sum.is_finite());
    let cells = setup.topology().places().count() as f64;
    let names = ["uniform playout", "fill with keys", "and indices", "and weights", "and capped weights"];
    for (name, time) in names.into_iter().zip(best) {
        println!("{name}: {:.1} ns a cell", time.as_nanos() as f64 / f64::from(BATCH) / cells);
    }
}

/// A random fill that looks at the empty cells around each stone.
fn fill(around: &Surroundings, setup: &Setup, rng: &mut Rng, look_up: impl Fn(Key) -> ByColor<f32>) -> f32 {
    let mut keys = Keys::new(around);
    let mut open: Vec<Cell> = setup.topology().places().collect();
    let mut empty = [true; 384];
    let mut gammas = [ByColor::default(); 384];
    let mut color = Color::Black;
    while !open.is_empty() {
        let cell = open.swap_remove(rng.below(open.len() as u32) as usize);
        empty[cell.index()] = false;
        keys.place(around, cell, color);
        for link in around.links(cell) {
            if empty[link.cell.index()] {
                gammas[link.cell.index()] = look_up(keys.of(link.cell));
            }
        }
        color = !color;
    }
    gammas[0].black + gammas[1].white
}
