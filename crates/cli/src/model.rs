//! `catena model`: what a file of a network holds, what it says about a position, and the network
//! in other formats.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context;
use catena_core::{Cell, Game, Position, Record, Setup, SwapRule};
use catena_model::ModelHash;
use catena_model::network::{
    Architecture, Encoder, Inference, Network, NetworkEvaluation, Output, Quantized, Reference, plane_names,
};
use serde_json::json;

use crate::args::{check_writable, games, reading, size_help};
use crate::{Done, WrongUsage};

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  catena model show hex.network
  catena model evaluate hex.network --size 7 --moves \"d4\"
  catena model export hex.network --onnx hex.onnx")]
pub struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand)]
enum What {
    /// Print game, architecture, parameters, hash and description of a network
    Show(ShowArgs),
    /// Write an untrained network: where training elsewhere begins
    New(NewArgs),
    /// Evaluate a position: policy and value for the player to move
    Evaluate(EvaluateArgs),
    /// Write a network in another format
    Export(ExportArgs),
}

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  catena model show hex.network
  catena model show hex.network --json")]
struct ShowArgs {
    /// A network (safetensors)
    file: PathBuf,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  catena model new untrained.safetensors --game hex
  catena model new large.safetensors --game y \\
      --layers 10 --channels 64")]
struct NewArgs {
    /// The file to write (safetensors)
    file: PathBuf,

    /// The game
    #[arg(long, value_parser = games(), ignore_case = true)]
    game: Game,

    /// Layers of the network, an even number
    #[arg(long, value_name = "N", default_value_t = 6)]
    layers: usize,

    /// Channels of the network, a multiple of 16
    #[arg(long, value_name = "N", default_value_t = 32)]
    channels: usize,

    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  catena model evaluate hex.network --size 7
  catena model evaluate hex.network --moves \"d4 e3\" --json")]
struct EvaluateArgs {
    /// A network (safetensors)
    file: PathBuf,

    #[arg(long, value_name = "N", help = size_help())]
    size: Option<u64>,

    /// The moves that lead to the position, separated by blanks
    #[arg(long, value_name = "MOVES", default_value = "", hide_default_value = true)]
    moves: String,

    /// Print one JSON object, with the input of the network
    #[arg(long)]
    json: bool,
}

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  catena model export hex.network --onnx hex.onnx")]
struct ExportArgs {
    /// A network (safetensors)
    file: PathBuf,

    /// Write an ONNX model
    #[arg(long, value_name = "FILE")]
    onnx: PathBuf,
}

pub fn run(args: &Args) -> anyhow::Result<Done> {
    let mut output = io::stdout().lock();
    match &args.what {
        What::Show(args) => show(args, &mut output)?,
        What::New(args) => {
            let architecture = Architecture::new(args.game, args.layers, args.channels);
            let network =
                Network::random(architecture, args.seed).map_err(|error| WrongUsage(error.to_string()))?;
            network.save(&args.file).with_context(|| format!("writing {}", args.file.display()))?;
        }
        What::Evaluate(args) => evaluate(args, &mut output)?,
        What::Export(args) => {
            check_writable(&args.onnx)?;
            let model = load(&args.file)?.to_onnx();
            std::fs::write(&args.onnx, model).with_context(|| format!("writing {}", args.onnx.display()))?;
        }
    }
    Ok(Done::Well)
}

fn load(path: &Path) -> anyhow::Result<Network> {
    Network::load(path).with_context(|| reading(path))
}

