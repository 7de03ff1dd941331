//! `POST /api/sessions/{id}/generate`: a player thinks and plays.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use catena_engine::{Limits, SessionError, Thought};
use serde::{Deserialize, Serialize};

use crate::App;
use crate::app::blocking;
use crate::error::{Answer, ApiError};
use crate::extract::{Body, Path};
use crate::play::Played;
use crate::session::{HUMAN, Session, player, thinking_time};
use crate::turn::Urgency;
use crate::view::ReportView;
use crate::watch::{Gone, Listener, Watch};

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
    report: Option<ReportView>,
}

pub async fn generate(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Body(request): Body<Generate>,
) -> Answer<Json<Generated>> {
    // Dropped with this future, when the client goes away.
    let (_listener, gone) = Listener::new();
    blocking(&app, move |app| think_and_play(app, &id, &request, &gone).map(Json)).await
}

fn think_and_play(app: &Arc<App>, id: &str, request: &Generate, gone: &Gone) -> Answer<Generated> {
    let session = Session::load_bare(&app.store, id)?;
    let position = session.position_at(request.node)?;
    let color = position.to_move();
    let spec = request.player.as_deref().unwrap_or_else(|| session.player(color));
    if spec == HUMAN {
        return Err(ApiError::bad(format!("{color} is played by a human: name a player who should move")));
    }
    let player = player(spec, session.game())?;
    let limits = limits(request, &session)?;
    let mut engine = app.engines.take(id, &player, session.record.setup())?;
    engine.session().set_position(position.clone());
    engine.session().set_limits(limits);
    let is_over = || gone.is_gone() || app.is_closing();
    let chosen = {
        let mut tell = |_: &_| {};
        let mut watch = Watch::new(app.turns.join(Urgency::Move), &is_over, None, &mut tell);
        engine.session().choose(color, &mut watch)
    };
    engine.give_back();
    let Thought { mv, report } = chosen.map_err(refused)?;
    if is_over() {
        return Err(ApiError::conflict("the search was ended before it had found a move"));
    }
    let report = report.map(|report| ReportView::of(request.node, spec, &position, &report));
    let _lock = app.lock(id);
    let mut session = Session::load(&app.store, id)?;
    let node = session.play(request.node, mv)?;
    session.save(&app.store)?;
    Ok(Generated { played: Played::of(&session, node)?, report })
}

fn limits(request: &Generate, session: &Session) -> Answer<Limits> {
    if request.playouts == Some(0) {
        return Err(ApiError::bad("playouts is a number from 1"));
    }
    let time = match (&request.time, request.playouts) {
        (Some(time), _) => thinking_time(time)?,
        (None, None) => thinking_time(&session.time)?,
        // Playouts alone end a search, but nobody waits for ever.
        (None, Some(_)) => crate::session::LONGEST_MOVE,
    };
    Ok(Limits { time: Some(time), playouts: request.playouts, ..Limits::default() })
}

/// Why a session does not think is something about the request.
pub fn refused(error: SessionError) -> ApiError {
    ApiError::bad(error)
}
