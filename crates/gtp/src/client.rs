//! The other end of the protocol: an engine in a process of its own, told what happens on the board
//! and asked for moves.
//!
//! [`EngineSpec`] says which engine and in which [`Dialect`]; [`Client`] runs it, one game after
//! another. An engine that crashes, answers nonsense or misses a deadline is started again for the
//! next game.

mod cpu;
mod dialect;
mod naming;
mod process;
mod spec;

use std::time::{Duration, Instant};

use catena_core::{Color, Move, Ply, Position, Setup, SwapRule};

pub use dialect::{CellNames, Dialect, FirstColor, RequestIds};
use process::{Process, printable};
pub use spec::{EngineSpec, EngineSpecError};

/// Deadline of commands that need no search, such as those of starting.
const COMMAND_DEADLINE: Duration = Duration::from_secs(30);
/// Characters of an answer that is no move which an error repeats.
const REPEATED: usize = 60;

/// Asked from time to time while an engine is waited for: whether to give up.
pub type Canceled<'a> = &'a dyn Fn() -> bool;

/// Limit of a move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum EngineLimit {
    /// Time for each move.
    MoveTime(Duration),
    /// Time for the game.
    GameTime(Duration),
    /// Playouts for each move.
    Playouts(u64),
}

/// Why an engine gave no move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClientError {
    /// It ended, could not be started or refused a command.
    #[error("crash: {0}")]
    Crash(String),
    /// It answered with something that is no move.
    #[error("illegal: {0}")]
    NoMove(String),
    /// It did not answer before the deadline.
    #[error("time")]
    Timeout,
    /// The caller gave up waiting.
    #[error("canceled")]
    Canceled,
}

/// Reply of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Reply {
    Done(String),
    Refused(String),
}

/// An engine, running or to be started with the next game.
#[derive(Debug)]
pub struct Client {
    spec: EngineSpec,
    process: Option<Process>,
    /// The board of the game under way, to name cells.
    setup: Option<Setup>,
    /// The move of its last `genmove`, which it has made on its own board already.
    own_move: Option<Ply>,
    next_id: u32,
}

impl Client {
    /// Nothing is started yet.
    #[must_use]
    pub const fn new(spec: EngineSpec) -> Self {
        Self { spec, process: None, setup: None, own_move: None, next_id: 1 }
    }

    /// Begins a game at a position.
    ///
    /// # Errors
    /// If the engine does not start or refuses the board or a move.
    pub fn start_game(
        &mut self,
        position: &Position,
        limit: EngineLimit,
        canceled: Canceled<'_>,
    ) -> Result<(), ClientError> {
        let setup = position.setup().clone();
        if self.process.is_none() {
            self.launch(&setup, canceled)?;
        }
        self.setup = Some(setup.clone());
        self.own_move = None;
        self.send(&format!("boardsize {}", setup.size()), canceled)?;
        self.send("clear_board", canceled)?;
        for command in self.spec.each.clone() {
            self.send(&command, canceled)?;
        }
        // An engine that refuses its limit would play by its own.
        match self.spec.limit_command(limit) {
            LimitCommand::Send(command) => self.send(&command, canceled)?,
            LimitCommand::None => {}
            LimitCommand::Unknown => return Err(ClientError::Crash(no_command(limit))),
        }
        position.plies().iter().try_for_each(|&ply| self.send_move(ply, canceled))
    }

    /// Tells it a move of the game under way, unless its own `genmove` has just made it.
    ///
    /// # Errors
    /// If it does not take the move.
    pub fn play(&mut self, ply: Ply, canceled: Canceled<'_>) -> Result<(), ClientError> {
        if self.own_move.take() == Some(ply) {
            return Ok(());
        }
        self.send_move(ply, canceled)
    }

    /// Tells it the time that a player has left for the game.
    ///
    /// # Errors
    /// If it does not answer; it may refuse the command.
    pub fn time_left(
        &mut self,
        color: Color,
        left: Duration,
        canceled: Canceled<'_>,
    ) -> Result<(), ClientError> {
        let command = format!("time_left {} {} 0", self.color(color), seconds(left));
        self.ask(&command, COMMAND_DEADLINE, canceled).map(drop)
    }

