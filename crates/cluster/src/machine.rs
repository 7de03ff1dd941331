//! Description of a machine: its name, its processor and its speed.

use std::fs;
use std::hint::black_box;
use std::time::{Duration, Instant};

use catena_core::{Game, Position, Setup, SwapRule};
use catena_playout::{Rng, Scratch, Start, kernel};

/// Rounds that are timed; the fastest counts, because other programs only make them slower.
const ROUNDS: usize = 8;
const ROUND: Duration = Duration::from_millis(25);

/// Machines whose speeds are this near to each other are equally fast; the measurement is not more precise.
const EQUAL: f64 = 0.05;

/// Uniform playouts a second on Hex 11 in one thread: the row `uniform` of `catena bench playouts`.
#[must_use]
pub fn speed() -> f64 {
    let setup = Setup::new(Game::Hex, 11, SwapRule::Off).expect("Hex 11 is a board");
    let start = Start::new(&Position::new(setup));
    let (mut scratch, mut rng, kernel) = (Scratch::new(&start), Rng::new(1), kernel(Game::Hex));
    let mut fastest = 0.0f64;
    for _ in 0..ROUNDS {
        let (began, mut playouts) = (Instant::now(), 0u32);
        while began.elapsed() < ROUND {
            for _ in 0..50 {
                black_box(kernel(&start, &mut scratch, &mut rng));
            }
            playouts += 50;
        }
        fastest = fastest.max(f64::from(playouts) / began.elapsed().as_secs_f64());
    }
    fastest
}

/// Factor from times of a machine that asks to times of one that works.
pub(crate) fn time_factor(asks: f64, works: f64) -> f64 {
    let factor = asks / works;
    if (factor - 1.0).abs() <= EQUAL { 1.0 } else { factor }
}

/// The name of this machine.
#[must_use]
pub fn host() -> String {
    let named = fs::read_to_string("/proc/sys/kernel/hostname").ok();
    let named = named.map(|name| name.trim().to_owned()).filter(|name| !name.is_empty());
    named.or_else(|| std::env::var("HOSTNAME").ok()).unwrap_or_else(|| "unnamed".to_owned())
}

/// The model of the processor, as far as the system tells it.
#[must_use]
pub fn processor() -> String {
    let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = text.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    model.map_or_else(|| std::env::consts::ARCH.to_owned(), |(_, name)| name.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slower_machines_get_more_time() {
        assert_eq!(time_factor(2e5, 1e5), 2.0);
        assert_eq!(time_factor(1e5, 2e5), 0.5);
        assert_eq!(time_factor(1.04e5, 1e5), 1.0);
        assert!(speed() > 100.0 && !host().is_empty() && !processor().is_empty());
    }
}
