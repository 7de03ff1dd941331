//! `catena learn network`: a network from games.

use std::path::PathBuf;

use catena_arena::job::path_beside;
use catena_learn::network::{NetworkLearner, NetworkOptions};

use super::progress::LearnProgress;
use super::{Source, check_output, describe, read_games, unless_stopped, write};
use crate::{Done, WrongUsage, interrupt};

#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    source: Source,

    /// Epochs: passes over all training data
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..))]
    epochs: u32,

    /// Batch size in moves
    #[arg(long, value_name = "N", default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..))]
    batch_size: u32,

    /// Initial learning rate; it falls linearly to zero
    #[arg(long, value_name = "X", default_value_t = 0.003)]
    learning_rate: f32,

    /// Hold out every N-th game to measure how well moves are predicted; 0 holds out none
    #[arg(long, value_name = "N", default_value_t = 10)]
    hold_out: usize,

    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// The file of the network
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,
}

pub fn run(args: &Args) -> anyhow::Result<Done> {
    if !(args.learning_rate.is_finite() && args.learning_rate > 0.0) {
        return Err(WrongUsage("--learning-rate must be above 0".to_owned()).into());
    }
    let checkpoint = path_beside(&args.output, ".part");
    check_output(&args.output, &checkpoint, &args.source.games)?;
    let games = read_games(&args.source)?;
    let options = NetworkOptions {
        game: args.source.game,
        epochs: args.epochs,
        batch_size: args.batch_size as usize,
        learning_rate: args.learning_rate,
        hold_out: args.hold_out,
        seed: args.seed,
    };
    let stop = interrupt::watch("the batch under way")?;
    let mut progress = LearnProgress::new();
    let learner = NetworkLearner { options: &options, checkpoint: Some(&checkpoint), stop: &stop };
    let result = learner.learn(&games.games, &mut progress);
    progress.finish();
    let Some(result) = unless_stopped(result)? else { return Ok(Done::WithErrors) };
    println!("learned from {} games, {} moves", result.games, result.choices);
    if result.held_out > 0 {
        println!("{} games held out, {}", result.held_out, describe(&result.prediction));
    }
    write(&args.output, &result.model.to_bytes(), &checkpoint)?;
    Ok(Done::Well)
}