    /// Processor time of the engine and its children since they started; `None` where the system does not tell it.
    #[must_use]
    pub fn cpu_time(&self) -> Option<Duration> {
        self.process.as_ref().and_then(Process::cpu_time)
    }

    /// Asks for a move, which may still be an illegal one.
    ///
    /// # Errors
    /// If it answers with no move, too late or not at all.
    pub fn genmove(
        &mut self,
        color: Color,
        deadline: Duration,
        canceled: Canceled<'_>,
    ) -> Result<Move, ClientError> {
        let answer = self.ask(&format!("genmove {}", self.color(color)), deadline, canceled)?;
        let mv = match &answer {
            Reply::Done(text) => naming::read(self.setup(), self.spec.dialect.cells, text),
            Reply::Refused(_) => None,
        };
        let Some(mv) = mv else {
            // Its board is unknown now.
            self.process = None;
            let (Reply::Done(text) | Reply::Refused(text)) = answer;
            let text: String = text.chars().take(REPEATED).collect();
            return Err(ClientError::NoMove(printable(&text)));
        };
        self.own_move = Some(Ply { color, mv });
        Ok(mv)
    }

    fn launch(&mut self, setup: &Setup, canceled: Canceled<'_>) -> Result<(), ClientError> {
        self.process = Some(Process::start(&self.spec.command)?);
        for command in self.spec.start.clone() {
            self.send(&command, canceled)?;
        }
        // Engines of one game do not know the command.
        self.ask(&format!("set_game {}", setup.game().name()), COMMAND_DEADLINE, canceled)?;
        if setup.swap() == SwapRule::On {
            self.ask("param swap on", COMMAND_DEADLINE, canceled)?;
        }
        Ok(())
    }

    fn send_move(&mut self, ply: Ply, canceled: Canceled<'_>) -> Result<(), ClientError> {
        let name = naming::write(self.setup(), self.spec.dialect.cells, ply.mv);
        self.send(&format!("play {} {name}", self.color(ply.color)), canceled)
    }

    /// Sends a command that must not be refused.
    fn send(&mut self, command: &str, canceled: Canceled<'_>) -> Result<(), ClientError> {
        match self.ask(command, COMMAND_DEADLINE, canceled)? {
            Reply::Done(_) => Ok(()),
            Reply::Refused(why) => {
                self.process = None;
                Err(ClientError::Crash(format!("{command} was refused: {}", printable(&why))))
            }
        }
    }

    /// Sends a command and waits for its answer.
    fn ask(
        &mut self,
        command: &str,
        deadline: Duration,
        canceled: Canceled<'_>,
    ) -> Result<Reply, ClientError> {
        let id = (self.spec.dialect.ids == RequestIds::On).then_some(self.next_id);
        self.next_id += 1;
        let deadline = Instant::now() + deadline;
        let process =
            self.process.as_mut().ok_or_else(|| ClientError::Crash("it is not running".to_owned()))?;
        let line = id.map_or_else(|| format!("{command}\n"), |id| format!("{id} {command}\n"));
        let reply = process.send(&line).and_then(|()| process.reply(id, command, deadline, canceled));
        let reply = match reply {
            Err(ClientError::Timeout) if !command.starts_with("genmove") => Err(ClientError::Crash(format!(
                "no answer to `{command}` within {} s; does it speak GTP?",
                COMMAND_DEADLINE.as_secs()
            ))),
            other => other,
        };
        if reply.is_err() {
            self.process = None;
        }
        reply
    }

    fn color(&self, color: Color) -> Color {
        match self.spec.dialect.first {
            FirstColor::Black => color,
            FirstColor::White => !color,
        }
    }

    fn setup(&self) -> &Setup {
        self.setup.as_ref().expect("a game has begun")
    }
}

