//! The table at which a game is played: what is shown, and what can be typed.

use std::io::{self, Write};
use std::path::Path;

use catena_core::record::Record;
use catena_core::{Color, Outcome, Ply, Setup, render};
use catena_engine::{PlayerSpec, Session};

use super::autosave::Autosave;
use super::paint::Paint;
use super::{HumanColor, basis};
use crate::args::ThinkArgs;

const HELP: &str = "\
  d4           place a stone on that cell
  swap         take over Black's first stone, where the swap rule is on
  hint         what the champion would play here
  undo         take back your last move and the reply to it
  board        show the board again
  moves        list the moves so far
  rules        the rules in a few sentences
  save FILE    write the game as SGF, with names and result
  resign       give up
  new          start again with an empty board
  quit         leave; the same command resumes a saved game";

/// Effect of a line of input.
pub enum Next {
    Again,
    Moved,
    Quit,
}

pub struct Table<'a, W> {
    pub session: Session,
    /// The session that gives hints, once asked.
    pub hints: Option<Session>,
    pub human: HumanColor,
    pub think: &'a ThinkArgs,
    pub save: Autosave,
    pub paint: Paint,
    pub output: W,
}

impl<W: Write> Table<'_, W> {
    /// The aim, whose stones and sides are whose, and the board.
    pub fn greet(&mut self, resumed: bool) -> io::Result<()> {
        let setup = self.session.position().setup().clone();
        writeln!(self.output, "{} {}. {}", setup.game().title(), setup.size(), setup.game().facts().aim)?;
        for color in Color::ALL {
            let who = if self.human == HumanColor::None || !self.human.plays(color) {
                self.session.player().to_string()
            } else if self.human == HumanColor::Both {
                format!("the {} player", if color == Color::Black { "first" } else { "second" })
            } else {
                "you".to_owned()
            };
            let stone = self.paint.stone(color);
            writeln!(self.output, "  {stone} {color}: {who}{}", sides(&setup, color))?;
        }
        writeln!(self.output, "Type a cell to move, help for all commands, rules for the rules.")?;
        if resumed {
            let moves = self.session.position().plies().len();
            let plural = if moves == 1 { "move" } else { "moves" };
            writeln!(self.output, "Resuming your game after {moves} {plural}; new starts another.")?;
        }
        writeln!(self.output)?;
        self.show()
    }

    fn show(&mut self) -> io::Result<()> {
        let position = self.session.position();
        let board = self.paint.board(&render::text(position), position.setup());
        self.output.write_all(board.as_bytes())
    }

    /// After a move or an undo: the game is saved, then shown.
    pub fn moved(&mut self) -> io::Result<()> {
        if let Err(why) = self.save.write(&self.record().to_sgf()) {
            writeln!(self.output, "{why}")?;
        }
        self.show()
    }

    /// The result, as a person says it and as `catena judge` does.
    pub fn finish(&mut self) -> io::Result<()> {
        let position = self.session.position();
        let said = match (position.outcome(), self.human) {
            (Some(Outcome { winner: None, .. }), _) => "It is a draw.".to_owned(),
            (Some(Outcome { winner: Some(winner), .. }), HumanColor::Black | HumanColor::White) => {
                if self.human.plays(winner) { "You won." } else { "You lost." }.to_owned()
            }
            (Some(Outcome { winner: Some(winner), .. }), _) => format!("{winner} won."),
            (None, _) => String::new(),
        };
        writeln!(self.output, "{said}\n{}", position.judgement())
    }

    /// Before the end of the game.
    pub fn leave(&mut self) -> io::Result<()> {
        match self.save.file().filter(|_| !self.session.position().plies().is_empty()) {
            Some(file) => {
                writeln!(self.output, "saved in {}; run the same command to resume", file.display())
            }
            None => Ok(()),
        }
    }

    pub fn obey(&mut self, line: &str) -> io::Result<Next> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word.to_ascii_lowercase().as_str() {
            "" => Ok(Next::Again),
            "quit" | "exit" => Ok(Next::Quit),
            "help" | "?" => writeln!(self.output, "{HELP}").map(|()| Next::Again),
            "board" => self.show().map(|()| Next::Again),
            "moves" => self.moves().map(|()| Next::Again),
            "rules" => self.rules().map(|()| Next::Again),
            "hint" => self.hint().map(|()| Next::Again),
            "undo" => self.undo(),
            "new" => {
                self.session.clear();
                Ok(Next::Moved)
            }
            "save" => self.save_as(rest.trim()).map(|()| Next::Again),
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
            Err(why) => writeln!(self.output, "{why} (help lists what can be typed)").map(|()| Next::Again),
        }
    }

    fn moves(&mut self) -> io::Result<()> {
        let position = self.session.position();
        let names = position.plies().iter().map(|ply| position.topology().move_name(ply.mv));
        let names = names.collect::<Vec<_>>().join(" ");
        writeln!(self.output, "{}", if names.is_empty() { "no moves yet" } else { &names })
    }

    fn rules(&mut self) -> io::Result<()> {
        let facts = self.session.position().setup().game().facts();
        writeln!(self.output, "{}", facts.aim)?;
        facts.tutorial.points.iter().try_for_each(|point| writeln!(self.output, "  {point}"))
    }

    /// Shows the move of the champion at full strength, whoever the opponent is.
    fn hint(&mut self) -> io::Result<()> {
        let position = self.session.position().clone();
        if self.hints.is_none() {
            let champion = PlayerSpec::parse("champion").map_err(io::Error::other)?;
            let session = self.think.session(position.setup().clone(), &champion, None);
            self.hints = Some(session.map_err(io::Error::other)?);
        }
        let Some(hints) = &mut self.hints else { return Ok(()) };
        let color = position.to_move();
        hints.set_position(position);
        match hints.choose(color, &mut ()) {
            Ok(decision) => {
                let name = hints.position().topology().move_name(decision.mv);
                writeln!(self.output, "hint: {name}{}", basis(&decision))
            }
            Err(why) => writeln!(self.output, "{why}"),
        }
    }

    /// Back to before the last move made at the keyboard.
    fn undo(&mut self) -> io::Result<Next> {
        let own = |ply: &Ply| self.human.plays(ply.color);
        if !self.session.position().plies().iter().any(own) {
            return writeln!(self.output, "there is no move to take back").map(|()| Next::Again);
        }
        while let Some(ply) = self.session.undo() {
            if self.human.plays(ply.color) {
                break;
            }
        }
        Ok(Next::Moved)
    }

    /// The game with the names of its players and its result.
    fn record(&self) -> Record {
        let mut record = Record::from_position(self.session.position());
        for color in Color::ALL {
            let person = self.human.plays(color);
            let name = if person { "human".to_owned() } else { self.session.player().to_string() };
            record.set_player(color, &name);
        }
        record
    }

    fn save_as(&mut self, file: &str) -> io::Result<()> {
        if file.is_empty() {
            return writeln!(self.output, "save needs the name of a file");
        }
        match std::fs::write(Path::new(file), self.record().to_sgf()) {
            Ok(()) => writeln!(self.output, "saved as {file}"),
            Err(error) => writeln!(self.output, "{file}: {error}"),
        }
    }
}

/// The sides of a color where each side has an owner: ` (north and south)`.
fn sides(setup: &Setup, color: Color) -> String {
    let facts = setup.game().facts();
    if !facts.has_owned_sides() {
        return String::new();
    }
    let names: Vec<&str> = facts.sides[color].iter().map(|side| side.name).collect();
    format!(", from {}", names.join(" to "))
}
