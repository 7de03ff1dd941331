//! Sessions as a whole: the list, a new one, what can be changed about one.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use catena_core::record::Record;
use catena_core::{Color, Position, Setup, SwapRule};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::App;
use crate::app::blocking;
use crate::error::{Answer, ApiError};
use crate::extract::{Body, Path};
use crate::session::{Session, play_all, setup};
use crate::view::SessionView;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct New {
    game: Option<String>,
    size: Option<u64>,
    swap: Option<bool>,
    players: Option<Players>,
    time: Option<String>,
    title: Option<String>,
    moves: Option<Vec<String>>,
    stones: Option<Stones>,
    to_move: Option<String>,
    record: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Players {
    black: Option<String>,
    white: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Stones {
    #[serde(default)]
    black: Vec<String>,
    #[serde(default)]
    white: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Change {
    players: Option<Players>,
    title: Option<String>,
    time: Option<String>,
    swap: Option<bool>,
    current: Option<u32>,
}

pub async fn list(State(app): State<Arc<App>>) -> Answer<Json<Vec<Value>>> {
    let sessions = blocking(&app, |app| app.store.list()).await?;
    let listed = sessions.into_iter().map(|session| {
        json!({
            "id": session.id,
            "title": session.title,
            "game": session.summary.game,
            "size": session.summary.size,
            "moves": session.summary.moves,
            "result": session.summary.result,
            "players": { "black": session.black, "white": session.white },
            "updated": session.updated,
        })
    });
    Ok(Json(listed.collect()))
}

pub async fn create(
    State(app): State<Arc<App>>,
    Body(new): Body<New>,
) -> Answer<(StatusCode, Json<SessionView>)> {
    let view = blocking(&app, move |app| {
        let mut session = Session::new(app.store.new_id()?, record(&new)?)?;
        if let Some(players) = &new.players {
            set_players(&mut session, players)?;
        }
        if let Some(title) = &new.title {
            session.set_title(title)?;
        }
        if let Some(time) = &new.time {
            session.set_time(time)?;
        }
        session.insert(&app.store)?;
        SessionView::of(&session, false)
    });
    Ok((StatusCode::CREATED, Json(view.await?)))
}

pub async fn show(State(app): State<Arc<App>>, Path(id): Path<String>) -> Answer<Json<SessionView>> {
    blocking(&app, move |app| view(app, &Session::load(&app.store, &id)?)).await
}

pub async fn change(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Body(change): Body<Change>,
) -> Answer<Json<SessionView>> {
    blocking(&app, move |app| {
        let _lock = app.lock(&id);
        let mut session = Session::load(&app.store, &id)?;
        if let Some(players) = &change.players {
            set_players(&mut session, players)?;
        }
        if let Some(title) = &change.title {
            session.set_title(title)?;
        }
        if let Some(time) = &change.time {
            session.set_time(time)?;
        }
        if let Some(swap) = change.swap {
            session.set_swap(swap_rule(swap))?;
        }
        if let Some(current) = change.current {
            session.go_to(current)?;
        }
        session.save(&app.store)?;
        view(app, &session)
    })
    .await
}

pub async fn delete(State(app): State<Arc<App>>, Path(id): Path<String>) -> Answer<StatusCode> {
    blocking(&app, move |app| {
        let _lock = app.lock(&id);
        app.reviews.stop(&id);
        app.engines.end_session(&id);
        if app.store.delete(&id)? {
            Ok(StatusCode::NO_CONTENT)
        } else {
            Err(ApiError::not_found("there is no such game"))
        }
    })
    .await
}

/// A session as it is sent.
pub fn view(app: &App, session: &Session) -> Answer<Json<SessionView>> {
    Ok(Json(SessionView::of(session, app.reviews.is_under_way(&session.id))?))
}

fn set_players(session: &mut Session, players: &Players) -> Answer<()> {
    for (color, player) in [(Color::Black, &players.black), (Color::White, &players.white)] {
        if let Some(player) = player {
            session.set_player(color, player)?;
        }
    }
    Ok(())
}

const fn swap_rule(on: bool) -> SwapRule {
    if on { SwapRule::On } else { SwapRule::Off }
}

/// The game that a new session starts with.
fn record(new: &New) -> Answer<Record> {
    let swap = swap_rule(new.swap.unwrap_or(false));
    let Some(text) = &new.record else {
        let game = new.game.as_ref().ok_or_else(|| ApiError::bad("a new game needs game, or record"))?;
        let start = start(setup(game, new.size, swap)?, new)?;
        let moves = new.moves.as_deref().unwrap_or_default();
        return Ok(Record::from_position(&play_all(start, moves)?));
    };
    if new.moves.is_some() || new.stones.is_some() || new.to_move.is_some() {
        return Err(ApiError::bad(
            "a record has its own moves and stones: leave out moves, stones and to_move",
        ));
    }
    let hint = match (&new.game, new.size) {
        (Some(game), size) => Some(setup(game, size, swap)?),
        (None, Some(_)) => return Err(ApiError::bad("size without game says nothing about a record")),
        (None, None) => None,
    };
    let mut record = Record::read(text.as_bytes(), hint.as_ref()).map_err(ApiError::bad)?;
    if let Some(swap) = new.swap {
        record.set_swap(swap_rule(swap)).map_err(ApiError::bad)?;
    }
    Ok(record)
}

/// The position before the first move.
fn start(setup: Setup, new: &New) -> Answer<Position> {
    let mut stones = Vec::new();
    if let Some(named) = &new.stones {
        for (color, names) in [(Color::Black, &named.black), (Color::White, &named.white)] {
            for name in names {
                let shown: String = name.chars().take(20).collect();
                let cell = setup.topology().cell(name);
                let cell =
                    cell.ok_or_else(|| ApiError::bad(format!("{shown:?} is no cell of this board")))?;
                stones.push((cell, color));
            }
        }
    }
    let to_move = match &new.to_move {
        Some(name) => Color::parse(name).ok_or_else(|| ApiError::bad("to_move is black or white"))?,
        None => Color::Black,
    };
    Position::with_stones(setup, &stones, to_move).map_err(ApiError::bad)
}
