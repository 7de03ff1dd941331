//! An engine of others as a player of a match.

use std::time::Duration;

use catena_core::{Ply, Position, Setup};
use catena_gtp::client::{Client, ClientError, EngineLimit, EngineSpec};

use crate::limit::MoveLimit;
use crate::match_player::{Allowance, Choice, Forfeit, MatchPlayer};
use crate::stop::Stop;

/// Without a time limit a move may still not take for ever.
const LONGEST_MOVE: Duration = Duration::from_secs(3600);

/// Starts an engine, sets up a board with the limit of the match and ends it again.
pub(crate) fn try_out(spec: &EngineSpec, setup: &Setup, limit: MoveLimit) -> Result<(), Forfeit> {
    let mut client = Client::new(spec.clone());
    Ok(client.start_game(&Position::new(setup.clone()), engine_limit(limit)?, &|| false)?)
}

/// A program of others is told one limit.
fn engine_limit(limit: MoveLimit) -> Result<EngineLimit, Forfeit> {
    Ok(match limit {
        // Engines know one kind of time; which one they measure is theirs to say.
        MoveLimit::Time(time) | MoveLimit::CpuTime(time) => EngineLimit::MoveTime(time),
        MoveLimit::Playouts(playouts) => EngineLimit::Playouts(playouts),
        MoveLimit::Clock { main, .. } => EngineLimit::GameTime(main),
        MoveLimit::First { .. } => {
            let why = format!("a program takes one limit, a time or playouts, and not {limit}");
            return Err(Forfeit::Crash(why));
        }
    })
}

pub(crate) struct ExternalPlayer {
    client: Client,
}

impl ExternalPlayer {
    pub const fn new(spec: EngineSpec) -> Self {
        Self { client: Client::new(spec) }
    }
}

impl MatchPlayer for ExternalPlayer {
    fn start(&mut self, position: &Position, limit: MoveLimit, _: u64, stop: &Stop) -> Result<(), Forfeit> {
        Ok(self.client.start_game(position, engine_limit(limit)?, &|| stop.is_now())?)
    }

    fn observe(&mut self, ply: Ply, stop: &Stop) -> Result<(), Forfeit> {
        Ok(self.client.play(ply, &|| stop.is_now())?)
    }

    fn cpu_time(&self) -> Option<Duration> {
        self.client.cpu_time()
    }

    fn choose(&mut self, position: &Position, allowed: Allowance<'_>) -> Result<Choice, Forfeit> {
        let (color, canceled) = (position.to_move(), || allowed.stop.is_now());
        if let MoveLimit::Clock { .. } = allowed.limit {
            self.client.time_left(color, allowed.left, &canceled)?;
        }
        let deadline = allowed.deadline.unwrap_or(LONGEST_MOVE);
        let mv = self.client.genmove(color, deadline, &canceled)?;
        Ok(Choice { mv, report: None })
    }
}

impl From<ClientError> for Forfeit {
    fn from(error: ClientError) -> Self {
        match error {
            ClientError::Crash(why) => Self::Crash(why),
            ClientError::NoMove(text) => Self::Illegal(text),
            ClientError::Timeout => Self::Time,
            ClientError::Canceled => Self::Stopped,
        }
    }
}
