//! `catena play`: a game in the terminal.

mod autosave;
mod paint;
mod table;

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

use anyhow::Context;
use catena_core::{Color, Move, Setup};
use catena_engine::{Decision, Level, PlayerSpec};
use catena_gtp::line::{Line, read_line};

use crate::args::{PositionArgs, ThinkArgs, level, player};
use crate::progress::counted;
use crate::{Done, data_dir};
use autosave::Autosave;
use paint::Paint;
use table::{Next, Table};

#[derive(clap::Args)]
#[command(after_help = "\
At a terminal the game is saved after every move and resumes if interrupted: run the same command. The \
environment variable NO_COLOR turns colors off. A game that starts from a record or from --moves is saved with --save only.

Examples:
  catena play --game hex --size 7 --level 3
  catena play --game havannah --color white --time 5s
  catena play --game y --color both --save ours.sgf
  catena play game.sgf --color white")]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,

    /// The color you play
    #[arg(long, value_enum, default_value_t = HumanColor::Black)]
    color: HumanColor,

    /// The player of the other color; see `catena players`
    #[arg(long, visible_alias = "player", value_name = "SPEC", default_value = "champion", value_parser = player, add = crate::completion::players())]
    opponent: PlayerSpec,

    /// Strength of the opponent, from 1 for beginners to 10 for full strength
    #[arg(long, value_parser = level)]
    level: Option<Level>,

    #[command(flatten)]
    think: ThinkArgs,

    /// Save the game here after every move, and resume it from here [default: play/GAME-SIZE-COLOR.sgf in the data
    /// directory, if standard input is a terminal]
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,

    /// Start a new game instead of resuming the saved one
    #[arg(long)]
    new: bool,
}

/// The colors that people play.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum HumanColor {
    /// You move first
    Black,
    /// You move second
    White,
    /// Two people play
    Both,
    /// The player plays both colors
    None,
}

impl HumanColor {
    fn plays(self, color: Color) -> bool {
        match self {
            Self::Black => color == Color::Black,
            Self::White => color == Color::White,
            Self::Both => true,
            Self::None => false,
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Black => "black",
            Self::White => "white",
            Self::Both => "both",
            Self::None => "none",
        }
    }
}

pub fn run(args: &Args) -> anyhow::Result<Done> {
    let start = args.position.position()?;
    let setup = start.setup().clone();
    let output = io::stdout().lock();
    let paint = Paint::for_terminal(output.is_terminal());
    let save = Autosave::new(save_file(args, &setup));
    let mut session = args.think.session(setup.clone(), &args.opponent, args.level)?;
    let named = args.position.is_named();
    let resumed = if args.new || named { None } else { save.resume(&setup)? };
    let known = resumed.is_some();
    if let Some(position) = resumed {
        session.set_position(position);
    } else if named {
        session.set_position(start);
    }
    let mut table =
        Table { session, hints: None, human: args.color, think: &args.think, save, paint, output };
    table.greet(known)?;
    play(&mut table)
}

/// Where the game is saved: nowhere if a script plays it and names no file.
fn save_file(args: &Args, setup: &Setup) -> Option<PathBuf> {
    let by_default = || {
        let name = format!("{}-{}-{}.sgf", setup.game(), setup.size(), args.color.name());
        Some(data_dir::path()?.join("play").join(name))
    };
    let at_terminal =
        io::stdin().is_terminal() && args.color != HumanColor::None && !args.position.is_named();
    args.save.clone().or_else(|| at_terminal.then(by_default).flatten())
}

fn play(table: &mut Table<'_, impl Write>) -> anyhow::Result<Done> {
    let mut input = io::stdin().lock();
    let mut buffer = Vec::new();
    while table.session.position().outcome().is_none() {
        let color = table.session.position().to_move();
        if !table.human.plays(color) {
            let decision = table.session.generate(color, &mut ())?;
            let name = table.session.position().topology().move_name(decision.mv);
            writeln!(table.output, "{color}: {name}{}", basis(&decision))?;
            table.moved()?;
            continue;
        }
        write!(table.output, "{color}> ")?;
        table.output.flush()?;
        let next = match read_line(&mut input, &mut buffer).context("reading your move")? {
            Line::Text(line) => table.obey(line.trim())?,
            Line::Unusable(why) => writeln!(table.output, "{why}").map(|()| Next::Again)?,
            Line::End => {
                writeln!(table.output)?;
                Next::Quit
            }
        };
        match next {
            Next::Again => {}
            Next::Moved => table.moved()?,
            Next::Quit => {
                table.leave()?;
                return Ok(Done::Well);
            }
        }
    }
    table.finish()?;
    Ok(Done::Well)
}

/// Basis of a move, for its player: ` (win rate 62 %, 20480 playouts)`.
fn basis(decision: &Decision) -> String {
    decision.report.as_ref().map_or_else(String::new, |report| {
        let placed = report.candidates.iter().find(|candidate| Move::Place(candidate.cell) == decision.mv);
        // A swap gives the player the other side of what the search saw.
        let value = placed.map_or(1.0 - report.value, |candidate| candidate.value);
        let proof = if report.proof.is_some() { ", proven" } else { "" };
        format!("  (win rate {:.0} %{proof}, {})", 100.0 * value, counted(report.playouts, "playout"))
    })
}
