//! Regret of each method, on functions whose highest point is known: the win rate lost at its estimate, means
//! over seeds with their standard errors, in percent. The table of `docs/tuning.md`.
//!
//! `cargo run --release -p catena-games-learn --example regret [SEEDS]`

#![allow(clippy::print_stdout, reason = "an example prints")]

use catena_learn::tune::synthetic::{LANDSCAPES, Landscape};
use catena_learn::tune::{Method, Tuner};

const GAMES: [u64; 2] = [1000, 4000];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let seeds: u64 = std::env::args().nth(1).map_or(Ok(40), |text| text.parse())?;
    println!("| function | games | CLOP | SPSA | uniform |\n|---|---|---|---|---|");
    for landscape in LANDSCAPES.iter().filter(|landscape| !landscape.name.starts_with("flat")) {
        let columns = Method::ALL.map(|method| regrets(landscape, method, seeds));
        for (row, games) in GAMES.into_iter().enumerate() {
            let cells = columns.each_ref().map(|column| told(&column[row]));
            println!("| {} | {games} | {} |", landscape.name, cells.join(" | "));
        }
    }
    Ok(())
}

/// The regret after each number of games, for each seed.
fn regrets(landscape: &Landscape, method: Method, seeds: u64) -> [Vec<f64>; 2] {
    let mut regrets = [Vec::new(), Vec::new()];
    for seed in 1000..1000 + seeds {
        let mut tuner = Tuner::new(method, vec![0.5; landscape.dimensions], seed);
        let mut samples = Vec::new();
        for (row, games) in GAMES.into_iter().enumerate() {
            landscape.play(&mut tuner, seed, games, &mut samples);
            regrets[row].push(100.0 * landscape.regret(&tuner.estimate(&samples)));
        }
    }
    regrets
}

fn told(regrets: &[f64]) -> String {
    let count = regrets.len() as f64;
    let mean = regrets.iter().sum::<f64>() / count;
    let variance = regrets.iter().map(|regret| (regret - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
    format!("{mean:.2} ± {:.2}", (variance / count).sqrt())
}
