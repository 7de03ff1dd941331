//! A player at the board of one game after another.

use std::fmt;
use std::time::Duration;

use catena_core::{Cell, Game, Move, Ply, Position, Setup};
use catena_engine::{Agent, Limits, Player, Report, Session};
use catena_playout::policy::{Focus, Nearest, guided};
use catena_playout::{Rng, Scratch, Start};

use crate::limit::MoveLimit;
use crate::stop::{Stop, StopSearch};

/// Memory of a search in MB, unless its player says otherwise: several games run at once.
const MEMORY: &str = "512";

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
pub(crate) fn own(player: &Player, setup: &Setup) -> Box<dyn Seat> {
    if matches!(player.agent(setup.game()), Ok(Agent::Random)) {
        return random(player, setup);
    }
    let mut player = player.clone();
    if !player.to_string().contains(",memory=") {
        player.set("memory", MEMORY).expect("the search has a limit of memory");
    }
    Box::new(Own { player, session: None })
}

/// Whether one of our players gives every legal move the same chance.
pub(crate) fn draws(player: &Player, game: Game) -> bool {
    matches!(player.agent(game), Ok(Agent::Random)) && focus(player).is_none()
}

/// Which moves a player prefers who does not search, if any.
fn focus(player: &Player) -> Option<Focus> {
    let spec = player.to_string();
    match () {
        () if spec.contains("playout=nearest-own") => Some(Focus::Own),
        () if spec.contains("playout=nearest-coin") => Some(Focus::Coin),
        () => None,
    }
}

/// Players that do not search; `random,playout=nearest-own` is Joosten's random agent with his
/// preference for near moves.
fn random(player: &Player, setup: &Setup) -> Box<dyn Seat> {
    let Some(focus) = focus(player) else {
        return Box::new(RandomSeat { cells: Vec::new(), rng: Rng::new(0) });
    };
    let scratch = Scratch::new(&Start::new(&Position::new(setup.clone())));
    let policy = Nearest::new(setup.topology(), focus);
    Box::new(NearestSeat { game: None, scratch, policy, rng: Rng::new(0) })
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
        let thought = session.choose(color, &mut StopSearch(allowed.stop));
        if allowed.stop.is_now() {
            return Err(Fault::Stopped);
        }
        let thought = thought.map_err(|error| Fault::Crash(error.to_string()))?;
        Ok(Choice { mv: thought.mv, report: thought.report })
    }
}

struct RandomSeat {
    /// Cells that may still be empty; those that are not are dropped when they are drawn.
    cells: Vec<Cell>,
    rng: Rng,
}

impl Seat for RandomSeat {
    fn start(&mut self, position: &Position, _: MoveLimit, seed: u64, _: &Stop) -> Result<(), Fault> {
        self.cells.clear();
        self.cells.extend(position.topology().places());
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
        if position.can_swap() {
            let moves: Vec<Move> = position.legal_moves().collect();
            let mv = moves[self.rng.below(moves.len() as u32) as usize];
            return Ok(Choice { mv, report: None });
        }
        loop {
            let index = self.rng.below(self.cells.len() as u32) as usize;
            let cell = self.cells.swap_remove(index);
            if position.board().stone(cell).is_none() {
                return Ok(Choice { mv: Move::Place(cell), report: None });
            }
        }
    }
}

/// Makes the first move of a playout that prefers near moves.
struct NearestSeat {
    /// The game so far; building it anew for each move would take longer than the move.
    game: Option<Start>,
    scratch: Scratch,
    policy: Nearest,
    rng: Rng,
}

impl Seat for NearestSeat {
    fn start(&mut self, position: &Position, _: MoveLimit, seed: u64, _: &Stop) -> Result<(), Fault> {
        self.game = Some(Start::new(position));
        self.rng = Rng::new(seed);
        Ok(())
    }

    fn observe(&mut self, ply: Ply, _: &Stop) -> Result<(), Fault> {
        match (&mut self.game, ply.mv) {
            (Some(game), Move::Place(cell)) => game.play(cell),
            // After a swap the stones are others.
            _ => self.game = None,
        }
        Ok(())
    }

    fn can_be_late(&self) -> bool {
        false
    }

    fn choose(&mut self, position: &Position, _: Allowance<'_>) -> Result<Choice, Fault> {
        let kernel = guided::<Nearest>(position.setup().game());
        let game = self.game.get_or_insert_with(|| Start::new(position));
        // It is over after a move or has ended with one; either way the move is there.
        let _end = kernel(game, &mut self.scratch, &mut self.policy, 1, &mut self.rng);
        let first = self.scratch.moves().next();
        let (cell, _) = first.ok_or_else(|| Fault::Crash("no move".to_owned()))?;
        Ok(Choice { mv: Move::Place(cell), report: None })
    }
}
