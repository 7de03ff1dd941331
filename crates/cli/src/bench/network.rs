//! `catena bench network`: how fast networks are evaluated, and how near that is to what the
//! processor can do.
//!
//! Every measurement stands beside one of the peak: multiplications of bytes in registers alone.

use std::hint::black_box;
use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;

use catena_core::{Game, Move, Position, Setup, SwapRule};
use catena_model::network::{
    Architecture, Encoder, Int8, Lanes, Network, Output, Quantized, Reference,
    multiply_adds as peak_multiply_adds,
};
use catena_playout::Rng;
use serde::Serialize;

use super::{in_rounds, stopwatch};
use crate::Done;

/// Layers and channels.
const SHAPES: [(usize, usize); 2] = [(6, 32), (10, 64)];

const BOARDS: [(Game, u64); 9] = [
    (Game::Hex, 11),
    (Game::Hex, 13),
    (Game::Hex, 19),
    (Game::Havannah, 8),
    (Game::Havannah, 10),
    (Game::Y, 11),
    (Game::Star, 6),
    (Game::Star, 10),
    (Game::Renkula, 3),
];

/// Rounds in registers between two looks at the clock.
const PEAK_ROUNDS: u64 = 10_000;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  catena bench network
  catena bench network --game y --rounds 3 --json")]
pub struct Args {
    /// Rounds; every row is measured once in each
    #[arg(long, default_value_t = 11, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    rounds: u32,

    /// Milliseconds that each part of a row is measured in each round
    #[arg(long, value_name = "MS", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=60_000))]
    millis: u64,

    /// Only boards of this game
    #[arg(long, value_parser = crate::args::games(), ignore_case = true)]
    game: Option<Game>,

    /// Print one JSON object instead of a table
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> anyhow::Result<Done> {
    let mut rows = Vec::new();
    for (layers, channels) in SHAPES {
        for (game, size) in BOARDS {
            if args.game.is_none_or(|only| only == game) {
                rows.extend(
                    lanes_of(game, size)
                        .map(|lanes| NetworkBenchRow::new(game, size, layers, channels, lanes)),
                );
            }
        }
    }
    let mut rows = rows.into_iter().collect::<anyhow::Result<Vec<NetworkBenchRow>>>()?;
    in_rounds(args.rounds, &mut rows, |row| row.measure(Duration::from_millis(args.millis)));
    let reports: Vec<NetworkBenchReport> = rows.iter().map(NetworkBenchRow::report).collect();
    let mut output = io::stdout().lock();
    if args.json {
        serde_json::to_writer_pretty(&mut output, &serde_json::json!({ "rows": reports }))?;
        writeln!(output)?;
    } else {
        print(&mut output, &reports)?;
    }
    Ok(Done::Well)
}

/// The best instructions on every board, and on one board all of them.
fn lanes_of(game: Game, size: u64) -> impl Iterator<Item = Lanes> {
    let all = (game, size) == BOARDS[0];
    Lanes::available().rev().filter(move |&lanes| all || lanes == Lanes::best())
}

/// A network on a board, with given instructions.
struct NetworkBenchRow {
    game: Game,
    size: u64,
    shape: String,
    lanes: Lanes,
    position: Position,
    encoder: Encoder,
    planes: Vec<u8>,
    output: Output,
    int8: Int8,
    reference: Reference,
    rounds: Vec<Round>,
}

/// Seconds of one evaluation, by parts.
#[derive(Clone, Copy)]
struct Round {
    encode: f64,
    int8: f64,
    f32: f64,
    /// The time that the multiplications alone would take in registers.
    least: f64,
}

/// A row as others read it.
#[derive(Serialize)]
struct NetworkBenchReport {
    game: &'static str,
    size: u64,
    cells: usize,
    network: String,
    instructions: String,
    /// Of the int8 forward pass, in the median round, as all of these.
    evaluations_per_second: f64,
    nanoseconds_per_cell: f64,
    share_of_peak: f64,
    encode_microseconds: f64,
    f32_evaluations_per_second: f64,
}

impl NetworkBenchRow {
    fn new(game: Game, size: u64, layers: usize, channels: usize, lanes: Lanes) -> anyhow::Result<Self> {
        let setup = Setup::new(game, size, SwapRule::Off)?;
        let network = Arc::new(Network::random(Architecture::new(game, layers, channels), 1)?);
        let encoder = Encoder::new(network.architecture(), &setup);
        let quantized = Arc::new(Quantized::with_lanes(&network, lanes));
        let mut row = Self {
            game,
            size,
            shape: format!("{layers} × {channels}"),
            lanes,
            position: opening(setup),
            planes: vec![0; encoder.len()],
            output: Output::default(),
            int8: Int8::new(&quantized, encoder.graph()),
            reference: Reference::new(&network, encoder.graph()),
            encoder,
            rounds: Vec::new(),
        };
        row.encoder.encode(&row.position, &mut row.planes);
        Ok(row)
    }

