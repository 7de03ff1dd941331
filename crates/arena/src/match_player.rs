//! The players of a match, one game after another.

use std::time::Duration;

use catena_core::{Move, Ply, Position};
use catena_engine::{Agent, Limits, Player, RandomAgent, RandomConfig, Report, Session};
use catena_playout::Rng;

use crate::cpu;
use crate::limit::MoveLimit;
use crate::stop::{Stop, StopSearch};

/// Memory of a search in MiB, unless its player says otherwise: several games run at once.
const MEMORY: u32 = 512;

/// A move with what led to it.
#[derive(Clone, Debug)]
pub(crate) struct Choice {
    pub mv: Move,
    pub report: Option<Report>,
}

/// Limit of the next move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Allowance<'a> {
    pub limit: MoveLimit,
    /// Time left on the clock, or for the move.
    pub left: Duration,
    /// After this time the move is too late.
    pub deadline: Option<Duration>,
    pub stop: &'a Stop,
}

/// Why a player has lost a game that the board has not decided.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Forfeit {
    /// The program ended, could not be started or refused a command.
    #[error("crash: {0}")]
    Crash(String),
    /// It answered with something that is no legal move.
    #[error("illegal: {0}")]
    Illegal(String),
    /// It did not answer in time.
    #[error("time")]
    Time,
    /// Nobody has lost: the match was stopped.
    #[error("stopped")]
    Stopped,
}

impl Forfeit {
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

/// A player of a match.
pub(crate) trait MatchPlayer: Send {
    /// A game begins at a position; its moves were made by nobody.
    fn start(&mut self, position: &Position, limit: MoveLimit, seed: u64, stop: &Stop)
    -> Result<(), Forfeit>;

    /// A move was made, by either player.
    fn observe(&mut self, ply: Ply, stop: &Stop) -> Result<(), Forfeit>;

    /// Returns true if it can be late at all: asking the time costs a random player as much as its moves.
    fn can_be_late(&self) -> bool {
        true
    }

    /// Processor time that it has used until now, from any moment on; `None` where the system does not tell it. Asked in
    /// the thread that it plays in.
    fn cpu_time(&self) -> Option<Duration>;

    /// The move for the player to move.
    fn choose(&mut self, position: &Position, allowed: Allowance<'_>) -> Result<Choice, Forfeit>;
}

/// One of our own players.
pub(crate) fn builtin(player: &Player) -> Box<dyn MatchPlayer> {
    match player.agent() {
        Agent::Random(config) => {
            Box::new(RandomPlayer { config: config.clone(), agent: None, rng: Rng::new(0) })
        }
        _ => Box::new(Builtin { player: player.clone().with_default_memory(MEMORY), session: None }),
    }
}

struct Builtin {
    player: Player,
    session: Option<Session>,
}

impl MatchPlayer for Builtin {
    fn start(&mut self, position: &Position, limit: MoveLimit, seed: u64, _: &Stop) -> Result<(), Forfeit> {
        let mut session = Session::new(position.setup().clone(), self.player.clone(), seed);
        session.set_position(position.clone());
        session.set_limits(match limit {
            MoveLimit::Time(time) => Limits::time(time),
            // The observer ends the search.
            MoveLimit::CpuTime(_) => Limits { visits: Some(u64::MAX), ..Limits::default() },
            MoveLimit::Playouts(playouts) => Limits::playouts(playouts),
            MoveLimit::Clock { .. } => Limits::default(),
            MoveLimit::First { time, playouts, visits } => {
                Limits { time, playouts, visits, ..Limits::default() }
            }
        });
        self.session = Some(session);
        Ok(())
    }

    fn observe(&mut self, ply: Ply, _: &Stop) -> Result<(), Forfeit> {
        let session = self.session.as_mut().expect("a game has begun");
        session.play(ply.color, ply.mv).map_err(|error| Forfeit::Illegal(error.to_string()))
    }

    fn cpu_time(&self) -> Option<Duration> {
        // A search of a match has one thread, the one that asks for the move.
        cpu::of_this_thread()
    }

    fn choose(&mut self, position: &Position, allowed: Allowance<'_>) -> Result<Choice, Forfeit> {
        let session = self.session.as_mut().expect("a game has begun");
        let color = position.to_move();
        if let MoveLimit::Clock { .. } = allowed.limit {
            session.clock_mut().left[color] = Some((allowed.left, 0));
        }
        let cpu_end = match allowed.limit {
            MoveLimit::CpuTime(time) => cpu::of_this_thread().map(|now| now + time),
            _ => None,
        };
        let decision = session.choose(color, &mut StopSearch { stop: allowed.stop, cpu_end });
        if allowed.stop.is_now() {
            return Err(Forfeit::Stopped);
        }
        let decision = decision.map_err(|error| Forfeit::Crash(error.to_string()))?;
        Ok(Choice { mv: decision.mv, report: decision.report })
    }
}

/// A player that does not search: a session would cost more than its moves.
struct RandomPlayer {
    config: RandomConfig,
    agent: Option<RandomAgent>,
    rng: Rng,
}

impl MatchPlayer for RandomPlayer {
    fn start(&mut self, position: &Position, _: MoveLimit, seed: u64, _: &Stop) -> Result<(), Forfeit> {
        self.agent.get_or_insert_with(|| RandomAgent::new(&self.config, position));
        self.rng = Rng::new(seed);
        Ok(())
    }

    fn observe(&mut self, _: Ply, _: &Stop) -> Result<(), Forfeit> {
        Ok(())
    }

    fn can_be_late(&self) -> bool {
        false
    }

    fn cpu_time(&self) -> Option<Duration> {
        None
    }

    fn choose(&mut self, position: &Position, _: Allowance<'_>) -> Result<Choice, Forfeit> {
        let agent = self.agent.as_mut().expect("a game has begun");
        Ok(Choice { mv: agent.random_move(position, &mut self.rng), report: None })
    }
}
