//! Stored games as a whole: the list, a new one, what can be changed about one.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::{Extension, Json};
use serde_json::{Value, json};

use super::blocking;
use crate::app::error::AppResult;
use crate::app::game_requests::{Changes, NewGame};
use crate::app::json::StoredGameJson;
use crate::app::quota::Client;
use crate::app::store::Listed;
use crate::app::stored_game::StoredGame;
use crate::server::error::ApiResult;
use crate::server::extract::{Body, Path};
use crate::{App, Audience};

pub async fn list(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
) -> ApiResult<Json<Vec<Value>>> {
    let listed = match (app.options.audience, client.visitor) {
        (Audience::ThisMachine, _) => Listed::All,
        (Audience::Network, Some(visitor)) => Listed::Of(visitor),
        (Audience::Network, None) => return Ok(Json(Vec::new())),
    };
    let games = blocking(&app, move |app| app.store.read(|tables| tables.games(&listed))).await?;
    let listed = games.into_iter().map(|game| {
        json!({
            "id": game.id,
            "title": game.title,
            "game": game.summary.game,
            "size": game.summary.size,
            "moves": game.summary.moves,
            "result": game.summary.result,
            "players": { "black": game.black, "white": game.white },
            "updated": game.updated,
        })
    });
    Ok(Json(listed.collect()))
}

pub async fn create(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    Body(new): Body<NewGame>,
) -> ApiResult<(StatusCode, Json<StoredGameJson>)> {
    let created = blocking(&app, move |app| {
        let mut game = new.build(app.store.read(|tables| tables.new_id())?, &app.models)?;
        app.store.write(|tables| game.insert(tables, client.visitor.as_deref()))?;
        to_json(app, &game)
    });
    Ok((StatusCode::CREATED, created.await?))
}

pub async fn show(State(app): State<Arc<App>>, Path(id): Path<String>) -> ApiResult<Json<StoredGameJson>> {
    blocking(&app, move |app| to_json(app, &StoredGame::load_with_notes(&app.store, &id)?)).await
}

pub async fn change(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Body(changes): Body<Changes>,
) -> ApiResult<Json<StoredGameJson>> {
    blocking(&app, move |app| {
        let (game, ()) = StoredGame::change(&app.store, &id, |game| changes.apply(game, &app.models))?;
        to_json(app, &game)
    })
    .await
}

pub async fn delete(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    Path(id): Path<String>,
) -> ApiResult<StatusCode> {
    blocking(&app, move |app| {
        StoredGame::check_owner(&app.store, &id, client.visitor.as_deref())?;
        app.reviews.stop(&id);
        app.engines.end_game(&id);
        app.store.write(|tables| tables.delete_game(&id))?;
        Ok(StatusCode::NO_CONTENT)
    })
    .await
}

pub fn to_json(app: &App, game: &StoredGame) -> AppResult<Json<StoredGameJson>> {
    Ok(Json(StoredGameJson::of(game, app.reviews.is_under_way(&game.id))?))
}
