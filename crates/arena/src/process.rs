//! A program that speaks GTP, at the board.

mod naming;
mod pipe;

use std::time::{Duration, Instant};

use catena_core::{Color, Ply, Position, Setup, SwapRule};

use crate::external::{External, First, Ids};
use crate::limit::MoveLimit;
use crate::seat::{Allowance, Choice, Fault, Seat};
use crate::stop::Stop;
use pipe::Pipe;

/// A program has so long to start, and to answer what needs no thinking.
const PATIENCE: Duration = Duration::from_secs(30);
/// Without a time limit a move may still not take for ever.
const LONGEST: Duration = Duration::from_secs(3600);

/// Starts a program, sets up a board and ends it again.
pub(crate) fn try_out(external: &External, setup: &Setup) -> Result<(), Fault> {
    let mut seat = ExternalSeat::new(external.clone());
    let limit = MoveLimit::Time(Duration::from_secs(1));
    seat.start(&Position::new(setup.clone()), limit, 0, &Stop::new())
}

/// The program, running or to be started with the next game.
pub(crate) struct ExternalSeat {
    external: External,
    pipe: Option<Pipe>,
    /// The board of the game under way, to name cells.
    setup: Option<Setup>,
    /// The move that it has just made.
    own_move: Option<Ply>,
    next_id: u32,
}

impl ExternalSeat {
    pub const fn new(external: External) -> Self {
        Self { external, pipe: None, setup: None, own_move: None, next_id: 1 }
    }

    /// Sends a command and waits for its answer.
    fn ask(&mut self, command: &str, patience: Duration, stop: &Stop) -> Result<Reply, Fault> {
        let id = (self.external.dialect.ids == Ids::On).then_some(self.next_id);
        self.next_id += 1;
        let deadline = Instant::now() + patience;
        let pipe = self.pipe.as_mut().ok_or_else(|| Fault::Crash("not running".to_owned()))?;
        let line = id.map_or_else(|| format!("{command}\n"), |id| format!("{id} {command}\n"));
        let reply = pipe.send(&line).and_then(|()| pipe.reply(id, command, deadline, stop));
        if reply.is_err() {
            // It is started anew with the next game.
            self.pipe = None;
        }
        reply
    }

    /// Sends a command that must not be refused.
    fn tell(&mut self, command: &str, stop: &Stop) -> Result<(), Fault> {
        match self.ask(command, PATIENCE, stop)? {
            Reply::Done(_) => Ok(()),
            Reply::Refused(why) => {
                self.pipe = None;
                Err(Fault::Crash(format!("{command} was refused: {why}")))
            }
        }
    }

    fn launch(&mut self, setup: &Setup, stop: &Stop) -> Result<(), Fault> {
        self.pipe = Some(Pipe::start(&self.external.command)?);
        for command in self.external.start.clone() {
            self.tell(&command, stop)?;
        }
        // Programs of one game do not know the command.
        self.ask(&format!("set_game {}", setup.game().name()), PATIENCE, stop)?;
        if setup.swap() == SwapRule::On {
            self.ask("param swap on", PATIENCE, stop)?;
        }
        Ok(())
    }

    fn tell_limit(&mut self, limit: MoveLimit, stop: &Stop) -> Result<(), Fault> {
        let command = match (self.external.limit.clone(), limit) {
            (Some(template), MoveLimit::Time(time)) => {
                template.replace("%t", &time.as_secs_f64().to_string()).replace("%p", "0")
            }
            (Some(template), MoveLimit::Playouts(playouts)) => {
                template.replace("%p", &playouts.to_string()).replace("%t", "0")
            }
            (_, MoveLimit::Clock { main, .. }) => format!("time_settings {} 0 0", seconds(main)),
            (None, MoveLimit::Time(time)) => format!("time_settings 0 {} 1", seconds(time)),
            (None, MoveLimit::Playouts(playouts)) => format!("param playouts {playouts}"),
        };
        // Some programs keep no time; they lose on it if they are too slow.
        self.ask(&command, PATIENCE, stop).map(drop)
    }

    fn color(&self, color: Color) -> Color {
        match self.external.dialect.first {
            First::Black => color,
            First::White => !color,
        }
    }

    fn setup(&self) -> &Setup {
        self.setup.as_ref().expect("a game has begun")
    }

    /// Tells it a move that it did not make itself.
    fn show(&mut self, ply: Ply, stop: &Stop) -> Result<(), Fault> {
        let name = naming::write(self.setup(), self.external.dialect.cells, ply.mv);
        self.tell(&format!("play {} {name}", self.color(ply.color)), stop)
    }
}

impl Seat for ExternalSeat {
    fn start(&mut self, position: &Position, limit: MoveLimit, _: u64, stop: &Stop) -> Result<(), Fault> {
        let setup = position.setup().clone();
        if self.pipe.is_none() {
            self.launch(&setup, stop)?;
        }
        self.setup = Some(setup.clone());
        self.own_move = None;
        self.tell(&format!("boardsize {}", setup.size()), stop)?;
        self.tell("clear_board", stop)?;
        for command in self.external.each.clone() {
            self.tell(&command, stop)?;
        }
        self.tell_limit(limit, stop)?;
        position.plies().iter().try_for_each(|&ply| self.show(ply, stop))
    }

    fn observe(&mut self, ply: Ply, stop: &Stop) -> Result<(), Fault> {
        // `genmove` has made it already.
        if self.own_move.take() == Some(ply) {
            return Ok(());
        }
        self.show(ply, stop)
    }

    fn choose(&mut self, position: &Position, allowed: Allowance<'_>) -> Result<Choice, Fault> {
        let color = position.to_move();
        if let MoveLimit::Clock { .. } = allowed.limit {
            let told = format!("time_left {} {} 0", self.color(color), seconds(allowed.left));
            self.ask(&told, PATIENCE, allowed.stop)?;
        }
        let patience = allowed.deadline.unwrap_or(LONGEST);
        let answer = self.ask(&format!("genmove {}", self.color(color)), patience, allowed.stop)?;
        let mv = match &answer {
            Reply::Done(text) => naming::read(self.setup(), self.external.dialect.cells, text),
            Reply::Refused(_) => None,
        };
        match mv {
            Some(mv) => {
                self.own_move = Some(Ply { color, mv });
                Ok(Choice { mv, report: None })
            }
            None => {
                // What it believes the board to be is not known.
                self.pipe = None;
                let (Reply::Done(text) | Reply::Refused(text)) = answer;
                Err(Fault::Illegal(text.chars().take(60).collect()))
            }
        }
    }
}

/// Seconds as GTP has them, with a fraction only where it is needed.
fn seconds(time: Duration) -> f64 {
    let whole = time.as_secs() as f64;
    if time.as_secs() >= 10 { whole } else { (time.as_secs_f64() * 1000.0).round() / 1000.0 }
}

/// What a program answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Reply {
    Done(String),
    Refused(String),
}
