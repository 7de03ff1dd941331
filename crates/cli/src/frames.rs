//! `catena frames`: how far each player of a Havannah position is from edges and figures.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Context;
use catena_app::json::frames_json;
use catena_core::render::{self, Mark, SvgOptions};
use catena_core::{Cell, Color};
use catena_engine::{FramesEvaluator, frames_value_table};
use catena_proof::frame::{EdgeValue, Figure, Frame, Frames, frames, table};

use crate::args::PositionArgs;
use crate::{Done, WrongUsage};

#[derive(clap::Args)]
#[command(after_help = "\
A frame is a set of stones whose connection the opponent cannot prevent: stones that touch, \
2-bridges and ways to an edge. For each edge and each figure the table tells

  z
      how many stones until the frame stands; 0: it stands, whoever moves; -1: it stands even if \
one move of the opponent is ignored (for edges only, down to -3)
  w
      its width: how many more stones make it a chain
  stones; carrier
      the stones to place, and the empty cells that hold the frame together: if the opponent plays in \
one of them, a move in another mends it

`reached` is an edge that the chain is at, `cut off` one that it cannot reach any more. `double` \
are figures that are one stone short, and that the opponent cannot spoil all at once. `≤` says \
that the search for a faster frame was given up. Edge frames start from the largest chain of the \
player's fastest fork, or from --start.

Below the figures a line tells who is ahead: whose frame stands first, or is narrower if both stand. It says \
`winner` where that is proved: the frame stands, and the opponent has no figure in time.

The second table is the evaluation frames-value. For each edge, by playouts of its sub-game:

  z
      how many moves of the opponent can be ignored; negative: how many stones are missing. This is the sign \
of the paper, the other one than above
  n
      how many stones make it a chain once it stands
  mean, temp
      the mean and the temperature of the edge as a hot game: 1 is reached, 0 is cut off
  weight
      how much more the whole board is worth to Black if the edge is reached and not cut off

The last line is the value of the board for Black, from 0 to 1, with its bounds as a sum of these games.

Examples:
  catena frames --size 5 --moves \"e5 d4 f7 c3 f4\"
  catena frames game.sgf --svg frames.svg --figure fork
  catena frames game.sgf --start d4 --json")]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,

    /// Start the edge frames from the empty cell, or the chain of its owner, at this place
    #[arg(long, value_name = "CELL")]
    start: Option<String>,

    /// Print JSON instead of the table
    #[arg(long)]
    json: bool,

    /// Draw a frame: what is to be placed has a +, the carrier is tinted, its stones more strongly
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    /// Whose frame to draw [default: of who is ahead]
    #[arg(long, value_name = "COLOR", value_parser = color, requires = "svg")]
    color: Option<Color>,

    /// Which frame to draw
    #[arg(long, value_enum, default_value_t = Drawn::Fastest, requires = "svg")]
    figure: Drawn,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Drawn {
    /// The one that stands first
    Fastest,
    Bridge,
    Fork,
    Ring,
    /// The frames to all edges
    Edges,
}

fn color(text: &str) -> Result<Color, &'static str> {
    Color::parse(text).ok_or("black or white expected")
}

/// Playouts of an edge for each number of stones ahead, and their seed.
const VALUE_PLAYOUTS: u32 = 200;
const VALUE_SEED: u64 = 1;

pub fn run(args: &Args) -> anyhow::Result<Done> {
    let position = args.position.position()?;
    let from = match &args.start {
        None => None,
        Some(name) => {
            let cell = position.topology().cell(name);
            Some(cell.ok_or_else(|| WrongUsage(format!("--start: there is no cell {name:?}")))?)
        }
    };
    let found = frames(&position, from).map_err(|error| WrongUsage(error.to_string()))?;
    if let Some(file) = &args.svg {
        let marks = marks(args, &found)?;
        let drawing = render::svg(&position, &SvgOptions { marks, ..SvgOptions::default() });
        fs::write(file, drawing).with_context(|| format!("writing {}", file.display()))?;
    }
    let value = FramesEvaluator::new(&position, VALUE_SEED)
        .map_err(|error| WrongUsage(error.to_string()))?
        .evaluate(&position, VALUE_PLAYOUTS);
    let mut output = io::stdout().lock();
    if args.json {
        serde_json::to_writer_pretty(&mut output, &frames_json(&position, &found, &value))?;
        writeln!(output)?;
    } else {
        writeln!(output, "{}\n{}", render::caption(&position), table(&position, &found))?;
        writeln!(output, "\n{}", frames_value_table(&position, &value))?;
    }
    Ok(Done::Well)
}

/// Carriers are tinted, stones more strongly, and what is to be placed most, with a plus.
fn marks(args: &Args, found: &Frames) -> Result<Vec<Mark>, WrongUsage> {
    const CARRIER: f64 = 0.35;
    const STONE: f64 = 0.7;
    const KEY: f64 = 1.0;
    let nothing = || WrongUsage("--svg: nobody can get a figure any more: no frame to draw".to_owned());
    let color = args.color.or(found.race.ahead).ok_or_else(nothing)?;
    let of_color = &found.colors[color];
    let shown: Vec<&Frame> = match args.figure {
        Drawn::Fastest => of_color.fastest().map(|(_, frame)| frame).into_iter().collect(),
        Drawn::Bridge | Drawn::Fork | Drawn::Ring => {
            let figure = match args.figure {
                Drawn::Bridge => Figure::Bridge,
                Drawn::Fork => Figure::Fork,
                _ => Figure::Ring,
            };
            of_color.figures[figure as usize].iter().collect()
        }
        Drawn::Edges => of_color.edges.iter().filter_map(edge_frame).collect(),
    };
    if shown.is_empty() {
        return Err(WrongUsage(format!("--figure: {color} has no such frame to draw")));
    }
    let mark = |cell: Cell, text: &str, heat: f64| Mark { cell, text: text.to_owned(), heat };
    let carriers = shown.iter().flat_map(|frame| frame.carrier.cells()).map(|cell| mark(cell, "", CARRIER));
    let stones = shown.iter().flat_map(|frame| frame.stones.cells()).map(|cell| mark(cell, "", STONE));
    let keys = shown.iter().flat_map(|frame| &frame.keys).map(|&cell| mark(cell, "+", KEY));
    // Of several marks of a cell the last is drawn.
    Ok(carriers.chain(stones).chain(keys).collect())
}

const fn edge_frame(value: &EdgeValue) -> Option<&Frame> {
    match value {
        EdgeValue::Frame { frame, .. } => Some(frame),
        EdgeValue::Reached | EdgeValue::Cut => None,
    }
}