fn show(args: &ShowArgs, output: &mut impl Write) -> anyhow::Result<()> {
    let network = load(&args.file)?;
    // Of the file as it is: whoever wrote it may have laid it out differently from us.
    let hash = ModelHash::of(&std::fs::read(&args.file).with_context(|| reading(&args.file))?);
    let architecture = network.architecture();
    let parameters = network.parameters().values().len();
    let description = &network.description;
    if args.json {
        let all = json!({
            "game": architecture.game.name(),
            "architecture": architecture,
            "parameters": parameters,
            "hash": hash.to_string(),
            "calibrated": network.calibration().is_some(),
            "summary": description.summary,
            "training": description.training,
            "planes": plane_names(architecture.game),
            "tensors": network.parameters().tensors().iter().map(|tensor| {
                json!({ "name": tensor.name, "shape": tensor.shape })
            }).collect::<Vec<_>>(),
        });
        serde_json::to_writer_pretty(&mut *output, &all)?;
        return Ok(writeln!(output)?);
    }
    let pooled = (0..architecture.blocks()).filter(|&block| architecture.pools(block)).count();
    writeln!(output, "game         {}, all sizes", architecture.game.title())?;
    writeln!(
        output,
        "architecture {} layers of {} channels: {} residual blocks, {pooled} with global pooling",
        architecture.layers,
        architecture.channels,
        architecture.blocks()
    )?;
    let named = |value: serde_json::Result<serde_json::Value>| -> anyhow::Result<String> {
        Ok(value?.as_str().unwrap_or_default().to_owned())
    };
    writeln!(output, "neighbors    {}", named(serde_json::to_value(architecture.neighbors))?)?;
    writeln!(output, "statistics   {}", named(serde_json::to_value(architecture.statistics))?)?;
    writeln!(
        output,
        "heads        policy {} channels, value {} units",
        architecture.policy_channels, architecture.value_channels
    )?;
    writeln!(output, "parameters   {parameters}")?;
    writeln!(output, "calibrated   {}", if network.calibration().is_some() { "yes" } else { "no" })?;
    writeln!(output, "hash         {hash}")?;
    writeln!(
        output,
        "summary      {}",
        if description.summary.is_empty() { "-" } else { &description.summary }
    )?;
    for (key, value) in &description.training {
        writeln!(output, "training     {key}: {value}")?;
    }
    Ok(())
}

fn evaluate(args: &EvaluateArgs, output: &mut impl Write) -> anyhow::Result<()> {
    let network = Arc::new(load(&args.file)?);
    let game = network.architecture().game;
    let size = args.size.unwrap_or_else(|| game.default_size().into());
    let setup = Setup::new(game, size, SwapRule::Off).map_err(|error| WrongUsage(error.to_string()))?;
    let position = if args.moves.trim().is_empty() {
        Position::new(setup)
    } else {
        Record::read(args.moves.as_bytes(), Some(&setup)).context("reading --moves")?.position()
    };
    let mut exact = NetworkEvaluation::default();
    Inference::reference(&network, position.setup()).evaluate(&position, &mut exact);
    let empty: Vec<Cell> =
        position.topology().places().filter(|&cell| position.board().stone(cell).is_none()).collect();
    let policy = softmax(&exact, &empty);
    if args.json {
        let input = input(&network, &position);
        let named = empty.iter().zip(&policy).map(|(&cell, &share)| (position.topology().name(cell), share));
        let all = json!({
            "game": game.name(),
            "size": size,
            "moves": args.moves,
            "value": exact.value,
            "draw": exact.draw,
            "policy": named.collect::<std::collections::BTreeMap<_, _>>(),
            "input": input,
        });
        serde_json::to_writer(&mut *output, &all)?;
        return Ok(writeln!(output)?);
    }
    let mut fast = NetworkEvaluation::default();
    Inference::new(&Arc::new(Quantized::new(&network)), position.setup()).evaluate(&position, &mut fast);
    let fast_policy = softmax(&fast, &empty);
    writeln!(output, "{} to move: value {:.4} (int8 {:.4})", position.to_move(), exact.value, fast.value)?;
    let mut order: Vec<usize> = (0..empty.len()).collect();
    order.sort_by(|&a, &b| policy[b].total_cmp(&policy[a]));
    for &i in order.iter().take(10) {
        let name = position.topology().name(empty[i]);
        writeln!(output, "{name:<6} {:.4} (int8 {:.4})", policy[i], fast_policy[i])?;
    }
    Ok(())
}

/// The probabilities of the empty cells.
fn softmax(evaluation: &NetworkEvaluation, empty: &[Cell]) -> Vec<f32> {
    let logit = |cell: &Cell| evaluation.policy[cell.index()];
    let largest = empty.iter().map(logit).fold(f32::NEG_INFINITY, f32::max);
    let sum: f32 = empty.iter().map(|cell| (logit(cell) - largest).exp()).sum();
    empty.iter().map(|cell| (logit(cell) - largest).exp() / sum).collect()
}

/// Inputs and outputs of the network, node by node, for programs that evaluate it themselves.
fn input(network: &Arc<Network>, position: &Position) -> serde_json::Value {
    let mut encoder = Encoder::new(network.architecture(), position.setup());
    let mut planes = vec![0; encoder.len()];
    encoder.encode(position, &mut planes);
    let graph = encoder.graph();
    let mut answer = Output::default();
    Reference::new(network, graph).forward(&planes, &mut answer);
    json!({
        "planes": planes.chunks(network.architecture().planes()).collect::<Vec<_>>(),
        "taps": (0..graph.nodes()).map(|node| graph.taps(node)).collect::<Vec<_>>(),
        "policy": answer.policy,
        "outcome": &answer.outcome[..network.architecture().outcomes()],
    })
}
