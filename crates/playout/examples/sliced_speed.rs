//! Times sliced fill-outs beside a plain scalar playout, in interleaved rounds on one core.
//!
//! `cargo run --release -p catena-playout --example sliced_speed [ROUNDS [BOARD]]`, a board being
//! `hex11` or the like.

#![allow(clippy::print_stdout, reason = "an example prints")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use catena_core::rules::Rules;
use catena_core::{Board, Cell, Color, Game, Position, Setup, SwapRule, with_rules};
use catena_playout::{Amaf, Bamboo, FillOut, FillOutOptions, LaneRng, Lanes, Rng};

const BOARDS: [(Game, u64); 12] = [
    (Game::Hex, 7),
    (Game::Hex, 11),
    (Game::Hex, 19),
    (Game::Y, 7),
    (Game::Y, 11),
    (Game::Y, 26),
    (Game::Star, 6),
    (Game::Star, 8),
    (Game::Star, 10),
    (Game::Renkula, 3),
    (Game::Renkula, 4),
    (Game::Renkula, 6),
];

/// How long each contender runs in a round.
const SLICE: Duration = Duration::from_millis(20);

/// Makes some playouts and says how many.
type Contender = Box<dyn FnMut() -> u32>;

fn main() {
    let rounds = std::env::args().nth(1).map_or(7, |text| text.parse().expect("ROUNDS is a number"));
    println!("million playouts a second: median (lowest - highest of {rounds} rounds), times scalar");
    let only = std::env::args().nth(2);
    for (game, size) in BOARDS {
        if only.as_ref().is_some_and(|only| *only != format!("{game}{size}")) {
            continue;
        }
        let position = Position::new(Setup::new(game, size, SwapRule::Off).expect("listed sizes exist"));
        let mut contenders: Vec<(String, Contender)> = vec![("scalar".into(), scalar(&position))];
        for lanes in Lanes::available() {
            for amaf in [Amaf::Off, Amaf::On] {
                let options = FillOutOptions { amaf, lanes, bamboo: Bamboo::Off };
                contenders.push((format!("{lanes}, amaf {amaf:?}"), sliced(&position, options)));
            }
        }
        let speeds = measure(&mut contenders, rounds);
        for ((name, _), speed) in contenders.iter().zip(&speeds) {
            let (low, high) = (speed[0], speed[rounds - 1]);
            let middle = speed[rounds / 2];
            let ratio = middle / speeds[0][rounds / 2];
            println!("{game:8}{size:3}  {name:20}{middle:9.2} ({low:.2} - {high:.2})  {ratio:6.1} x");
        }
    }
}

/// Speeds of each contender, sorted; they take turns in every round.
fn measure(contenders: &mut [(String, Contender)], rounds: usize) -> Vec<Vec<f64>> {
    let mut speeds = vec![Vec::new(); contenders.len()];
    for _ in 0..rounds {
        for ((_, contender), speeds) in contenders.iter_mut().zip(&mut speeds) {
            let start = Instant::now();
            let mut playouts = 0;
            while start.elapsed() < SLICE {
                playouts += contender();
            }
            speeds.push(f64::from(playouts) / start.elapsed().as_secs_f64() / 1e6);
        }
    }
    speeds.iter_mut().for_each(|speeds| speeds.sort_by(f64::total_cmp));
    speeds
}

fn sliced(position: &Position, options: FillOutOptions) -> Contender {
    let mut fill_out = FillOut::new(position.setup(), options).expect("listed games have fill-outs");
    fill_out.prepare(position);
    let mut rng = LaneRng::new(1);
    Box::new(move || {
        black_box(fill_out.run(&mut rng).wins(Color::Black));
        fill_out.run(&mut rng).lanes() * 2
    })
}

/// Uniform playouts to the first win on the union-find board of the core.
fn scalar(position: &Position) -> Contender {
    let position = position.clone();
    let mut places: Vec<Cell> = position.topology().places().collect();
    let mut board = position.board().clone();
    let mut rng = Rng::new(1);
    let game = position.setup().game();
    Box::new(move || {
        for _ in 0..64 {
            board.clone_from(position.board());
            with_rules!(game, R => black_box(playout::<R>(&position, &mut board, &mut places, &mut rng)));
        }
        64
    })
}

fn playout<R: Rules>(position: &Position, board: &mut Board, places: &mut [Cell], rng: &mut Rng) -> Color {
    let topology = position.topology();
    let mut color = position.to_move();
    for i in 0..places.len() {
        let from = i + rng.below((places.len() - i) as u32) as usize;
        places.swap(i, from);
        if let Some(outcome) = R::play(topology, board, places[i], color) {
            return outcome.winner.unwrap_or(color);
        }
        color = !color;
    }
    R::when_full(topology, board).winner.unwrap_or(color)
}
