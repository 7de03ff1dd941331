//! A player thinks and plays.

use std::sync::Arc;

use catena_core::Position;
use catena_engine::{Decision, Limits};
use serde::{Deserialize, Serialize};

use crate::engine_pool::PooledEngine;
use crate::error::{AppError, AppResult};
use crate::json::ReportJson;
use crate::moves::Played;
use crate::observer::{CancelFlag, ScheduledObserver};
use crate::scheduler::{Priority, Ticket};
use crate::stored_game::{HUMAN, LONGEST_MOVE, StoredGame, player, thinking_time};
use crate::{App, blocking, with_store};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Generate {
    node: u32,
    player: Option<String>,
    time: Option<String>,
    playouts: Option<u64>,
}

#[derive(Serialize)]
pub struct Generated {
    #[serde(flatten)]
    played: Played,
    report: Option<ReportJson>,
}

/// A move that is ready to be thought about.
struct MoveJob {
    game: String,
    node: u32,
    player: String,
    position: Position,
    engine: PooledEngine,
}

/// The player thinks and plays; the search ends when the flag is set.
pub async fn generate(
    app: &Arc<App>,
    id: String,
    request: Generate,
    canceled: CancelFlag,
) -> AppResult<Generated> {
    let job = with_store(app, move |app| prepare(app, id, &request)).await?;
    let ticket = app.scheduler.join(Priority::Move).first_turn().await;
    blocking(app, move |app| think_and_play(app, job, ticket, &canceled)).await
}

fn prepare(app: &App, id: String, request: &Generate) -> AppResult<MoveJob> {
    let game = StoredGame::load(&app.store, &id)?;
    let position = game.position_at(request.node)?;
    let color = position.to_move();
    let spec = request.player.as_deref().unwrap_or_else(|| game.player(color));
    if spec == HUMAN {
        return Err(AppError::invalid(format!(
            "{color} is played by a human: name a player that should move"
        )));
    }
    let player = player(spec, game.game(), &app.models)?;
    let limits = limits(request, &game)?;
    let mut engine = app.engines.take(&id, &player, game.record.setup(), Priority::Move)?;
    engine.session().set_position(position.clone());
    engine.session().set_limits(limits);
    Ok(MoveJob { game: id, node: request.node, player: spec.to_owned(), position, engine })
}

fn think_and_play(
    app: &App,
    mut job: MoveJob,
    ticket: Ticket,
    canceled: &CancelFlag,
) -> AppResult<Generated> {
    let is_over = || canceled.is_set() || app.is_closing();
    let chosen = {
        let mut ignore = |_: &_| {};
        let mut observer = ScheduledObserver::new(ticket, &is_over, None, &mut ignore);
        job.engine.session().choose(job.position.to_move(), &mut observer)
    };
    job.engine.give_back();
    let Decision { mv, report } = chosen.map_err(AppError::invalid)?;
    if is_over() {
        return Err(AppError::Conflict("the search was ended before it had found a move".to_owned()));
    }
    let report = report.map(|report| ReportJson::of(job.node, &job.player, &job.position, &report));
    let (game, node) = StoredGame::change_node(&app.store, &job.game, |game| game.play(job.node, mv))?;
    Ok(Generated { played: Played::of(&game, node)?, report })
}

fn limits(request: &Generate, game: &StoredGame) -> AppResult<Limits> {
    if request.playouts == Some(0) {
        return Err(AppError::invalid("playouts is a number from 1"));
    }
    let time = match (&request.time, request.playouts) {
        (Some(time), _) => thinking_time(time)?,
        (None, None) => thinking_time(&game.time)?,
        // Playouts alone end a search, but nobody waits for ever.
        (None, Some(_)) => LONGEST_MOVE,
    };
    Ok(Limits { time: Some(time), playouts: request.playouts, ..Limits::default() })
}
