//! A player at the board of one game after another.

use std::fmt;
use std::time::Duration;

use catena_core::{Move, Ply, Position};
use catena_engine::{Agent, Limits, Player, RandomAgent, RandomConfig, Report, Session};
use catena_playout::Rng;

use crate::limit::MoveLimit;
use crate::stop::{Stop, StopSearch};

/// Memory of a search in MB, unless its player says otherwise: several games run at once.
const MEMORY: u32 = 512;

/// A move with what led to it.
#[derive(Clone, Debug)]
pub(crate) struct Choice {
    pub mv: Move,
    pub report: Option<Report>,
}

/// What a move may cost now.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Allowance<'a> {
    pub limit: MoveLimit,
    /// Time left on the clock, or for the move.
    pub left: Duration,
    /// After so long the move is too late.
    pub deadline: Option<Duration>,
    pub stop: &'a Stop,
}

/// Why a player has lost a game that the board has not decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The program ended, could not be started or refused a command.
    Crash(String),
    /// It answered with something that is no legal move.
    Illegal(String),
    /// It did not answer in time.
    Time,
    /// Nobody's fault: the match was stopped.
    Stopped,
}

impl Fault {
    /// The word in tables.
    #[must_use]
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Crash(_) => "crash",
            Self::Illegal(_) => "illegal",
            Self::Time => "time",
            Self::Stopped => "stopped",
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Crash(why) => write!(f, "crash: {why}"),
            Self::Illegal(what) => write!(f, "illegal: {what}"),
            Self::Time => f.write_str("time"),
            Self::Stopped => f.write_str("stopped"),
        }
    }
}

/// A player at the board.
pub(crate) trait Seat: Send {
    /// A game begins at a position; its moves were made by nobody.
    fn start(&mut self, position: &Position, limit: MoveLimit, seed: u64, stop: &Stop) -> Result<(), Fault>;

    /// A move was made, by either player.
    fn observe(&mut self, ply: Ply, stop: &Stop) -> Result<(), Fault>;

    /// Whether he can be late at all: asking the time costs a random player as much as his moves.
    fn can_be_late(&self) -> bool {
        true
    }

    /// The move for the player to move.
    fn choose(&mut self, position: &Position, allowed: Allowance<'_>) -> Result<Choice, Fault>;
}

/// One of our players.
pub(crate) fn own(player: &Player) -> Box<dyn Seat> {
    match player.agent() {
        Agent::Random(config) => {
            Box::new(RandomSeat { config: config.clone(), agent: None, rng: Rng::new(0) })
        }
        _ => Box::new(Own { player: player.clone().with_default_memory(MEMORY), session: None }),
    }
}

struct Own {
    player: Player,
    session: Option<Session>,
}

impl Seat for Own {
    fn start(&mut self, position: &Position, limit: MoveLimit, seed: u64, _: &Stop) -> Result<(), Fault> {
        let mut session = Session::new(position.setup().clone(), self.player.clone(), seed);
        session.set_position(position.clone());
        session.set_limits(match limit {
            MoveLimit::Time(time) => Limits::time(time),
            MoveLimit::Playouts(playouts) => Limits::playouts(playouts),
            MoveLimit::Clock { .. } => Limits::default(),
        });
        self.session = Some(session);
        Ok(())
    }

    fn observe(&mut self, ply: Ply, _: &Stop) -> Result<(), Fault> {
        let session = self.session.as_mut().expect("a game has begun");
        session.play(ply.color, ply.mv).map_err(|error| Fault::Illegal(error.to_string()))
    }

    fn choose(&mut self, position: &Position, allowed: Allowance<'_>) -> Result<Choice, Fault> {
        let session = self.session.as_mut().expect("a game has begun");
        let color = position.to_move();
        if let MoveLimit::Clock { .. } = allowed.limit {
            session.clock_mut().left[color] = Some((allowed.left, 0));
        }
        let decision = session.choose(color, &mut StopSearch(allowed.stop));
        if allowed.stop.is_now() {
            return Err(Fault::Stopped);
        }
        let decision = decision.map_err(|error| Fault::Crash(error.to_string()))?;
        Ok(Choice { mv: decision.mv, report: decision.report })
    }
}

/// A player that does not search: a session would cost more than its moves.
struct RandomSeat {
    config: RandomConfig,
    agent: Option<RandomAgent>,
    rng: Rng,
}

impl Seat for RandomSeat {
    fn start(&mut self, position: &Position, _: MoveLimit, seed: u64, _: &Stop) -> Result<(), Fault> {
        self.agent.get_or_insert_with(|| RandomAgent::new(&self.config, position));
        self.rng = Rng::new(seed);
        Ok(())
    }

    fn observe(&mut self, _: Ply, _: &Stop) -> Result<(), Fault> {
        Ok(())
    }

    fn can_be_late(&self) -> bool {
        false
    }

    fn choose(&mut self, position: &Position, _: Allowance<'_>) -> Result<Choice, Fault> {
        let agent = self.agent.as_mut().expect("a game has begun");
        Ok(Choice { mv: agent.choose(position, &mut self.rng), report: None })
    }
}
