//! `catena render`: a position or a record as text or SVG.

use std::ffi::OsStr;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use catena_core::Position;
use catena_core::render::{self, Coordinates, MoveNumbers, SvgOptions, Theme};

use crate::args::PositionArgs;
use crate::progress::counted;
use crate::{Done, WrongUsage};

#[derive(clap::Args)]
#[command(after_help = "\
A record is a file of any kind: SGF or HGF, a HexWorld link, a list of moves, lines of JSON, self-play, or a store of \
matches. Without --svg and --output the drawing goes to standard output, as text unless --format says otherwise. \
Files of --output are text, or SVG where the name ends in .svg.

Examples:
  catena render game.sgf
  catena render game.sgf --after 12 --svg game.svg
  catena render --game y --moves \"d4 e4\" --svg y.svg")]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,

    /// Draw the position after N moves [default: all]
    #[arg(long, value_name = "N")]
    after: Option<usize>,

    /// Text or SVG [default: by the ending of --output, else text]
    #[arg(long, value_enum)]
    format: Option<Format>,

    /// Write a picture
    #[arg(long, value_name = "FILE", conflicts_with_all = ["output", "format"])]
    svg: Option<PathBuf>,

    /// Where to write the drawing
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Colors of the SVG
    #[arg(long, value_enum, default_value_t = ThemeName::Light)]
    theme: ThemeName,

    /// Leave the coordinates out of the SVG
    #[arg(long)]
    no_coordinates: bool,

    /// Number the stones of the SVG in the order of play
    #[arg(long)]
    numbers: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    Text,
    Svg,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum ThemeName {
    Light,
    Dark,
}

pub fn run(args: &Args) -> anyhow::Result<Done> {
    let position = position(args)?;
    let drawing = match format(args)? {
        Format::Text => render::text(&position),
        Format::Svg => render::svg(&position, &svg_options(args)),
    };
    match args.svg.as_deref().or(args.output.as_deref()) {
        None => io::stdout().lock().write_all(drawing.as_bytes())?,
        Some(file) => fs::write(file, drawing).with_context(|| format!("writing {}", file.display()))?,
    }
    Ok(Done::Well)
}

fn position(args: &Args) -> anyhow::Result<Position> {
    let mut position = args.position.position()?;
    if let Some(after) = args.after {
        if after > position.plies().len() {
            let moves = counted(position.plies().len() as u64, "move");
            let why = format!("--after {after}: the game has {moves}");
            return Err(WrongUsage(why).into());
        }
        while position.plies().len() > after {
            position.undo();
        }
    }
    Ok(position)
}

/// By the option, else by the ending of the file: a picture of another kind cannot be had.
fn format(args: &Args) -> anyhow::Result<Format> {
    if args.svg.is_some() {
        return Ok(Format::Svg);
    }
    let ending = args.output.as_deref().and_then(Path::extension).and_then(OsStr::to_str);
    match (args.format, ending.map(str::to_ascii_lowercase).as_deref()) {
        (Some(format), _) => Ok(format),
        (None, Some("svg")) => Ok(Format::Svg),
        (None, None | Some("txt" | "text")) => Ok(Format::Text),
        (None, Some(ending)) => {
            Err(WrongUsage(format!("--output: .{ending} is neither .svg nor .txt; say --format")).into())
        }
    }
}

fn svg_options(args: &Args) -> SvgOptions {
    SvgOptions {
        theme: match args.theme {
            ThemeName::Light => Theme::Light,
            ThemeName::Dark => Theme::Dark,
        },
        coordinates: if args.no_coordinates { Coordinates::Hidden } else { Coordinates::Shown },
        numbers: if args.numbers { MoveNumbers::Shown } else { MoveNumbers::Hidden },
        ..SvgOptions::default()
    }
}
