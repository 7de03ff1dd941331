//! `catena players`: who can be asked to play.

use std::io::{self, Write};

use catena_core::Game;
use catena_engine::PRESETS;

use crate::Done;

#[derive(clap::Args)]
pub struct Args {}

pub fn run(_: &Args) -> anyhow::Result<Done> {
    let mut output = io::stdout().lock();
    for preset in PRESETS {
        let games: Vec<&str> = preset.games.iter().map(|game| game.name()).collect();
        let games =
            if preset.games.len() == Game::ALL.len() { "all games".to_owned() } else { games.join(", ") };
        writeln!(output, "{:<10} {:<12} {} ({})", preset.name, games, preset.summary, preset.source)?;
    }
    Ok(Done::Well)
}