impl EngineSpec {
    /// The command that sets a limit: that of the spec, if it has this kind of limit, or that of the dialect.
    fn limit_command(&self, limit: EngineLimit) -> LimitCommand {
        if self.limit.as_deref() == Some("none") {
            return LimitCommand::None;
        }
        // A template for time says nothing about playouts, and the other way round.
        let own = |wanted: &str, other: &str| {
            self.limit.as_deref().filter(|text| text.contains(wanted) || !text.contains(other))
        };
        let (template, time, playouts) = match limit {
            EngineLimit::GameTime(time) => (self.limits.game_time, seconds(time), 0),
            EngineLimit::MoveTime(time) => (own("%t", "%p").or(self.limits.move_time), time.as_secs_f64(), 0),
            EngineLimit::Playouts(playouts) => (own("%p", "%t").or(self.limits.playouts), 0.0, playouts),
        };
        template.map_or(LimitCommand::Unknown, |text| {
            LimitCommand::Send(text.replace("%t", &time.to_string()).replace("%p", &playouts.to_string()))
        })
    }
}

/// Command that sets a limit.
#[derive(Clone, Debug, PartialEq, Eq)]
enum LimitCommand {
    Send(String),
    /// Not at all: the spec says so.
    None,
    /// The dialect has no command for such a limit.
    Unknown,
}

fn no_command(limit: EngineLimit) -> String {
    let kind = match limit {
        EngineLimit::MoveTime(_) => "time of a move",
        EngineLimit::GameTime(_) => "time of a game",
        EngineLimit::Playouts(_) => "number of playouts",
    };
    format!(
        "its dialect has no command that sets the {kind}; limit=COMMAND names one, limit=none goes without"
    )
}

/// Seconds as GTP has them, with a fraction only where it is needed.
fn seconds(time: Duration) -> f64 {
    let whole = time.as_secs() as f64;
    if time.as_secs() >= 10 { whole } else { (time.as_secs_f64() * 1000.0).round() / 1000.0 }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may fail where it stands")]
mod tests {
    use super::*;

    #[test]
    fn limits_are_set_in_the_words_of_the_engine() {
        let plain = EngineSpec::parse("gtp:x").unwrap();
        let mohex = EngineSpec::parse("gtp,dialect=mohex:x").unwrap();
        let both = EngineSpec::parse("gtp,limit=go %t %p:x").unwrap();
        let (time, playouts) = (EngineLimit::MoveTime(Duration::from_millis(500)), EngineLimit::Playouts(7));
        let sent = |text: &str| LimitCommand::Send(text.to_owned());
        assert_eq!(plain.limit_command(time), sent("time_settings 0 0.5 1"));
        assert_eq!(plain.limit_command(playouts), sent("param playouts 7"));
        assert_eq!(mohex.limit_command(time), sent("param_mohex max_time 0.5"));
        assert_eq!(mohex.limit_command(playouts), sent("param_mohex max_games 7"));
        assert_eq!(both.limit_command(playouts), sent("go 0 7"));
        let game = EngineLimit::GameTime(Duration::from_secs(300));
        assert_eq!(mohex.limit_command(game), sent("time_settings 300 0 0"));
        let castro = EngineSpec::parse("gtp,dialect=castro:x").unwrap();
        assert_eq!(castro.limit_command(time), sent("time -m 0.5 -g 0 -f 0"));
        assert_eq!(castro.limit_command(playouts), sent("time -m 3600 -g 0 -f 0 -i 7"));
        let own = EngineSpec::parse("gtp,limit=go %t,dialect=wolve:x").unwrap();
        assert_eq!(own.limit_command(time), sent("go 0.5"));
        assert_eq!(own.limit_command(playouts), LimitCommand::Unknown);
        let none = EngineSpec::parse("gtp,limit=none:x").unwrap();
        assert_eq!(none.limit_command(time), LimitCommand::None);
    }

    #[test]
    fn times_are_exact_to_the_millisecond_and_whole_from_ten_seconds_on() {
        let times = [1, 1_234, 9_999, 10_000, 12_345].map(|millis| seconds(Duration::from_millis(millis)));
        assert_eq!(times, [0.001, 1.234, 9.999, 10.0, 12.0]);
        assert_eq!(seconds(Duration::from_micros(2_345_678)), 2.346);
    }
}
