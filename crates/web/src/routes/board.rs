//! `GET /api/boards/{game}/{size}`: a board as geometry.

use axum::Json;
use catena_app::board;
use catena_app::error::AppError;
use catena_app::stored_game::setup;
use catena_core::SwapRule;
use serde_json::Value;

use crate::server::error::ApiResult;
use crate::server::extract::Path;

pub async fn board(Path((game, size)): Path<(String, u64)>) -> ApiResult<Json<Value>> {
    let setup = setup(&game, Some(size), SwapRule::Off)?;
    let drawn = tokio::task::spawn_blocking(move || board::geometry(&setup)).await;
    Ok(drawn.map(Json).map_err(AppError::internal)?)
}
