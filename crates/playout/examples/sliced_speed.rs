//! Times sliced fill-outs beside the scalar kernel, in interleaved rounds on one core.
//!
//! `cargo run --release -p catena-games-playout --example sliced_speed [ROUNDS [BOARD]]`, a board being
//! `hex11` or the like.

#![allow(clippy::print_stdout, reason = "an example prints")]

use std::hint::black_box;
use std::time::Duration;

use catena_core::{Color, Game, Position, Setup, SwapRule, Switch};
use catena_playout::{FillOut, FillOutOptions, LaneRng, Lanes, Rng, Scratch, Start, kernel};

const BOARDS: [(Game, u64); 7] = [
    (Game::Hex, 11),
    (Game::Y, 11),
    (Game::Star, 6),
    (Game::Star, 8),
    (Game::Star, 10),
    (Game::Renkula, 3),
    (Game::Renkula, 4),
];

/// Running time of each contender in a round.
const SLICE: Duration = Duration::from_millis(20);

/// Makes some playouts and says how many.
type Contender = Box<dyn FnMut() -> u32>;

fn main() {
    let rounds = std::env::args().nth(1).map_or(15, |text| text.parse().expect("ROUNDS is a number"));
    let only = std::env::args().nth(2);
    println!(
        "medians of {rounds} rounds (lowest - highest): million playouts a second, times the scalar kernel"
    );
    for (game, size) in BOARDS {
        if only.as_ref().is_some_and(|only| *only != format!("{game}{size}")) {
            continue;
        }
        let position = Position::new(Setup::new(game, size, SwapRule::Off).expect("listed sizes exist"));
        let mut contenders: Vec<(String, Contender)> = vec![("scalar".into(), scalar(&position))];
        for lanes in Lanes::available() {
            for amaf in [Switch::Off, Switch::On] {
                let options = FillOutOptions { amaf, lanes, bamboo: Switch::Off };
                contenders.push((format!("{lanes}, amaf {amaf:?}"), sliced(&position, options)));
            }
        }
        let speeds = measure(&mut contenders, rounds);
        for ((name, _), speed) in contenders.iter().zip(&speeds) {
            // Both of a round meet the same weather, so their ratio is steadier than either.
            let times = speed.iter().zip(&speeds[0]).map(|(speed, scalar)| speed / scalar).collect();
            let speed = summary(speed.clone(), 2);
            println!("{game:8}{size:3}  {name:20}{speed:26}{} x", summary(times, 1));
        }
    }
}

/// The median, the lowest and the highest.
fn summary(mut numbers: Vec<f64>, digits: usize) -> String {
    numbers.sort_by(f64::total_cmp);
    let (low, high) = (numbers[0], numbers[numbers.len() - 1]);
    format!("{:7.digits$} ({low:.digits$} - {high:.digits$})", numbers[numbers.len() / 2])
}

/// Speeds of each contender, round by round; they take turns in every round.
fn measure(contenders: &mut [(String, Contender)], rounds: usize) -> Vec<Vec<f64>> {
    let mut speeds = vec![Vec::new(); contenders.len()];
    for _ in 0..rounds {
        for ((_, contender), speeds) in contenders.iter_mut().zip(&mut speeds) {
            let start = now();
            let mut playouts = 0;
            let mut spent = Duration::ZERO;
            while spent < SLICE {
                playouts += contender();
                spent = now() - start;
            }
            speeds.push(f64::from(playouts) / spent.as_secs_f64() / 1e6);
        }
    }
    speeds
}

fn sliced(position: &Position, options: FillOutOptions) -> Contender {
    let mut fill_out = FillOut::new(position.setup(), options).expect("listed games have fill-outs");
    fill_out.prepare(position);
    let mut rng = LaneRng::new(1);
    Box::new(move || {
        let mut playouts = 0;
        // Asking for the time should not count.
        for _ in 0..16 {
            let result = fill_out.run(&mut rng);
            black_box(result.wins(Color::Black));
            playouts += result.lanes();
        }
        playouts
    })
}

/// Uniform playouts by the scalar kernel.
fn scalar(position: &Position) -> Contender {
    let kernel = kernel(position.setup().game());
    let start = Start::new(position);
    let mut scratch = Scratch::new(&start);
    let mut rng = Rng::new(1);
    Box::new(move || {
        for _ in 0..256 {
            black_box(kernel(&start, &mut scratch, &mut rng));
        }
        256
    })
}

/// The processor time of this thread, which other programs do not lengthen.
#[cfg(unix)]
fn now() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    let nanos = u32::try_from(time.tv_nsec).expect("a part of a second");
    Duration::new(time.tv_sec.unsigned_abs(), nanos)
}

/// The time of day, where the time of a thread is not known.
#[cfg(not(unix))]
fn now() -> Duration {
    static BEGAN: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    BEGAN.get_or_init(std::time::Instant::now).elapsed()
}
