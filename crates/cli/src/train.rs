//! `catena train`: a network from nothing but self-play.

use std::path::{Path, PathBuf};
use std::sync::Mutex;

use anyhow::Context;
use catena_core::Game;
use catena_learn::train::{Generation, Run, TrainError, TrainObserver, TrainOptions};
use catena_model::network::{Architecture, Network, Statistics};
use serde_json::json;

use crate::args::games;
use crate::cluster::OnArgs;
use crate::matches::{cores, request};
use crate::progress::{Meter, counted, say_resuming, say_stopped};
use crate::{Done, WrongUsage, interrupt, json};

/// A network that takes as long as a few playouts and learns in an evening.
const LAYERS: usize = 6;
const CHANNELS: usize = 32;

#[derive(clap::Args)]
#[command(after_help = "\
A generation is self-play by the best network so far, training on the newest games, and a match of \
the candidate against the best (the gate). The same command resumes after an interruption, kill -9 \
included: games are never lost, an unfinished training or gate is repeated. Options may be changed \
when it resumes, except for the network's.

The directory holds run.json (all figures), curve.svg, networks/ (one file a generation) and games/ \
(files of self-play, which `catena selfplay --print` prints).

Examples:
  catena train --game hex --size 5-11 --dir hex
  catena train --game havannah --size 4,5,6,8 \\
      --channels 48 --layers 8 --threads 8 --dir h
  catena train --game hex --size 11,13 --dir larger \\
      --from hex/networks/00100.safetensors")]
pub struct Args {
    /// The game
    #[arg(long, value_parser = games(), ignore_case = true)]
    game: Game,

    /// Sizes of the boards in the order in which they are learned: 5-11, or 5,7,9,11
    #[arg(long = "size", alias = "sizes", value_name = "N")]
    sizes: String,

    /// Where the run is kept
    #[arg(long, value_name = "DIR")]
    dir: PathBuf,

    /// Generations at the end
    #[arg(long, value_name = "N", default_value_t = 100)]
    generations: u32,

    /// A trained network that a new run starts from [default: random weights]
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,

    /// Channels of the network, a multiple of 16 [default: 32, or those of --from]
    #[arg(long, value_name = "N", conflicts_with = "from")]
    channels: Option<usize>,

    /// Layers of the network, an even number [default: 6, or those of --from]
    #[arg(long, value_name = "N", conflicts_with = "from")]
    layers: Option<usize>,

    /// Leave the statistics of random games out of the network's input
    #[arg(long, conflicts_with = "from")]
    no_statistics: bool,

