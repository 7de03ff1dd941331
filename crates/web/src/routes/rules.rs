//! `GET /api/rules/{game}`: the rules in few words with examples, and a small picture of the game.

use axum::Json;
use axum::http::header;
use axum::response::IntoResponse;
use catena_app::stored_game::game_named;
use catena_app::thumbnail::thumbnail;
use catena_app::tutorial::tutorial;
use serde_json::Value;

use crate::server::error::ApiResult;
use crate::server::extract::Path;

pub async fn rules(Path(game): Path<String>) -> ApiResult<Json<Value>> {
    Ok(Json(tutorial(game_named(&game)?)))
}

pub async fn picture(Path(game): Path<String>) -> ApiResult<impl IntoResponse> {
    let svg = thumbnail(game_named(&game)?)?;
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], svg))
}
