//! `catena learn network`: a network from games.

use std::path::PathBuf;

use catena_learn::checkpoint::beside;
use catena_learn::network::{NetworkLearner, NetworkOptions};

use super::progress::Progress;
use super::{Source, check_output, foretold, read_games, unless_stopped, write};
use crate::{Done, WrongUsage, interrupt};

#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    source: Source,

    /// How often each move is learned from
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,

    /// Moves between two steps
    #[arg(long, value_name = "N", default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..))]
    portion: u32,

    /// The size of the first steps; they become smaller up to the end
    #[arg(long, value_name = "X", default_value_t = 0.003)]
    rate: f32,

    /// Hold out every N-th game to measure how well moves are foretold; 0 holds out none
    #[arg(long, value_name = "N", default_value_t = 10)]
    hold_out: usize,

    /// Where random numbers start
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// The file of the network
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,
}

pub fn run(args: &Args) -> anyhow::Result<Done> {
    if !(args.rate.is_finite() && args.rate > 0.0) {
        return Err(WrongUsage("--rate must be above 0".to_owned()).into());
    }
    let checkpoint = beside(&args.output, ".part");
    check_output(&args.output, &checkpoint, &args.source.games)?;
    let games = read_games(&args.source)?;
    let options = NetworkOptions {
        game: args.source.game,
        rounds: args.rounds,
        portion: args.portion as usize,
        rate: args.rate,
        hold_out: args.hold_out,
        seed: args.seed,
    };
    let stop = interrupt::watch("the portion under way")?;
    let mut progress = Progress::new();
    let learner = NetworkLearner { options: &options, checkpoint: Some(&checkpoint), stop: &stop };
    let lesson = learner.learn(&games.games, &mut progress);
    progress.finish();
    let Some(lesson) = unless_stopped(lesson)? else { return Ok(Done::WithErrors) };
    println!("learned from {} games, {} moves", lesson.games, lesson.choices);
    if lesson.held_out > 0 {
        println!("{} games held out, {}", lesson.held_out, foretold(&lesson.prediction));
    }
    write(&args.output, &lesson.network.to_bytes(), &checkpoint)?;
    Ok(Done::Well)
}