    /// Games of self-play in a generation
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = clap::value_parser!(u64).range(16..))]
    games_per_generation: u64,

    /// Evaluations of a full search; only these are learned from
    #[arg(long, value_name = "N", default_value_t = 32, value_parser = clap::value_parser!(u32).range(2..))]
    evaluations: u32,

    /// The share of full searches while a game is open; the others are quick
    #[arg(long, value_name = "SHARE", default_value_t = 1.0)]
    full_share: f64,

    /// Times each new position is learned from, on average
    #[arg(long, value_name = "N", default_value_t = 4.0)]
    epochs: f64,

    /// Positions of the newest games that are learned from
    #[arg(long, value_name = "N", default_value_t = 300_000)]
    window: usize,

    /// Positions of a step
    #[arg(long, value_name = "N", default_value_t = 256)]
    batch_size: usize,

    /// The size of the first steps
    #[arg(long, value_name = "RATE", default_value_t = 2e-3)]
    learning_rate: f32,

    /// Weight of the owners of the cells at the end in the loss, beside 1 for the policy
    #[arg(long, value_name = "WEIGHT", default_value_t = 0.1)]
    owner_weight: f32,

    /// Games of the gate
    #[arg(long, value_name = "N", default_value_t = 64)]
    gate_games: u64,

    /// Random seed: another one gives another run
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Threads of learning, and without --on games played at the same time [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,

    #[command(flatten)]
    on: OnArgs,

    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> anyhow::Result<Done> {
    let threads = args.threads.map_or_else(cores, usize::from);
    let from = args.from.as_deref().map(start_network).transpose()?;
    let options = args.options(from.as_ref())?;
    let run = Run::open(&args.dir, options, from, threads, &request::build());
    let mut run = match run {
        Err(TrainError::Options(why)) => return Err(WrongUsage(why).into()),
        run => run?,
    };
    if let Some(last) = run.state().generations.last() {
        say_resuming(last.number.into(), "generation", args.dir.display());
    }
    let runner = args.on.runner_or(threads, &args.dir)?;
    let stop = interrupt::watch("the games under way")?;
    let progress = TrainMeter(Mutex::new(Meter::new("games", None, 0)));
    let trained = run.train(args.generations, runner.as_ref(), &stop, &progress);
    progress.finish();
    trained?;
    let done = run.state().generations.len() as u32;
    let best = args.dir.join(format!("networks/{:05}.safetensors", run.state().best));
    if args.json {
        json::print(&json!({
            "game": args.game.name(),
            "dir": args.dir.display().to_string(),
            "best": best.display().to_string(),
            "generations": run.state().generations,
            "end": if done < args.generations { "stopped" } else { "complete" },
        }))?;
    } else {
        println!("{}; the best is {}", counted(done.into(), "generation"), best.display());
    }
    if done < args.generations {
        say_stopped(args.dir.display());
        return Ok(Done::Interrupted);
    }
    Ok(Done::Well)
}

impl Args {
    fn options(&self, from: Option<&Network>) -> Result<TrainOptions, WrongUsage> {
        let architecture = match from.map(Network::architecture) {
            Some(architecture) if architecture.game != self.game => {
                let (of, game) = (architecture.game, self.game);
                return Err(WrongUsage(format!("--from names a network for {of}, not for {game}")));
            }
            Some(architecture) => architecture.clone(),
            None => self.architecture(),
        };
        let mut options = TrainOptions::new(architecture, sizes(&self.sizes)?);
        options.games = self.games_per_generation;
        options.selfplay.evaluations = self.evaluations;
        // Halving needs second visits: no more moves than half of the evaluations.
        options.selfplay.considered = options.selfplay.considered.min(self.evaluations / 2);
        options.selfplay.full_share = self.full_share;
        options.steps.epochs = self.epochs;
        options.steps.window = self.window;
        options.steps.batch = self.batch_size.max(1);
        options.steps.learning_rate = self.learning_rate;
        options.steps.owner_weight = self.owner_weight;
        options.gate.games = self.gate_games.max(2);
        options.seed = self.seed;
        Ok(options)
    }

    fn architecture(&self) -> Architecture {
        let (layers, channels) = (self.layers.unwrap_or(LAYERS), self.channels.unwrap_or(CHANNELS));
        let mut architecture = Architecture::new(self.game, layers, channels);
        if self.no_statistics {
            architecture.statistics = Statistics::Off;
        }
        architecture
    }
}

fn start_network(path: &Path) -> anyhow::Result<Network> {
    Network::load(path).with_context(|| crate::args::reading(path))
}

/// Sizes and ranges of sizes, separated by commas.
fn sizes(text: &str) -> Result<Vec<u16>, WrongUsage> {
    let wrong = || WrongUsage(format!("{text:?} are no sizes of boards: write 5-11, or 5,7,9"));
    let number = |text: &str| text.trim().parse::<u16>().map_err(|_| wrong());
    let mut sizes = Vec::new();
    for part in text.split(',') {
        match part.split_once('-') {
            Some((first, last)) => sizes.extend(number(first)?..=number(last)?),
            None => sizes.push(number(part)?),
        }
    }
    if sizes.is_empty() { Err(wrong()) } else { Ok(sizes) }
}

/// The meter of the phase under way; several threads tell it.
struct TrainMeter(Mutex<Meter>);

impl TrainMeter {
    fn show(&self, unit: &'static str, done: u64, of: u64, message: impl FnOnce() -> String) {
        if let Ok(mut meter) = self.0.lock() {
            meter.phase(unit, of);
            meter.update(done, message);
        }
    }

    fn finish(&self) {
        if let Ok(meter) = self.0.lock() {
            meter.finish();
        }
    }
}

impl TrainObserver for TrainMeter {
    fn games(&self, generation: u32, done: u64, of: u64) {
        self.show("games", done, of, || format!("generation {generation}"));
    }

    fn steps(&self, generation: u32, done: u64, of: u64, policy: f64, value: f64) {
        let message = || format!("generation {generation}, policy {policy:.3}, value {value:.3}");
        self.show("steps", done, of, message);
    }

    fn gate(&self, generation: u32, done: u64, of: u64) {
        self.show("pairs in the gate", done, of, || format!("generation {generation}"));
    }

    fn generation(&self, generation: &Generation) {
        let Generation { number, games, positions, policy_loss, policy_entropy, value_loss, .. } = generation;
        let line = format!(
            "generation {number}: {games} games, {positions} positions; held out: policy {policy_loss:.3} \
             (entropy {policy_entropy:.3}), value {value_loss:.3}, top-1 {:.1} %; gate {:.1} %{}; {:.0} s",
            100.0 * generation.top1,
            100.0 * generation.gate_score,
            if generation.accepted { "" } else { ", not accepted" },
            generation.seconds,
        );
        if let Ok(meter) = self.0.lock() {
            meter.line(&line);
        }
    }
}
