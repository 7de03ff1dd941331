//! Cost that the arena adds to random games: matches of `random` against `random` on Havannah 8 beside the
//! bare playouts, in interleaved rounds; processor time of the whole program, games stored.
//!
//! `cargo run --release -p catena-games-arena --example random_games [ROUNDS]`

#![allow(clippy::print_stdout, reason = "an example prints")]

use std::hint::black_box;
use std::path::Path;
use std::time::Duration;

use catena_arena::{
    Contestant, LocalRunner, Match, MatchGoal, MatchSpec, MatchStore, MoveLimit, Openings, Stop,
};
use catena_core::{Game, Position, Setup, SwapRule};
use catena_engine::ModelStore;
use catena_playout::{Rng, Scratch, Start, kernel};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let rounds: u64 = std::env::args().nth(1).map_or(Ok(9), |text| text.parse())?;
    let folder = std::env::temp_dir().join(format!("catena-random-games-{}", std::process::id()));
    std::fs::create_dir(&folder)?;
    let setup = Setup::new(Game::Havannah, 8, SwapRule::Off)?;
    for games in [100, 1000, 200_000] {
        let mut ratios = Vec::new();
        let (mut bare, mut played) = (Vec::new(), Vec::new());
        for round in 0..rounds {
            bare.push(playouts(&setup, games));
            played.push(a_match(&setup, games, &folder.join(format!("{games}-{round}")))?);
            ratios.push(played[played.len() - 1] / bare[bare.len() - 1]);
        }
        let [bare, played, ratio] = [bare, played, ratios].map(median);
        println!(
            "{games:6} games: {bare:.2} µs a playout, {played:.2} µs a game of a match, ratio {ratio:.2}"
        );
    }
    std::fs::remove_dir_all(&folder)?;
    Ok(())
}

/// Microseconds of a playout, its share in making the board ready for them included.
fn playouts(setup: &Setup, games: u64) -> f64 {
    let began = now();
    let start = Start::new(&Position::new(setup.clone()));
    let (mut scratch, mut rng, kernel) = (Scratch::new(&start), Rng::new(games), kernel(setup.game()));
    for _ in 0..games {
        black_box(kernel(&start, &mut scratch, &mut rng));
    }
    (now() - began).as_secs_f64() * 1e6 / games as f64
}

/// Microseconds of a game, from an open match to its last game in the store.
fn a_match(setup: &Setup, games: u64, file: &Path) -> Result<f64, Box<dyn std::error::Error>> {
    let models = ModelStore::default();
    let random = Contestant::parse("random", setup.game(), &models)?;
    let spec = MatchSpec {
        setup: setup.clone(),
        contestants: vec![random.clone(), random],
        limit: MoveLimit::Playouts(1),
        grace: Duration::ZERO,
        openings: Openings::Empty,
        models,
        seed: 1,
        build: "example".to_owned(),
    };
    let mut contest = Match::open(MatchStore::open(file)?, spec)?;
    let began = now();
    contest.play(MatchGoal { games, sprt: None }, &LocalRunner::new(1), &Stop::new(), &mut ())?;
    Ok((now() - began).as_secs_f64() * 1e6 / games as f64)
}

fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}

/// The processor time of all threads.
#[cfg(unix)]
fn now() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec as u32)
}

/// The time of day, where that of the processor is not known.
#[cfg(not(unix))]
fn now() -> Duration {
    static BEGAN: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    BEGAN.get_or_init(std::time::Instant::now).elapsed()
}
