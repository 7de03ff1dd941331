//! `catena play`: a game in the terminal.

use std::io::{self, Write};
use std::path::Path;

use anyhow::Context;
use catena_core::record::Record;
use catena_core::{Color, Move, render};
use catena_engine::{Decision, Level, PlayerSpec, Session};

use crate::Done;
use crate::args::{GameArgs, ThinkArgs, level, player};
use catena_gtp::line::{Line, read_line};

#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,

    /// The color you play
    #[arg(long, value_enum, default_value_t = Seat::Black)]
    color: Seat,

    /// Who plays the other color; see `catena players`
    #[arg(long, visible_alias = "player", value_name = "SPEC", default_value = "champion", value_parser = player)]
    opponent: PlayerSpec,

    /// Strength of the opponent, from 1 for beginners to 10 for full strength
    #[arg(long, value_parser = level)]
    level: Option<Level>,

    #[command(flatten)]
    think: ThinkArgs,
}

/// Who sits at the keyboard.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Seat {
    /// You move first
    Black,
    /// You move second
    White,
    /// Two people play
    Both,
    /// The player plays both colors
    None,
}

impl Seat {
    fn plays(self, color: Color) -> bool {
        match self {
            Self::Black => color == Color::Black,
            Self::White => color == Color::White,
            Self::Both => true,
            Self::None => false,
        }
    }
}

const HELP: &str = "\
  d4           a stone on that cell       undo         take your last move back
  swap         take over the first stone  board        draw the board
  resign       give up                    save FILE    keep the game as SGF
  help         this list                  quit         leave";

/// What a line of input leads to.
enum Next {
    Again,
    Moved,
    Quit,
}

pub fn run(args: &Args) -> anyhow::Result<Done> {
    let mut game = Terminal {
        session: args.think.session(args.game.setup()?, &args.opponent, args.level)?,
        seat: args.color,
        output: io::stdout().lock(),
    };
    let mut input = io::stdin().lock();
    let mut buffer = Vec::new();
    writeln!(game.output, "{HELP}\n")?;
    game.show()?;
    while game.session.position().outcome().is_none() {
        let color = game.session.position().to_move();
        if !game.seat.plays(color) {
            let decision = game.session.generate(color, &mut ())?;
            let name = game.session.position().topology().move_name(decision.mv);
            writeln!(game.output, "{color}: {name}{}", basis(&decision))?;
            game.show()?;
            continue;
        }
        write!(game.output, "{color}> ")?;
        game.output.flush()?;
        let next = match read_line(&mut input, &mut buffer).context("reading your move")? {
            Line::Text(line) => game.obey(line.trim())?,
            Line::Unusable(why) => writeln!(game.output, "{why}").map(|()| Next::Again)?,
            Line::End => {
                writeln!(game.output)?;
                return Ok(Done::Well);
            }
        };
        match next {
            Next::Again => {}
            Next::Moved => game.show()?,
            Next::Quit => return Ok(Done::Well),
        }
    }
    writeln!(game.output, "{}", game.session.position().judgement())?;
    Ok(Done::Well)
}

/// What a move is based on, for its player: `  (value 62 %, 20480 playouts)`.
fn basis(decision: &Decision) -> String {
    decision.report.as_ref().map_or_else(String::new, |report| {
        let placed = report.candidates.iter().find(|candidate| Move::Place(candidate.cell) == decision.mv);
        // A swap gives the player the other side of what the search saw.
        let value = placed.map_or(1.0 - report.value, |candidate| candidate.value);
        let proof = if report.proof.is_some() { ", proven" } else { "" };
        format!("  (value {:.0} %{proof}, {} playouts)", 100.0 * value, report.playouts)
    })
}

struct Terminal<W> {
    session: Session,
    seat: Seat,
    output: W,
}

impl<W: Write> Terminal<W> {
    fn show(&mut self) -> io::Result<()> {
        self.output.write_all(render::text(self.session.position()).as_bytes())
    }

    fn obey(&mut self, line: &str) -> io::Result<Next> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "" => Ok(Next::Again),
            "quit" | "exit" => Ok(Next::Quit),
            "help" | "?" => writeln!(self.output, "{HELP}").map(|()| Next::Again),
            "board" => Ok(Next::Moved),
            "undo" => self.undo(),
            "save" => self.save(rest.trim()).map(|()| Next::Again),
            _ => self.play(line),
        }
    }

    fn play(&mut self, text: &str) -> io::Result<Next> {
        let position = self.session.position();
        let color = position.to_move();
        let played = match position.topology().parse_move(text) {
            Ok(mv) => self.session.play(color, mv).map_err(|error| format!("{text}: {error}")),
            Err(error) => Err(error.to_string()),
        };
        match played {
            Ok(()) => Ok(Next::Moved),
            Err(why) => writeln!(self.output, "{why} (help tells what can be typed)").map(|()| Next::Again),
        }
    }

    /// Back to before the last move made at the keyboard.
    fn undo(&mut self) -> io::Result<Next> {
        let own = |ply: &catena_core::Ply| self.seat.plays(ply.color);
        if !self.session.position().plies().iter().any(own) {
            return writeln!(self.output, "there is no move to take back").map(|()| Next::Again);
        }
        while let Some(ply) = self.session.undo() {
            if self.seat.plays(ply.color) {
                break;
            }
        }
        Ok(Next::Moved)
    }

    fn save(&mut self, file: &str) -> io::Result<()> {
        if file.is_empty() {
            return writeln!(self.output, "save needs the name of a file");
        }
        let sgf = Record::from_position(self.session.position()).to_sgf();
        match std::fs::write(Path::new(file), sgf) {
            Ok(()) => writeln!(self.output, "saved as {file}"),
            Err(error) => writeln!(self.output, "{file}: {error}"),
        }
    }
}