    fn measure(&mut self, time: Duration) {
        let Self { position, encoder, planes, output, int8, reference, lanes, .. } = self;
        let multiply_adds = int8.multiply_adds() as f64;
        let in_registers = peak_multiply_adds(*lanes, PEAK_ROUNDS) as f64;
        let peak = seconds(time, || {
            black_box(peak_multiply_adds(*lanes, PEAK_ROUNDS));
        });
        let round = Round {
            int8: seconds(time, || int8.forward(black_box(planes), output)),
            encode: seconds(time, || encoder.encode(black_box(position), planes)),
            f32: seconds(time, || reference.forward(black_box(planes), output)),
            least: multiply_adds * peak / in_registers,
        };
        self.rounds.push(round);
    }

    fn report(&self) -> NetworkBenchReport {
        let median = |part: fn(&Round) -> f64| {
            let mut parts: Vec<f64> = self.rounds.iter().map(part).collect();
            parts.sort_by(f64::total_cmp);
            parts[parts.len() / 2]
        };
        let cells = self.position.topology().len();
        let int8 = median(|round| round.int8);
        NetworkBenchReport {
            game: self.game.name(),
            size: self.size,
            cells,
            network: self.shape.clone(),
            instructions: self.lanes.to_string(),
            evaluations_per_second: 1.0 / int8,
            nanoseconds_per_cell: 1e9 * int8 / cells as f64,
            share_of_peak: median(|round| round.least / round.int8),
            encode_microseconds: 1e6 * median(|round| round.encode),
            f32_evaluations_per_second: 1.0 / median(|round| round.f32),
        }
    }
}

/// Seconds that a call takes, over calls of about that time together.
fn seconds(time: Duration, mut call: impl FnMut()) -> f64 {
    let began = stopwatch::now();
    let mut calls = 0;
    loop {
        call();
        calls += 1;
        let passed = stopwatch::now() - began;
        if passed >= time {
            return passed.as_secs_f64() / f64::from(calls);
        }
    }
}

/// A position with a third of the places taken.
fn opening(setup: Setup) -> Position {
    let mut rng = Rng::new(1);
    let mut position = Position::new(setup);
    for _ in 0..position.topology().places().count() / 3 {
        let moves: Vec<Move> = position.legal_moves().collect();
        if let Some(&mv) = moves.get(rng.below(moves.len().max(1) as u32) as usize) {
            position.play_unchecked(mv);
        }
    }
    position
}

fn print(output: &mut impl Write, reports: &[NetworkBenchReport]) -> io::Result<()> {
    writeln!(output, "Evaluations of untrained networks on one core ({})", stopwatch::WHAT_IT_COUNTS)?;
    writeln!(
        output,
        "{:<13}{:>6}  {:<8} {:<12}{:>10}{:>10}{:>9}{:>11}{:>10}",
        "board", "cells", "network", "int8 with", "int8/s", "ns/cell", "of peak", "encode µs", "f32/s"
    )?;
    for report in reports {
        writeln!(
            output,
            "{:<13}{:>6}  {:<8} {:<12}{:>10.0}{:>10.0}{:>8.0}%{:>11.1}{:>10.0}",
            format!("{} {}", report.game, report.size),
            report.cells,
            report.network,
            report.instructions,
            report.evaluations_per_second,
            report.nanoseconds_per_cell,
            100.0 * report.share_of_peak,
            report.encode_microseconds,
            report.f32_evaluations_per_second
        )?;
    }
    writeln!(
        output,
        "of peak: the multiplications of bytes that the network needs, as a part of those the\n\
         processor makes in registers alone in the same time. Encoding is not part of the rates."
    )
}
