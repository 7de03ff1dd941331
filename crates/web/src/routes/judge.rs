//! `POST /api/judge`: who won a list of moves.

use axum::Json;
use catena_app::error::AppError;
use catena_app::judge::{self, JudgeRequest};
use serde_json::Value;

use crate::server::error::ApiResult;
use crate::server::extract::Body;

pub async fn judge(Body(request): Body<JudgeRequest>) -> ApiResult<Json<Value>> {
    let judged = tokio::task::spawn_blocking(move || judge::judge(&request)).await;
    Ok(judged.map_err(AppError::internal).flatten().map(Json)?)
}
