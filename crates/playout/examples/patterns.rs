//! What patterns cost beside uniform playouts, interleaved: `patterns [GAME SIZE]`. After every move of
//! a random fill the keys around it are brought up to date and looked up for both colors.

#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a program that prints")]

use std::time::{Duration, Instant};

use catena_core::{Cell, Color, Game, Position, Setup, SwapRule};
use catena_playout::pattern::{Keys, PatternTable, Surroundings, Weights};
use catena_playout::{Rng, Scratch, Start, kernel};

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
    let mut best = [Duration::MAX; 3];
    for _ in 0..30 {
        let began = Instant::now();
        let moves: u32 = (0..500).map(|_| u32::from(play(&start, &mut scratch, &mut rng).moves)).sum();
        assert!(moves > 0);
        best[0] = best[0].min(began.elapsed());
        for (row, look_up) in [(1, false), (2, true)] {
            let began = Instant::now();
            let sum: f32 = (0..500).map(|_| fill(&around, &table, &setup, look_up, &mut rng)).sum();
            best[row] = best[row].min(began.elapsed());
            assert!(sum.is_finite());
        }
    }
    let cells = setup.topology().places().count() as f64;
    for (name, time) in
        ["uniform playout", "fill with keys", "fill with keys and weights"].into_iter().zip(best)
    {
        println!("{name}: {:.1} ns a cell", time.as_nanos() as f64 / 500.0 / cells);
    }
}

fn fill(around: &Surroundings, table: &PatternTable, setup: &Setup, look_up: bool, rng: &mut Rng) -> f32 {
    let mut keys = Keys::new(around);
    let mut open: Vec<Cell> = setup.topology().places().collect();
    let mut gammas = [[1f32; 2]; 384];
    let mut color = Color::Black;
    while !open.is_empty() {
        let cell = open.swap_remove(rng.below(open.len() as u32) as usize);
        keys.place(around, cell, color);
        if look_up {
            for link in around.links(cell) {
                let index = table.global(keys.of(link.cell));
                gammas[link.cell.index()] = [table.gamma(index.black), table.gamma(index.white)];
            }
        }
        color = !color;
    }
    gammas[0][0] + gammas[1][1]
}
